import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { displayName, seesPastOfUsers, type UserRow } from '../../../contract/users.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useListRequest } from '../../components/list-page/use-list-page.ts';
import { lazyDialog, lazyMenu } from '../../components/loading/lazy-dialog.tsx';
import { lazyOnPhone, lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { formatDay } from '../../lib/format/format-date.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useListState } from '../../lib/list/list-origin.ts';
import { parseListSearch } from '../../lib/url/list-search.ts';
import { addUserAct, useUserActs } from '../../parts/acts/user-acts.ts';
import { ViewsButton } from '../../parts/views/views-button.tsx';
import { useDoUserAct } from './account/use-do-user-act.ts';
import { more } from './badges/user-badges.tsx';
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

const MorePopover = lazyMenu(() => import('./badges/more-popover.tsx'), 'MorePopover');

const StackedUser = lazyOnPhone(async () => (await import('./list/stacked-user.tsx')).StackedUser);
const stackedHeight = 88;

const UserBulk = lazyPart(async () => (await import('./bulk/user-bulk.tsx')).UserBulk, {
  ahead: 'near button',
});

const FilterPopover = lazyMenu(() => import('./list/user-filter-popups.tsx'), 'UserFilterPopover');
const FilterSheet = lazyDialog(() => import('./list/user-filter-popups.tsx'), 'UserFilterSheet');

async function saveUsers(list: ExportedList & { seesPast: boolean }) {
  const { exportUserList } = await import('./users-export.api.ts');
  await exportUserList(list);
}

export function UsersPage() {
  const { hasPermission, mayAct: mayDo, mayImport } = useAccess();
  const navigate = useNavigate();
  const request = useListRequest(useUserListFields(), hideableColumns);
  const { dialog, id, openDialog, closeDialog } = request;
  // One line of a narrower window has no space for all of a row.
  const isNarrow = useMediaQuery('(width < 63rem)');
  const listUrl = isNarrow ? { ...request.listUrl, isCompact: false, setCompact: null } : request.listUrl;
  const { isCompact, hidden } = listUrl;
  const named = useNamedUsers(listUrl.filters.location);
  const { mayAdd, mayAct, mayBulk, may } = useUserActs();
  const { act, changingId } = useDoUserAct(openDialog);
  const cells = {
    ...{ named, mayAct, changingId, isCompact },
    hasBoxes: mayBulk,
    hasNumbers: !hidden.includes('number'),
    more: ({ phone, created_at }: UserRow) =>
      [
        !hidden.includes('contact') && phone,
        !hidden.includes('created_at') && `since ${formatDay(created_at)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    listState: useListState(),
  };

  function edit(id: string) {
    const user = knownUser(id);
    const allowed = user && may(user).get('edit');
    if (allowed && allowed.whyNot === undefined) act('edit', user);
  }

  const seesPast = seesPastOfUsers(hasPermission);
  return (
    <ListPage<ListedUser>
      request={{ ...request, listUrl }}
      source={usersSource}
      noun={['user', 'users']}
      save={(list) => saveUsers({ ...list, seesPast })}
      otherFile={{
        label: 'Access list for a review',
        save: () => navigate({ to: '/users/access-list', search: (before) => parseListSearch(before) }),
      }}
      title="Users"
      subtitle="Manage user accounts and permissions"
      views={<ViewsButton list="users" builtIn={useUserViews()} unknown={listUrl.ignored} />}
      add={{
        label: addUserAct.label,
        mayAdd,
        whyNot: 'Your roles do not allow you to add users',
        text: 'Get started by adding your first user.',
      }}
      mayImport={mayImport('users')}
      mayExport={mayDo('exportUsers')}
      other={hasPermission('locations.read') && { to: '/locations', title: 'Locations' }}
      deletion="user.deleted"
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
          bar: (list) => <UserBulk {...list} />,
        }
      }
    >
      <PopupPlace of={more}>{(popup) => <MorePopover popup={popup} named={named} />}</PopupPlace>
      <PopupPlace of={rowMenu}>{(popup) => <UserRowMenu popup={popup} may={may} onAct={act} />}</PopupPlace>
      <Suspense>{dialog && <UserDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </ListPage>
  );
}
