import type { Client } from './client.ts';

export interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A body that is sent as it is, instead of `body`. */
  file?: string;
}

/** An answer as text, with the headers about rows and redirects. */
export interface RawAnswer {
  status: number;
  text: string;
}

/** Calls an endpoint with any values, as one user or without a session. */
export async function send(
  client: Client,
  { method, path }: { method: string; path: string },
  parts: Parts,
): Promise<RawAnswer> {
  const { params = {}, query = {}, body, file } = parts;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = file === undefined ? {} : { 'content-type': 'text/csv' };
  const response = await client.raw(method, `${filled}?${search}`, file ?? json, headers);
  const shown = response.headers.get('location') ?? '';
  return { status: response.status, text: (await response.text()) + shown };
}

/** The answer without the parts that differ between any two requests. */
export function comparable({ status, text }: RawAnswer): string {
  return `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;
}

/** A lone surrogate has no UTF-8 form, so the bytes of a careless client are no UTF-8 either. */
function encode(text: string) {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}
