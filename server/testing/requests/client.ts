import type { Answer, Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import type { Problem } from '../../../contract/http/problem.ts';
import { type QuickResponse, quickFetch } from './quick-fetch.ts';

interface Reply<E extends Endpoint> {
  status: number;
  headers: QuickResponse['headers'];
  /** The answer of a successful call; throws, showing the problem, for any other. */
  ok(): Answer<E>;
  /** The problem of a refused call; throws when it succeeded. */
  problem(): Problem;
}

interface Options {
  ifMatch?: string;
}

export interface Client {
  call<E extends Endpoint>(endpoint: E, sent: Sent<E>, options?: Options): Promise<Reply<E>>;
  /** Sends a request that does not fit the contract. */
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<QuickResponse>;
}

/** Calls the API over HTTP as one user, or without a session. */
export function createClient(url: string, token?: string): Client {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E>, { ifMatch }: Options = {}) {
      const {
        params = {},
        query = {},
        body,
      } = sent as {
        params?: Record<string, string>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const response = await quickFetch(`${url}${path}?${search}`, {
        method: endpoint.method,
        headers: {
          ...authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(ifMatch && { 'if-match': `"${ifMatch}"` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed: unknown = text ? JSON.parse(text) : undefined;
      return {
        status: response.status,
        headers: response.headers,
        ok() {
          if (!response.ok)
            throw new Error(`${endpoint.method} ${path} answered ${response.status}: ${text}`);
          return parsed as Answer<E>;
        },
        problem() {
          if (response.ok) throw new Error(`${endpoint.method} ${path} succeeded: ${text}`);
          return parsed as Problem;
        },
      };
    },
    raw(method, path, body, headers = {}) {
      return quickFetch(`${url}${path}`, {
        method,
        headers: {
          ...authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
    },
  };
}

/** Text and files are sent as they are. */
function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}
