import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/files/exports.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';
import { queryOf } from '../../lib/list/list-cache.ts';
import { usersSource } from './users.api.ts';

/** A browser takes long to lay out more of them on paper. */
export const printedUsers = 1000;

/** By the heads of the file. */
export type AccessRow = Record<string, string | undefined>;

/** The rows of the file, so that paper and file say the same; null for too many users. */
export function accessListQuery(list: ExportedList) {
  const { text, filters } = list;
  return queryOptions({
    queryKey: ['access-list', text, filters, list.sort],
    queryFn: async ({ signal }) => {
      const users = await usersSource.count(queryOf({ text: text.trim(), filters, sort: null }), signal);
      if (users > printedUsers) return { users, rows: null };
      const file = await open(contract.exportAccessList, { query: exportQuery(list, {}) }, { signal });
      return { users, rows: recordsIn(await (await file.blob()).text()) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Of a file as the server writes it (RFC 4180). */
function recordsIn(csv: string): AccessRow[] {
  const cells = [...csv.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g)];
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') lines.push([]);
  }
  const [heads = [], ...rows] = lines;
  return rows
    .filter((row) => row.length === heads.length)
    .map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
}
