import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../components/feedback/show-more.tsx';
import { IconDownload, IconRefresh } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSettingsSearch } from '../../lib/list/settings-search.ts';
import { auditQuery, exportAudit } from './audit.api.ts';
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

/** The audit log, newest entries first. The address holds the filters. */
export function AuditPanel() {
  const { search, change } = useSettingsSearch();
  const { hasPermission } = useAccess();
  const filters = filtersOf(search);
  const query = useInfiniteQuery(auditQuery(filters));
  const download = useMutation({ mutationFn: () => exportAudit(filters) });
  const isFiltered = Object.keys(filters).length > 0;

  return (
    <Panel
      isFlush
      title="Audit"
      description={`Who did what, when and from where${hasPermission('locations.all') ? '.' : ', at your locations.'} Nobody can change it.`}
      actions={
        <>
          <Button
            variant="secondary"
            icon={<IconRefresh size={18} aria-hidden="true" />}
            loading={query.isRefetching}
            onClick={() => void query.refetch()}
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
        </>
      }
    >
      <FilterBar search={search} onChange={(changes) => change(changes)} entries={query.data ?? []} />
      <SaveOutcome
        save={download}
        failed="Failed to export the audit log"
        className="mx-6 my-4 max-md:mx-4"
      />
      {isFiltered && (
        <div className="border-b border-line px-6 py-2.5 max-md:px-4">
          <Button variant="link" onClick={() => change(noFilters)}>
            Clear all filters
          </Button>
        </div>
      )}
      <QueryView
        query={query}
        loading="Loading the audit log..."
        empty={
          <EmptyState
            title={isFiltered ? 'Nothing found' : 'Nothing yet'}
            text={isFiltered ? 'Try fewer filters.' : 'What users do from now on will appear here.'}
          />
        }
      >
        {(entries) => (
          <>
            <ul aria-label="Audit" aria-busy={query.isFetching}>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} onUser={(user) => change({ ...noFilters, user })} />
              ))}
            </ul>
            <ShowMore query={query} label="Show older entries" />
          </>
        )}
      </QueryView>
    </Panel>
  );
}
