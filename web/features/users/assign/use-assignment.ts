import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SaveContext, useReload, useSave } from '../../../lib/form/use-save.ts';
import type { Assigned } from '../users.api.ts';

export interface AssignmentOptions<Key extends readonly unknown[]> {
  query: UseQueryOptions<Assigned, Error, Assigned, Key>;
  /** Saves the ids against the version that they started from. */
  replace: (assigned: Assigned, context: SaveContext) => Promise<void>;
  onClose: () => void;
}

/** What an assign dialog edits. */
export type Assignment = ReturnType<typeof useAssignment>;

/**
 * The ticks of an assign dialog. They start from what the server has and then belong to the user: only a reload
 * resets them, never an answer that arrives behind the dialog.
 */
export function useAssignment<Key extends readonly unknown[]>({
  query,
  replace,
  onClose,
}: AssignmentOptions<Key>) {
  const loading = useQuery(query);
  const [start, setStart] = useState(loading.data);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(start?.ids));
  const save = useSave({ mutationFn: replace, onSuccess: onClose });
  const reload = useReload(query, restart);

  function restart(from: Assigned) {
    setStart(from);
    setSelected(new Set(from.ids));
  }
  if (!start && loading.data) restart(loading.data);

  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  const before = new Set(start?.ids);
  const isChanged = before.size !== selected.size || [...before].some((id) => !selected.has(id));
  return { query: { ...loading, data: start }, selected, isChanged, toggle, save, reload };
}
