import { useInfiniteQuery } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { IconPlus } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useListSearch } from '../../../lib/list/list-search.ts';
import { useSearchText } from '../../../lib/list/use-search-text.ts';
import { AccessList } from './access-list.tsx';
import { countUsers } from './access-texts.ts';
import { AssignUsersDialog } from './assign-users-dialog.tsx';
import { accessListQuery } from './location-access.api.ts';

/** With fewer users the whole list is in sight. */
const searchFromUsers = 10;

/** All users linked to the location: first those who can see it, then those who cannot. */
export function AccessListPanel({ location }: { location: Location }) {
  const { q, setQ, dialog, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const mayAssign = useAccess().hasPermission('users.assign_locations');
  const { data, isPlaceholderData } = useInfiniteQuery(accessListQuery(location.id, 'can_see', q));
  const facts = data?.pages[0];
  const hasSearch = q !== '' || (facts ? facts.can_see + facts.cannot_see > searchFromUsers : false);
  return (
    <Panel
      isFlush
      className="shrink-0"
      title="Users"
      description={
        <span role="status">
          {facts && `${countUsers(facts.can_see + facts.hidden_count)} can see this location`}
        </span>
      }
      actions={
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => void openDialog('assign')}
          disabled={!mayAssign}
          title={mayAssign ? undefined : 'Your roles do not allow you to assign users'}
        >
          Assign users
        </Button>
      }
      toolbar={
        hasSearch && (
          <SearchInput
            placeholder="Search users by name, email, or phone..."
            value={text}
            onValueChange={setText}
            searching={isPlaceholderData}
            hotkey
            className="max-w-105"
          />
        )
      }
    >
      {/* The first row's line lies on the line below the header. */}
      <div className="-mt-px">
        {facts?.is_open_to_all && (
          <Alert tone="info" className="m-4">
            Access is not enforced on this server: everybody who signs in has access to all locations,
            whatever this list says.
          </Alert>
        )}
        <AccessList location={location} list="can_see" label="Users who can see this location" hasHeads />
        {facts && facts.hidden_count > 0 && <HiddenUsers count={facts.hidden_count} />}
        {facts && facts.cannot_see > 0 && (
          <>
            <h3 className="border-t border-line bg-surface-raised px-6 py-2 font-semibold max-md:px-4">
              {`${countUsers(facts.cannot_see)} linked to this location cannot see it`}
            </h3>
            <AccessList location={location} list="cannot_see" label="Users who cannot see this location" />
          </>
        )}
      </div>
      {dialog === 'assign' && <AssignUsersDialog location={location} onClose={closeDialog} />}
    </Panel>
  );
}

function HiddenUsers({ count }: { count: number }) {
  return (
    <p className="border-t border-line px-6 py-3 text-ink-soft max-md:px-4">
      {`${formatNumber(count)} more ${count === 1 ? 'user sees' : 'users see'} every location through their role.`}
    </p>
  );
}
