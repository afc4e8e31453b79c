import type { ListSearch } from '../../lib/url/list-search.ts';

export interface ListView {
  name: string;
  search: ListSearch;
}
