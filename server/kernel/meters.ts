import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counts, RequestTimes } from '../platform/metrics.ts';

/** How often the event loop is asked for its delay. */
const resolutionMs = 20;

/** What the process counts for `GET /metrics`. */
export interface Meters {
  requests: RequestTimes;
  signIns: Counts;
  /** By what was limited. */
  limits: Counts;
  eventLoop: ReturnType<typeof monitorEventLoopDelay>;
  stop(): void;
}

export function createMeters(): Meters {
  const eventLoop = monitorEventLoopDelay({ resolution: resolutionMs });
  eventLoop.enable();
  return {
    requests: new RequestTimes(),
    signIns: new Counts(['signed_in']),
    limits: new Counts(),
    eventLoop,
    stop: () => void eventLoop.disable(),
  };
}
