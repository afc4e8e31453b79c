import type { ExportedLocationColumn } from '../../../contract/exports.ts';
import * as contract from '../../../contract/exports.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';
import { selectedIds } from '../../lib/list/selected-ids.ts';

/** Saves the locations that match, or those with these ids, as a file that an import reads again. */
export async function exportLocations(rows: { query: Record<string, string> } | { ids: readonly string[] }) {
  const answer =
    'ids' in rows
      ? await open(contract.exportSelectedLocations, { body: { ids: selectedIds(rows.ids) } })
      : await open(contract.exportLocations, { query: rows.query });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'locations.csv'));
}

export function exportLocationList(list: ExportedList) {
  return exportLocations({ query: exportQuery(list, exportedColumns) });
}

const exportedColumns: Record<string, readonly ExportedLocationColumn[]> = {
  location: ['name', 'closed_on'],
  number: ['number'],
  address: ['address', 'city', 'state', 'zip'],
  contact: ['phone', 'user_count', 'manager_count'],
  created_at: ['created_at'],
};
