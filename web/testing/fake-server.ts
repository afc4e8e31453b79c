import { vi } from 'vitest';
import * as z from 'zod/mini';
import { authAnswer } from '../../contract/auth/auth-answers.ts';
import { openStream, type StreamEvents } from '../../contract/changes.ts';
import type { Answer, Endpoint } from '../../contract/http/endpoint.ts';
import { type ProblemCode, problemStatus } from '../../contract/http/errors.ts';
import { type Problem, problem } from '../../contract/http/problem.ts';
import { serverPartOf } from '../../contract/http/server-part.ts';

/** One request as the server saw it. */
export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
  /** The body where it is a file. */
  file: Blob | undefined;
  signal: AbortSignal | null | undefined;
}

type Handler = (seen: Seen) => Response | Promise<Response>;

export interface FakeStream {
  /** How many times it was opened. */
  opened: number;
  /** How many are open. */
  open: number;
  /** As behind a proxy that passes nothing on. */
  isHeldBack: boolean;
  send<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void;
  comment(): void;
  end(): void;
}

/** Thrown by a function that answers, so that the server refuses this request. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Answers that break the contract, since the last call of `takeBreaches`. */
let breaches: string[] = [];

export function takeBreaches(): string[] {
  const taken = breaches;
  breaches = [];
  return taken;
}

/**
 * The server at the boundary of `fetch`, which jsdom does not have: answers by endpoint of the contract. The last
 * answer set for an endpoint counts. An unanswered request fails as without a server. An answer that breaks the
 * contract fails the test, and so does a request with a member that the contract does not name, which the server
 * would refuse. Such members of an answer are removed.
 */
export class FakeServer {
  readonly seen: Seen[] = [];
  /** Makes every request fail as without a network. */
  isAway = false;
  readonly #handlers = new Map<string, Handler>();

  /** Reports to the running upload which share of it was sent; without an argument, all of it. */
  sent: (share: number) => void = () => {};

  listen() {
    const handle = (input: RequestInfo | URL, init?: RequestInit) => this.#handle(input, init);
    vi.stubGlobal('fetch', handle);
    vi.stubGlobal('XMLHttpRequest', fakeUploads(this, handle));
  }

  /** Answers with a value, or with the result of the function, which may throw a `Refusal`. */
  answer<E extends Endpoint>(
    endpoint: E,
    value: Answer<E> | ((seen: Seen) => Answer<E> | Promise<Answer<E>>),
    headersOf: (answer: Answer<E>) => Record<string, string> = () => ({}),
  ) {
    this.#on(endpoint.method, endpoint.path, async (seen) => {
      checkMembers(endpoint, seen);
      let given: unknown;
      try {
        given = typeof value === 'function' ? await (value as (seen: Seen) => unknown)(seen) : value;
      } catch (error) {
        if (error instanceof Refusal) return refusalOf(endpoint, error.code, error.message);
        throw error;
      }
      const body = keptTo(serverPartOf(endpoint).response ?? z.undefined(), nameOf(endpoint), given);
      if (body === undefined) return new Response(null, { status: 204 });
      return Response.json(body, { headers: headersOf(body as Answer<E>) });
    });
  }

  /** Unless the test set an answer before. */
  answerAtFirst<E extends Endpoint>(endpoint: E, value: Answer<E>) {
    if (!this.#handlers.has(`${endpoint.method} ${endpoint.path}`)) this.answer(endpoint, value);
  }

  /** Answers the check whether the server can be reached. */
  health() {
    this.#on('GET', '/healthz', () => Response.json({ status: 'ok' }));
  }

  /** Opens the stream of changes, into which the test writes: the newest stream gets the events. */
  stream(): FakeStream {
    const stream: FakeStream = {
      opened: 0,
      open: 0,
      isHeldBack: false,
      send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
      comment: () => write(':\n\n'),
      end: () => {
        current?.close();
        leave(current);
      },
    };
    const open = new Set<unknown>();
    const leave = (one: unknown) => {
      if (one === current) current = undefined;
      open.delete(one);
      stream.open = open.size;
    };
    let current: ReadableStreamDefaultController<Uint8Array> | undefined;
    const write = (text: string) => current?.enqueue(new TextEncoder().encode(text));
    this.#on('GET', openStream.path, ({ signal }) => {
      stream.opened += 1;
      if (stream.isHeldBack) return new Promise(() => {});
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          current = controller;
          stream.open = open.add(controller).size;
          signal?.addEventListener('abort', () => {
            leave(controller);
            controller.error(signal.reason);
          });
          write(':\n\n');
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    return stream;
  }

  /** Answers with a file. */
  file(endpoint: Endpoint, text: string, name: string) {
    const headers = { 'content-disposition': `attachment; filename="${name}"` };
    this.#on(endpoint.method, endpoint.path, () => new Response(text, { headers }));
  }

  refuse(endpoint: Endpoint, code: ProblemCode, detail: string, extra: Partial<Problem> = {}) {
    this.#on(endpoint.method, endpoint.path, () => refusalOf(endpoint, code, detail, extra));
  }

  /** Answers below /auth/v1, in the protocol's own form. A whole `Response` may be one that our server never sends. */
  auth(method: string, path: string, body: unknown | ((seen: Seen) => unknown)) {
    this.#on(method, `/auth/v1${path}`, async (seen) => {
      const value = typeof body === 'function' ? await body(seen) : body;
      if (value instanceof Response) return value;
      return Response.json(keptTo(authAnswer(method, path) ?? z.undefined(), `${method} ${path}`, value));
    });
  }

  refuseAuth(method: string, path: string, status: number, code: string, message: string) {
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    this.auth(method, path, () => Response.json({ code, message }, { status, headers }));
  }

  requests(method: string, path: string) {
    return this.seen.filter((request) => request.method === method && request.path === path);
  }

  #on(method: string, path: string, handler: Handler) {
    this.#handlers.set(`${method} ${path}`, handler);
  }

  async #handle(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const seen: Seen = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' && init.body ? JSON.parse(init.body) : undefined,
      file: init.body instanceof Blob ? init.body : undefined,
      signal: init.signal,
    };
    if (this.isAway) throw new TypeError('Failed to fetch');
    this.seen.push(seen);
    // A literal path takes precedence over one with a parameter: '/api/users/export.csv' is no user.
    const exact = this.#handlers.get(`${seen.method} ${seen.path}`);
    if (exact) return abortable(exact(seen), init.signal);
    for (const [known, handler] of this.#handlers) {
      const [method, path = ''] = known.split(' ');
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
      if (method === seen.method && pattern.test(seen.path)) return abortable(handler(seen), init.signal);
    }
    throw new TypeError('Failed to fetch');
  }
}

type Handle = (url: string, init: RequestInit) => Promise<Response>;

/** The parts of XMLHttpRequest that uploads use. */
function fakeUploads(server: FakeServer, handle: Handle) {
  return class {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    readonly #aborting = new AbortController();
    readonly #headers = new Headers();
    #method = '';
    #url = '';
    #answer = new Response();
    responseText = '';
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    get status() {
      return this.#answer.status;
    }
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string) {
      return this.#answer.headers.get(name);
    }
    abort() {
      this.#aborting.abort();
    }
    async send(body: Blob) {
      server.sent = (share) => this.upload.onprogress?.({ loaded: share * body.size, total: body.size });
      try {
        const init = { method: this.#method, headers: this.#headers, signal: this.#aborting.signal, body };
        this.#answer = await handle(this.#url, init);
        this.responseText = await this.#answer.text();
        this.onload();
      } catch {
        if (this.#aborting.signal.aborted) this.onabort();
        else this.onerror();
      }
    }
  };
}

function refusalOf(endpoint: Endpoint, code: ProblemCode, detail: string, extra: Partial<Problem> = {}) {
  const status = problemStatus[code];
  const body = { type: 'about:blank', title: endpoint.failure, status, detail, code, ...extra };
  return Response.json(keptTo(problem, nameOf(endpoint), body), { status });
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

const nothing = z.strictObject({});

function checkMembers(endpoint: Endpoint, { query, body }: Seen) {
  const part = serverPartOf(endpoint);
  const parsed = [
    z.safeParse(part.query ?? nothing, query),
    z.safeParse(part.body ?? z.optional(nothing), body),
  ];
  const unknown = parsed
    .flatMap(({ error }) => error?.issues ?? [])
    .filter(({ code }) => code === 'unrecognized_keys');
  if (unknown.length > 0) breaches.push(`${nameOf(endpoint)}: ${JSON.stringify(unknown)}`);
}

function keptTo(schema: z.ZodMiniType, call: string, given: unknown): unknown {
  const { data, error } = z.safeParse(schema, given);
  if (!error) return data;
  breaches.push(`${call}: ${JSON.stringify(error.issues)}`);
  throw error;
}

/** An aborted request rejects at once, whatever the server does with it. */
function abortable<T>(answer: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return Promise.resolve(answer);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(answer).then(resolve, reject);
  });
}
