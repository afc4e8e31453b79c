import { useState } from 'react';

/** The rows that were chosen when the user asked for it, so that a row stays when it is unchecked. */
export function useOnlySelected<Row>(chosen: readonly Row[]) {
  const [only, setOnly] = useState<readonly Row[] | null>(null);
  return {
    only,
    showOnly: () => setOnly(chosen),
    toggle: {
      count: chosen.length,
      isPressed: only !== null,
      onPress: () => setOnly(only ? null : chosen),
    },
  };
}
