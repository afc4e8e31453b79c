import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sortKey } from '../../../../contract/lists/sort-key.ts';
import type { Register, RegisterChanges, RegisterInput } from '../../../../contract/registers.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type InTransaction, reader } from '../../../kernel/context.ts';
import { createStamp, isUsedId } from '../../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../../kernel/edit.ts';
import { refuseStale } from '../../../kernel/stale.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { listLocationRefs } from '../../locations/locations.service.ts';
import { addAllDays } from '../figures/tasks.repository.ts';
import { beginTasks } from '../figures/tasks.service.ts';
import * as repository from './registers.repository.ts';

const keyPrefix = 'canopy_register_';
const hintLength = keyPrefix.length + 4;

const fields = [
  'name',
  'has_net_departments',
  'lacks_check_digit',
  'over_short_sign',
  'store_number',
] as const;

export async function listRegisters(
  ctx: Authorized<'registers.read'>,
  location: string | undefined,
): Promise<Register[]> {
  const rows = await repository.listRegisters(reader(ctx), scopeOf(ctx), location);
  return present(ctx, rows);
}

/** The key is shown once. @throws ApiError 400 for a location out of scope, 409 for an id in use. */
export function createRegister(
  ctx: Authorized<'registers.manage'>,
  { id = randomUUID(), location_ids, ...input }: RegisterInput & { id?: string | undefined },
): Promise<{ register: Register; key: string }> {
  const key = newKey();
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const locations = await requireLocations(ctx, location_ids);
    const isNew =
      !(await isUsedId(tx, id)) &&
      (await repository.insertRegister(tx, {
        ...{ id, ...input, sort_name: sortKey(input.name), ...storedKey(key), store_number: null },
        ...{ make: null, version: null, last_file_at: null },
        ...createStamp(ctx, null),
      }));
    if (!isNew) throw new ApiError('conflict', 'This id is already in use.');
    const ids = locations.map((location) => location.id);
    await repository.replaceLocations(tx, id, ids);
    audit(ctx, {
      action: 'register.created',
      subject: { type: 'register', id, name: input.name },
      details: { after: input },
      locations_added: ids,
    });
    return { register: await findOne(ctx, id), key };
  });
}

/**
 * Days that a choice changes are computed anew, as `beginTasks` says. @throws ApiError 404 out of scope, 403 for one with
 * further locations, 412 for a stale `ifMatch`.
 */
export async function updateRegister(
  ctx: Authorized<'registers.manage'>,
  id: string,
  { location_ids, ...changes }: { [K in keyof RegisterChanges]?: RegisterChanges[K] | undefined },
  ifMatch: string | null,
): Promise<Register> {
  const { register, location_ids: changed } = await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const row = await lockManageable(ctx, id);
    const changed = changedFields<typeof row, (typeof fields)[number]>(row, changes, fields);
    const before = (await repository.listLocationsOf(tx, { all: true }, [id])).map((one) => one.location_id);
    const after = location_ids ? (await requireLocations(ctx, location_ids)).map((one) => one.id) : before;
    const added = after.filter((one) => !before.includes(one));
    const removed = before.filter((one) => !after.includes(one));
    if (!changed && added.length + removed.length === 0)
      return { register: await findOne(ctx, id), location_ids: [] };
    await refuseStale(ctx, row, ifMatch);
    if (added.length + removed.length > 0) await repository.replaceLocations(tx, id, after);
    await repository.updateRegister(tx, id, {
      ...changed?.after,
      ...(changed?.after.name !== undefined && { sort_name: sortKey(changed.after.name) }),
      ...updateStamp(ctx, row),
    });
    const edited = changed?.after;
    const decides = edited?.has_net_departments ?? edited?.lacks_check_digit ?? edited?.over_short_sign;
    if (decides !== undefined) await addAllDays(tx, [...new Set([...before, ...after])]);
    audit(ctx, {
      action: 'register.updated',
      subject: { type: 'register', id, name: changed?.after.name ?? row.name },
      details: { ...changed },
      location_ids: after.filter((one) => !added.includes(one)),
      locations_added: added,
      locations_removed: removed,
    });
    return { register: await findOne(ctx, id), location_ids: [...new Set([...before, ...after])] };
  });
  await beginTasks(ctx, changed);
  return register;
}

/**
 * Idempotent, also for a revoked key that turns out to be lost: then its days are computed anew, as `beginTasks` says.
 * @throws ApiError 404, 403 as `updateRegister`.
 */
export async function revokeRegister(
  ctx: Authorized<'registers.manage'>,
  id: string,
  { is_lost }: { is_lost: boolean },
): Promise<Register> {
  const { register, changed } = await change(ctx, {}, async (ctx) => {
    const row = await lockManageable(ctx, id);
    if (row.revoked_at !== null && (row.is_lost || !is_lost))
      return { register: await findOne(ctx, id), changed: [] };
    const stamp = updateStamp(ctx, row);
    const revoked_at = row.revoked_at ?? stamp.updated_at;
    await repository.updateRegister(ctx.tx, id, { revoked_at, is_lost, ...stamp });
    // Also those that it does not have any more.
    const changed = is_lost ? await repository.listLocationsSentTo(ctx.tx, id) : [];
    await addAllDays(ctx.tx, changed);
    audit(ctx, {
      action: 'register.revoked',
      subject: { type: 'register', id, name: row.name },
      ...(is_lost && { details: { is_lost } }),
      location_ids: await locationIdsOf(ctx, id),
    });
    return { register: await findOne(ctx, id), changed };
  });
  await beginTasks(ctx, changed);
  return register;
}

/** Days of a key that was lost are computed anew, as `beginTasks` says. @throws ApiError 404, 403 as `updateRegister`. */
export async function replaceKey(ctx: Authorized<'registers.manage'>, id: string) {
  const key = newKey();
  const { register, changed } = await change(ctx, {}, async (ctx) => {
    const row = await lockManageable(ctx, id);
    await repository.updateRegister(ctx.tx, id, { ...storedKey(key), ...updateStamp(ctx, row) });
    const changed = row.is_lost ? await repository.listLocationsSentTo(ctx.tx, id) : [];
    await addAllDays(ctx.tx, changed);
    audit(ctx, {
      action: 'register.key_replaced',
      subject: { type: 'register', id, name: row.name },
      location_ids: await locationIdsOf(ctx, id),
    });
    return { register: await findOne(ctx, id), changed };
  });
  await beginTasks(ctx, changed);
  return { register, key };
}

function newKey(): string {
  return `${keyPrefix}${randomBytes(24).toString('base64url')}`;
}

function storedKey(key: string) {
  const key_hint = key.slice(0, hintLength);
  return { key_hash: hashOf(key), key_hint, revoked_at: null, is_lost: false };
}

/** Null for a key that is unknown or revoked. */
export async function findByKey(app: App, key: string) {
  const row = key.startsWith(keyPrefix) ? await repository.findByKey(app.database.read, hashOf(key)) : null;
  return row && row.revoked_at === null ? row : null;
}

export function findName(app: App, id: string): Promise<string> {
  return repository.findName(app.database.read, id);
}

/** @throws ApiError 404 out of scope. */
export async function requireRegister(ctx: Authorized, id: string): Promise<repository.RegisterRow> {
  return (await repository.findRegister(reader(ctx), scopeOf(ctx), id)) ?? notFound();
}

/** @throws ApiError 404 out of scope; 403 when it has locations that the actor does not see. */
export async function lockManageable(
  ctx: InTransaction<Authorized>,
  id: string,
): Promise<repository.RegisterRow> {
  const row = (await repository.lockRegister(ctx.tx, scopeOf(ctx), id)) ?? notFound();
  await requireManageable(ctx, id);
  return row;
}

/** @throws ApiError as `lockManageable`. */
export async function requireManageable(ctx: Authorized, id: string): Promise<void> {
  await requireRegister(ctx, id);
  const locations = await repository.listLocationsOf(reader(ctx), scopeOf(ctx), [id]);
  if (locations.every(({ is_in_scope }) => is_in_scope)) return;
  throw new ApiError('forbidden', 'This connection also has locations that you do not see.');
}

export async function locationIdsOf(ctx: InTransaction, id: string): Promise<string[]> {
  return (await repository.listLocationsOf(ctx.tx, { all: true }, [id])).map((one) => one.location_id);
}

async function findOne(ctx: Authorized, id: string): Promise<Register> {
  const [register] = await present(ctx, [await requireRegister(ctx, id)]);
  return register ?? notFound();
}

async function present(ctx: Authorized, rows: readonly repository.RegisterRow[]): Promise<Register[]> {
  const ids = rows.map(({ id }) => id);
  const locations = await repository.listLocationsOf(reader(ctx), scopeOf(ctx), ids);
  const at = Map.groupBy(locations, ({ register_id }) => register_id);
  const since = silentSince(ctx.app);
  const mayManage = ctx.actor.permissions.has('registers.manage');
  // Files of other locations are not told.
  const shared = ids.filter((id) => at.get(id)?.some(({ is_in_scope }) => !is_in_scope));
  const lastFiles =
    shared.length > 0 ? await repository.listLastFiles(reader(ctx), scopeOf(ctx), shared) : new Map();
  return rows.map(({ updated_by: _, updated_by_name: __, ...row }) => {
    const own = at.get(row.id) ?? [];
    const seen = own.filter(({ is_in_scope }) => is_in_scope);
    const last_file_at = shared.includes(row.id) ? (lastFiles.get(row.id) ?? null) : row.last_file_at;
    return {
      ...row,
      last_file_at,
      location_ids: seen.map(({ location_id }) => location_id),
      is_manageable: mayManage && seen.length === own.length,
      is_silent: row.revoked_at === null && last_file_at !== null && last_file_at < since,
    };
  });
}

/** Registers send at least once a day, and keep their files for 7 to 30 days. */
export function silentSince(app: App): string {
  return new Date(app.now().getTime() - app.config.silent_hours * 3_600_000).toISOString();
}

/** @throws ApiError 400 for a location that does not exist or is out of scope. */
async function requireLocations(ctx: Authorized, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const found = await listLocationRefs(ctx, wanted);
  if (found.length === wanted.length) return found;
  const message = 'A location does not exist, or is outside your locations';
  throw new ApiError('validation_failed', `${message}.`, {
    issues: [{ path: 'location_ids', message }],
    denial: true,
  });
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function notFound(): never {
  throw new ApiError('not_found', 'This register does not exist, or is outside your locations.');
}

/** Revoked and gone, for one that nobody needs to read about. @throws ApiError as `revokeRegister`. */
export function removeRegister(ctx: Authorized<'registers.manage'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    await revokeRegister(ctx, id, { is_lost: false });
    await repository.deleteRegister(ctx.tx, id);
  });
}
