import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counts, RequestTimes } from './metrics.ts';

/** How often the event loop is asked for its delay. */
const resolutionMs = 20;

/** What the process counts for `GET /metrics`. */
export type Meters = ReturnType<typeof createMeters>;

export function createMeters() {
  const eventLoop = monitorEventLoopDelay({ resolution: resolutionMs });
  eventLoop.enable();
  // What is measured is the time between two checks, of which the delay is the part that was not planned.
  const delay = (nanoseconds: number) =>
    eventLoop.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return {
    requests: new RequestTimes(),
    signIns: new Counts(['signed_in']),
    /** By what was limited. */
    limits: new Counts(),
    /** Of screens that follow changes. `ended` is by reason, and counts those that were refused too. */
    streams: { open: 0, ended: new Counts(['unread', 'refused']) },
    /** Items that the background gave up, by kind. */
    givenUp: new Counts(),
    /** How often screens asked for changes because they have no stream. */
    polls: { count: 0 },
    /** Delays of the event loop in seconds, since the last call. */
    eventLoopDelays() {
      const delays = {
        median: delay(eventLoop.percentile(50)),
        p99: delay(eventLoop.percentile(99)),
        max: delay(eventLoop.max),
      };
      eventLoop.reset();
      return delays;
    },
    stop: () => void eventLoop.disable(),
  };
}
