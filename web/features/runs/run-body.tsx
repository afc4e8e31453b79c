import { Link } from '@tanstack/react-router';
import { changesIn, type Run } from '../../../contract/runs.ts';
import { buttonClasses } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { RunLines } from './lines/run-lines.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { RunProgress } from './run-progress.tsx';
import { countsOf, describeCounts, leftIn, nounOf, sum } from './run-texts.ts';
import { isWorking } from './runs.api.ts';

export interface RunBodyProps {
  run: Run;
  /** Why the run could not be fetched again: the shown state is older. */
  error: Error | null;
  /** On its own page, names and other runs are links. */
  isPage?: boolean;
}

/** A run in each of its states: progress, preview, result. `RunFooter` has its actions. */
export function RunBody({ run, error, isPage = false }: RunBodyProps) {
  return (
    <>
      {error && isWorking(run) && (
        <Alert tone="info" className="mb-3">
          The run continues. This page updates when the server answers again.
        </Alert>
      )}
      {isWorking(run) ? (
        <RunProgress run={run} />
      ) : (
        <>
          <Outcome run={run} isPage={isPage} />
          {isPage && <RejectedRows run={run} />}
          {run.total > 0 && <RunLines key={run.id} run={run} isPage={isPage} />}
        </>
      )}
    </>
  );
}

function Outcome({ run, isPage }: Pick<RunBodyProps, 'run' | 'isPage'>) {
  const { state, applied, problem, undone_by, undo_of } = run;
  const other = undone_by ?? undo_of;
  return (
    <>
      {state === 'planned' && <Preview run={run} />}
      {state === 'done' && (
        <Alert tone={leftIn(applied) > 0 ? 'info' : 'success'}>
          {changesIn(applied) === 0 && leftIn(applied) === 0 ? '0 changes.' : `${describeCounts(run)}.`}
        </Alert>
      )}
      {state === 'canceled' && (
        <Alert tone="info">
          {sum(applied) === 0
            ? 'Canceled before anything was changed.'
            : `Canceled after ${formatNumber(sum(applied))} of ${formatNumber(run.total)} lines. Changes made so far stay: ${describeCounts(run)}.`}
        </Alert>
      )}
      {state === 'failed' && (
        <Alert tone="error">
          {problem ?? 'The run could not continue.'}
          {sum(applied) > 0 && ` Changes made so far stay: ${describeCounts(run)}.`}
        </Alert>
      )}
      {isPage && other && (
        <p className="mt-3">
          {undone_by ? 'It was undone. ' : 'It undoes another run. '}
          <Link to="/runs/$runId" params={{ runId: other.id }} className={buttonClasses('link')}>
            Open {undone_by ? 'the undo' : 'that run'}
          </Link>
        </p>
      )}
    </>
  );
}

/** One sentence about what applying the run will do. */
function Preview({ run }: { run: Run }) {
  const counts = countsOf(run);
  const changes = changesIn(counts);
  const left = leftIn(counts);
  if (changes === 0 && left === 0) {
    return (
      <Alert tone="success">
        0 changes.{' '}
        {run.kind === 'import'
          ? 'Everything already matches the file.'
          : run.kind === 'undo'
            ? 'Everything is as it was before.'
            : `All ${formatNumber(run.total)} ${nounOf(run, 2)} match already.`}
      </Alert>
    );
  }
  return (
    <p>
      <strong className="font-semibold">Preview. Nothing is changed yet.</strong>{' '}
      {changes === 0
        ? 'None of it can be applied.'
        : `${formatNumber(changes)} ${nounOf(run, changes)} will change.`}
      {left > 0 && changes > 0 && ` ${formatNumber(left)} ${left === 1 ? 'is' : 'are'} left out.`}
    </p>
  );
}
