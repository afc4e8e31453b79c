import type { ByeReason } from '../../../contract/changes.ts';
import { loadProfile } from '../account/auth-store.ts';
import { onReconnect } from '../network/connection.ts';
import { RequestFailed } from '../network/request-failed.ts';
import { endSession } from '../session/auth-client.ts';
import { wait } from './leader.ts';
import { readStream, Silence, type StreamEvent } from './read-stream.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Between the beginnings of two streams. */
const shortestMs = 500;
const pollMs = 10_000;
/**
 * How long a browser polls before it tries the stream again: behind a proxy that holds it back, each time longer, because
 * a slow line looks like one while a page loads; and at a full server.
 */
const firstPollingMs = 30_000;
const longestPollingMs = 10 * 60_000;
const fullMs = 60_000;
const refusedMs = 60_000;

export interface Following {
  onEvent: (event: StreamEvent) => void;
  /** The stream lives. */
  onSign: () => void;
  /** There is no stream: time to ask for changes. */
  onPoll: () => void;
}

/** Streams, and polls where that does not work, until it is over. */
export async function followStream(following: Following, over: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  let pollingMs = firstPollingMs;
  let openedAt = Number.NEGATIVE_INFINITY;
  while (!over.aborted) {
    // Whatever the server says, it is not asked without a pause.
    await wait(openedAt + shortestMs - performance.now(), over);
    openedAt = performance.now();
    let bye: ByeReason | undefined;
    const read = readStream(
      (event) => {
        retryMs = firstRetryMs;
        pollingMs = firstPollingMs;
        if (event.name === 'bye') bye = event.data.reason;
        else following.onEvent(event);
      },
      following.onSign,
      over,
    );
    const failure = await read.then(
      () => null,
      (error: unknown) => error,
    );
    if (over.aborted) return;
    if (failure instanceof Silence && failure.isAtStart) {
      await poll(following, pollingMs, over);
      pollingMs = Math.min(pollingMs * 2, longestPollingMs);
    } else if (isFull(bye, failure)) await poll(following, fullMs, over);
    else if (bye) await followBye(bye, over);
    else if (isRefused(failure)) await wait(refusedMs, over);
    else {
      await untilBack(over, (until) => wait(retryMs * (0.5 + Math.random()), until));
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }
}

function isFull(bye: ByeReason | undefined, failure: unknown): boolean {
  return bye === 'too_many' || (failure instanceof RequestFailed && failure.status === 503);
}

/** By an older server during an upgrade, or because the session is over, which the request has told the app. */
function isRefused(failure: unknown): boolean {
  return failure instanceof RequestFailed && failure.status >= 400 && failure.status < 500;
}

/** A network without answers looks like a proxy that holds them back. */
async function poll({ onPoll }: Following, forMs: number, over: AbortSignal) {
  await untilBack(over, async (until) => {
    for (let leftMs = forMs; leftMs > 0 && !until.aborted; leftMs -= pollMs) {
      onPoll();
      await wait(pollMs, until);
    }
  });
}

/** The server can be reached again before the time is up. */
async function untilBack(over: AbortSignal, work: (until: AbortSignal) => Promise<void>) {
  const back = new AbortController();
  const stop = onReconnect(() => back.abort());
  await work(AbortSignal.any([over, back.signal]));
  stop();
}

async function followBye(reason: ByeReason, over: AbortSignal) {
  if (reason === 'session_ended') await endSession('session_ended');
  if (reason === 'deactivated') await endSession('account_deactivated');
  if (reason === 'access_changed') await loadProfile();
  // Clients come back at random times.
  if (reason === 'restart') await wait(1_000 + Math.random() * 4_000, over);
}
