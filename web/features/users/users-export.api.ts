import type { ExportedUserColumn } from '../../../contract/exports.ts';
import * as contract from '../../../contract/exports.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { open } from '../../lib/http/http.ts';
import { type ExportedList, exportQuery } from '../../lib/list/export-query.ts';
import { selectedIds } from '../../lib/list/selected-ids.ts';

export async function exportUsers(rows: { query: Record<string, string> } | { ids: readonly string[] }) {
  const answer =
    'ids' in rows
      ? await open(contract.exportSelectedUsers, { body: { ids: selectedIds(rows.ids) } })
      : await open(contract.exportUsers, { query: rows.query });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'users.csv'));
}

export function exportUserList({ seesPast, ...list }: ExportedList & { seesPast: boolean }) {
  return exportUsers({ query: exportQuery(list, seesPast ? exportedColumns : presentColumns) });
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
