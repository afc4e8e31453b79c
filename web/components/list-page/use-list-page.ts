import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { AuditAction } from '../../../contract/audit.ts';
import type { FilteredList } from '../../../contract/lists/list-filters.ts';
import { useAccess } from '../../lib/account/access.ts';
import { call } from '../../lib/http/http.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { type ListSource, queryOf } from '../../lib/list/list-cache.ts';
import type { Gone, ListRow } from '../../lib/list/list-pages.ts';
import { useListUrl } from '../../lib/list/list-url.ts';
import { useList } from '../../lib/list/use-list.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { auditKey } from '../../lib/network/query-keys.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import { useListExport } from '../bulk/use-list-export.ts';
import type { ListToolbarProps } from '../filters/list-toolbar.tsx';
import type { DataTableProps } from '../table/data-table-props.ts';
import { choosing } from '../table/select-box.tsx';
import { useSelection } from '../table/use-selection.ts';

/** Lists with more rows than this are not printed whole, so that the dialog of the browser opens soon. */
export const printedRows = 5000;

/** The URL of a list page: its search, filters and sort, and the open dialog. `columns` can be hidden. It follows the
 * search box later, so that what depends on it does not render again with each key. */
export function useListRequest<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  columns: readonly { id: string }[],
) {
  const search = useListSearch();
  const hideable = columns.map(({ id }) => id);
  const listUrl = useListUrl(list, hideable);
  const reading = { filters: listUrl.filters, sort: listUrl.sort };
  return { ...search, listUrl, reading };
}

type Request = ReturnType<typeof useListRequest<string, string>>;

export interface ListPageOptions<Row extends ListRow> {
  request: Pick<Request, 'q' | 'setQ' | 'listUrl' | 'openDialog' | 'reading'>;
  source: ListSource<Row>;
  /** The words for one row and for several: 'user', 'users'. */
  noun: readonly [one: string, several: string];
  save: (list: ExportedList) => Promise<void>;
  /** Another file about the rows of the list. */
  otherFile?: { label: string; save: (list: ExportedList) => Promise<void> };
}

export function useListPage<Row extends ListRow>(options: ListPageOptions<Row>) {
  const { request, source, noun, save, otherFile } = options;
  const { listUrl, openDialog, reading } = request;
  const [text, setText] = useSearchText(request.q, request.setQ);
  const question = { text: text.trim(), ...reading };
  const view = useList(source, question);
  // For bulk acts on all matching rows.
  const query = new URLSearchParams(queryOf({ ...question, sort: null })).toString();
  const selection = useSelection(view, { source, question, shown: query, noun });
  // Not with the rows, which may come after Select was pressed.
  useEffect(() => () => choosing.set(false), []);
  const { run, isPending } = useListExport(save);
  const other = useListExport(otherFile?.save ?? save);
  const exporting = {
    run: (shown: 'shown' | 'all') => run({ text, ...listUrl, hidden: shown === 'all' ? [] : listUrl.hidden }),
    isPending: isPending || other.isPending,
    other: otherFile && {
      label: otherFile.label,
      run: () => other.run({ text, ...listUrl, hidden: [] }),
    },
  };
  const print = async () => {
    await view.loadUpTo(printedRows);
    // The rows are drawn first.
    setTimeout(() => window.print());
  };
  return { text, setText, listUrl, openDialog, view, query, selection, exporting, print, noun };
}

type FromTable = 'label' | 'columns' | 'minWidth' | 'stacked' | 'stackedHeight' | 'selecting' | 'whyGone';
type FromToolbar =
  | 'fields'
  | 'describe'
  | 'isGone'
  | 'sorts'
  | 'columns'
  | 'exporting'
  | 'FilterPopover'
  | 'FilterSheet';

export type ListPageState<Row extends ListRow> = ReturnType<typeof useListPage<Row>>;

export interface ListCardProps<Row extends ListRow> extends Pick<DataTableProps<Row>, FromTable> {
  page: ListPageState<Row>;
  /** 'Search users by name, email, or phone...' */
  placeholder: string;
  toolbar: Pick<ListToolbarProps, FromToolbar>;
  /** What stands in the list before its first row is added. */
  empty: { text: string; action: ReactNode };
  onEdit?: ((id: string) => void) | undefined;
  /** A link to the same search in another list; shown while there is a search. */
  elsewhere: ReactNode;
}

/** Says why a row is empty in its place: who deleted it (`action`), where the reader may see that. */
export function useWhyGone(
  action: AuditAction,
  gone: Readonly<Record<string, Gone>>,
): (id: string) => string | undefined {
  const { hasPermission } = useAccess();
  const deleted = Object.keys(gone).filter((id) => gone[id] === 'deleted');
  const { data: actors } = useQuery({
    queryKey: [...auditKey, action, deleted.length],
    queryFn: ({ signal }) => readActors(action, Math.max(namedAtLeast, deleted.length), signal),
    enabled: deleted.length > 0 && deleted.length <= namedAtMost && hasPermission('audit.read'),
    placeholderData: (before) => before,
  });
  return (id) => {
    if (gone[id] === undefined) return undefined;
    if (gone[id] === 'hidden') return 'No longer visible to you';
    return `Deleted by ${actors?.get(id) ?? 'another user'}`;
  };
}

/** The users who deleted rows last, by the ids of these rows. */
async function readActors(action: AuditAction, limit: number, signal: AbortSignal) {
  // A list shows its rows before anything is deleted.
  const { listAudit } = await import('../../../contract/audit.ts');
  const { entries } = await call(listAudit, { query: { action, limit } }, { signal });
  return new Map(entries.map(({ subject, actor }) => [subject.id, actor.name]));
}

const namedAtLeast = 10;
/** Of more deletions the sentence names nobody. */
const namedAtMost = 50;
