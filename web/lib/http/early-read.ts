import type { Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { storedUserId } from '../session/session-storage.ts';
import { type CallOptions, type OpenAnswer, open, urlOf } from './http.ts';

interface EarlyRead {
  user: string | null;
  url: string;
  answer: Promise<OpenAnswer<Endpoint>>;
  sentAt: number;
}

let early: EarlyRead | null = null;

/** An answer that nobody took for so long is old. */
const takenWithinMs = 10_000;

/** Sends the first request of a page while the code that asks for it loads. */
export function readEarly<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  const answer = open(endpoint, sent);
  // It fails where it is taken.
  answer.catch(() => undefined);
  early = { user: storedUserId(), url: urlOf(endpoint, sent), answer, sentAt: performance.now() };
}

export function forgetEarly() {
  early = null;
}

/** Like `open`; the answer may be under way already. The first request takes it, or nobody does. */
export function openEarly<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions,
): Promise<OpenAnswer<E>> {
  const one = early;
  forgetEarly();
  const isTaken =
    one?.user === storedUserId() &&
    one.url === urlOf(endpoint, sent) &&
    performance.now() - one.sentAt < takenWithinMs;
  return isTaken ? (one.answer as Promise<OpenAnswer<E>>) : open(endpoint, sent, options);
}
