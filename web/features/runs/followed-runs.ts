import { authState, onAccountChange } from '../../lib/account/auth-store.ts';
import { createStore } from '../../lib/store.ts';

/** Runs at work that no page shows. A toast says when they end. */
export const followedRuns = createStore<readonly string[]>([]);

onAccountChange(() => followedRuns.set(storedRuns()));
followedRuns.set(storedRuns());

export function followRun(id: string) {
  rememberRun(id);
  followedRuns.set([...without(followedRuns.get(), id), id]);
}

export function unfollowRun(id: string) {
  forgetRun(id);
  followedRuns.set(without(followedRuns.get(), id));
}

/** Follows the run after a reload of this tab. Until then a page shows it. */
export function rememberRun(id: string) {
  store([...without(storedRuns(), id), id]);
}

export function forgetRun(id: string) {
  store(without(storedRuns(), id));
}

const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id);

/** Stored per user, because another one may sign in here. */
function storageKey() {
  return `canopy.followed-runs.${authState().user?.id}`;
}

function storedRuns(): string[] {
  try {
    return sessionStorage.getItem(storageKey())?.split(',') ?? [];
  } catch {
    return [];
  }
}

function store(ids: readonly string[]) {
  try {
    if (ids.length > 0) sessionStorage.setItem(storageKey(), ids.join());
    else sessionStorage.removeItem(storageKey());
  } catch {
    // When the storage is blocked, a reload forgets them.
  }
}
