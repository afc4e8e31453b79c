import { type Authorized, type Scope, scopeOf } from '../../kernel/access.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { inOrder } from '../../platform/background/background.ts';
import * as repository from './districts.repository.ts';

export type { HeldDistrict, SeenDistrict } from './districts.repository.ts';

// For the features that give districts to users or put locations into them. Lock users before districts, and locations after.

/** The names of those that exist, locked: nobody is given one of them while a location enters or leaves it. */
export async function lockDistricts(
  { tx }: InTransaction,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  if (named.length === 0) return new Map();
  const rows = await repository.lockNames(tx, named);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Those which a user has or shall have, by name, locked: no location enters or leaves them until the transaction ends. */
export async function lockHeldDistrictsOr(
  { tx, ...ctx }: InTransaction<Authorized>,
  ids: readonly string[],
  user_id: string,
): Promise<repository.HeldDistrict[]> {
  // PostgreSQL answers a statement that waited for a lock with the rows from before it waited.
  const [, districts] = await inOrder([
    repository.shareHeldOr(tx, ids, user_id),
    repository.listHeldOr(tx, scopeOf(ctx), ids, user_id),
  ]);
  return districts;
}

export function findDistrictName(db: Queryable, id: string): Promise<string | null> {
  return repository.findName(db, id);
}

/** Those in scope, by name. */
export function listDistrictsOf(db: Queryable, scope: Scope, user_id: string) {
  return repository.listSeen(db, scope, { user_id });
}

/** Those in scope that each user has, by name. */
export async function readHeldDistricts(
  ctx: Authorized,
  userIds: readonly string[],
): Promise<(user_id: string) => string[]> {
  const rows = userIds.length > 0 ? await repository.listLinks(reader(ctx), scopeOf(ctx), userIds) : [];
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return (user_id) => (byUser.get(user_id) ?? []).map((row) => row.id);
}

/** Those in scope. */
export async function readDistrictFacts(
  ctx: Authorized,
  ids: readonly string[],
): Promise<Map<string, repository.SeenDistrict>> {
  const rows = ids.length > 0 ? await repository.listSeen(reader(ctx), scopeOf(ctx), { ids }) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of each user those in scope, by name. */
export function listDistrictLinks(db: Queryable, scope: Scope, userIds: readonly string[]) {
  return repository.listLinks(db, scope, userIds);
}

/** The names of these that the actor has whole. */
export async function namesOfWhole(ctx: Authorized, ids: readonly string[]): Promise<Map<string, string>> {
  const whole = await repository.listWhole(reader(ctx), scopeOf(ctx), ids);
  return new Map(whole.map(({ id, name }) => [id, name]));
}

export function countManagedBy(db: Queryable, user_id: string): Promise<number> {
  return repository.countDistricts(db, user_id);
}
