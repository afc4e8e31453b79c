import type { Selection } from '../table/use-selection.ts';

/** What the bulk acts of a list need to know of it. */
export interface ListBulk {
  selection: Selection;
  /** How many rows match; false while it is not known. */
  matching: number | false;
  /** The search and the filters, as the address has them. */
  query: string;
}

/** The selected rows as a run asks for them: all that match are looked up anew by the server. */
export function runSelection({ selection, query }: ListBulk) {
  return selection.isAll ? { query } : { ids: [...selection.ids] };
}

/** The selected rows as an export asks for them. */
export function exportSelection({ selection, query }: ListBulk) {
  if (!selection.isAll) return { ids: selection.ids };
  return { query: Object.fromEntries(new URLSearchParams(query)) };
}
