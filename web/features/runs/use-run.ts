import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Run } from '../../../contract/runs.ts';
import { followRun, forgetRun, rememberRun, unfollowRun } from './followed-runs.ts';
import { isWorking, runQuery } from './runs.api.ts';

/** `onChanged` is called for every run that has changed rows. A toast reports the end to a user who left. */
export function useRun(id: string, onChanged: (run: Run) => void, isThere = true) {
  const query = useQuery({ ...runQuery(id), enabled: isThere });
  const { data } = query;
  const seen = useRef<{ run: Run | undefined; onChanged: (run: Run) => void }>({ run: data, onChanged });
  useEffect(() => {
    const before = seen.current.run;
    seen.current = { run: data, onChanged };
    if (data && before?.id === data.id && before.state === 'applying' && data.state !== 'applying')
      onChanged(data);
  }, [data, onChanged]);
  useEffect(() => {
    unfollowRun(id);
    return () => {
      const { run } = seen.current;
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
