import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccessListName } from '../../../../contract/location-access.ts';
import type { Location } from '../../../../contract/locations.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useListSearch } from '../../../lib/list/list-search.ts';
import { UserRow, userColumns } from './access-row.tsx';
import { accessListQuery } from './location-access.api.ts';
import { RemoveUserDialog } from './remove-user-dialog.tsx';
import { useMayManage } from './use-may-manage.ts';

export interface AccessListProps {
  location: Location;
  list: AccessListName;
  /** 'Users who can see this location' */
  label: string;
  /** Names the columns; once is enough for two lists below each other. */
  hasHeads?: boolean;
}

export function AccessList({ location, list, label, hasHeads = false }: AccessListProps) {
  const { q, dialog, id, openDialog, closeDialog } = useListSearch();
  const query = useInfiniteQuery(accessListQuery(location.id, list, q));
  const mayManage = useMayManage();
  const rows = query.data?.pages.flatMap((page) => page.users) ?? [];
  const removed = dialog === 'remove' ? rows.find((user) => user.id === id && user.assigned) : undefined;
  return (
    <>
      <QueryView
        query={query}
        loading="Loading users..."
        refused={(refusal) => <Note>{refusal.reason}</Note>}
        className="px-6 py-10"
      >
        {({ pages }) =>
          rows.length === 0 ? (
            <Note>{query.isPlaceholderData ? 'Searching...' : q ? 'No users found' : 'No users yet'}</Note>
          ) : (
            <>
              {hasHeads && <ColumnHeads />}
              <ul aria-label={label} className="*:border-t *:border-line">
                {rows.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    mayManage={mayManage(user)}
                    onRemove={() => void openDialog('remove', user.id)}
                  />
                ))}
              </ul>
              {query.hasNextPage && (
                <ShowMore
                  query={query}
                  label="Show more"
                  count={`${rows.length} of ${formatNumber(pages[0]?.total ?? 0)}`}
                />
              )}
            </>
          )
        }
      </QueryView>
      {removed && <RemoveUserDialog location={location} user={removed} onClose={closeDialog} />}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-6 py-10 text-center text-ink-soft">{children}</p>;
}

/** For the eye only: each row names its own parts. */
function ColumnHeads() {
  return (
    <div
      aria-hidden="true"
      className={`${userColumns} h-9 border-t border-line bg-surface-raised text-badge font-semibold text-ink-soft max-lg:hidden`}
    >
      <span>User</span>
      <span>Why</span>
      <span>Roles</span>
      <span>Last sign-in</span>
    </div>
  );
}
