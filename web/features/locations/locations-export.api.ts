import type { ExportedLocationColumn } from '../../../contract/files/exports.ts';
import * as contract from '../../../contract/files/exports.ts';
import type { ListSelection } from '../../../contract/lists/list.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';

/** Saves the selected locations as a file that an import reads again. */
export async function exportSelectedLocations(selection: ListSelection) {
  await saveAnswer(open(contract.exportSelectedLocations, { body: selection }), 'locations.csv');
}

export async function exportLocationList({ seesUsers, ...list }: ExportedList & { seesUsers: boolean }) {
  const { contact, ...others } = exportedColumns;
  const query = exportQuery(list, { ...others, contact: seesUsers ? [...contact, 'managers'] : contact });
  await saveAnswer(open(contract.exportLocations, { query }), 'locations.csv');
}

const exportedColumns = {
  location: ['name', 'closed_on'],
  number: ['number'],
  address: ['address', 'city', 'state', 'zip'],
  contact: ['phone', 'user_count', 'manager_count'],
  created_at: ['created_at'],
} satisfies Record<string, readonly ExportedLocationColumn[]>;
