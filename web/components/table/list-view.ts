import type { ListSearch } from '../../lib/list/list-search.ts';

/** A list with its search, filters, order and columns, under a name. */
export interface ListView {
  name: string;
  /** What the address of the list holds. */
  search: ListSearch;
}
