import type { UserSelectionQuery } from '../../../contract/lists/list.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { type Authorized, requirePermission, scopeOf } from '../../kernel/access.ts';
import { exportTable } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { timeInFiles } from '../../platform/clock.ts';
import { auditScopeOf } from '../audit/audit.service.ts';
import { loadLocations, loadRoles } from '../runs/import/cells/reading.service.ts';
import { type AccessReason, readReasons } from '../user-access/user-access.service.ts';
import { listUsers } from '../users/list/users-list.service.ts';
import { inWords } from './exports.service.ts';

/** Few, because reading them blocks the process. */
const usersPerPage = 250;

interface Row {
  user: UserRow;
  roles: readonly { name: string }[];
  reason: AccessReason | null;
}

const time = (at: string | null | undefined) => (at ? timeInFiles(at) : '');

const columns: Record<string, (row: Row) => string | null> = {
  User: ({ user }) => displayName(user),
  'User (id)': ({ user }) => user.id,
  Email: ({ user }) => user.email,
  'Employee number': ({ user }) => user.employee_number,
  Status: ({ user }) => (user.is_active ? 'Active' : 'Inactive'),
  Location: ({ reason }) => (reason ? (reason.location?.name ?? 'All locations') : 'None'),
  'Location number': ({ reason }) => reason?.location?.number ?? null,
  Why: ({ reason }) => reason?.why ?? null,
  'Granted by': ({ reason }) => (reason ? (reason.granted.by ?? 'another administrator') : null),
  'Granted (UTC)': ({ reason }) => time(reason?.granted.at),
  'Until (UTC)': ({ reason }) => time(reason?.until),
  Roles: ({ roles }) => roles.map(({ name }) => name).join('; '),
};
const ofPastColumns: typeof columns = { 'Last sign-in (UTC)': ({ user }) => time(user.last_sign_in_at) };

/** Of the users of a list. @throws ApiError 403 also without the permission to see users. */
export async function exportAccessList(
  ctx: Authorized<'users.export'>,
  query: UserSelectionQuery,
  renew: Renew<'users.export'>,
) {
  const catalogs = [await loadRoles(ctx), await loadLocations(requirePermission(ctx, 'users.read'))];
  const { sort: _, q, ...filters } = query;
  return exportTable<'users.export', Row>(ctx, {
    ...{ name: 'Access-list', action: 'access.exported', renew, scopeOf: auditScopeOf },
    details: inWords(catalogs, { search: q || undefined, ...filters }),
    columns: { ...columns, ...(!scopeOf(ctx).hidesPast && ofPastColumns) },
    async read(ctx, after) {
      const reader = requirePermission(ctx, 'users.read');
      const { users, next } = await listUsers(reader, { ...query, limit: usersPerPage, after });
      const accessOf = await readReasons(
        reader,
        users.map(({ id }) => id),
      );
      const rows = users.flatMap((user): Row[] => {
        const { reasons, roles } = accessOf(user.id);
        return (reasons.length > 0 ? reasons : [null]).map((reason) => ({ user, roles, reason }));
      });
      return { rows, next };
    },
  });
}
