import { useState } from 'react';
import type { LinkMode } from './link-choice.tsx';

export function useLinks() {
  const [mode, setMode] = useState<LinkMode>('add');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  const add = (ids: readonly string[]) => setSelected(new Set([...selected, ...ids]));
  return { mode, setMode, selected, toggle, add, links: { [mode]: [...selected] } };
}
