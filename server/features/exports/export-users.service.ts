import { exportedUserColumns, type UserExportQuery } from '../../../contract/exports.ts';
import type { UserRow } from '../../../contract/users.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { loadLocations, loadRoles } from '../runs/import/cells/reading.service.ts';
import { listUsers } from '../users/list/users-list.service.ts';
import { userCells } from './cells.ts';
import { exportList } from './export-list.ts';
import { rowsPerPage, selectedPages } from './pages.ts';

type Context = Authorized<'users.read'>;

type Read = ReadPage<'users.read', UserRow>;

/** The list of users with its filters and order, as a file that an import reads back unchanged. */
export async function exportUsers(
  ctx: Context,
  { columns, ...query }: UserExportQuery,
  renew: Renew<'users.read'>,
) {
  const { sort: _, q, ...filters } = query;
  const read: Read = async (ctx, after) => {
    const { users, next } = await listUsers(ctx, { ...query, limit: rowsPerPage, after });
    return { rows: users, next };
  };
  return exportList(ctx, await userList(ctx), {
    asked: { search: q || undefined, ...filters },
    columns,
    renew,
    read,
  });
}

/** Those of these users who are in scope. */
export async function exportSelectedUsers(ctx: Context, ids: readonly string[], renew: Renew<'users.read'>) {
  const read: Read = selectedPages(
    ids,
    async (ctx, ids) => (await listUsers(ctx, { limit: rowsPerPage }, ids)).users,
  );
  return exportList(ctx, await userList(ctx), { asked: { selected: ids.length }, renew, read });
}

async function userList(ctx: Context) {
  const roles = await loadRoles(ctx);
  const locations = await loadLocations(ctx);
  return {
    action: 'user.exported',
    name: 'Users',
    columns: exportedUserColumns,
    cells: userCells(roles, locations),
    catalogs: [roles, locations],
  } as const;
}
