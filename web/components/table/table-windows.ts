import { useEffect, useRef } from 'react';
import type { WindowsView } from '../../lib/directory/index.ts';

/** Loads the rows of a large list that are in view, and those near them. */
export function useSeen(windows: WindowsView | undefined, indexes: readonly number[], order: string) {
  const shown = useRef(order);
  useEffect(() => {
    // Another order is drawn once before it is scrolled to its start.
    if (shown.current === order) windows?.see(indexes[0] ?? 0, indexes.at(-1) ?? 0);
    shown.current = order;
  });
}

/** Fades the rows of the last answer when the next one takes long. */
export function dimmed(isStale: boolean | undefined) {
  return isStale && 'opacity-60 transition-opacity delay-300';
}
