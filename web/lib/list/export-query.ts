import { queryOf } from './list-cache.ts';
import type { ListUrl } from './list-url.ts';

export interface ExportedList extends Pick<ListUrl<string, string>, 'filters' | 'sort' | 'hidden'> {
  text: string;
}

/** The query of an export of the list on screen: search, filters, sort, and the columns when some are hidden. */
export function exportQuery(
  { text, filters, sort, hidden }: ExportedList,
  exported: Record<string, readonly string[]>,
): Record<string, string> {
  const shown = Object.entries(exported).flatMap(([column, names]) => (hidden.includes(column) ? [] : names));
  return {
    ...queryOf({ text: text.trim(), filters, sort }),
    ...(hidden.length > 0 && { columns: shown.join() }),
  };
}
