import type { ExportedUserColumn } from '../../../contract/files/exports.ts';
import * as contract from '../../../contract/files/exports.ts';
import type { ListSelection } from '../../../contract/lists/list.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';

/** Saves the selected users as a file. */
export async function exportSelectedUsers(selection: ListSelection) {
  await saveAnswer(open(contract.exportSelectedUsers, { body: selection }), 'users.csv');
}

export async function exportUserList({ seesPast, ...list }: ExportedList & { seesPast: boolean }) {
  const query = exportQuery(list, seesPast ? exportedColumns : presentColumns);
  await saveAnswer(open(contract.exportUsers, { query }), 'users.csv');
}

/** Why each of these users sees which location. */
export async function exportAccessList(list: ExportedList) {
  await saveAnswer(open(contract.exportAccessList, { query: exportQuery(list, {}) }), 'access-list.csv');
}

/** The export columns for each column of the table. Fields without a column in the table are always exported. */
const exportedColumns: Record<string, readonly ExportedUserColumn[]> = {
  user: ['employee_number', 'email', 'full_name'],
  contact: ['phone'],
  roles: ['roles'],
  locations: ['locations', 'districts'],
  status: ['status', 'invitation', 'last_sign_in_at'],
  created_at: ['created_at'],
};

/** For actors who may not know when others last signed in. */
const presentColumns = { ...exportedColumns, status: ['status', 'invitation'] };
