import { useState } from 'react';
import type { LinkMode } from './link-choice.tsx';

/** The chosen roles or locations, and how to apply them. A move removes `from`. */
export function useLinks(from?: { id: string; name: string }) {
  const [mode, setMode] = useState<LinkMode>('add');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  const ids = [...selected];
  const links =
    mode === 'move' && from
      ? { add: ids.filter((id) => id !== from.id), remove: [from.id] }
      : { [mode]: ids };
  return { mode, setMode, from: from?.name, selected, toggle, links };
}
