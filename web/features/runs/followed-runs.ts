import { onAccountChange } from '../../lib/account/auth-store.ts';
import { createStore } from '../../lib/store.ts';

/** Runs of this user that go on while nobody looks at them: a toast says when they end. */
export const followedRuns = createStore<readonly string[]>([]);

onAccountChange(() => followedRuns.set([]));

export function followRun(id: string) {
  if (!followedRuns.get().includes(id)) followedRuns.set([...followedRuns.get(), id]);
}

export function unfollowRun(id: string) {
  followedRuns.set(followedRuns.get().filter((one) => one !== id));
}
