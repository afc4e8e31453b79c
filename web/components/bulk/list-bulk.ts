import type { Selection } from '../table/use-selection.ts';

export interface ListBulk {
  selection: Selection;
  /** How many rows match: '10,000+'; false while the number is unknown, and when all of them are selected. */
  matching: string | false;
  /** The names of selected rows that somebody else deleted. */
  deleted: string;
  /** The search and the filters in the form of the URL. */
  query: string;
}

/** The selected rows for the request of a run. With "all that match", the server looks them up. */
export function listSelectionOf({ selection: { isAll, ids }, query }: ListBulk) {
  return isAll ? { query, except: [...ids] } : { ids: [...ids] };
}
