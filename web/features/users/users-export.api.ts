import type { ExportedUserColumn } from '../../../contract/files/exports.ts';
import * as contract from '../../../contract/files/exports.ts';
import type { ListSelection } from '../../../contract/lists/list.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';

/** Saves the selected users as a file. */
export async function exportSelectedUsers(selection: ListSelection) {
  const answer = await open(contract.exportSelectedUsers, { body: selection });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'users.csv'));
}

async function exportUsers(query: Record<string, string>) {
  const answer = await open(contract.exportUsers, { query });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'users.csv'));
}

export function exportUserList({ seesPast, ...list }: ExportedList & { seesPast: boolean }) {
  return exportUsers(exportQuery(list, seesPast ? exportedColumns : presentColumns));
}

/** The export columns for each column of the table. Fields without a column in the table are always exported. */
const exportedColumns: Record<string, readonly ExportedUserColumn[]> = {
  user: ['employee_number', 'email', 'full_name'],
  contact: ['phone'],
  roles: ['roles'],
  locations: ['locations'],
  status: ['status', 'invitation', 'last_sign_in_at'],
  created_at: ['created_at'],
};

/** For actors who may not know when others last signed in. */
const presentColumns = { ...exportedColumns, status: ['status', 'invitation'] };
