import { randomUUID } from 'node:crypto';
import type { ListQuery } from '../../../contract/list.ts';
import type { Location, LocationInput, LocationRef } from '../../../contract/locations.ts';
import { locationKey } from '../../../contract/search-key.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { ApiError } from '../../kernel/errors.ts';
import { decodePosition, encodePosition, readPage } from '../../kernel/keyset.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { transaction } from '../../kernel/transaction.ts';
import * as repository from './locations.repository.ts';

const fields = ['name', 'address', 'city', 'state', 'zip', 'phone'] as const;

/** A page of the locations in scope, newest first; `next` is null on the last one. */
export async function listLocations(ctx: Authorized<'locations.read'>, { limit, after, q }: ListQuery) {
  const db = reader(ctx);
  const filter = { scope: scopeOf(ctx), q };
  const position = decodePosition(after);
  const { rows, last } = await readPage(limit, (limit) =>
    repository.listLocations(db, filter, limit, position),
  );
  return {
    locations: rows,
    total: await repository.countLocations(db, filter),
    next: last && encodePosition(last),
  };
}

/** @throws ApiError 404 when it does not exist or is out of scope. */
export async function getLocation(ctx: Authorized<'locations.read'>, id: string) {
  const row = (await repository.findLocation(reader(ctx), scopeOf(ctx), id)) ?? notFound();
  return { ...row, user_count: await repository.countUsers(reader(ctx), id) };
}

/**
 * Adds a location. Repeating the same request answers the first row and changes nothing.
 * @throws ApiError 409 when anything else uses the id, or used it before it was deleted.
 */
export function createLocation(
  ctx: Authorized<'locations.create'>,
  { id = randomUUID(), ...input }: LocationInput & { id?: string | undefined },
): Promise<Location> {
  return transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    const known = await createOnce(ctx, {
      id,
      asked: input,
      insert: (stamp) =>
        repository.insertLocation(tx, { id, ...input, search: locationKey(input), ...stamp }),
      find: () => repository.lockLocation(tx, scopeOf(ctx), id),
    });
    if (known) return present(known);
    await audit(ctx, {
      action: 'location.created',
      subject: { type: 'location', id, name: input.name },
      details: { after: input },
      location_ids: [id],
    });
    return (await repository.findLocation(tx, { all: true }, id)) ?? notFound();
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
    const row = (await repository.lockLocation(ctx.tx, scopeOf(ctx), id)) ?? notFound();
    const changed = changedFields(row, changes, fields);
    if (!changed) return present(row);
    await refuseStale(ctx, row, ifMatch);
    const updated = await repository.updateLocation(ctx.tx, id, {
      ...changed.after,
      search: locationKey({ ...row, ...changed.after }),
      ...updateStamp(ctx, row),
    });
    await audit(ctx, {
      action: 'location.updated',
      subject: { type: 'location', id, name: updated.name },
      details: changed,
      location_ids: [id],
    });
    return updated;
  });
}

/** Deletes the location and its assignments. @throws ApiError 404 out of scope. */
export function deleteLocation(ctx: Authorized<'locations.delete'>, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    const row = (await repository.lockLocation(tx, scopeOf(ctx), id)) ?? notFound();
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

/** The locations in scope among the ids, by name. */
export function listLocationRefs(ctx: Context, ids: readonly string[]): Promise<LocationRef[]> {
  return repository.listLocationRefs(reader(ctx), scopeOf(ctx), ids);
}

/** @throws ApiError 404 when it does not exist or is out of scope. */
export async function requireLocation(ctx: Context, id: string): Promise<LocationRef> {
  const [location] = await listLocationRefs(ctx, [id]);
  return location ?? notFound();
}

/** How many locations are in the actor's scope. */
export function countLocations(ctx: Authorized<'locations.read'>): Promise<number> {
  return repository.countLocations(reader(ctx), { scope: scopeOf(ctx), q: undefined });
}

function present({ id, name, address, city, state, zip, phone, created_at, updated_at }: Location): Location {
  return { id, name, address, city, state, zip, phone, created_at, updated_at };
}

function notFound(): never {
  throw new ApiError('not_found', 'This location does not exist, or is not one of yours.');
}
