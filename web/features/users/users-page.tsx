import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { UserRow } from '../../../contract/users.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { DataTableCard } from '../../components/table/data-table-card.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useListSearch } from '../../lib/list/list-search.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { switchActive } from './account/switch-active.ts';
import { useNames } from './use-names.ts';
import { useUserRights } from './use-user-rights.ts';
import { rowMenu } from './user-row-button.tsx';
import { useUsers } from './users.api.ts';
import { StackedUser, userColumns } from './users-table.tsx';

const UserDialogs = lazyPart(async () => (await import('./user-dialogs.tsx')).UserDialogs, {
  closeOf: ({ onClose }) => onClose,
  afterIdle: true,
});
const UserRowMenu = lazyPart(async () => (await import('./user-row-menu.tsx')).UserRowMenu, {
  closeOf: ({ popup }) => popup.close,
  afterIdle: true,
});

export function UsersPage() {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const view = useUsers(text);
  const named = useNames(view.loaded > 0);
  const { mayAdd, mayInvite, may } = useUserRights();
  const { isSelf, hasPermission } = useAccess();
  const onInvitation = (user: UserRow) => void openDialog('invitation', user.id);
  const toggle = useMutation({
    mutationFn: ({ user, isActive }: { user: UserRow; isActive: boolean }) => switchActive(user, isActive),
  });
  const changingId = toggle.isPending ? toggle.variables.user.id : undefined;
  const cells = { named, mayInvite, onInvitation, changingId };

  const addButton = (
    <Button
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => void openDialog('add')}
      disabled={!mayAdd}
      title={mayAdd ? undefined : 'Your roles do not allow you to add users'}
    >
      Add User
    </Button>
  );

  return (
    <div className="flex flex-1 flex-col lg:min-h-110">
      <PageTitle title="Users" subtitle="Manage user accounts and permissions" actions={addButton} />
      <DataTableCard
        label="Users"
        view={view}
        text={text}
        onTextChange={setText}
        placeholder="Search users by name, email, or phone..."
        loading="Loading users..."
        empty={{
          title: 'No users yet',
          text: 'Get started by adding your first user.',
          action: mayAdd && addButton,
        }}
        elsewhere={
          hasPermission('locations.read') && (
            <Link to="/locations" search={{ q: text.trim() }} className={buttonClasses('link')}>
              Search in Locations
            </Link>
          )
        }
        notFound={{ title: 'No users found', text: 'Try adjusting your search criteria.' }}
        columns={userColumns(cells)}
        minWidth={1000}
        stacked={(user) => <StackedUser user={user} cells={cells} />}
        stackedHeight={100}
      />
      <PopupPlace of={rowMenu}>
        {(popup) => (
          <UserRowMenu
            popup={popup}
            may={may}
            onEdit={(user) => void openDialog('edit', user.id)}
            onAssignLocations={(user) => void openDialog('locations', user.id)}
            onAssignRoles={(user) => void openDialog('roles', user.id)}
            onSetActive={(user, isActive) =>
              !isActive && isSelf(user.id) ? void openDialog('deactivate') : toggle.mutate({ user, isActive })
            }
            onDelete={(user) => void openDialog('delete', user.id)}
          />
        )}
      </PopupPlace>
      <Suspense>{dialog && <UserDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </div>
  );
}
