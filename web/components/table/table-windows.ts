import { useEffect } from 'react';
import type { WindowsView } from '../../lib/directory/index.ts';

/** Loads the rows of a large list that are in view, and those near them. */
export function useSeen(windows: WindowsView | undefined, items: readonly { index: number }[]) {
  useEffect(() => windows?.see(items[0]?.index ?? 0, items.at(-1)?.index ?? 0));
}

/** Fades the rows of the last answer when the next one takes long. */
export function dimmed(isStale: boolean | undefined) {
  return isStale && 'opacity-60 transition-opacity delay-300';
}
