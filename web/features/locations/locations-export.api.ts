import type { ExportedLocationColumn } from '../../../contract/files/exports.ts';
import * as contract from '../../../contract/files/exports.ts';
import type { ListSelection } from '../../../contract/lists/list.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';

/** Saves the selected locations as a file that an import reads again. */
export async function exportSelectedLocations(selection: ListSelection) {
  const answer = await open(contract.exportSelectedLocations, { body: selection });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'locations.csv'));
}

async function exportLocations(query: Record<string, string>) {
  const answer = await open(contract.exportLocations, { query });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'locations.csv'));
}

export function exportLocationList(list: ExportedList) {
  return exportLocations(exportQuery(list, exportedColumns));
}

const exportedColumns: Record<string, readonly ExportedLocationColumn[]> = {
  location: ['name', 'closed_on'],
  number: ['number'],
  address: ['address', 'city', 'state', 'zip'],
  contact: ['phone', 'user_count', 'manager_count'],
  created_at: ['created_at'],
};
