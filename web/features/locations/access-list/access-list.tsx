import type { AccessListUser } from '../../../../contract/location-access.ts';
import { Button } from '../../../components/button/button.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { messageOf, RequestFailed } from '../../../lib/network/request-failed.ts';
import { UserRow, userColumns } from './access-row.tsx';
import type { useAccessList } from './location-access.api.ts';
import { useMayManage } from './use-may-manage.ts';

export interface UsersListProps {
  /** 'Users who can see this location' */
  label: string;
  /** Names the columns; once is enough for two lists below each other. */
  heads?: boolean;
  list: ReturnType<typeof useAccessList>;
  isSearch: boolean;
  onRemove: (user: AccessListUser) => void;
}

/** One list of users with each of its states: loading, failed, refused, empty, nothing found, rows. */
export function UsersList({ label, heads = false, list, isSearch, onRemove }: UsersListProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const mayManage = useMayManage();
  const rows = data?.pages.flatMap((page) => page.users) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  if (!data && error) {
    const isRefusal = error instanceof RequestFailed && error.status === 403;
    if (isRefusal) return <p className="px-6 py-10 text-center text-ink-soft">{error.reason}</p>;
    return (
      <ErrorState
        message={messageOf(error, 'Failed to fetch users')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="px-6 py-10"
      />
    );
  }
  if (!data) return <Loading label="Loading users..." className="py-10" />;
  if (rows.length === 0) {
    return (
      <p className="px-6 py-10 text-center text-ink-soft">
        {list.isPlaceholderData ? 'Searching...' : isSearch ? 'No users found' : 'No users yet'}
      </p>
    );
  }
  return (
    <>
      {heads && <ColumnHeads />}
      <ul aria-label={label} className="*:border-t *:border-line ">
        {rows.map((user) => (
          <UserRow key={user.id} user={user} mayManage={mayManage(user)} onRemove={onRemove} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-5 py-3">
          <span className="text-ink-soft">{`${rows.length} of ${formatNumber(total)}`}</span>
          <Button
            variant="secondary"
            loading={isFetchingNextPage}
            loadingLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
          {error && <span className="text-bad">{error.message}</span>}
        </div>
      )}
    </>
  );
}

/** For the eye: each row says its own parts. */
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
