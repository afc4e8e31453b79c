import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { IconPlus } from '../../../components/icons/icons.ts';
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { registersQuery } from '../registers.api.ts';
import { Withdrawals } from '../withdraw/withdrawals.tsx';
import type { ShownKey } from './register-dialogs.tsx';
import { RegisterRow } from './register-row.tsx';

const AddRegisterDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'AddRegisterDialog');
const EditRegisterDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'EditRegisterDialog');
const RevokeKeyDialog = lazyDialog(() => import('./manage-register-dialogs.tsx'), 'RevokeKeyDialog');
const NewKeyDialog = lazyDialog(() => import('./manage-register-dialogs.tsx'), 'NewKeyDialog');
const DepartmentsDialog = lazyDialog(() => import('./manage-register-dialogs.tsx'), 'DepartmentsDialog');
const WithdrawDialog = lazyDialog(() => import('../withdraw/withdraw-dialog.tsx'), 'WithdrawDialog');
const KeyDialog = lazyDialog(() => import('./register-dialogs.tsx'), 'KeyDialog');

export function RegistersPanel() {
  const query = useQuery(registersQuery());
  const mayManage = useAccess().hasPermission('registers.manage');
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/settings');
  const [shown, setShown] = useState<ShownKey | null>(null);
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
        empty={
          <EmptyState
            title="No register connected"
            text="Connect the registers of a location, and this page shows what they send."
            action={connect}
          />
        }
      >
        {(registers) => (
          <ul aria-label="Registers">
            {registers.map((register) => (
              <RegisterRow
                key={register.id}
                register={register}
                onOpen={(dialog) => openDialog(dialog, register.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {mayManage && <Withdrawals />}
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
