import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { describeCounts } from '../../../contract/run-words.ts';
import type { Run } from '../../../contract/runs.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { followRun, forgetRun, rememberRun, unfollowRun } from './followed-runs.ts';
import { RunLines } from './lines/run-lines.tsx';
import { RunNotices } from './run-notices.tsx';
import { headlineOf } from './run-texts.ts';
import { isWorking, refreshAfterRun, runQuery } from './runs.api.ts';

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

function RunProgress({ run }: { run: Run }) {
  const { kind, state, total, done, applied } = run;
  const isApplying = state === 'applying';
  const title = isApplying ? 'Applying the changes' : 'Checking every line';
  return (
    <div className="mx-auto flex max-w-xl flex-col justify-center py-14 max-md:py-8">
      <h2 className="font-sign text-subheading font-semibold">{title}</h2>
      <p className="mb-4 text-ink-soft">
        {isApplying
          ? 'You can leave this page. You get a notification when it is done.'
          : 'Nothing has changed yet.'}
      </p>
      <progress aria-label={title} className="progress" max={total || 1} {...(done > 0 && { value: done })} />
      <p
        role="status"
        className="mt-2 flex min-h-10 flex-wrap justify-between gap-x-4 text-small text-ink-soft"
      >
        <span>
          {formatNumber(done)} of {formatNumber(total)}
        </span>
        <span>{isApplying && done > 0 && describeCounts(kind, 'after', applied)}</span>
      </p>
    </div>
  );
}

/** When the run has changed rows, they are shown. A toast reports the end to a user who left. */
export function useRun(id: string, isThere = true) {
  const query = useQuery({ ...runQuery(id), enabled: isThere });
  const client = useQueryClient();
  const { data } = query;
  const seen = useRef(data);
  useEffect(() => {
    const before = seen.current;
    seen.current = data;
    if (data && before?.id === data.id && before.state === 'applying' && data.state !== 'applying')
      void refreshAfterRun(data, client);
  }, [data, client]);
  useEffect(() => {
    unfollowRun(id);
    return () => {
      const run = seen.current;
      if (run?.id === id && run.is_own && isWorking(run)) followRun(id);
    };
  }, [id]);
  const isAtWork = data?.is_own && isWorking(data);
  useEffect(() => {
    if (isAtWork) rememberRun(id);
    else if (isAtWork === false) forgetRun(id);
  }, [id, isAtWork]);
  return query;
}
