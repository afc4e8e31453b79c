import { listFilterParameters } from '../../../contract/lists/list-filters.ts';
import type { ListAddress } from './list-address.ts';

/** What is on screen of a list. */
export interface ExportedList extends Pick<ListAddress<string, string>, 'filters' | 'sort' | 'hidden'> {
  text: string;
}

/** The list on screen as an export asks for it: search, filters, order, and the columns where some are left out. */
export function exportQuery(
  { text, filters, sort, hidden }: ExportedList,
  exported: Record<string, readonly string[]>,
): Record<string, string> {
  const q = text.trim();
  const shown = Object.entries(exported).flatMap(([column, names]) => (hidden.includes(column) ? [] : names));
  return {
    ...(listFilterParameters({ filters, sort }) as Record<string, string>),
    ...(q && { q }),
    ...(hidden.length > 0 && { columns: shown.join() }),
  };
}
