import { randomUUID } from 'node:crypto';
import type { ListQuery } from '../../../contract/list.ts';
import type { Location, LocationInput, LocationRef } from '../../../contract/locations.ts';
import { locationKey } from '../../../contract/search-key.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { type Context, now, reader } from '../../kernel/context.ts';
import { fingerprint, isUsedId, requireRepetition } from '../../kernel/create-once.ts';
import { nextVersion } from '../../kernel/database/query.ts';
import { ApiError } from '../../kernel/errors.ts';
import { decodePosition, encodePosition } from '../../kernel/keyset.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { transaction } from '../../kernel/transaction.ts';
import * as repository from './locations.repository.ts';

const fields = ['name', 'address', 'city', 'state', 'zip', 'phone'] as const;

/** A page of the locations in scope, newest first; `next` is null on the last one. */
export async function listLocations(ctx: Authorized<'locations.read'>, { limit, after, q }: ListQuery) {
  const filter = { scope: scopeOf(ctx), q };
  const rows = await repository.listLocations(
    reader(ctx),
    filter,
    limit + 1,
    after ? decodePosition(after) : null,
  );
  const locations = rows.slice(0, limit);
  const last = locations.at(-1);
  return {
    locations,
    total: await repository.countLocations(reader(ctx), filter),
    next: rows.length > limit && last ? encodePosition(last) : null,
  };
}

/** @throws ApiError 404 when it does not exist or is outside the user's locations. */
export async function getLocation(ctx: Authorized<'locations.read'>, id: string) {
  const row = await repository.findLocation(reader(ctx), scopeOf(ctx), id);
  if (!row) throw notFound();
  return { ...row, user_count: await repository.countUsers(reader(ctx), id) };
}

/**
 * Opens a location. Repeating the same request answers the first row and changes nothing.
 * @throws ApiError 409 when the id is in use by anything else, also by what was deleted.
 */
export function createLocation(
  ctx: Authorized<'locations.create'>,
  { id = randomUUID(), ...input }: LocationInput & { id?: string | undefined },
): Promise<Location> {
  const asked = fingerprint(input);
  return transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    const at = now(ctx);
    const row = {
      id,
      ...input,
      search: locationKey(input),
      created_at: at,
      created_by: ctx.actor.user_id,
      created_from: asked,
      updated_at: at,
      updated_by: ctx.actor.user_id,
      updated_by_name: ctx.actor.name,
    };
    const isNew = !(await isUsedId(tx, id)) && (await repository.insertLocation(tx, row));
    if (!isNew) {
      const known = await repository.lockLocation(tx, scopeOf(ctx), id);
      requireRepetition(ctx, known, asked);
      return present(known ?? notFoundNow());
    }
    await audit(ctx, {
      action: 'location.created',
      subject: { type: 'location', id, name: input.name },
      details: { after: input },
      location_ids: [id],
    });
    return { id, ...input, created_at: at, updated_at: at };
  });
}

/** @throws ApiError 404 out of scope, 412 when somebody changed it since `ifMatch`. */
export function updateLocation(
  ctx: Authorized<'locations.update'>,
  id: string,
  changes: { [K in keyof LocationInput]?: LocationInput[K] | undefined },
  ifMatch: string | null,
): Promise<Location> {
  return transaction(ctx, async (ctx) => {
    const row = await repository.lockLocation(ctx.tx, scopeOf(ctx), id);
    if (!row) throw notFound();
    const changed = fields.filter((field) => changes[field] !== undefined && changes[field] !== row[field]);
    if (changed.length === 0) return present(row);
    await refuseStale(ctx, row, ifMatch);
    const pick = (from: Partial<Record<string, unknown>>) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    const after = pick(changes);
    const updated = await repository.updateLocation(ctx.tx, id, {
      ...after,
      search: locationKey({ ...row, ...after }),
      updated_at: nextVersion(now(ctx), row.updated_at),
      updated_by: ctx.actor.user_id,
      updated_by_name: ctx.actor.name,
    });
    await audit(ctx, {
      action: 'location.updated',
      subject: { type: 'location', id, name: updated.name },
      details: { before: pick(row), after },
      location_ids: [id],
    });
    return updated;
  });
}

/** Deletes the location and its assignments. @throws ApiError 404 out of scope. */
export function deleteLocation(ctx: Authorized<'locations.delete'>, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    const row = await repository.lockLocation(tx, scopeOf(ctx), id);
    if (!row) throw notFound();
    const users = await repository.countUsers(tx, id);
    await audit(ctx, {
      action: 'location.deleted',
      subject: { type: 'location', id, name: row.name },
      details: { before: present(row), users },
      location_ids: [id],
    });
    await repository.deleteLocation(tx, id);
  });
}

/** Locations among the ids that the actor reaches, by name. */
export function listLocationRefs(ctx: Context, ids: readonly string[]): Promise<LocationRef[]> {
  return repository.listLocationRefs(reader(ctx), scopeOf(ctx), ids);
}

/** One location that the actor reaches. @throws ApiError 404 when it does not exist or is outside their locations. */
export async function requireLocation(ctx: Context, id: string): Promise<LocationRef> {
  const [location] = await listLocationRefs(ctx, [id]);
  if (!location) throw notFound();
  return location;
}

/** How many locations the actor reaches. */
export function countLocations(ctx: Authorized<'locations.read'>): Promise<number> {
  return repository.countLocations(reader(ctx), { scope: scopeOf(ctx), q: undefined });
}

function present({ id, name, address, city, state, zip, phone, created_at, updated_at }: Location): Location {
  return { id, name, address, city, state, zip, phone, created_at, updated_at };
}

function notFound() {
  return new ApiError('not_found', 'This location does not exist, or is not one of yours.');
}

function notFoundNow(): never {
  throw notFound();
}
