import type { ListSearch } from '../../lib/url/list-search.ts';

/** A list with its search, filters, order and columns, under a name. */
export interface ListView {
  name: string;
  /** The parameters in the URL of the list. */
  search: ListSearch;
}
