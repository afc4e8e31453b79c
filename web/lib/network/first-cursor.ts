import { createStore } from '../store.ts';

/**
 * Where the page began to read: what changed after it, something on the screen may lack. A later cursor would leave out
 * what changed in between, so the first one counts. Null until an answer had one.
 */
export const firstCursor = createStore<string | null>(null);

export function noteCursor(cursor: string | null | undefined) {
  if (firstCursor.get() === null && cursor) firstCursor.set(cursor);
}
