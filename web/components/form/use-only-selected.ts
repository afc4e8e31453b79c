import { useState } from 'react';

/** The rows that were chosen when the user asked for it, so that a row stays when it is unchecked. */
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
