import { useEffect, useRef } from 'react';
import type { ListView } from '../../lib/list/list-view.ts';

/** Tells the list which rows are in view. */
export function useSeen(
  see: ListView<unknown>['see'] | undefined,
  indexes: readonly number[],
  order: string,
) {
  const shown = useRef(order);
  useEffect(() => {
    // Another order is drawn once before it is scrolled to its start.
    const [first] = indexes;
    if (shown.current === order && first !== undefined) see?.(first, indexes.at(-1) ?? first);
    shown.current = order;
  });
}

/** Fades the rows of the last answer when the next one takes long. */
export function dimmed(isFormer: boolean | undefined) {
  return isFormer && 'opacity-60 transition-opacity delay-300';
}
