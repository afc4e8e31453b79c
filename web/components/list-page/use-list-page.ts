import type { FilteredList } from '../../../contract/lists/list-filters.ts';
import type { DirectoryView } from '../../lib/directory/index.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useHeldView, useHold, type WhyLeft } from '../../lib/list/hold.ts';
import { listQuery, useListUrl } from '../../lib/list/list-url.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import { useListExport } from '../bulk/use-list-export.ts';
import { useIgnoredNotice } from '../filters/use-ignored-notice.ts';
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

export type ListRequest<FilterField extends string, SortField extends string> = ReturnType<
  typeof useListRequest<FilterField, SortField>
>;

export interface ListPageOptions<Row> {
  /** The text in the search box. */
  text: string;
  setText: (text: string) => void;
  view: DirectoryView<Row>;
  /** The words for one row and for several: 'user', 'users'. */
  noun: readonly [one: string, several: string];
  save: (list: ExportedList) => Promise<void>;
  whyLeft: WhyLeft<Row>;
}

export function useListPage<Row extends { id: string }>(
  { listUrl, openDialog }: Pick<ListRequest<string, string>, 'listUrl' | 'openDialog'>,
  { text, setText, view: latest, noun, save, whyLeft }: ListPageOptions<Row>,
) {
  const query = listQuery(text, listUrl.filters);
  const hold = useHold();
  const view = useHeldView(latest, hold, JSON.stringify([query, listUrl.sort]), whyLeft);
  const selection = useSelection(view, query, noun);
  const { run, isPending } = useListExport(save);
  const exporting = {
    run: (shown: 'shown' | 'all') => run({ text, ...listUrl, hidden: shown === 'all' ? [] : listUrl.hidden }),
    isPending,
  };
  return { text, setText, listUrl, openDialog, view, hold, query, selection, exporting, noun };
}
