import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { Register } from '../../../../contract/registers.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { FilterRow } from '../../../components/feed-page/feed-page.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { IconPlus } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { useLocationNames } from '../../../parts/choose/use-location-names.ts';
import { registersQuery } from '../registers.api.ts';
import { Withdrawals } from '../withdraw/withdrawals.tsx';
import type { ShownKey } from './register-dialogs.tsx';
import { registerColumns, registerMenu } from './register-row.tsx';

const RegisterMenu = lazyMenu(() => import('./register-menu.tsx'), 'RegisterMenu');
const AddRegisterDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'AddRegisterDialog');
const EditRegisterDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'EditRegisterDialog');
const RevokeKeyDialog = lazyDialog(() => import('./manage-register-dialogs.tsx'), 'RevokeKeyDialog');
const NewKeyDialog = lazyDialog(() => import('./manage-register-dialogs.tsx'), 'NewKeyDialog');
const DepartmentsDialog = lazyDialog(() => import('./departments-dialog.tsx'), 'DepartmentsDialog');
const WithdrawDialog = lazyDialog(() => import('../withdraw/withdraw-dialog.tsx'), 'WithdrawDialog');
const KeyDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'KeyDialog');

export function RegistersPanel() {
  const query = useQuery(registersQuery());
  const mayManage = useAccess().hasPermission('registers.manage');
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/settings');
  const [shown, setShown] = useState<ShownKey | null>(null);
  const [text, setText] = useState('');
  const namesOf = useLocationNames((query.data ?? []).map(({ location_ids }) => location_ids));
  const words = fold(text).split(' ').filter(Boolean);
  const shownOf = (registers: readonly Register[]) =>
    registers.filter(({ name, location_ids, make, key_hint }) => {
      const all = fold([name, namesOf(location_ids), make, key_hint].join(' '));
      return words.every((word) => all.includes(word));
    });
  const opened = query.data?.find((register) => register.id === id);
  const connect = mayManage && (
    <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => openDialog('add')}>
      Connect register
    </Button>
  );
  const showKey = (key: ShownKey) => {
    closeDialog();
    setShown(key);
  };
  const of = opened && { key: opened.id, register: opened, onClose: closeDialog };
  return (
    <Panel
      isFlush
      isTitleHidden
      title="Registers"
      description="Registers send their files with the key of a connection. Canopy only reads them."
      actions={
        <>
          <Link to="/settings/departments" className={buttonClasses('secondary')}>
            Departments
          </Link>
          <Link to="/register-files" className={buttonClasses('secondary')}>
            Register files
          </Link>
          {connect}
        </>
      }
    >
      <QueryView
        query={query}
        loading="Loading registers..."
        skeleton={<SkeletonRows label="Loading registers..." />}
        empty={
          <EmptyState
            title="No register connected"
            text="Connect the registers of a location, and this page shows what they send. Stores that write their closes into a spreadsheet need none."
            action={
              <>
                {connect}
                {mayManage && (
                  <Link to="/import/sales" className={buttonClasses('secondary')}>
                    Import sales
                  </Link>
                )}
              </>
            }
          />
        }
      >
        {(registers) => (
          <>
            <FilterRow count={countOf(shownOf(registers).length, 'connection')}>
              <SearchInput
                placeholder="Search connections..."
                className="w-80 max-md:col-span-2 max-md:w-full"
                value={text}
                onValueChange={setText}
              />
            </FilterRow>
            {shownOf(registers).length === 0 ? (
              <EmptyState
                art="search"
                title="No connections match."
                text="Search for a name, location or make."
              />
            ) : (
              <PlainTable
                caption="Registers"
                columns={registerColumns(namesOf)}
                rows={shownOf(registers)}
                keyOf={({ id }) => id}
              />
            )}
          </>
        )}
      </QueryView>
      {mayManage && <Withdrawals />}
      <PopupPlace of={registerMenu}>
        {(popup) => <RegisterMenu popup={popup} onOpen={openDialog} />}
      </PopupPlace>
      {dialog === 'add' && mayManage && <AddRegisterDialog onClose={closeDialog} onAdded={showKey} />}
      {of && dialog === 'edit' && <EditRegisterDialog {...of} />}
      {of && dialog === 'key' && mayManage && <NewKeyDialog {...of} onMade={showKey} />}
      {of && dialog === 'revoke' && (
        <RevokeKeyDialog {...of} onWithdraw={() => openDialog('withdraw', of.register.id)} />
      )}
      {of && dialog === 'withdraw' && mayManage && (
        <WithdrawDialog of={{ register: of.register.id }} name={of.register.name} onClose={closeDialog} />
      )}
      {of && dialog === 'departments' && <DepartmentsDialog {...of} />}
      {shown && <KeyDialog shown={shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}
