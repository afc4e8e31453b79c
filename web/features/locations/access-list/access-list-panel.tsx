import { useNavigate } from '@tanstack/react-router';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { IconPlus } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useListSearch } from '../../../lib/list/list-search.ts';
import { useSearchText } from '../../../lib/list/use-search-text.ts';
import { UsersList } from './access-list.tsx';
import { users } from './access-texts.ts';
import { AssignUsersDialog } from './assign-users-dialog.tsx';
import { useAccessList } from './location-access.api.ts';
import { RemoveUserDialog } from './remove-user-dialog.tsx';

/** With fewer users the whole list is in sight. */
const searchFromUsers = 10;

/** Everybody with a link to the location: those who see it, then those whom something keeps from it. */
export function AccessListPanel({ location }: { location: Location }) {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const { hasPermission } = useAccess();
  const seeing = useAccessList(location.id, 'can_see', q);
  const facts = seeing.data?.pages[0];
  const kept = useAccessList(location.id, 'cannot_see', q, { enabled: (facts?.cannot_see ?? 0) > 0 });
  const rows = [seeing, kept].flatMap((list) => list.data?.pages.flatMap((page) => page.users) ?? []);
  const leave = useLeave();

  const mayAssign = hasPermission('users.assign_locations');
  const remove = (user: AccessListUser) => void openDialog('remove', user.id);
  const removed = rows.find((user) => user.id === id);
  const hasSearch = q !== '' || (facts ? facts.can_see + facts.cannot_see > searchFromUsers : false);
  return (
    <Card aria-label="Users" className="shrink-0">
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">Users</h2>
          <p role="status" className="text-ink-soft">
            {facts && `${users(facts.can_see + facts.hidden_count)} can see this location`}
          </p>
        </div>
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => void openDialog('assign')}
          disabled={!mayAssign}
          title={mayAssign ? undefined : 'Your roles do not allow you to assign users'}
        >
          Assign users
        </Button>
        {hasSearch && (
          <SearchInput
            placeholder="Search users by name, email, or phone..."
            value={text}
            onValueChange={setText}
            searching={seeing.isPlaceholderData}
            hotkey
            className="w-full"
          />
        )}
      </header>
      {facts?.is_open_to_all && (
        <Alert tone="info" className="m-4">
          Access is not enforced on this server: everybody who signs in has access to all locations, whatever
          this list says.
        </Alert>
      )}
      <UsersList
        label="Users who can see this location"
        heads
        list={seeing}
        isSearch={q !== ''}
        onRemove={remove}
      />
      {facts && facts.hidden_count > 0 && <Unnamed count={facts.hidden_count} />}
      {facts && facts.cannot_see > 0 && (
        <>
          <h3 className="border-t border-line bg-surface-raised px-5 py-2 font-semibold max-md:px-4">
            {`${users(facts.cannot_see)} linked to this location cannot see it`}
          </h3>
          <UsersList
            label="Users who cannot see this location"
            list={kept}
            isSearch={q !== ''}
            onRemove={remove}
          />
        </>
      )}
      {dialog === 'assign' && <AssignUsersDialog location={location} onClose={closeDialog} />}
      {dialog === 'remove' && removed?.assigned && (
        <RemoveUserDialog
          location={location}
          user={removed}
          onClose={closeDialog}
          onRemoved={() => (leave.isOver(removed) ? leave.go() : closeDialog())}
        />
      )}
    </Card>
  );
}

function Unnamed({ count }: { count: number }) {
  return (
    <p className="border-t border-line px-5 py-3 text-ink-soft max-md:px-4">
      {`${formatNumber(count)} more ${count === 1 ? 'user sees' : 'users see'} every location through their role.`}
    </p>
  );
}

/** Who takes away their own way to the location has nothing to see here any more. */
function useLeave() {
  const { user: self } = useAuth();
  const { hasPermission } = useAccess();
  const navigate = useNavigate();
  return {
    isOver: (user: AccessListUser) => user.id === self?.id && !hasPermission('locations.all'),
    go: () => navigate({ to: '/locations' }),
  };
}
