import type { AccessListName } from '../../../../contract/location-access.ts';
import { seesPastOfUsers } from '../../../../contract/users.ts';
import { useIsOutageShown } from '../../../components/feedback/outage.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { WaitingNote } from '../../../components/table/waiting-note.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useIsSlow } from '../../../lib/browser/use-is-slow.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useStillRows } from '../../../lib/list/still-rows.ts';
import { AccessRow, accessColumns } from './access-row.tsx';
import { useAccessList } from './use-access-list.ts';

export interface AccessListProps {
  locationId: string;
  list: AccessListName;
  label: string;
  note?: string | null | undefined;
}

export function AccessList({ locationId, list, label, note }: AccessListProps) {
  const { q, reason, query, users: listed } = useAccessList(locationId, list);
  const isOutage = useIsOutageShown();
  const still = useStillRows(listed, {
    about: `${list} ${reason} ${q} ${query.data?.pages.length}`,
    readAt: query.isPlaceholderData ? 0 : query.dataUpdatedAt,
    whyLeft: 'Left this list just now',
  });
  const { rows } = still;
  if (!query.data && (!query.error || isOutage)) return <Skeleton isOutage={isOutage} />;
  return (
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
          <div className="relative">
            <div className="absolute top-1 right-4 z-1 @max-[45rem]:-top-4 @max-[45rem]:right-auto @max-[45rem]:left-4">
              <WaitingNote label={label} {...still.note} />
            </div>
            <ColumnHeads />
            <ul aria-label={label} data-rows>
              {rows.map((user) => (
                <AccessRow key={user.id} user={user} left={still.whyLeft(user.id)} />
              ))}
            </ul>
            {note && <p className="border-t border-line px-6 py-3 text-ink-soft max-md:px-4">{note}</p>}
            {query.hasNextPage && (
              <ShowMore
                query={query}
                label="Show more"
                count={`${listed.length} of ${formatNumber(pages[0]?.total ?? 0)}`}
              />
            )}
          </div>
        )
      }
    </QueryView>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-6 py-10 text-center text-ink-soft">{children}</p>;
}

/** Visible only: each row names its own parts for screen readers. */
function ColumnHeads() {
  const { hasPermission } = useAccess();
  return (
    <div
      aria-hidden="true"
      className={`${accessColumns} h-9 border-b border-line bg-surface-raised text-badge font-semibold text-ink-soft not-print:@max-[45rem]:hidden`}
    >
      <span>User</span>
      <span>Why</span>
      <span>Roles</span>
      <span className="hidden print:block">Phone</span>
      {seesPastOfUsers(hasPermission) && <span>Last sign-in</span>}
    </div>
  );
}

function Skeleton({ isOutage }: { isOutage: boolean }) {
  const isSlow = useIsSlow(!isOutage);
  return (
    <div role="status" className="relative">
      {!isOutage && <span className="sr-only">Loading users...</span>}
      <ColumnHeads />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-15 items-center border-b border-line px-6 last:border-0 max-md:px-4">
          <span className="h-2.5 w-1/2 rounded-full bg-line" />
        </div>
      ))}
      {isSlow && (
        <span className="absolute top-14 right-6 text-small text-ink-soft @max-[45rem]:top-5 max-md:right-4">
          Still trying…
        </span>
      )}
    </div>
  );
}
