import {
  type ExportedUserColumn,
  exportedUserColumns,
  type UserExportQuery,
} from '../../../contract/files/exports.ts';
import { type ListSelection, userSelectionQuery } from '../../../contract/lists/list.ts';
import type { UserRow } from '../../../contract/users.ts';
import { type Authorized, requirePermission, scopeOf } from '../../kernel/access.ts';
import type { ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { readListQuery } from '../../platform/http/list-query.ts';
import { loadLocations, loadRoles } from '../runs/import/cells/reading.service.ts';
import { requirePastOfUsers } from '../users/list/past-of-users.rules.ts';
import { listUsers } from '../users/list/users-list.service.ts';
import { userCells } from './cells.pure.ts';
import { exportList } from './export-list.service.ts';
import { rowsPerPage, selectedPages } from './pages.pure.ts';

type Context = Authorized<'users.export'>;

type Read = ReadPage<'users.export', UserRow>;

export async function exportUsers(
  ctx: Context,
  { columns, ...query }: UserExportQuery,
  renew: Renew<'users.export'>,
  except: readonly string[] = [],
) {
  const { sort: _, q, ...filters } = query;
  const read: Read = async (ctx, after) => {
    const { users, next } = await listUsers(requirePermission(ctx, 'users.read'), {
      ...query,
      limit: rowsPerPage,
      after,
    });
    return { rows: users.filter(({ id }) => !except.includes(id)), next };
  };
  return exportList(ctx, await userList(ctx), {
    request: { search: q || undefined, ...filters, except: except.length || undefined },
    columns: columnsFor(ctx, columns),
    renew,
    read,
  });
}

export async function exportSelectedUsers(
  ctx: Context,
  selection: ListSelection,
  renew: Renew<'users.export'>,
) {
  if ('query' in selection) {
    const query = readListQuery(userSelectionQuery, selection.query, 'query');
    return exportUsers(ctx, query, renew, selection.except);
  }
  const { ids } = selection;
  const read: Read = selectedPages(
    ids,
    async (ctx, ids) =>
      (await listUsers(requirePermission(ctx, 'users.read'), { limit: rowsPerPage, ids: [...ids] })).users,
  );
  return exportList(ctx, await userList(ctx), {
    request: { selected: ids.length },
    columns: columnsFor(ctx, undefined),
    renew,
    read,
  });
}

/** @throws ApiError 403 also without the permission to see users. */
async function userList(ctx: Context) {
  requirePermission(ctx, 'users.read');
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

/** @throws ApiError 400 for the last sign-in, for an actor who may not know it. */
function columnsFor(ctx: Context, requested: readonly ExportedUserColumn[] | undefined) {
  if (requested?.includes('last_sign_in_at')) requirePastOfUsers(ctx, 'columns');
  if (requested || !scopeOf(ctx).hidesPast) return requested;
  const all = Object.keys(exportedUserColumns) as ExportedUserColumn[];
  return all.filter((column) => column !== 'last_sign_in_at');
}
