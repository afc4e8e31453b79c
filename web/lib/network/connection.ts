import { useSyncExternalStore } from 'react';

const firstProbeMs = 1000;
const longestProbeMs = 30_000;
/** A proxy answers with these when there is no server behind it. */
const proxyFailures = [502, 504];

/** The latest evidence counts: an event of the browser, or how the last request went. */
let isReachable = navigator.onLine;
let probeMs = firstProbeMs;
let probeTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const failureListeners = new Set<() => void>();

/** Whether the server can be reached, as far as this browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnectionChange, isOnline);
}

export function isOnline(): boolean {
  return isReachable;
}

/** Calls the listener when the server can be reached again, or no longer. While anybody listens, a lost server is looked for. */
export function onConnectionChange(listener: () => void): () => void {
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopWatching();
  };
}

/** Calls the listener each time the server can be reached again. */
export function onReconnect(listener: () => void): () => void {
  return onConnectionChange(() => isReachable && listener());
}

/** `fetch` that notes whether a server answered. The whole app asks the server through it. */
export async function fetchNoted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    note(!proxyFailures.includes(response.status));
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) note(false);
    throw error;
  }
}

/** Rejects as soon as a request finds no server. For work that would otherwise try again for a long time. */
export function failWhenUnreachable<T>(work: Promise<T>, failure: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(failure());
    failureListeners.add(fail);
    work.then(resolve, reject).finally(() => failureListeners.delete(fail));
  });
}

function note(next: boolean) {
  if (!next) for (const listener of failureListeners) listener();
  if (next === isReachable) return;
  isReachable = next;
  probeMs = firstProbeMs;
  planProbe();
  for (const listener of listeners) listener();
}

function watch() {
  window.addEventListener('offline', noteOffline);
  window.addEventListener('online', probe);
  if (!navigator.onLine) note(false);
  planProbe();
}

function stopWatching() {
  window.removeEventListener('offline', noteOffline);
  window.removeEventListener('online', probe);
  clearTimeout(probeTimer);
}

function noteOffline() {
  note(false);
}

function planProbe() {
  clearTimeout(probeTimer);
  if (isReachable || listeners.size === 0) return;
  probeTimer = setTimeout(probe, probeMs);
  probeMs = Math.min(probeMs * 2, longestProbeMs);
}

/** Any answer tells that the server is there; without one, the next probe is planned. */
function probe() {
  fetchNoted('/healthz', { cache: 'no-store' })
    .catch(() => undefined)
    .finally(planProbe);
}
