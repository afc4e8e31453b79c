import { randomUUID } from 'node:crypto';
import type { CountedRole, Role, RoleInput } from '../../../contract/roles.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit, auditUsers } from '../../kernel/audit/audit.ts';
import { type Context, now, reader } from '../../kernel/context.ts';
import { fingerprint, isUsedId, requireRepetition } from '../../kernel/create-once.ts';
import { isUniqueViolation, nextVersion } from '../../kernel/database/query.ts';
import { ApiError } from '../../kernel/errors.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { transaction } from '../../kernel/transaction.ts';
import * as repository from './roles.repository.ts';
import {
  holdsAll,
  keepAdminWhole,
  keepBuiltInFace,
  nameKey,
  refuseLookAlike,
  requireAllLocations,
  requireNotHigher,
  requireOwn,
  wordsOf,
} from './roles.rules.ts';

/** All roles by name, with how many users hold each for those who have access to all locations. */
export async function listRoles(ctx: Authorized<'roles.read'>): Promise<CountedRole[]> {
  return counted(ctx, await allRoles(ctx));
}

/** @throws ApiError 404 when there is no such role. */
export async function getRole(ctx: Authorized<'roles.read'>, id: string): Promise<CountedRole> {
  return (await findCounted(ctx, id)) ?? notFound();
}

/**
 * Creates a role of permissions that the actor holds. Repeating the same request answers the first row and
 * changes nothing.
 * @throws ApiError 403 for a permission that the actor lacks, or without access to all locations; 409 when another role has the name, in any case
 * of letters, when it reads as a built-in one, or the id is in use by anything else, also by what was deleted.
 */
export async function createRole(
  ctx: Authorized<'roles.manage'>,
  { id = randomUUID(), ...input }: RoleInput & { id?: string | undefined },
): Promise<CountedRole> {
  const asked = fingerprint(input);
  return namedOnce(() =>
    transaction(ctx, async (ctx) => {
      const { tx } = ctx;
      requireAllLocations(ctx);
      await repository.lockCreation(tx);
      const isUsed = await isUsedId(tx, id);
      const known = await repository.lockRole(tx, id);
      if (known || isUsed) {
        requireRepetition(ctx, known, asked);
        return (await findCounted(ctx, id)) ?? notFound();
      }
      const { name, description, color, requires_second_factor } = input;
      const permissions = [...new Set(input.permissions)].sort();
      requireOwn(ctx, permissions);
      if (await repository.nameIsTaken(tx, nameKey(name))) throw nameTaken();
      refuseLookAlike(name);
      const at = now(ctx);
      const { user_id, name: actorName } = ctx.actor;
      await repository.insertRole(tx, {
        id,
        name,
        name_key: nameKey(name),
        description,
        color,
        is_builtin: false,
        requires_second_factor,
        created_at: at,
        created_by: user_id,
        created_from: asked,
        updated_at: at,
        updated_by: user_id,
        updated_by_name: actorName,
      });
      await repository.insertPermissions(tx, id, permissions);
      await audit(ctx, {
        action: 'role.created',
        subject: { type: 'role', id, name },
        details: {
          after: {
            name,
            description,
            color,
            permissions: wordsOf(permissions),
            ...(requires_second_factor && { requires_second_factor }),
          },
        },
      });
      return (await findCounted(ctx, id)) ?? notFound();
    }),
  );
}

/**
 * Edits a role whose permissions the actor holds, now and then. Everybody who holds the role may do more, or
 * less, from their next request on.
 * @throws ApiError 404; 409 for what admin allows, for the name and colour of a built-in role, and for a name that is
 * taken or reads as a built-in one's; 403 for a role or a permission beyond the actor's own, or without access to all locations; 412 when somebody
 * changed it since `ifMatch`.
 */
export async function updateRole(
  ctx: Authorized<'roles.manage'>,
  id: string,
  changes: { [K in keyof RoleInput]?: RoleInput[K] | undefined },
  ifMatch: string | null,
): Promise<CountedRole> {
  return namedOnce(() =>
    transaction(ctx, async (ctx) => {
      const { tx } = ctx;
      requireAllLocations(ctx);
      const row = (await repository.lockRole(tx, id)) ?? notFound();
      keepAdminWhole(row, changes);
      const held = (await repository.listPermissions(tx, [id])).get(id) ?? [];
      requireNotHigher(ctx, row, held);
      const wanted: string[] = [...new Set(changes.permissions ?? held)];
      const added = wanted.filter((permission) => !held.includes(permission)).sort();
      const removed = held.filter((permission) => !wanted.includes(permission));
      const fields = (['name', 'description', 'color', 'requires_second_factor'] as const).filter(
        (field) => changes[field] !== undefined && changes[field] !== row[field],
      );
      const isChanged = fields.length + added.length + removed.length > 0;
      if (isChanged) await refuseStale(ctx, row, ifMatch);
      keepBuiltInFace(row, changes);
      if (changes.name !== undefined && fields.includes('name')) refuseLookAlike(changes.name);
      requireOwn(ctx, wanted);

      if (isChanged) {
        const pick = (from: { [K in (typeof fields)[number]]?: unknown }) =>
          Object.fromEntries(fields.map((field) => [field, from[field]]));
        const after = pick(changes);
        await repository.updateRole(tx, id, {
          ...after,
          ...(changes.name !== undefined && { name_key: nameKey(changes.name) }),
          updated_at: nextVersion(now(ctx), row.updated_at),
          updated_by: ctx.actor.user_id,
          updated_by_name: ctx.actor.name,
        });
        await repository.deletePermissions(tx, id, removed);
        await repository.insertPermissions(tx, id, added);
        await audit(ctx, {
          action: 'role.updated',
          subject: { type: 'role', id, name: row.name },
          details: {
            before: pick(row),
            after,
            added: { permissions: wordsOf(added) },
            removed: { permissions: wordsOf(removed) },
          },
        });
      }
      return (await findCounted(ctx, id)) ?? notFound();
    }),
  );
}

/**
 * Deletes a role and takes it from everybody who holds it, each with an entry of their own in the audit.
 * @throws ApiError 404; 409 for a built-in role; 403 for a role that allows more than the actor's own, or without
 * access to all locations.
 */
export function deleteRole(ctx: Authorized<'roles.manage'>, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    requireAllLocations(ctx);
    const row = (await repository.lockRole(tx, id)) ?? notFound();
    if (row.is_builtin) {
      throw new ApiError('conflict', `The role ${row.name} is built in and cannot be deleted.`);
    }
    const held = (await repository.listPermissions(tx, [id])).get(id) ?? [];
    requireNotHigher(ctx, row, held);
    const holders = await repository.listHolders(tx, id);
    await repository.deleteRole(tx, id);
    const { name, description } = row;
    await audit(ctx, {
      action: 'role.deleted',
      subject: { type: 'role', id, name },
      details: { before: { description, permissions: wordsOf(held) }, users: holders.length },
    });
    await auditUsers(ctx, holders, {
      action: 'user.roles_replaced',
      details: { removed: { roles: [name] }, reason: 'The role was deleted' },
    });
  });
}

/** Whether the actor may change roles, for the rules of other features. */
export { mayManageRoles } from './roles.rules.ts';

/** For the rules of other use cases, which ask for permissions of their own. */
export async function allRoles(ctx: Context): Promise<Role[]> {
  const roles = await repository.listRoles(reader(ctx));
  const permissions = await repository.listPermissions(
    reader(ctx),
    roles.map((role) => role.id),
  );
  return roles.map((role) => ({ ...role, permissions: permissions.get(role.id) ?? [] }));
}

/**
 * Locks these roles against edits and deletion until the transaction ends: what was found to be within the actor's
 * permissions is what will be granted. Lock users before roles.
 */
export function lockRoles(ctx: Context & { tx: NonNullable<Context['tx']> }, ids: readonly string[]) {
  return repository.lockRoles(ctx.tx, ids);
}

/** @throws ApiError 403: nobody grants or takes what they do not hold themselves. */
export function requireGrantable(ctx: Context, role: Role): void {
  if (holdsAll(ctx, role.permissions)) return;
  throw new ApiError(
    'forbidden',
    `You may not give or take the role ${role.name}: it allows more than yours.`,
  );
}

async function findCounted(ctx: Context, id: string): Promise<CountedRole | null> {
  const role = await repository.findRole(reader(ctx), id);
  if (!role) return null;
  const permissions = await repository.listPermissions(reader(ctx), [id]);
  const [found] = await counted(ctx, [{ ...role, permissions: permissions.get(id) ?? [] }]);
  return found ?? null;
}

/** A count over all users tells of users outside the reader's locations. */
async function counted(ctx: Context, roles: Role[]): Promise<CountedRole[]> {
  if (!scopeOf(ctx).all) return roles.map((role) => ({ ...role, user_count: null }));
  const users = await repository.countUsers(reader(ctx));
  return roles.map((role) => ({ ...role, user_count: users.get(role.id) ?? 0 }));
}

/** Two requests may both have found a name free; the index decides. */
async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, { table: 'roles', column: 'name_key' })) throw nameTaken();
    throw error;
  }
}

function nameTaken(): ApiError {
  const message = 'Another role has this name already';
  return new ApiError('conflict', message, { issues: [{ path: 'name', message }] });
}

function notFound(): never {
  throw new ApiError('not_found', 'This role does not exist.');
}
