import { useState } from 'react';

/** A set as the server has it, with the version that a replacement must name. */
export interface Assigned {
  ids: readonly string[];
  updated_at: string;
}

/**
 * The ticks of an assign dialog: they start from what the server has and then belong to the user. Only
 * `restart` takes them back, never an answer that arrives behind the dialog.
 */
export function useAssignment(loaded: Assigned | undefined) {
  const [start, setStart] = useState(loaded);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(loaded?.ids));

  function restart(from: Assigned) {
    setStart(from);
    setSelected(new Set(from.ids));
  }
  if (!start && loaded) restart(loaded);

  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  const before = new Set(start?.ids);
  const isChanged = before.size !== selected.size || [...before].some((id) => !selected.has(id));
  return { start, selected, isChanged, toggle, restart };
}
