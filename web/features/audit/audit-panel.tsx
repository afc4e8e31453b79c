import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconDownload, IconRefresh } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSettingsSearch } from '../../lib/list/settings-search.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { exportAudit, useAudit } from './audit.api.ts';
import { filtersOf } from './audit-filters.ts';
import { EntryRow } from './entry-row.tsx';
import { FilterBar } from './filter-bar.tsx';

const noFilters = {
  user: undefined,
  location: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
};

/** Who did what, when and from where: newest first, narrowed by what the address says. */
export function AuditPanel() {
  const { search, change } = useSettingsSearch();
  const { hasPermission } = useAccess();
  const filters = filtersOf(search);
  const audit = useAudit(filters);
  const download = useMutation({ mutationFn: () => exportAudit(filters) });
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.keys(filters).length > 0;

  return (
    <Card aria-label="Audit">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-6 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">Audit</h2>
          <p className="text-ink-soft">
            Who did what, when and from where
            {hasPermission('locations.all') ? '.' : ', at your locations.'} Nobody can change it.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            icon={<IconRefresh size={18} aria-hidden="true" />}
            loading={audit.isRefetching}
            onClick={() => void audit.refetch()}
          >
            Refresh
          </Button>
          <Button
            variant="secondary"
            icon={<IconDownload size={18} aria-hidden="true" />}
            loading={download.isPending}
            loadingLabel="Exporting..."
            onClick={() => download.mutate()}
          >
            Export CSV
          </Button>
        </div>
      </header>
      <FilterBar search={search} onChange={(changes) => change(changes)} entries={entries} />
      {download.error && (
        <Alert tone="error" className="mx-6 mt-4 max-md:mx-4">
          {messageOf(download.error, 'Failed to export the audit')}
        </Alert>
      )}
      {isFiltered && (
        <div className="border-b border-line px-6 py-2.5 max-md:px-4">
          <Button variant="link" onClick={() => change(noFilters)}>
            Clear all filters
          </Button>
        </div>
      )}
      {entries.length > 0 && (
        <ul aria-label="Audit" aria-busy={audit.isFetching}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onUser={(user) => change({ ...noFilters, user })} />
          ))}
        </ul>
      )}
      {audit.data && entries.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nothing found' : 'Nothing yet'}
          text={isFiltered ? 'Try fewer filters.' : 'What users do from now on will appear here.'}
        />
      )}
      {audit.error && (
        <ErrorState
          message={messageOf(audit.error, 'Failed to load the audit')}
          onRetry={() => void (audit.data ? audit.fetchNextPage() : audit.refetch())}
          retrying={audit.isFetching}
        />
      )}
      {audit.isPending && !audit.error && <Loading label="Loading the audit..." />}
      {audit.hasNextPage && !audit.error && (
        <div className="flex justify-center border-t border-line p-4">
          <Button
            variant="secondary"
            loading={audit.isFetchingNextPage}
            loadingLabel="Loading..."
            onClick={() => void audit.fetchNextPage()}
          >
            Show older entries
          </Button>
        </div>
      )}
    </Card>
  );
}
