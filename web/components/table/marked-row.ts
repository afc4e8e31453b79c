import { useSyncExternalStore } from 'react';

let marked: string | null = null;
const listeners = new Set<() => void>();

/** Marks the row that was just added or changed, until its animation has ended. */
export function markRow(id: string | null) {
  marked = id;
  for (const listener of listeners) listener();
}

/** What an element of a row needs to show the mark, with the class `data-marked:animate-mark`. */
export function useMark(id: string | undefined) {
  const isMarked = useSyncExternalStore(subscribe, () => id !== undefined && id === marked);
  return isMarked ? { 'data-marked': true, onAnimationEnd: () => markRow(null) } : {};
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
