import type { Answer, Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { failWhenUnreachable, fetchNoted } from '../network/connection.ts';
import { RequestFailed, unreachable } from '../network/request-failed.ts';
import { loadAuthClient } from '../session/auth-client.ts';
import { endSession } from '../session/leave-session.ts';
import { followDemand } from '../session/second-factor-demand.ts';
import { freshSession, storedUserId } from '../session/session-storage.ts';

export interface CallOptions {
  /** The row's `updated_at`: a row changed since then refuses the edit with code 'stale'. */
  ifMatch?: string;
  signal?: AbortSignal | undefined;
  /** The body of an endpoint that takes a file. */
  file?: Blob;
  /** Hears which share of the file, from 0 to 1, is on its way. */
  onSent?: ((share: number) => void) | undefined;
}

/** An answer whose headers are there and whose body is still to be read. */
export interface OpenAnswer<E extends Endpoint> {
  headers: Headers;
  json(): Promise<Answer<E>>;
  /** The whole answer as a file. */
  blob(): Promise<Blob>;
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions];

/** Calls an endpoint of the contract. Throws `RequestFailed`, or the signal's AbortError. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Answer<E>> {
  const answer = await open(endpoint, ...args);
  return answer.json();
}

/** Like `call`, but resolves as soon as the headers are there: lists ask for their next page then. */
export async function open<E extends Endpoint>(
  endpoint: E,
  ...[sent = {} as Sent<E>, options = {}]: Arguments<E>
): Promise<OpenAnswer<E>> {
  const response = await send(endpoint, sent, options);
  return {
    headers: response.headers,
    blob: () => response.blob().catch((error) => fail(endpoint, error)),
    json: async () => {
      if (response.status === 204) return undefined as Answer<E>;
      return response.json().catch((error) => fail(endpoint, error));
    },
  };
}

/** Ends all reads of the session that are on their way. */
let reads = new AbortController();
/** Settles when the session is left, or stays after all. */
let left: Promise<unknown> = Promise.resolve();

/**
 * Leaves the session while nothing is read: the server would refuse what the sign-out overtakes. Readers hear of it
 * afterwards: by then they are gone, or try again because the session stayed.
 */
export async function leaveWithoutReads(leave: () => Promise<void>): Promise<void> {
  reads.abort('leaving');
  const leaving = leave();
  left = leaving.catch(() => undefined);
  try {
    await leaving;
  } finally {
    reads = new AbortController();
  }
}

async function send(endpoint: Endpoint, sent: Parts, options: CallOptions): Promise<Response> {
  const token = await accessToken(endpoint);
  const response = await ask(endpoint, sent, options, token);
  if (response.ok) return response;

  let failure = await problemOf(endpoint, response);
  if (await followDemand(failure.code)) throw failure;
  if (failure.status !== 401 || !token) throw failure;
  if (failure.code === 'unauthenticated') {
    // A clock that runs late keeps a token that the server finds expired: one refresh may help.
    const { data, error } = await (await loadAuthClient()).refreshSession();
    if (error?.name === 'AuthRetryableFetchError') throw failure;
    if (data.session) {
      const again = await ask(endpoint, sent, options, data.session.access_token);
      if (again.ok) return again;
      failure = await problemOf(endpoint, again);
      if (failure.status !== 401) throw failure;
    }
  }
  await endSession(failure.code);
  throw failure;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

async function ask(endpoint: Endpoint, sent: Parts, options: CallOptions, token: string | null) {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  // What the system thinks of the file's type says nothing: a CSV file is often called a spreadsheet.
  if (options.file) headers.set('content-type', 'text/csv');
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`);
  const isRead = token !== null && endpoint.method === 'GET';
  const signals = [options.signal ?? [], isRead ? reads.signal : []].flat();
  try {
    return await fetchNoted(urlOf(endpoint, sent), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(options.file && { body: options.file }),
      ...(options.onSent && { onSent: options.onSent }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  } catch (error) {
    if (endpoint.method !== 'GET') explainLostAnswer();
    return fail(endpoint, error);
  }
}

const lostAnswerListeners = new Set<() => void>();

/** By then the server has made a change or given it up: it waits no longer for a lock. */
const slowestChangeMs = 6_000;

function explainLostAnswer() {
  const notify = () => {
    for (const listener of lostAnswerListeners) listener();
  };
  notify();
  setTimeout(notify, slowestChangeMs);
}

/**
 * Calls the listener when a change was aborted or got no answer, and once more a little later: the server may have made
 * it all the same, or still be about to.
 */
export function onLostAnswer(listener: () => void): () => void {
  lostAnswerListeners.add(listener);
  return () => void lostAnswerListeners.delete(listener);
}

function urlOf({ path }: Endpoint, { params, query }: Parts) {
  const values = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size ? `${filled}?${search}` : filled;
}

async function accessToken(endpoint: Endpoint): Promise<string | null> {
  if (endpoint.permission === 'anyone' || !storedUserId()) return null;
  const fresh = freshSession();
  if (fresh) return fresh.access_token;
  const client = await loadAuthClient().catch((error) => {
    throw failureOf(endpoint, error);
  });
  // The client would try for half a minute to refresh a session without a network.
  const { data, error } = await failWhenUnreachable(client.getSession(), () => failureOf(endpoint, null));
  if (data.session) return data.session.access_token;
  // A refresh that found no server is no reason to ask without a token.
  if (error?.name === 'AuthRetryableFetchError') throw failureOf(endpoint, error);
  return null;
}

async function problemOf(endpoint: Endpoint, response: Response) {
  const body = await response.json().catch(() => null);
  const data = await readProblem(body);
  if (!data) {
    return new RequestFailed(
      `${endpoint.failure}: The server answered ${response.status}`,
      'internal',
      response.status,
    );
  }
  return new RequestFailed(`${data.title}: ${data.detail}`, data.code, data.status, data);
}

/** The schemas of the contract are not for the login page to fetch; a caller of an endpoint has them. */
async function readProblem(body: unknown) {
  const contract = await import('../../../contract/http/problem.ts').catch(() => null);
  return contract?.problem.safeParse(body).data;
}

async function fail(endpoint: Endpoint, error: unknown): Promise<never> {
  await left;
  throw failureOf(endpoint, error);
}

function failureOf(endpoint: Endpoint, error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new RequestFailed(`${endpoint.failure}: ${unreachable}`, 'unreachable', 0);
}
