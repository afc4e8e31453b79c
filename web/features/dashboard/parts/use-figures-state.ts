import type { UseQueryResult } from '@tanstack/react-query';
import { useIsOutageShown } from '../../../components/feedback/outage.ts';
import { useIsSlow } from '../../../components/feedback/use-is-slow.ts';
import { formatClock } from '../../../lib/format/format-date.ts';
import { useIsOnline } from '../../../lib/network/connection.ts';

export function useFiguresState({ data, error, dataUpdatedAt }: UseQueryResult<unknown, Error>) {
  const isOnline = useIsOnline();
  const isOutage = useIsOutageShown();
  const isSlow = useIsSlow(data === undefined && !error);
  const isOld = data !== undefined && (error !== null || !isOnline);
  return {
    isOld,
    /** 'as of 2:05 PM'; null for figures of now. */
    asOf: isOld ? `as of ${formatClock(new Date(dataUpdatedAt).toISOString())}` : null,
    isSlow: isSlow && !isOutage,
    /** Null also during an outage, which the bar at the bottom of the window explains. */
    failure: data === undefined && !isOutage ? error : null,
  };
}
