import type { Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { storedUserId } from '../session/session-storage.ts';
import { type CallOptions, type OpenAnswer, open, urlOf } from './http.ts';

interface EarlyRead {
  user: string | null;
  url: string;
  answer: Promise<OpenAnswer<Endpoint>>;
  hasAnswered: boolean;
}

let early: EarlyRead | null = null;

/** Sends the first request of a page while the code that asks for it loads. Call `forgetEarly` when that is there. */
export function readEarly<E extends Endpoint>(endpoint: E, sent: Sent<E>): Readonly<EarlyRead> {
  const user = storedUserId();
  const one = { user, url: urlOf(endpoint, sent), answer: open(endpoint, sent), hasAnswered: false };
  one.answer.then(
    () => {
      one.hasAnswered = true;
    },
    () => undefined,
  );
  early = one;
  return one;
}

export function forgetEarly() {
  early = null;
}

/** Like `open`; the answer may be under way already. */
export function openEarly<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions,
): Promise<OpenAnswer<E>> {
  const one = early;
  if (one?.user !== storedUserId() || one.url !== urlOf(endpoint, sent)) return open(endpoint, sent, options);
  forgetEarly();
  return one.answer as Promise<OpenAnswer<E>>;
}
