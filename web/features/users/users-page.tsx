import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { displayName, seesPastOfUsers, type UserRow } from '../../../contract/users.ts';
import { ListActions } from '../../components/bulk/list-actions.tsx';
import { useListExport } from '../../components/bulk/use-list-export.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { useIgnoredNotice } from '../../components/filters/use-ignored-notice.ts';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyDialog, lazyMenu, lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { DataTableCard } from '../../components/table/data-table-card.tsx';
import { useSelection } from '../../components/table/use-selection.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useListState } from '../../lib/list/list-origin.ts';
import { listQuery, useListUrl } from '../../lib/list/list-url.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import type { RunDialogProps } from '../runs/runs.api.ts';
import { switchActive } from './account/switch-active.ts';
import { MorePlace } from './badges/more-place.tsx';
import { StackedUser, stackedUserHeight } from './list/stacked-user.tsx';
import { useUserFields, useUserFilterWords, useUserListFields, useUserSorts } from './list/user-list.ts';
import { useNamedUsers } from './use-named-users.ts';
import { dialogOfAct, type UserAct, useUserActs } from './use-user-acts.ts';
import { rowMenu } from './user-row-button.tsx';
import { knownUser, useUsers } from './users.api.ts';
import { hideableColumns, userColumns } from './users-table.tsx';

const UserDialogs = lazyDialog(() => import('./user-dialogs.tsx'), 'UserDialogs');
const UserRowMenu = lazyMenu(() => import('./user-row-menu.tsx'), 'UserRowMenu');

const UserBulk = lazyPart(async () => (await import('./bulk/user-bulk.tsx')).UserBulk, { afterIdle: true });

const FilterPopover = lazyMenu(() => import('./list/user-filter-popups.tsx'), 'UserFilterPopover');
const FilterSheet = lazyDialog(() => import('./list/user-filter-popups.tsx'), 'UserFilterSheet');
const hideable = hideableColumns.map(({ id }) => id);

export interface UsersPageProps {
  /** Shown next to the title: the button of the views. */
  views: ReactNode;
  /** The dialog that shows, applies and undoes bulk acts. */
  RunDialog: ComponentType<RunDialogProps>;
}

const noun = ['user', 'users'] as const;

async function saveUsers(list: ExportedList & { seesPast: boolean }) {
  const { exportUserList } = await import('./users-export.api.ts');
  await exportUserList(list);
}

export function UsersPage({ views, RunDialog }: UsersPageProps) {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const listUrl = useListUrl(useUserListFields(), hideable);
  useIgnoredNotice(listUrl.ignored);
  const view = useUsers(text, { filters: listUrl.filters, sort: listUrl.sort });
  const words = useUserFilterWords(listUrl.filters);
  const fields = useUserFields(listUrl.filters);
  const named = useNamedUsers(view.loaded > 0, listUrl.filters.location);
  const { mayAdd, mayAct, mayBulk, may } = useUserActs();
  const { isSelf, hasPermission, mayImport, mayAct: mayDo } = useAccess();
  const toggle = useMutation({
    mutationFn: ({ user, isActive }: { user: UserRow; isActive: boolean }, { client }) =>
      switchActive(user, isActive, client),
  });
  const changingId = toggle.isPending ? toggle.variables.user.id : undefined;
  const { isCompact } = listUrl;
  const cells = {
    ...{ named, mayAct, changingId, isCompact },
    hasBoxes: mayBulk,
    hasNumbers: !listUrl.hidden.includes('number'),
    listState: useListState(),
  };
  const query = listQuery(text, listUrl.filters);
  const selection = useSelection(view, query, noun);
  const { run: save, isPending: isSaving } = useListExport(saveUsers);
  const seesPast = seesPastOfUsers(hasPermission);
  const exporting = mayDo('exportUsers') && {
    run: (columns: 'shown' | 'all') =>
      save({ text, ...listUrl, hidden: columns === 'all' ? [] : listUrl.hidden, seesPast }),
    isPending: isSaving,
  };

  useKeys({ c: mayAdd ? () => void openDialog('add') : undefined });

  function act(what: UserAct, user: UserRow) {
    if (what !== 'setActive') void openDialog(dialogOfAct[what], user.id);
    else if (user.is_active && isSelf(user.id)) void openDialog('deactivate');
    else toggle.mutate({ user, isActive: !user.is_active });
  }

  function edit(id: string) {
    const user = knownUser(id);
    const allowed = user && may(user).get('edit');
    if (allowed && allowed.whyNot === undefined) act('edit', user);
  }

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
    <div className="flex flex-1 flex-col sm:@container sm:min-h-110 print:block">
      <PageTitle
        title="Users"
        subtitle="Manage user accounts and permissions"
        aside={views}
        actions={
          <ListActions
            about="users"
            mayImport={mayImport('users')}
            onExport={exporting ? () => exporting.run('all') : undefined}
            maySelect={mayBulk}
          >
            {addButton}
          </ListActions>
        }
      />
      <DataTableCard
        label="Users"
        view={view}
        text={text}
        onTextChange={setText}
        placeholder="Search users by name, email, or phone..."
        loading="Loading users..."
        noun={noun}
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
        toolbar={{
          listUrl,
          fields,
          ...words,
          sorts: useUserSorts(),
          columns: hideableColumns,
          exporting,
          FilterPopover,
          FilterSheet,
        }}
        onEdit={edit}
        columns={userColumns(cells)}
        minWidth={isCompact ? 830 : 560}
        stacked={(user) => <StackedUser user={user} cells={cells} />}
        stackedHeight={stackedUserHeight}
        selecting={
          mayBulk
            ? {
                selection,
                nameOf: displayName,
                bar: (
                  <UserBulk
                    selection={selection}
                    matching={view.isExact && view.count}
                    query={query}
                    RunDialog={RunDialog}
                  />
                ),
              }
            : undefined
        }
      />
      <MorePlace named={named} />
      <PopupPlace of={rowMenu}>{(popup) => <UserRowMenu popup={popup} may={may} onAct={act} />}</PopupPlace>
      <Suspense>{dialog && <UserDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </div>
  );
}
