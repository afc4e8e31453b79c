import { numberKey } from '../../../contract/lists/search-key.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import type { LocationRef } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import type { LocationsTable } from '../../kernel/database/schema.ts';
import { holdersByNumber } from '../../kernel/rules.ts';
import * as repository from './locations.repository.ts';
import { describedColumns } from './locations-list.repository.ts';

// For rules: whoever is authorized for an act reads what decides about it.

const factColumns = [
  ...describedColumns,
  'district_id',
  'updated_at',
  'updated_by',
  'updated_by_name',
] as const;

export interface LocationFacts extends Pick<LocationsTable, (typeof factColumns)[number]> {
  user_count: number;
}

/** Only locations in scope. */
export async function readLocationFacts(
  ctx: Authorized,
  ids: readonly string[],
): Promise<Map<string, LocationFacts>> {
  const rows = await repository.listByIds(reader(ctx), scopeOf(ctx), ids, factColumns);
  const users = await repository.countUsers(
    reader(ctx),
    rows.map((row) => row.id),
  );
  return new Map(rows.map((row) => [row.id, { ...row, user_count: users(row.id) }]));
}

export async function lockLocationRow({ tx, ...ctx }: InTransaction<Authorized>, id: string): Promise<void> {
  await repository.lockLocation(tx, scopeOf(ctx), id);
}

export async function readNumberHolders(ctx: Authorized, numbers: readonly (string | null | undefined)[]) {
  const keys = numbers.flatMap((number) => numberKey(number ?? null) ?? []);
  const holders = await repository.listNumberHolders(reader(ctx), keys);
  const ids = holders.map((holder) => holder.id);
  const named = await repository.listByIds(reader(ctx), scopeOf(ctx), ids, ['id', 'name']);
  return holdersByNumber(holders, new Map(named.map(({ id, name }) => [id, name])));
}

/** Only locations in scope, by name. */
export async function readAssignable(ctx: Authorized, ids: readonly string[]) {
  const rows = await repository.listAssignable(reader(ctx), scopeOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

export function refsOf(locations: readonly LocationRef[]): LocationRef[] {
  return locations.map(({ id, name, city, state }) => ({ id, name, city, state }));
}

export interface KeyedLocation {
  id: string;
  name: string;
  number: string | null;
  zip: string;
}

/** Locations in scope, for the cells of a file. */
export function listNumberedLocations(ctx: Authorized): Promise<KeyedLocation[]> {
  return repository.listNumbered(reader(ctx), scopeOf(ctx));
}

/** Candidates for these keys, in scope. Callers pick the exact match (`locationMatcher`). */
export function findLocationsByKeys(
  ctx: Authorized,
  keys: readonly { id?: string; number?: string; name?: string }[],
): Promise<KeyedLocation[]> {
  return repository.listByKeys(reader(ctx), scopeOf(ctx), {
    ids: keys.flatMap(({ id }) => id ?? []),
    number_keys: keys.flatMap(({ number }) => numberKey(number ?? null) ?? []),
    // The name as it is written, and without repeated spaces, as most names are stored.
    sort_names: keys.flatMap(({ name = null }) =>
      [name, name?.replace(/\s+/g, ' ') ?? null].flatMap((name) => sortKey(name) ?? []),
    ),
  });
}
