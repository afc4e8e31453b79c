import type { Selection } from '../table/use-selection.ts';

export interface ListBulk {
  selection: Selection;
  /** How many rows match; false while the number is unknown. */
  matching: number | false;
  /** The search and the filters in the form of the URL. */
  query: string;
}

/** The selected rows for the request of a run. With "all that match", the server looks them up. */
export function runSelection({ selection, query }: ListBulk) {
  return selection.isAll ? { query } : { ids: [...selection.ids] };
}

export function exportSelection({ selection, query }: ListBulk) {
  if (!selection.isAll) return { ids: selection.ids };
  return { query: Object.fromEntries(new URLSearchParams(query)) };
}
