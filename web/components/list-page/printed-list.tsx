import type { Sort } from '../../../contract/lists/list-filters.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import type { ListRow } from '../../lib/list/list-pages.ts';
import type { ListView } from '../../lib/list/use-list.ts';
import { describeFilters, type SortChoice } from '../filters/filters.ts';
import type { PrintedCell } from '../table/data-table-props.ts';
import { describeCount } from '../table/describe-count.ts';
import { type ListCardProps, printedRows } from './use-list-page.ts';

export interface PrintedListProps<Row extends ListRow>
  extends Pick<ListCardProps<Row>, 'label' | 'columns' | 'toolbar'> {
  page: Pick<ListCardProps<Row>['page'], 'text' | 'listUrl' | 'view' | 'noun'>;
}

/**
 * Printed in place of the toolbar and the rows: what was asked for, and what is missing. Text only and fixed widths,
 * because the browser waits for all rows before it shows its dialog.
 */
export function PrintedList<Row extends ListRow>({ label, columns, toolbar, page }: PrintedListProps<Row>) {
  const { text, listUrl, view, noun } = page;
  const search = text.trim() && `“${text.trim()}”`;
  const filters = describeFilters(listUrl.filters, toolbar);
  const question = [search, ...filters, describeCount(view, noun), describeSort(toolbar.sorts, listUrl.sort)];
  const missing = describeMissing(view, noun[1]);
  const printed = columns.flatMap(({ id, header, print }) => (print ? [{ id, header, ...print }] : []));
  const total = printed.reduce((sum, { share }) => sum + share, 0);
  return (
    <>
      <p className="py-2 font-semibold">{question.filter(Boolean).join(' · ')}</p>
      {missing && <p className="pb-2">{missing}</p>}
      {view.reach > 0 && (
        <table aria-label={label} className="w-full table-fixed border-collapse text-small">
          <colgroup>
            {printed.map(({ id, share }) => (
              <col key={id} style={{ width: `${(share / total) * 100}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr className="border-b border-line text-left">
              {printed.map(({ id, header }) => (
                <th key={id} scope="col" className="pr-3 pb-1">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:py-1 [&_td]:pr-3 [&_td]:align-top [&_td]:wrap-anywhere [&_td]:whitespace-pre-line [&_tr]:border-b [&_tr]:border-line">
            {view.rows.slice(0, printedRows).map((row) => (
              <tr key={row.id}>
                {printed.map((cell) => (
                  <td key={cell.id}>{textOf(cell, row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function textOf<Row>({ lines }: PrintedCell<Row>, row: Row) {
  return lines(row).filter(Boolean).join('\n');
}

/** 'by name, A to Z' */
function describeSort(sorts: readonly SortChoice[], sort: Sort<string> | null) {
  const choice = sorts.find(({ field }) => field === sort?.field);
  if (!choice) return 'newest first';
  return `by ${choice.label.toLowerCase()}, ${sort?.isDescending ? choice.descending : choice.ascending}`;
}

function describeMissing({ rows, isWhole }: ListView<ListRow>, several: string) {
  if (isWhole && rows.length <= printedRows) return null;
  const most = formatNumber(Math.min(printedRows, rows.length));
  return `Only the first ${most} ${several} are printed. Print in the menu of the list loads up to ${formatNumber(printedRows)}.`;
}
