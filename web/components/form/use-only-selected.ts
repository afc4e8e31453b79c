import { useState } from 'react';

/**
 * Whether a list to choose from shows only what is chosen: what was when that was asked for, so that a row whose tick is
 * taken away stays where it is.
 */
export function useOnlySelected(selected: ReadonlySet<string>) {
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  return {
    only,
    showOnly: () => setOnly(new Set(selected)),
    toggle: {
      count: selected.size,
      isPressed: only !== null,
      onPress: () => setOnly(only ? null : new Set(selected)),
    },
  };
}
