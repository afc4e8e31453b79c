import { type ComponentType, Suspense } from 'react';
import type { UserFilterField, UserSortField } from '../../../contract/lists/list-filters.ts';
import { displayName, seesPastOfUsers } from '../../../contract/users.ts';
import { ListPage, type ListPageProps } from '../../components/list-page/list-page.tsx';
import { type ListRequest, useListPage, useListRequest } from '../../components/list-page/use-list-page.ts';
import { lazyDialog, lazyMenu } from '../../components/loading/lazy-dialog.tsx';
import { lazyOnPhone, lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useListState } from '../../lib/list/list-origin.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { addUserAct, useUserActs } from '../../parts/acts/user-acts.ts';
import { ViewsButton } from '../../parts/views/views-button.tsx';
import type { RunDialogProps } from '../runs/runs.api.ts';
import { useDoUserAct } from './account/use-do-user-act.ts';
import { MorePlace } from './badges/more-place.tsx';
import {
  useUserFields,
  useUserFilterWords,
  useUserListFields,
  useUserSorts,
  useUserViews,
} from './list/user-list.ts';
import { useNamedUsers } from './use-named-users.ts';
import { rowMenu } from './user-row-button.tsx';
import { knownUser, type ListedUser, usersSource } from './users.api.ts';
import { hideableColumns, userColumns } from './users-table.tsx';

const UserDialogs = lazyDialog(() => import('./user-dialogs.tsx'), 'UserDialogs');
const UserRowMenu = lazyMenu(() => import('./user-row-menu.tsx'), 'UserRowMenu');

const StackedUser = lazyOnPhone(async () => (await import('./list/stacked-user.tsx')).StackedUser);
const stackedHeight = 88;

const UserBulk = lazyPart(async () => (await import('./bulk/user-bulk.tsx')).UserBulk, {
  ahead: 'near button',
});

const FilterPopover = lazyMenu(() => import('./list/user-filter-popups.tsx'), 'UserFilterPopover');
const FilterSheet = lazyDialog(() => import('./list/user-filter-popups.tsx'), 'UserFilterSheet');

export interface UsersPageProps {
  RunDialog: ComponentType<RunDialogProps>;
}

const noun = ['user', 'users'] as const;

async function saveUsers(list: ExportedList & { seesPast: boolean }) {
  const { exportUserList } = await import('./users-export.api.ts');
  await exportUserList(list);
}

export function UsersPage({ RunDialog }: UsersPageProps) {
  const { hasPermission, mayAct: mayDo } = useAccess();
  const seesPast = seesPastOfUsers(hasPermission);
  const request = useListRequest(useUserListFields(), hideableColumns);
  const { listUrl, dialog, id, openDialog, closeDialog } = request;
  const { isCompact } = listUrl;
  const named = useNamedUsers(listUrl.filters.location);
  const { mayAdd, mayAct, mayBulk, may } = useUserActs();
  const { act, changingId } = useDoUserAct(openDialog);
  const cells = {
    ...{ named, mayAct, changingId, isCompact },
    hasBoxes: mayBulk,
    hasNumbers: !listUrl.hidden.includes('number'),
    listState: useListState(),
  };

  function edit(id: string) {
    const user = knownUser(id);
    const allowed = user && may(user).get('edit');
    if (allowed && allowed.whyNot === undefined) act('edit', user);
  }

  return (
    <UsersList
      request={request}
      seesPast={seesPast}
      subtitle="Manage user accounts and permissions"
      views={<ViewsButton list="users" builtIn={useUserViews()} />}
      add={{
        label: addUserAct.label,
        mayAdd,
        whyNot: 'Your roles do not allow you to add users',
        text: 'Get started by adding your first user.',
      }}
      mayExport={mayDo('exportUsers')}
      placeholder="Search users by name, email, or phone..."
      toolbar={{
        fields: useUserFields(listUrl.filters),
        ...useUserFilterWords(listUrl.filters),
        sorts: useUserSorts(),
        columns: hideableColumns,
        FilterPopover,
        FilterSheet,
      }}
      onEdit={edit}
      columns={userColumns(cells)}
      minWidth={isCompact ? 830 : 560}
      stacked={(user) => <StackedUser user={user} cells={cells} />}
      stackedHeight={stackedHeight}
      bulk={
        mayBulk && {
          nameOf: displayName,
          bar: (list) => <UserBulk {...list} RunDialog={RunDialog} />,
        }
      }
    >
      <MorePlace named={named} />
      <PopupPlace of={rowMenu}>{(popup) => <UserRowMenu popup={popup} may={may} onAct={act} />}</PopupPlace>
      <Suspense>{dialog && <UserDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </UsersList>
  );
}

interface UsersListProps extends Omit<ListPageProps<ListedUser>, 'about' | 'page'> {
  request: ListRequest<UserFilterField, UserSortField>;
  seesPast: boolean;
}

/** What a key in the search box renders again. */
function UsersList({ request, seesPast, ...list }: UsersListProps) {
  const [text, setText] = useSearchText(request.q, request.setQ);
  const save = (exported: ExportedList) => saveUsers({ ...exported, seesPast });
  const page = useListPage(request, { source: usersSource, text, setText, noun, save });
  return <ListPage about="users" page={page} {...list} />;
}
