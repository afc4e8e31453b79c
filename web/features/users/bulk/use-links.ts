import { useState } from 'react';
import { type Chosen, toggled, withAll } from '../../../lib/list/chosen.ts';
import type { LinkMode } from './link-choice.tsx';

export function useLinks<Row extends { id: string }>() {
  const [mode, setMode] = useState<LinkMode>('add');
  const [selected, setSelected] = useState<Chosen<Row>>(new Map());
  const toggle = (row: Row) => setSelected(toggled(selected, row));
  const add = (rows: readonly Row[]) => setSelected(withAll(selected, rows));
  return { mode, setMode, selected, toggle, add, links: { [mode]: [...selected.keys()] } };
}
