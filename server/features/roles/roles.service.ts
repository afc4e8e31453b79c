import { randomUUID } from 'node:crypto';
import type { RoleInput } from '../../../contract/fields/role-input.ts';
import type { CountedRole, Role } from '../../../contract/roles.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit, auditUsers } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { inOrder } from '../../platform/background/background.ts';
import { isUniqueViolation } from '../../platform/database/query.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { guardBypass } from '../auth/identities/guard-bypass.service.ts';
import * as repository from './roles.repository.ts';
import {
  nameKey,
  permissionLabels,
  refuseAdminRoleEdit,
  refuseBuiltInRename,
  refuseLookAlike,
  requireAllLocations,
  requireNotHigher,
  requireOwn,
} from './roles.rules.ts';

const fields = ['name', 'description', 'color', 'requires_second_factor'] as const;

/** Only readers with access to all locations get how many users have each. */
export async function listRoles(ctx: Authorized<'roles.read'>): Promise<CountedRole[]> {
  return counted(ctx, await allRoles(ctx));
}

/** @throws ApiError 404 */
export async function getRole(ctx: Authorized<'roles.read'>, id: string): Promise<CountedRole> {
  return (await findCounted(ctx, id)) ?? notFound();
}

/**
 * Repeating the same request changes nothing. @throws ApiError 403 for a permission that the actor lacks; 409 for a
 * name that is taken or looks like a built-in one, and for an id in use.
 */
export async function createRole(
  ctx: Authorized<'roles.manage'>,
  { id = randomUUID(), ...input }: RoleInput & { id?: string | undefined },
): Promise<CountedRole> {
  requireAllLocations(ctx);
  const permissions = [...new Set(input.permissions)].sort();
  const { name, description, color, requires_second_factor } = input;
  return createOnce(
    ctx,
    {
      id,
      body: input,
      find: (ctx) => repository.lockRole(ctx.tx, id),
      taken: () => Promise.reject(nameTaken()),
      repeat: async (ctx) => (await findCounted(ctx, id)) ?? notFound(),
    },
    async (ctx, { stamp, insert }) => {
      const { tx } = ctx;
      requireOwn(ctx, permissions);
      const name_key = nameKey(name);
      const holder = await repository.findIdByName(tx, name_key);
      if (holder !== null && holder !== id) throw nameTaken();
      refuseLookAlike(name);
      const row = { id, name, description, color, requires_second_factor, name_key, is_builtin: false };
      await insert(repository.roleInsert({ ...row, ...stamp }));
      await repository.insertPermissions(tx, id, permissions);
      const after = { name, description, color, permissions: permissionLabels(permissions) };
      audit(ctx, {
        action: 'role.created',
        subject: { type: 'role', id, name },
        details: { after: { ...after, ...(requires_second_factor && { requires_second_factor }) } },
      });
      return (await findCounted(ctx, id)) ?? notFound();
    },
  );
}

/**
 * Applies from the next request of each user. The actor needs its permissions, before and after.
 * @throws ApiError 404, 403, 412; 409 as `createRole`, and for a built-in role.
 */
export async function updateRole(
  ctx: Authorized<'roles.manage'>,
  id: string,
  changes: { [K in keyof RoleInput]?: RoleInput[K] | undefined },
  ifMatch: string | null,
): Promise<CountedRole> {
  try {
    return await change(ctx, {}, async (ctx) => {
      const { tx } = ctx;
      requireAllLocations(ctx);
      const row = (await repository.lockRole(tx, id)) ?? notFound();
      refuseAdminRoleEdit(row, changes);
      const held = (await repository.listPermissions(tx, [id])).get(id) ?? [];
      requireNotHigher(ctx, row, held);
      const wanted: string[] = [...new Set(changes.permissions ?? held)];
      const added = wanted.filter((permission) => !held.includes(permission)).sort();
      const removed = held.filter((permission) => !wanted.includes(permission));
      const changed = changedFields(row, changes, fields);
      const isChanged = changed !== null || added.length + removed.length > 0;
      if (isChanged) await refuseStale(ctx, row, ifMatch);
      refuseBuiltInRename(row, changes);
      if (changed?.after.name !== undefined) refuseLookAlike(changed.after.name);
      requireOwn(ctx, wanted);
      if (isChanged) await writeChanges(ctx, row, changed, { added, removed });
      if (removed.includes('sso.bypass')) guardBypass(ctx);
      return (await findCounted(ctx, id)) ?? notFound();
    });
  } catch (error) {
    throw isUniqueViolation(error, { table: 'roles', column: 'name_key' }) ? nameTaken() : error;
  }
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.lockRole>>>;

async function writeChanges(
  ctx: InTransaction,
  row: Locked,
  changed: ReturnType<typeof changedFields<Locked, (typeof fields)[number]>>,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<void> {
  const { tx } = ctx;
  const name = changed?.after.name;
  await repository.updateRole(tx, row.id, {
    ...changed?.after,
    ...(name !== undefined && { name_key: nameKey(name) }),
    ...updateStamp(ctx, row),
  });
  await repository.deletePermissions(tx, row.id, removed);
  await repository.insertPermissions(tx, row.id, added);
  audit(ctx, {
    action: 'role.updated',
    subject: { type: 'role', id: row.id, name: row.name },
    details: {
      ...changed,
      added: { permissions: permissionLabels(added) },
      removed: { permissions: permissionLabels(removed) },
    },
  });
  if (added.length + removed.length === 0) return;
  notify(ctx, {
    ...{ kind: 'access_changed', receivers: { to: 'holders_of', ids: [row.id] } },
    ...{ subject: { type: 'account', id: null, name: '' }, act: 'permissions' },
    details: { what: 'permissions', role: name ?? row.name },
  });
}

/** Each user who loses it gets an audit entry, and tokens of service accounts that it owns are refused. @throws ApiError 404, 403; 409 for a built-in role. */
export function deleteRole(ctx: Authorized<'roles.manage'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    requireAllLocations(ctx);
    const row = (await repository.lockRole(tx, id)) ?? notFound();
    if (row.is_builtin) {
      throw new ApiError('conflict', `The role ${row.name} is built in and cannot be deleted.`);
    }
    const held = (await repository.listPermissions(tx, [id])).get(id) ?? [];
    requireNotHigher(ctx, row, held);
    const holders = await repository.listHolders(tx, id);
    const services = (await repository.countServices(tx)).get(id) ?? 0;
    const { name, description, requires_second_factor } = row;
    audit(ctx, {
      action: 'role.deleted',
      subject: { type: 'role', id, name },
      details: {
        before: { description, permissions: permissionLabels(held), requires_second_factor },
        users: holders.length,
        ...(services > 0 && { services }),
      },
    });
    auditUsers(ctx, holders, {
      action: 'user.roles_replaced',
      details: { removed: { roles: [name] }, reason: 'The role was deleted' },
    });
    await repository.deleteRole(tx, id);
    guardBypass(ctx);
  });
}

export async function allRoles(ctx: Authorized): Promise<Role[]> {
  const db = reader(ctx);
  const [roles, permissions] = await Promise.all([
    repository.listRoles(db),
    repository.listPermissions(db, 'all'),
  ]);
  return roles.map((role) => ({ ...role, permissions: permissions.get(role.id) ?? [] }));
}

/**
 * The roles which a user holds or shall hold, locked: the permissions that are checked are the ones that are granted. Lock
 * users before roles.
 */
export async function lockHeldOr({ tx }: InTransaction, ids: readonly string[], user_id: string) {
  // PostgreSQL answers a statement that waited for a lock with the permissions from before it waited.
  const [, roles] = await inOrder([
    repository.lockRoles(tx, ids, user_id),
    repository.listHeldOr(tx, ids, user_id),
  ]);
  return roles;
}

async function findCounted(ctx: Authorized, id: string): Promise<CountedRole | null> {
  const role = await repository.findRole(reader(ctx), id);
  if (!role) return null;
  const permissions = await repository.listPermissions(reader(ctx), [id]);
  const [found] = await counted(ctx, [{ ...role, permissions: permissions.get(id) ?? [] }]);
  return found ?? null;
}

/** Not for readers without access to all locations: the numbers count users and accounts out of scope. */
async function counted(ctx: Authorized, roles: Role[]): Promise<CountedRole[]> {
  const scope = scopeOf(ctx);
  if (!scope.all) return roles.map((role) => ({ ...role, user_count: null, service_count: null }));
  const users = await repository.countUsers(reader(ctx), scope);
  const services = await repository.countServices(reader(ctx));
  const of = (counts: Map<string, number>, { id }: Role) => counts.get(id) ?? 0;
  return roles.map((role) => ({ ...role, user_count: of(users, role), service_count: of(services, role) }));
}

function nameTaken(): ApiError {
  const message = 'Another role has this name already';
  return new ApiError('conflict', message, { issues: [{ path: 'name', message }] });
}

function notFound(): never {
  throw new ApiError('not_found', 'This role does not exist.');
}
