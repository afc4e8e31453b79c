import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../components/feedback/no-matches.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../components/feedback/show-more.tsx';
import { ExportButton, RefreshButton } from '../../components/filters/page-actions.tsx';
import { useIgnoredNotice } from '../../components/filters/use-ignored-notice.ts';
import { useAccess } from '../../lib/account/access.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useAuditSearch } from '../../lib/url/audit-search.ts';
import { auditQuery, exportAudit } from './audit.api.ts';
import { filtersOf, readAuditSearch } from './audit-filters.ts';
import { EntryDays } from './entry-days.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useNewerEntries } from './newer-entries.ts';

export function AuditPage() {
  const { hasPermission } = useAccess();
  if (hasPermission('audit.read')) return <AuditLog />;
  return (
    <>
      <PageTitle title="Audit" />
      <Card aria-label="Audit" className="shrink-0">
        <EmptyState
          art="refused"
          title="No access to the audit log"
          text="Your roles do not allow you to read it. Ask your administrator."
        />
      </Card>
    </>
  );
}

function AuditLog() {
  const { given, change, show } = useAuditSearch();
  const { hasPermission } = useAccess();
  const { search, ignored } = readAuditSearch(given);
  useIgnoredNotice(ignored);
  const filters = filtersOf(search);
  const query = useInfiniteQuery(auditQuery(filters));
  const download = useMutation({ mutationFn: () => exportAudit(filters) });
  const newer = useNewerEntries(filters, query.data?.[0]);
  const isFiltered = Object.keys(search).length > 0;
  const clear = () => show({});
  const where = hasPermission('locations.all') ? '' : ' at your locations';

  return (
    <>
      <PageTitle
        title="Audit"
        subtitle={`Who did what, when, and from where${where}. Entries cannot be changed.`}
        actions={
          <>
            {newer && (
              <p role="status" className="flex items-center gap-1 whitespace-nowrap text-ink-soft">
                {newer} new {newer === '1' ? 'entry' : 'entries'} ·
                <Button variant="link" onClick={() => void query.refetch()}>
                  Show
                </Button>
              </p>
            )}
            <RefreshButton query={query} />
            <ExportButton download={download} />
          </>
        }
      />
      <SaveOutcome save={download} failed="Failed to export the audit log" className="mb-4" />
      <Card aria-label="Audit" className="shrink-0">
        <FilterBar
          search={search}
          onChange={change}
          onClear={isFiltered && query.data?.length !== 0 ? clear : undefined}
          count={describeCount(query.data?.length ?? 0, query.hasNextPage)}
          entries={query.data ?? []}
        />
        <QueryView
          query={query}
          loading="Loading the audit log..."
          empty={
            isFiltered ? (
              <NoMatches what="entries" text="Clear the filters to see all entries." onClear={clear} />
            ) : (
              <EmptyState title="No entries yet" text="What users do from now on will appear here." />
            )
          }
        >
          {(entries) => (
            <>
              <EntryDays
                isSticky
                entries={entries}
                isBusy={query.isFetching}
                onUser={(user) => show({ user })}
              />
              <ShowMore query={query} label="Show older entries" />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

function describeCount(count: number, hasOlder: boolean) {
  if (count === 0) return '';
  return `${formatNumber(count)}${hasOlder ? '+' : ''} ${count === 1 && !hasOlder ? 'entry' : 'entries'}`;
}
