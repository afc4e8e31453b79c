import { createStore } from '../store.ts';

/** Asks the change log of the server; null until this page follows it. */
export const changeAsker = createStore<(() => void) | null>(null);

/** After a save: what it changed elsewhere comes as a change of others does. False when nobody follows them yet. */
export function askForChanges(): boolean {
  const ask = changeAsker.get();
  ask?.();
  return ask !== null;
}
