import { randomUUID } from 'node:crypto';
import { reasons } from '../../../contract/access/reasons.ts';
import type { LocationInput } from '../../../contract/fields/location-input.ts';
import { followingTimeZone, proposeTimeZone } from '../../../contract/fields/time-zone-of-address.ts';
import { locationKey, numberKey } from '../../../contract/lists/search-key.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import type { Location, LocationRef } from '../../../contract/locations.ts';
import { type Authorized, requireAct, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, type InTransaction, now, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { isUniqueViolation } from '../../platform/database/query.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findDistrictName, lockDistricts } from '../districts/districts.facts.service.ts';
import { enterDistrict, requireDistrict } from './district-users.service.ts';
import { readAssignable, readNumberHolders } from './locations.facts.service.ts';
import * as repository from './locations.repository.ts';
import { type Assignable, whyNotAssignTo, whyNotClose, whyNotNumber } from './locations.rules.ts';
import * as list from './locations-list.repository.ts';

const fields = ['name', 'address', 'city', 'state', 'zip', 'phone', 'number', 'time_zone'] as const;

/** @throws ApiError 404 out of scope. */
export async function getLocation(ctx: Authorized<'locations.read'>, id: string) {
  const scope = scopeOf(ctx);
  const row = (await repository.findLocation(reader(ctx), scope, id)) ?? notFound();
  const location = await present(ctx, row);
  // All assigned users, or the active ones.
  const assigned_count = scope.hidesPast
    ? location.user_count
    : (await repository.countUsers(reader(ctx), [id]))(id);
  return { ...location, assigned_count };
}

type NewLocation = LocationInput & { id?: string | undefined; district_id?: string | null | undefined };

/**
 * Repeating the same request changes nothing. @throws ApiError 409 for a number or id in use; 400 for an unknown district,
 * 403 without the act that gives the location to its users.
 */
export async function createLocation(
  ctx: Authorized<'locations.create'>,
  { id = randomUUID(), district_id = null, ...input }: NewLocation,
): Promise<Location> {
  if (district_id !== null) requireAct(ctx, 'manageDistricts');
  return createOnce(
    ctx,
    {
      id,
      body: district_id === null ? input : { ...input, district_id },
      read: (ctx) => lockDistricts(ctx, [district_id]),
      find: (ctx) => repository.lockLocation(ctx.tx, scopeOf(ctx), id),
      taken: (ctx) => refuseNumber(ctx, input.number),
      repeat: (ctx, row) => present(ctx, row),
    },
    async (ctx, { stamp, facts: districts, insert }) => {
      const district = requireDistrict(districts, district_id);
      const time_zone =
        input.time_zone ?? proposeTimeZone(input.state, input.zip) ?? ctx.app.config.time_zone;
      const row = { id, ...input, time_zone, closed_on: null, district_id, ...stamp };
      await insert(repository.locationInsert({ ...row, ...derivedFrom(input) }));
      const gain = district_id === null ? [] : (await enterDistrict(ctx, id, district_id)).gain;
      audit(ctx, {
        action: 'location.created',
        subject: { type: 'location', id, name: input.name },
        details: { after: { ...input, time_zone, ...(district !== null && { district }) } },
        location_ids: [id],
        changed_users: gain,
      });
      return district_id === null ? { ...storedOf(row), user_count: 0, manager_count: 0 } : present(ctx, row);
    },
  );
}

/** @throws ApiError 404 out of scope, 409 for a number that is taken, 412 for a stale `ifMatch`. */
export async function updateLocation(
  ctx: Authorized<'locations.update'>,
  id: string,
  changes: { [K in keyof LocationInput]?: LocationInput[K] | undefined },
  ifMatch: string | null,
): Promise<Location> {
  try {
    return await changeLocation(ctx, id, async (ctx, row) => {
      const time_zone = changes.time_zone ?? followingTimeZone(row, changes);
      const changed = changedFields(row, { ...changes, time_zone }, fields);
      if (!changed) return row;
      await refuseStale(ctx, row, ifMatch);
      return writeChanges(ctx, row, changed, 'location.updated');
    });
  } catch (error) {
    if (isUniqueViolation(error, { table: 'locations', column: 'number_key' })) {
      await refuseNumber(ctx, changes.number ?? null);
    }
    throw error;
  }
}

/** Its users stay assigned. @throws ApiError 404 out of scope, 400 for a day in the future. */
export function closeLocation(
  ctx: Authorized<'locations.update'>,
  id: string,
  closed_on: string,
): Promise<Location> {
  refuseFor(whyNotClose(closed_on, ctx.app.now()), 'validation_failed', { path: 'closed_on' });
  return writeClosedOn(ctx, id, closed_on);
}

/** @throws ApiError 404 out of scope. */
export function reopenLocation(ctx: Authorized<'locations.update'>, id: string): Promise<Location> {
  return writeClosedOn(ctx, id, null);
}

function writeClosedOn(ctx: Authorized<'locations.update'>, id: string, closed_on: string | null) {
  return changeLocation(ctx, id, (ctx, row) => {
    const changed = changedFields(row, { closed_on }, ['closed_on']);
    return changed
      ? writeChanges(ctx, row, changed, closed_on ? 'location.closed' : 'location.reopened')
      : row;
  });
}

/** Answers with the row that `edit` returns. */
function changeLocation(
  ctx: Authorized<'locations.update'>,
  id: string,
  edit: (ctx: InTransaction<Authorized>, row: Locked) => list.LocationRow | Promise<list.LocationRow>,
): Promise<Location> {
  return change(
    ctx,
    {
      read: ({ tx, ...ctx }) =>
        Promise.all([repository.lockLocation(tx, scopeOf(ctx), id), list.countStaff(tx, [id])]),
    },
    async (ctx, [row, staff]) => {
      return { ...storedOf(await edit(ctx, row ?? notFound())), ...staff(id) };
    },
  );
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.lockLocation>>>;
interface Changed {
  before: Partial<list.LocationRow>;
  after: Partial<list.LocationRow>;
}

function writeChanges(
  ctx: InTransaction,
  row: Locked,
  changed: Changed,
  action: 'location.updated' | 'location.closed' | 'location.reopened',
): list.LocationRow {
  const stamp = updateStamp(ctx, row);
  const updated = { ...row, ...changed.after, updated_at: stamp.updated_at };
  repository.updateLocation(ctx.tx, row.id, { ...changed.after, ...derivedFrom(updated), ...stamp });
  audit(ctx, {
    action,
    subject: { type: 'location', id: row.id, name: updated.name },
    details: { ...changed },
    location_ids: [row.id],
  });
  return updated;
}

function derivedFrom(location: LocationInput | list.LocationRow) {
  return {
    search: locationKey(location),
    number_key: numberKey(location.number),
    sort_name: sortKey(location.name),
    sort_number: sortKey(location.number),
    sort_city: sortKey(location.city),
  };
}

/** @throws ApiError 409, which names the holder to actors who may see it. */
async function refuseNumber(ctx: Authorized, number: string | null): Promise<void> {
  const holderOf = await readNumberHolders(ctx, [number]);
  // It was there a moment ago, so the number is refused even if its location is gone.
  const holder = holderOf(number) ?? { id: '', name: undefined };
  refuseFor(whyNotNumber(holder, null), 'number_taken', { path: 'number' });
}

/** Also deletes its assignments. @throws ApiError 404 out of scope. */
export function deleteLocation(ctx: Authorized<'locations.delete'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const row = (await repository.lockLocation(tx, scopeOf(ctx), id)) ?? notFound();
    const userIds = await repository.listUserIds(tx, id);
    const { district_id, ...before } = storedOf(row);
    const district = district_id === null ? {} : { district: await findDistrictName(tx, district_id) };
    audit(ctx, {
      action: 'location.deleted',
      subject: { type: 'location', id, name: row.name },
      details: { before: { ...before, ...district }, users: userIds.length },
      location_ids: [id],
      changed_users: [...userIds, ...(await repository.listCoveringIds(tx, id, now(ctx)))],
    });
    notify(ctx, {
      ...{ kind: 'access_changed', receivers: { to: 'users', ids: userIds } },
      ...{ subject: { type: 'account', id: null, name: '' } },
      details: { what: 'locations', added: 0, removed: 1 },
    });
    await repository.deleteLocation(tx, id);
  });
}

export function listLocationRefs(ctx: Authorized, ids: readonly string[]): Promise<LocationRef[]> {
  return repository.listByIds(reader(ctx), scopeOf(ctx), ids, ['id', 'name', 'city', 'state']);
}

/** @throws ApiError 400 that names a closed one, or one that the actor only covers. */
export function refuseClosed(locations: readonly Assignable[]): void {
  refuseFor(whyNotAssignTo(locations), 'validation_failed', { path: 'location_ids' });
}

/** @throws ApiError 404 out of scope. */
export async function requireLocation(ctx: Authorized, id: string) {
  return (await readAssignable(ctx, [id])).get(id) ?? notFound();
}

/**
 * Answers with what `read` finds of the location. Its rows come from other statements than the check before them, so
 * whoever lost the location meanwhile would read what was written since (decision 92). @throws ApiError 404
 */
export async function whileSeen<T>(ctx: Authorized, id: string, read: () => Promise<T>): Promise<T> {
  const answer = await read();
  await requireLocation(ctx, id);
  return answer;
}

async function present(ctx: Context, row: list.LocationRow): Promise<Location> {
  const stored = storedOf(row);
  return { ...stored, ...(await list.countStaff(reader(ctx), [row.id]))(row.id) };
}

export function storedOf(row: list.LocationRow): list.LocationRow {
  const { id, name, address, city, state, zip, phone, number, closed_on, time_zone, district_id } = row;
  const { created_at, updated_at } = row;
  const place = { id, name, address, city, state, zip, phone, number, closed_on, time_zone, district_id };
  return { ...place, created_at, updated_at };
}

export function notFound(): never {
  throw new ApiError('not_found', reasons.locationMissing);
}
