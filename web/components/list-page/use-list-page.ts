import type { FilteredList } from '../../../contract/lists/list-filters.ts';
import type { DirectoryView } from '../../lib/directory/index.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { type ListUrl, listQuery, useListUrl } from '../../lib/list/list-url.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import { useListExport } from '../bulk/use-list-export.ts';
import { useIgnoredNotice } from '../filters/use-ignored-notice.ts';
import { useSelection } from '../table/use-selection.ts';

/** The URL of a list page: its search, filters and sort, and the open dialog. `columns` can be hidden. */
export function useListRequest<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  columns: readonly { id: string }[],
) {
  const { q, setQ, ...dialogs } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const hideable = columns.map(({ id }) => id);
  const listUrl = useListUrl(list, hideable);
  useIgnoredNotice(listUrl.ignored);
  const reading = { filters: listUrl.filters, sort: listUrl.sort };
  return { text, setText, listUrl, reading, ...dialogs };
}

export interface ListPageOptions<Row> {
  view: DirectoryView<Row>;
  /** The words for one row and for several: 'user', 'users'. */
  noun: readonly [one: string, several: string];
  save: (list: ExportedList) => Promise<void>;
}

export function useListPage<
  Row extends { id: string },
  Request extends { text: string; listUrl: ListUrl<string, string> },
>(request: Request, { view, noun, save }: ListPageOptions<Row>) {
  const { text, listUrl } = request;
  const query = listQuery(text, listUrl.filters);
  const selection = useSelection(view, query, noun);
  const { run, isPending } = useListExport(save);
  const exporting = {
    run: (shown: 'shown' | 'all') => run({ text, ...listUrl, hidden: shown === 'all' ? [] : listUrl.hidden }),
    isPending,
  };
  return { ...request, view, query, selection, exporting, noun };
}
