import type { Sort } from '../../../../contract/lists/list-filters.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import type { ListView } from '../../../lib/list/list-view.ts';
import type { SortChoice } from '../../filters/filter-types.ts';
import type { ListToolbarProps } from '../../filters/list-toolbar.tsx';
import { describeCount } from '../describe-count.ts';
import { printedRows } from './printed-rows.ts';

export interface PrintedHeadProps {
  text: string;
  toolbar: Pick<ListToolbarProps, 'listUrl' | 'fields' | 'describe' | 'sorts'>;
  view: ListView<unknown>;
  noun: readonly [one: string, several: string];
}

/** Printed in place of the toolbar: the search, the filters, the number of rows, the sort, and what is missing. */
export function PrintedHead({ text, toolbar, view, noun }: PrintedHeadProps) {
  const { listUrl, fields, describe, sorts } = toolbar;
  const search = text.trim() && `“${text.trim()}”`;
  const filters = fields.flatMap(({ field, label }) => {
    const filter = listUrl.filters[field];
    return filter ? [`${label}: ${describe(field, filter)}`] : [];
  });
  const question = [search, ...filters, describeCount(view, noun), describeSort(sorts, listUrl.sort)];
  const missing = describeMissing(view, noun[1]);
  return (
    <>
      <p className="py-2 font-semibold">{question.filter(Boolean).join(' · ')}</p>
      {missing && <p className="pb-2">{missing}</p>}
    </>
  );
}

/** 'by name, A to Z' */
function describeSort(sorts: readonly SortChoice[], sort: Sort<string> | null) {
  const choice = sorts.find(({ field }) => field === sort?.field);
  if (!choice) return 'newest first';
  return `by ${choice.label.toLowerCase()}, ${sort?.isDescending ? choice.descending : choice.ascending}`;
}

function describeMissing({ rows, isWhole }: ListView<unknown>, several: string) {
  if (isWhole && rows.length <= printedRows) return null;
  const most = formatNumber(Math.min(printedRows, rows.length));
  return `Only the first ${most} ${several} are printed. Print in the menu of the list loads up to ${formatNumber(printedRows)}.`;
}
