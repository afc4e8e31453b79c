import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { describeState } from '../../../contract/run-words.ts';
import type { Run } from '../../../contract/runs.ts';
import { buttonClasses } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { RunBody, useRun } from './run-body.tsx';
import { RunFooter } from './run-footer.tsx';
import { StepsOf } from './run-steps.tsx';

const MappingStep = lazyPart(async () => (await import('./import/mapping-step.tsx')).MappingStep);

export function RunPage() {
  const { runId } = useParams({ from: '/guarded/runs/$runId' });
  const query = useRun(runId);
  const navigate = useNavigate();
  const [isMapping, setMapping] = useState(false);
  useNamedPage(query.data?.title);
  const openRun = (runId: string) => void navigate({ to: '/runs/$runId', params: { runId } });
  return (
    <>
      <UpLink to="/imports">Imports and bulk changes</UpLink>
      <QueryView
        query={query}
        loading="Loading the run..."
        refused={() => (
          <EmptyState
            art="lost"
            level={1}
            title="Run not found"
            text="It no longer exists, or belongs to another user. Runs are kept for 90 days."
            action={
              <Link to="/imports" className={buttonClasses('primary')}>
                All runs
              </Link>
            }
          />
        )}
      >
        {(run) => (
          <>
            <PageTitle title={run.title} subtitle={describeRun(run)} />
            <StepsOf run={run} isMapping={isMapping} />
            <Card aria-label={run.title} className="flex shrink-0 flex-col">
              {run.state === 'mapping' || (isMapping && run.state === 'planned') ? (
                <Suspense fallback={<Loading label="Loading the columns..." />}>
                  <MappingStep key={run.id} run={run} onPlanned={() => setMapping(false)} />
                </Suspense>
              ) : (
                <>
                  <div className="px-6 pt-5 pb-5 max-md:px-4">
                    <RunBody run={run} error={query.error} isPage onRun={openRun} />
                  </div>
                  <div
                    data-actions
                    className="sticky -bottom-6 flex min-h-16 flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-6 py-3 empty:hidden print:hidden max-md:px-4 max-md:py-2 max-md:[&>button]:flex-auto"
                  >
                    <RunFooter
                      run={run}
                      onRun={openRun}
                      onDiscarded={() =>
                        run.undo_of ? openRun(run.undo_of.id) : void navigate({ to: '/imports' })
                      }
                      back={backFrom(run, () => setMapping(true), openRun)}
                    />
                  </div>
                </>
              )}
            </Card>
          </>
        )}
      </QueryView>
    </>
  );
}

function backFrom(run: Run, onColumns: () => void, openRun: (id: string) => void) {
  const { kind, is_own, undo_of } = run;
  if (kind === 'import' && is_own) return { label: 'Back to columns', go: onColumns };
  return undo_of ? { label: 'Back', go: () => openRun(undo_of.id) } : undefined;
}

function describeRun(run: Run) {
  const { is_own, created_by, created_at, ended_at } = run;
  const by = is_own ? 'you' : (created_by ?? 'somebody who was deleted');
  return `${describeState(run)} · started by ${by}, ${formatDate(created_at)}${ended_at ? `, ended ${formatDate(ended_at)}` : ''}`;
}
