import { useQuery } from '@tanstack/react-query';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { useIsOutageShown } from '../../../components/feedback/outage.ts';
import { usePageSearch } from '../../../lib/address/page-search.ts';
import { formatAgo } from '../../../lib/format/format-ago.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { recentAuditQuery } from '../audit.api.ts';
import type { EntriesAboutProps } from './entries-about.tsx';

const shown = 3;

/** The three newest entries, for the rail. A tab of the page shows the others. */
export function RecentCard({ filters, count }: EntriesAboutProps) {
  const { data, error } = useQuery(recentAuditQuery(filters, count));
  const { setTab } = usePageSearch();
  const isOutage = useIsOutageShown();
  return (
    <RailCard
      title="History"
      action={
        <button type="button" className={buttonClasses('link')} onClick={() => setTab('history')}>
          All
        </button>
      }
    >
      <ol className="min-h-32 space-y-2.5 text-small">
        {error && !isOutage && <li className="text-ink-soft">{error.message}</li>}
        {data?.length === 0 && <li className="text-ink-soft">Nothing has happened yet</li>}
        {data?.slice(0, shown).map(({ id, at, sentence }) => (
          <li key={id}>
            <p className="wrap-anywhere">{sentence}</p>
            <time dateTime={at} data-tooltip={formatDate(at)} className="text-ink-soft">
              {formatAgo(at)}
            </time>
          </li>
        ))}
      </ol>
    </RailCard>
  );
}
