import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { ApiTokensTable } from '../../../kernel/database/schema.ts';
import { clockToleranceMs } from '../../../platform/clock.ts';
import { forUpdate, inParts, isOneOf, readOften } from '../../../platform/database/query.ts';
import { type Rights, rightsOf } from '../sessions/sessions.repository.ts';

export type TokenRow = Omit<ApiTokensTable, 'token_hash'>;

const columns = [
  ...(['id', 'owner_id', 'name', 'hint', 'permissions', 'scope', 'allowed_networks', 'created_at'] as const),
  ...(['created_by', 'created_by_name', 'expires_at', 'renewed_by', 'last_used_at', 'last_used_ip'] as const),
  ...(['ended_at', 'ended_reason'] as const),
] satisfies (keyof TokenRow)[];

/** The token, and its owner as they are at this moment. */
export interface TokenAccess
  extends Pick<
      ApiTokensTable,
      'id' | 'owner_id' | 'name' | 'scope' | 'allowed_networks' | 'expires_at' | 'ended_at'
    >,
    Rights {
  ticked: string;
  email: string;
  full_name: string | null;
  is_active: boolean;
}

export async function findTokenAccess(
  db: Queryable,
  by: { id: string } | { token_hash: string },
): Promise<TokenAccess | undefined> {
  const isIt = 'id' in by ? sql`t.id = ${by.id}` : sql`t.token_hash = ${by.token_hash}`;
  const query = sql<TokenAccess>`
    select t.id, t.owner_id, t.name, t.permissions as ticked, t.scope, t.allowed_networks, t.expires_at, t.ended_at,
      a.email, a.full_name, a.is_active, ${rightsOf(db)}
    from api_tokens t join users a on a.id = t.owner_id
    where ${isIt}`;
  return (await readOften(db, query))[0];
}

/** Those that nobody ended, the newest first. */
export function listTokens(db: Queryable, owner_id: string): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .select(columns)
    .where('owner_id', '=', owner_id)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function lockToken(tx: Transaction, owner_id: string, id: string): Promise<TokenRow | null> {
  const query = tx
    .selectFrom('api_tokens')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', owner_id);
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

/** The ids of what narrows a token. */
export interface Places {
  location_ids: readonly string[];
  district_ids: readonly string[];
}

export async function listPlaces(
  db: Queryable,
  token_ids: readonly string[],
): Promise<(id: string) => Places> {
  const isOne = isOneOf(db, 'token_id', token_ids);
  const locations = await db.selectFrom('api_token_locations').selectAll().where(isOne).execute();
  const districts = await db.selectFrom('api_token_districts').selectAll().where(isOne).execute();
  return (id) => ({
    location_ids: locations.filter(({ token_id }) => token_id === id).map(({ location_id }) => location_id),
    district_ids: districts.filter(({ token_id }) => token_id === id).map(({ district_id }) => district_id),
  });
}

export async function insertToken(
  tx: Transaction,
  row: ApiTokensTable,
  { location_ids, district_ids }: Places,
): Promise<void> {
  const token_id = row.id;
  await tx.insertInto('api_tokens').values(row).execute();
  for (const part of inParts([...new Set(location_ids)].map((location_id) => ({ token_id, location_id }))))
    await tx.insertInto('api_token_locations').values(part).execute();
  for (const part of inParts([...new Set(district_ids)].map((district_id) => ({ token_id, district_id }))))
    await tx.insertInto('api_token_districts').values(part).execute();
}

export async function updateToken(
  tx: Transaction,
  id: string,
  changes: Partial<ApiTokensTable>,
): Promise<void> {
  await tx.updateTable('api_tokens').set(changes).where('id', '=', id).execute();
}

/** Returns how many still worked. */
export async function endTokens(
  tx: Transaction,
  owner_id: string,
  { ended_at, ended_reason }: { ended_at: string; ended_reason: NonNullable<ApiTokensTable['ended_reason']> },
): Promise<number> {
  const ended = await tx
    .updateTable('api_tokens')
    .set({ ended_at, ended_reason })
    .where('owner_id', '=', owner_id)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > ended_at).length;
}

/** As `touchSession`. */
export async function touchToken(
  tx: Transaction,
  id: string,
  { last_used_at, last_used_ip }: { last_used_at: string; last_used_ip: string },
): Promise<void> {
  const latest = new Date(Date.parse(last_used_at) + clockToleranceMs).toISOString();
  const row = tx.selectFrom('api_tokens').select('id').where('id', '=', id);
  await tx
    .updateTable('api_tokens')
    .set({ last_used_at, last_used_ip })
    .where('id', 'in', tx.dialect === 'postgres' ? row.forUpdate().skipLocked() : row)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', last_used_at),
        eb('last_used_at', '>', latest),
      ]),
    )
    .execute();
}

export async function deleteOldTokens(tx: Transaction, before: string): Promise<void> {
  await tx
    .deleteFrom('api_tokens')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute();
}
