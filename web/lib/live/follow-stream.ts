import type { ByeReason } from '../../../contract/changes.ts';
import { loadProfile } from '../account/auth-store.ts';
import { onReconnect } from '../network/connection.ts';
import { RequestFailed } from '../network/request-failed.ts';
import { endSession } from '../session/leave-session.ts';
import { wait } from './leader.ts';
import { readStream, Silence, type StreamEvent } from './read-stream.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
export const pollMs = 10_000;
/** How long a browser polls before it tries the stream again: behind a proxy that holds it back, and at a full server. */
const pollingMs = 10 * 60_000;
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
  while (!over.aborted) {
    let bye: ByeReason | undefined;
    const read = readStream(
      (event) => {
        retryMs = firstRetryMs;
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
    const pollsForMs = pollingTime(bye, failure);
    if (pollsForMs > 0) await poll(following, pollsForMs, over);
    else if (bye) await followBye(bye, over);
    else if (isRefused(failure)) await wait(refusedMs, over);
    else {
      await retryAfter(retryMs * (0.5 + Math.random()), over);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }
}

function pollingTime(bye: ByeReason | undefined, failure: unknown): number {
  if (failure instanceof Silence && failure.isAtStart) return pollingMs;
  const isFull = failure instanceof RequestFailed && failure.status === 503;
  return bye === 'too_many' || isFull ? fullMs : 0;
}

/** By an older server during an upgrade, or because the session is over, which the request has told the app. */
function isRefused(failure: unknown): boolean {
  return failure instanceof RequestFailed && failure.status >= 400 && failure.status < 500;
}

async function poll({ onPoll }: Following, forMs: number, over: AbortSignal) {
  for (let leftMs = forMs; leftMs > 0 && !over.aborted; leftMs -= pollMs) {
    onPoll();
    await wait(pollMs, over);
  }
}

/** The server can be reached again before the time is up. */
async function retryAfter(ms: number, over: AbortSignal) {
  const back = new AbortController();
  const stop = onReconnect(() => back.abort());
  await wait(ms, AbortSignal.any([over, back.signal]));
  stop();
}

async function followBye(reason: ByeReason, over: AbortSignal) {
  if (reason === 'session_ended') await endSession('session_ended');
  if (reason === 'deactivated') await endSession('account_deactivated');
  if (reason === 'access_changed') await loadProfile();
  // Clients come back at random times.
  if (reason === 'restart') await wait(1_000 + Math.random() * 4_000, over);
}
