import { randomUUID } from 'node:crypto';
import { type District, type DistrictInput, districtUsersNamed } from '../../../contract/districts.ts';
import { districtsMaxCount } from '../../../contract/fields/limits.ts';
import { districtKey, isFoundBy, searchOf, wordKey } from '../../../contract/lists/search-key.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, holds, requireAct, scopeOf } from '../../kernel/access.ts';
import { audit, auditUsers } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type App, type InTransaction, now, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { grantorNames } from '../../kernel/grantors.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { isUniqueViolation } from '../../platform/database/query.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { allRoles } from '../roles/roles.service.ts';
import * as repository from './districts.repository.ts';
import { districtReasons, whyNotDeleteDistrict } from './districts.rules.ts';

const fields = ['name', 'number', 'manager_id'] as const;

/** Those in scope, by name. */
export function listDistricts(ctx: Authorized<'districts.read'>): Promise<District[]> {
  return readDistricts(ctx);
}

/** Chosen ones, and those that a text finds, as the values of a filter, by name. None for who may not see districts. */
export async function offeredDistricts(
  ctx: Authorized,
  chosen: readonly string[],
  find = '',
): Promise<{ value: string; name: string; number: string | null }[]> {
  if (!holds(ctx.actor, 'districts.read')) return [];
  const search = searchOf(find);
  const districts = await repository.listNames(reader(ctx), scopeOf(ctx));
  return byName(districts).flatMap(({ id, name, number }) =>
    chosen.includes(id) || isFoundBy(search, { key: districtKey({ name, number }) })
      ? [{ value: id, name, number }]
      : [],
  );
}

/** @throws ApiError 404 out of scope. */
export async function getDistrict(ctx: Authorized<'districts.read'>, id: string) {
  const district = await findDistrict(ctx, id);
  const mayName = ctx.actor.permissions.has('users.read');
  const rows = mayName ? await repository.listHolders(reader(ctx), scopeOf(ctx), id, districtUsersNamed) : [];
  const nameOf = await grantorNames(ctx, rows);
  const users = rows.map((row) => {
    return { id: row.id, name: displayName(row), granted: { at: row.at, by: nameOf(row) } };
  });
  const manager_misses = district.manager !== null && (await managerMisses(ctx, id, district.manager.id));
  return { ...district, manager_misses, users };
}

async function managerMisses(ctx: Authorized, id: string, manager_id: string): Promise<boolean> {
  const all = (await allRoles(ctx)).filter((role) => role.permissions.includes('locations.all'));
  const roleIds = all.map((role) => role.id);
  return repository.misses(reader(ctx), scopeOf(ctx), id, { manager_id, roleIds, at: now(ctx) });
}

/** Repeating the same request changes nothing. @throws ApiError 409 for a name or id in use, and for too many. */
export async function createDistrict(
  ctx: Authorized<'districts.manage'>,
  { id = randomUUID(), ...input }: DistrictInput & { id?: string | undefined },
): Promise<District> {
  requireAct(ctx, 'manageDistricts');
  return createOnce(
    ctx,
    {
      id,
      body: input,
      find: (ctx) => repository.lockDistrict(ctx.tx, id),
      taken: () => Promise.reject(nameTaken()),
      repeat: (ctx) => findDistrict(ctx, id),
    },
    async (ctx, { stamp, insert }) => {
      const { name, number, manager_id } = input;
      if ((await repository.countDistricts(ctx.tx)) >= districtsMaxCount) throw tooMany();
      const manager = await requireManager(ctx, manager_id);
      await insert(repository.districtInsert({ id, ...input, name_key: wordKey(name), ...stamp }));
      audit(ctx, {
        action: 'district.created',
        subject: { type: 'district', id, name },
        details: { after: { name, number, manager } },
      });
      const shown = manager_id !== null && manager !== null ? { id: manager_id, name: manager } : null;
      const { updated_at } = stamp;
      const counts = { location_count: 0, user_count: 0 };
      return { id, name, number, manager: shown, ...counts, is_whole: true, updated_at };
    },
  );
}

/** @throws ApiError 404, 412; 409 for a name that is taken; 400 for a manager who is not active. */
export async function updateDistrict(
  ctx: Authorized<'districts.manage'>,
  id: string,
  changes: { [K in keyof DistrictInput]?: DistrictInput[K] | undefined },
  ifMatch: string | null,
): Promise<District> {
  requireAct(ctx, 'manageDistricts');
  try {
    return await change(ctx, {}, async (ctx) => {
      const { tx } = ctx;
      const row = (await repository.lockDistrict(tx, id)) ?? notFound();
      const changed = changedFields(row, changes, fields);
      if (!changed) return findDistrict(ctx, id);
      await refuseStale(ctx, row, ifMatch);
      const { name, manager_id } = changed.after;
      const manager = manager_id === undefined ? undefined : await requireManager(ctx, manager_id);
      const former = manager_id === undefined ? undefined : await nameOfUser(ctx, row.manager_id);
      await repository.updateDistrict(tx, id, {
        ...changed.after,
        ...(name !== undefined && { name_key: wordKey(name) }),
        ...updateStamp(ctx, row),
      });
      audit(ctx, {
        action: 'district.updated',
        subject: { type: 'district', id, name: name ?? row.name },
        details: {
          before: { ...withoutId(changed.before), manager: former },
          after: { ...withoutId(changed.after), manager },
        },
        // Its readers hear of the new name.
        location_ids: await repository.listLocationIds(tx, id),
      });
      return findDistrict(ctx, id);
    });
  } catch (error) {
    throw isUniqueViolation(error, { table: 'districts', column: 'name_key' }) ? nameTaken() : error;
  }
}

/** Each user who loses it gets an audit entry. @throws ApiError 404; 409 while it has locations. */
export async function deleteDistrict(ctx: Authorized<'districts.manage'>, id: string): Promise<void> {
  requireAct(ctx, 'manageDistricts');
  await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const row = (await repository.lockDistrict(tx, id)) ?? notFound();
    const { name, number } = row;
    refuseFor(whyNotDeleteDistrict(name, (await repository.listLocationIds(tx, id)).length), 'conflict');
    const holders = await repository.listAllHolders(tx, id);
    const manager = await nameOfUser(ctx, row.manager_id);
    audit(ctx, {
      action: 'district.deleted',
      subject: { type: 'district', id, name },
      details: { before: { number, manager }, users: holders.length },
    });
    auditUsers(ctx, holders, {
      action: 'user.locations_replaced',
      details: { removed: { districts: [name] }, reason: 'The district was deleted' },
    });
    await repository.deleteDistrict(tx, id);
  });
}

/** For the audit log. @throws ApiError 404 */
export async function findName({ database }: App, id: string): Promise<string> {
  return (await repository.findName(database.read, id)) ?? notFound();
}

async function findDistrict(ctx: Authorized, id: string): Promise<District> {
  const [district] = await readDistricts(ctx, id);
  return district ?? notFound();
}

async function readDistricts(ctx: Authorized, id?: string): Promise<District[]> {
  const rows = await repository.listDistricts(reader(ctx), scopeOf(ctx), id);
  const names = await ctx.app.namesInScope(
    ctx,
    rows.flatMap(({ manager_id }) => manager_id ?? []),
  );
  return byName(rows).map(({ manager_id, ...row }): District => {
    const name = manager_id === null ? undefined : names.get(manager_id);
    return { ...row, manager: manager_id !== null && name !== undefined ? { id: manager_id, name } : null };
  });
}

function byName<Row extends { name: string }>(rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: sortKey(row.name) ?? '' }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

/** The name. @throws ApiError 400 for a user who is not active, or does not exist. */
async function requireManager(ctx: InTransaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const user = await repository.findActiveUser(ctx.tx, id);
  if (!user) throw invalid({ path: 'manager_id', message: 'The manager must be an active user' });
  return displayName(user);
}

async function nameOfUser(ctx: InTransaction<Authorized>, id: string | null): Promise<string | null> {
  return id === null ? null : ((await ctx.app.namesInScope(ctx, [id])).get(id) ?? null);
}

function withoutId<T extends { manager_id?: unknown }>({ manager_id: _, ...others }: T) {
  return others;
}

function nameTaken(): ApiError {
  const message = 'Another district has this name already';
  return new ApiError('conflict', message, { issues: [{ path: 'name', message }] });
}

function tooMany(): ApiError {
  const most = districtsMaxCount.toLocaleString('en-US');
  return new ApiError(
    'conflict',
    `There are ${most} districts, which is the most. Delete one that you do not need.`,
  );
}

function notFound(): never {
  throw new ApiError('not_found', districtReasons.missing);
}
