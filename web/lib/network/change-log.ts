import { createStore } from '../store.ts';

/**
 * Where the page began to read: what changed after it, something on the screen may lack. A later cursor would leave out
 * what changed in between, so the first one counts. Null until an answer had one.
 */
export const firstCursor = createStore<string | null>(null);

export function noteCursor(cursor: string | null | undefined) {
  if (firstCursor.get() === null && cursor) firstCursor.set(cursor);
}

/** Asks the change log of the server; null until this page follows it. */
export const changeAsker = createStore<(() => void) | null>(null);

/** After a save: what it changed elsewhere comes as a change of others does. False when nobody follows them yet. */
export function askForChanges(): boolean {
  const ask = changeAsker.get();
  ask?.();
  return ask !== null;
}
