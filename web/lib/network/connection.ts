import { createStore, useStore } from '../store.ts';

const firstProbeMs = 1000;
const longestProbeMs = 30_000;
/** A proxy answers with these when it finds no server. */
const proxyFailures = [502, 504];

/** The latest evidence counts: an event of the browser, or the result of the last request. */
const reachable = createStore(navigator.onLine, watch);
let watching: AbortController | null = null;
let probeMs = firstProbeMs;
/** Null during a check, and while the server can be reached. */
const retryAt = createStore<number | null>(null);
let probeTimer: ReturnType<typeof setTimeout> | undefined;
const failureListeners = new Set<() => void>();

export function useIsOnline(): boolean {
  return useStore(reachable);
}

export const isOnline = reachable.get;

/** While there is a listener, the app checks a lost server. */
export const onConnectionChange = reachable.subscribe;

export function useRetryAt(): number | null {
  return useStore(retryAt);
}

export function onReconnect(listener: () => void): () => void {
  return onConnectionChange(() => isOnline() && listener());
}

/** Records whether a server answered. `onSent` gets the share of the body, from 0 to 1, that was sent. */
export async function fetchNoted(
  input: RequestInfo | URL,
  init: RequestInit & { onSent?: (share: number) => void } = {},
): Promise<Response> {
  const { onSent, ...rest } = init;
  try {
    const response = await (onSent ? fetchWatched(String(input), rest, onSent) : fetch(input, rest));
    note(!proxyFailures.includes(response.status));
    return response;
  } catch (error) {
    if (!init.signal?.aborted) note(false);
    throw error;
  }
}

/** `fetch` does not report the progress of a body. */
function fetchWatched(url: string, init: RequestInit, onSent: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    request.onload = () => {
      const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

/** Rejects as soon as a request finds no server, for work that would otherwise retry for a long time. */
export function failWhenUnreachable<T>(work: Promise<T>, failure: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(failure());
    failureListeners.add(fail);
    work.then(resolve, reject).finally(() => failureListeners.delete(fail));
  });
}

function note(next: boolean) {
  if (!next) for (const listener of failureListeners) listener();
  if (next === isOnline()) return;
  reachable.set(next);
  probeMs = firstProbeMs;
  planProbe();
}

function watch() {
  watching = new AbortController();
  const { signal } = watching;
  window.addEventListener('offline', () => note(false), { signal });
  window.addEventListener('online', probe, { signal });
  // The last request may be long ago.
  note(navigator.onLine);
  planProbe();
  return stopWatching;
}

function stopWatching() {
  watching?.abort();
  watching = null;
  clearTimeout(probeTimer);
}

function planProbe() {
  clearTimeout(probeTimer);
  if (isOnline() || !watching) return retryAt.set(null);
  retryAt.set(Date.now() + probeMs);
  probeTimer = setTimeout(probe, probeMs);
  probeMs = Math.min(probeMs * 2, longestProbeMs);
}

/** Checks the server. Any answer means that it can be reached; without one, the next check is planned. */
export function probe() {
  clearTimeout(probeTimer);
  retryAt.set(null);
  fetchNoted('/healthz', { cache: 'no-store' })
    .catch(() => undefined)
    .finally(planProbe);
}
