import type { Answer, Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { failWhenUnreachable, fetchNoted } from '../network/connection.ts';
import { RequestFailed, unreachable } from '../network/request-failed.ts';
import { endSession, followDemand, loadAuthClient } from '../session/auth-client.ts';
import { freshSession, storedUserId } from '../session/session-storage.ts';
import { createStore } from '../store.ts';

export interface CallOptions {
  /** The row's `updated_at`: a row changed since then refuses the edit with code 'stale'. */
  ifMatch?: string;
  signal?: AbortSignal | undefined;
  file?: Blob;
  onSent?: ((share: number) => void) | undefined;
}

export interface OpenAnswer<E extends Endpoint> {
  headers: Headers;
  json(): Promise<Answer<E>>;
  blob(): Promise<Blob>;
  /** Of an answer that is read as it comes. */
  body(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions];

/** Throws `RequestFailed`, or the signal's AbortError. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Answer<E>> {
  const answer = await open(endpoint, ...args);
  return answer.json();
}

/** Like `call`, but resolves when the headers arrive: lists request their next page then. */
export async function open<E extends Endpoint>(
  endpoint: E,
  ...[sent = {} as Sent<E>, options = {}]: Arguments<E>
): Promise<OpenAnswer<E>> {
  const response = await send(endpoint, sent, options);
  return {
    headers: response.headers,
    body: () => response.body ?? new ReadableStream(),
    blob: () => response.blob().catch((error) => fail(endpoint, error)),
    json: async () => {
      if (response.status === 204) return undefined as Answer<E>;
      return response.json().catch((error) => fail(endpoint, error));
    },
  };
}

let reads = new AbortController();
/** Settles when the sign-out has ended. */
let left: Promise<unknown> = Promise.resolve();

/**
 * The server would refuse reads after the sign-out. The aborted readers hear of it then: they are unmounted, or try
 * again because it failed.
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
    // A slow clock keeps a token that has expired for the server: one refresh may help.
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
  // The file type of the operating system is ignored: a CSV file is often called a spreadsheet.
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

const lostAnswers = createStore(0);

/** The longest time that the server waits for a lock: after it, the change was made or given up. */
const slowestChangeMs = 6_000;
let lastNotice: ReturnType<typeof setTimeout> | undefined;

function explainLostAnswer() {
  const notify = () => lostAnswers.set(lostAnswers.get() + 1);
  notify();
  forgetLostAnswers();
  lastNotice = setTimeout(notify, slowestChangeMs);
}

/** Called when the user signs out or changes: the lists that may lack a change are dropped then. */
export function forgetLostAnswers() {
  clearTimeout(lastNotice);
}

/** A change was aborted or got no answer. Called again a little later: the server may still be about to make it. */
export const onLostAnswer = lostAnswers.subscribe;

export function urlOf({ path }: Endpoint, { params, query }: Parts) {
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
  // Without a network the client would retry the refresh for half a minute.
  const { data, error } = await failWhenUnreachable(client.getSession(), () => failureOf(endpoint, null));
  if (data.session) return data.session.access_token;
  // When a refresh finds no server, the request must not be sent without a token.
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

/** The login page must not load the schemas of the contract; a caller of an endpoint has them. */
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
