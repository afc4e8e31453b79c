import { newId } from '../form/new-id.ts';
import { browserStorage, isStorageShared } from '../session/session-storage.ts';

const lockName = 'canopy-stream';
const leaseKey = 'canopy.stream';
const leaseMs = 5_000;
const renewMs = 2_000;

/** Leads until it resolves, or until `over` is aborted because another tab leads. */
type Lead = (over: AbortSignal) => Promise<void>;

/**
 * One tab of the browser leads. On https it is the one with the lock, which the browser passes on when a tab is closed
 * or killed. On plain http there are no locks: it is the one with the lease in the storage. In a browser that refuses
 * storage tabs share nothing, not even the session: each leads itself, and the server limits their streams.
 */
export async function waitToLead(lead: Lead, leaving: AbortSignal): Promise<void> {
  if (!isStorageShared()) await lead(leaving);
  else if (navigator.locks) await holdLock(lead, leaving, {});
  else await holdLease(lead, leaving);
}

/** Takes the lead from a tab that was not heard for long: a browser may freeze one that has the lock. */
export async function takeLead(lead: Lead, leaving: AbortSignal): Promise<void> {
  if (isStorageShared() && navigator.locks) await holdLock(lead, leaving, { steal: true });
  else await waitToLead(lead, leaving);
}

async function holdLock(lead: Lead, leaving: AbortSignal, how: { steal?: boolean }) {
  const robbed = new AbortController();
  try {
    const options = how.steal ? { steal: true } : { signal: leaving };
    await navigator.locks.request(lockName, options, () =>
      leaving.aborted ? undefined : lead(AbortSignal.any([leaving, robbed.signal])),
    );
  } catch (error) {
    robbed.abort();
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

interface Lease {
  tab: string;
  until: number;
}

async function holdLease(lead: Lead, leaving: AbortSignal) {
  const tab = newId();
  while (!leaving.aborted) {
    if (isFree(tab)) {
      writeLease(tab);
      // Two tabs may have seen it free: the later one to write has it.
      await wait(50 + Math.random() * 100, leaving);
      if (leaseOf()?.tab === tab && !leaving.aborted) return leadOnLease(tab, lead, leaving);
    }
    await wait(renewMs / 2 + Math.random() * renewMs, leaving);
  }
}

async function leadOnLease(tab: string, lead: Lead, leaving: AbortSignal) {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // A clock that was set back, or a tab that slept: whoever has the lease now keeps it.
    if (isFree(tab)) writeLease(tab);
    else lost.abort();
  }, renewMs);
  const leave = () => leaseOf()?.tab === tab && browserStorage.removeItem(leaseKey);
  window.addEventListener('pagehide', leave);
  try {
    await lead(AbortSignal.any([leaving, lost.signal]));
  } finally {
    clearInterval(renewal);
    window.removeEventListener('pagehide', leave);
    leave();
  }
}

function leaseOf(): Lease | null {
  try {
    const lease = JSON.parse(browserStorage.getItem(leaseKey) ?? 'null');
    return typeof lease?.tab === 'string' && typeof lease.until === 'number' ? lease : null;
  } catch {
    return null;
  }
}

function isFree(tab: string): boolean {
  const lease = leaseOf();
  const leftMs = (lease?.until ?? 0) - Date.now();
  return !lease || lease.tab === tab || leftMs <= 0 || leftMs > leaseMs;
}

function writeLease(tab: string) {
  browserStorage.setItem(leaseKey, JSON.stringify({ tab, until: Date.now() + leaseMs }));
}

/** Ends early, without an error, when the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
