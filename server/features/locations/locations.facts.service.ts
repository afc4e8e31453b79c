import type { LocationInput } from '../../../contract/fields/location-input.ts';
import { numberKey } from '../../../contract/lists/search-key.ts';
import type { LocationRef } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import { holdersByNumber } from '../../kernel/rules.ts';
import * as repository from './locations.repository.ts';

// For rules: whoever is authorized for an act reads what decides about it.

export interface LocationFacts extends LocationInput {
  id: string;
  closed_on: string | null;
  time_zone: string;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
  user_count: number;
}

/** Only locations in scope. */
export async function readLocationFacts(
  ctx: Authorized,
  ids: readonly string[],
): Promise<Map<string, LocationFacts>> {
  const rows = await repository.listStamped(reader(ctx), scopeOf(ctx), ids);
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
  const refs = await repository.listLocationRefs(
    reader(ctx),
    scopeOf(ctx),
    holders.map((holder) => holder.id),
  );
  const names = new Map(refs.map((ref) => [ref.id, ref.name]));
  return holdersByNumber(holders, names);
}

/** Only locations in scope, by name. */
export async function readAssignable(ctx: Authorized, ids: readonly string[]) {
  const rows = await repository.listAssignable(reader(ctx), scopeOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

export function refsOf(locations: readonly LocationRef[]): LocationRef[] {
  return locations.map(({ id, name, city, state }) => ({ id, name, city, state }));
}
