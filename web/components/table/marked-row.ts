import { createStore, useStore } from '../../lib/store.ts';

const markedId = createStore<string | null>(null);

/** Marks the row that was just added or changed, until its animation has ended. */
export const markRow = markedId.set;

export function useMark(id: string | undefined) {
  const isMarked = useStore(markedId, (marked) => id !== undefined && id === marked);
  return isMarked ? { 'data-marked': true, onAnimationEnd: () => markRow(null) } : {};
}
