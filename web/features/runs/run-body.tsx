import type { Run } from '../../../contract/runs.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { RunLines } from './lines/run-lines.tsx';
import { RunNotices } from './run-notices.tsx';
import { RunProgress } from './run-progress.tsx';
import { headlineOf } from './run-texts.ts';
import { isWorking } from './runs.api.ts';

export interface RunBodyProps {
  run: Run;
  error: Error | null;
  /** On its own page, names and other runs are links. */
  isPage?: boolean;
  /** Shows another run in place of this one. */
  onRun: (id: string) => void;
  onLeave?: () => void;
}

export function RunBody({ run, error, isPage = false, onRun, onLeave }: RunBodyProps) {
  const { id, state, problem, total } = run;
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
          {state === 'failed' && (
            <Alert tone="error" className="mb-3">
              {problem ?? 'The run could not continue.'}
            </Alert>
          )}
          <h2 className="font-sign text-subheading font-semibold text-balance">{headlineOf(run)}</h2>
          <RunNotices run={run} isPage={isPage} onRun={onRun} onLeave={onLeave} />
          {total > 0 && <RunLines key={id} run={run} isPage={isPage} />}
        </>
      )}
    </>
  );
}
