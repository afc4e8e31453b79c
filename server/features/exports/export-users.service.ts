import {
  type ExportedUserColumn,
  exportedUserColumns,
  type UserExportQuery,
} from '../../../contract/exports.ts';
import type { UserRow } from '../../../contract/users.ts';
import type { Authorized } from '../../kernel/access.ts';
import { now } from '../../kernel/context.ts';
import { exportPages, type ReadPage } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/router.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import { loadLocations, loadRoles } from '../runs/import/reading.service.ts';
import { listUsers } from '../users/users.service.ts';
import { chosenColumns, userCells } from './cells.ts';
import { rowsPerPage, selectedPages } from './pages.ts';
import { type Asked, recordExport } from './record.ts';

type Context = Authorized<'users.read'>;

interface Export {
  asked: Asked;
  columns?: readonly ExportedUserColumn[] | undefined;
  renew: Renew<'users.read'>;
  read: ReadPage<'users.read', UserRow>;
}

/** The list of users with its filters and order, as a file that an import reads again as it was. */
export function exportUsers(ctx: Context, { columns, ...query }: UserExportQuery, renew: Export['renew']) {
  const { sort: _, q, ...filters } = query;
  const read: Export['read'] = async (ctx, after) => {
    const { users, next } = await listUsers(ctx, { ...query, limit: rowsPerPage, after });
    return { rows: users, next };
  };
  return begin(ctx, { asked: { search: q || undefined, ...filters }, columns, renew, read });
}

/** These users, of those in scope. */
export function exportSelectedUsers(ctx: Context, ids: readonly string[], renew: Export['renew']) {
  const read: Export['read'] = selectedPages(
    ids,
    async (ctx, ids) => (await listUsers(ctx, { limit: rowsPerPage }, ids)).users,
  );
  return begin(ctx, { asked: { selected: ids.length }, renew, read });
}

async function begin(ctx: Context, { asked, columns, renew, read }: Export) {
  const roles = await loadRoles(ctx);
  const locations = await loadLocations(ctx);
  await recordExport(ctx, { action: 'user.exported', name: 'Users', asked }, [roles, locations]);
  const chosen = chosenColumns(exportedUserColumns, columns);
  const cells = userCells(roles, locations);
  return {
    filename: `users-${now(ctx).slice(0, 10)}.csv`,
    body: exportPages({
      what: 'the list',
      scopeOf: auditScopeOf,
      renew,
      read,
      labels: chosen.map(({ label }) => label),
      cells: (user) => chosen.map(({ column }) => cells[column](user)),
    }),
  };
}
