import { useState } from 'react';
import type { LinkMode } from './link-choice.tsx';

/** The chosen roles or locations, and what is to happen to them. */
export function useLinks() {
  const [mode, setMode] = useState<LinkMode>('add');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  return { mode, setMode, selected, toggle, links: { [mode]: [...selected] } };
}
