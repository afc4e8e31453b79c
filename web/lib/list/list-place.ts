import { useEffect, useState } from 'react';
import type { DirectoryView } from '../directory/index.ts';

export interface ListPlace {
  /** '3 of 41'; null while unknown, and for a row that has left the list. */
  position: { index: number; count: number } | null;
  previousId: string | undefined;
  nextId: string | undefined;
}

/**
 * The neighbors of a row in a list. A row that has left the list, for example because an edit no longer matches the
 * filters, keeps its neighbors.
 */
export function useListPlace(view: DirectoryView<{ id: string }>, id: string): ListPlace {
  const index = indexOf(view, id);
  const { windows } = view;
  // The neighbors of a large list may be in the next window.
  useEffect(() => windows?.see(index - 1, index + 1), [windows, index]);
  const [last, setLast] = useState({ id, index });
  if (index >= 0 && (last.id !== id || last.index !== index)) setLast({ id, index });
  if (index >= 0) {
    return {
      position: view.isExact ? { index, count: view.count } : null,
      previousId: view.row(index - 1)?.id,
      nextId: view.row(index + 1)?.id,
    };
  }
  const place = last.id === id ? last.index : -1;
  return {
    position: null,
    previousId: place > 0 ? view.row(place - 1)?.id : undefined,
    nextId: place >= 0 ? view.row(place)?.id : undefined,
  };
}

function indexOf(view: DirectoryView<{ id: string }>, id: string) {
  for (let index = 0; index < view.reach; index++) if (view.row(index)?.id === id) return index;
  return -1;
}
