import type { FilteredList } from '../../../contract/lists/list-filters.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import type { ListSource } from '../../lib/list/list-cache.ts';
import type { ListRow } from '../../lib/list/list-pages.ts';
import { listQuery, useListUrl } from '../../lib/list/list-url.ts';
import { useList } from '../../lib/list/use-list.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import { useListExport } from '../bulk/use-list-export.ts';
import { useIgnoredNotice } from '../filters/use-ignored-notice.ts';
import { printedRows } from '../table/print/printed-rows.ts';
import { useSelection } from '../table/use-selection.ts';

/** The URL of a list page: its search, filters and sort, and the open dialog. `columns` can be hidden. It follows the
 * search box later, so that what depends on it does not render again with each key. */
export function useListRequest<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  columns: readonly { id: string }[],
) {
  const search = useListSearch();
  const hideable = columns.map(({ id }) => id);
  const listUrl = useListUrl(list, hideable);
  useIgnoredNotice(listUrl.ignored);
  const reading = { filters: listUrl.filters, sort: listUrl.sort };
  return { ...search, listUrl, reading };
}

export type ListRequest = Pick<
  ReturnType<typeof useListRequest<string, string>>,
  'q' | 'setQ' | 'listUrl' | 'openDialog' | 'reading'
>;

export interface ListPageOptions<Row extends ListRow> {
  request: ListRequest;
  source: ListSource<Row>;
  /** The words for one row and for several: 'user', 'users'. */
  noun: readonly [one: string, several: string];
  save: (list: ExportedList) => Promise<void>;
}

export function useListPage<Row extends ListRow>({ request, source, noun, save }: ListPageOptions<Row>) {
  const { listUrl, reading } = request;
  const [text, setText] = useSearchText(request.q, request.setQ);
  const question = { text: text.trim(), ...reading };
  const view = useList(source, question);
  const query = listQuery(text, listUrl.filters);
  const selection = useSelection(view, { source, question, shown: query, noun });
  const { run, isPending } = useListExport(save);
  const exporting = {
    run: (shown: 'shown' | 'all') => run({ text, ...listUrl, hidden: shown === 'all' ? [] : listUrl.hidden }),
    isPending,
  };
  const print = async () => {
    await view.loadUpTo(printedRows);
    // The rows are drawn first.
    setTimeout(() => window.print());
  };
  return { text, setText, view, query, selection, exporting, print };
}
