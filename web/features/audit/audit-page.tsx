import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { FeedPage, noMatches } from '../../components/feed-page/feed-page.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';
import { EntryDays } from '../../parts/entries/entry-days.tsx';
import { auditQuery, exportAudit } from './audit.api.ts';
import { type AuditSearch, auditChecks, filtersOf } from './audit-filters.ts';
import { FilterBar } from './filter-bar.tsx';
import { useNewerEntries } from './newer-entries.ts';

export function AuditPage() {
  const { search, ignored, change } = usePageUrl('/guarded/audit', auditChecks);
  const navigate = useNavigate();
  const show = (search: AuditSearch) => void navigate({ to: '/audit', search, resetScroll: false });
  const { hasPermission } = useAccess();
  const filters = filtersOf(search);
  const query = useInfiniteQuery(auditQuery(filters));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const newer = useNewerEntries(filters, entries?.[0]);
  const isFiltered = Object.keys(search).length > 0;
  const clear = () => show({});
  const where = hasPermission('locations.all') ? '' : ' at your locations';

  return (
    <FeedPage
      title="Audit"
      unknown={ignored}
      subtitle={`Who did what, when, and from where${where}. Entries cannot be changed.`}
      actions={
        newer && (
          <p role="status" className="flex items-center gap-1 whitespace-nowrap text-ink-soft">
            {newer} new {newer === '1' ? 'entry' : 'entries'} ·
            <Button variant="link" onClick={() => void query.refetch()}>
              Show
            </Button>
          </p>
        )
      }
      isRefreshable
      exporting={{ save: () => exportAudit(filters), failed: 'Failed to export the audit log' }}
      filters={
        <FilterBar
          search={search}
          onChange={change}
          onClear={isFiltered && entries?.length !== 0 ? clear : undefined}
          count={describeCount(entries?.length ?? 0, query.hasNextPage)}
          entries={entries ?? []}
        />
      }
      query={query}
      rows={entries}
      loading="Loading the audit log..."
      empty={
        isFiltered
          ? noMatches('entries', 'Clear the filters to see all entries.', clear)
          : { title: 'No entries yet', text: 'What users do from now on will appear here.' }
      }
      more="Show older entries"
    >
      {(entries) => (
        <EntryDays isSticky entries={entries} isBusy={query.isFetching} onUser={(user) => show({ user })} />
      )}
    </FeedPage>
  );
}

function describeCount(count: number, hasOlder: boolean) {
  if (count === 0) return '';
  return `${formatNumber(count)}${hasOlder ? '+' : ''} ${count === 1 && !hasOlder ? 'entry' : 'entries'}`;
}
