import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { ApiTokensTable } from '../../../kernel/database/schema.ts';
import { clockToleranceMs } from '../../../platform/clock.ts';
import { anyOf, forUpdate, isFound, isOneOf, joined, readOften } from '../../../platform/database/query.ts';
import { type Rights, rightsOf } from '../sessions/sessions.repository.ts';
import { insertPlaces, type Places } from './places.repository.ts';

export type TokenRow = Omit<ApiTokensTable, 'token_hash'>;

const columns = [
  ...(['id', 'owner_id', 'name', 'hint', 'permissions', 'scope', 'allowed_networks', 'created_at'] as const),
  ...(['created_by', 'created_by_name', 'expires_at', 'renewed_by', 'last_used_at', 'last_used_ip'] as const),
  ...(['ended_at', 'ended_reason', 'reminded_days'] as const),
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
  is_service: boolean;
  owner_role_id: string | null;
}

export async function findTokenAccess(
  db: Queryable,
  by: { id: string } | { token_hash: string },
): Promise<TokenAccess | undefined> {
  const isIt = 'id' in by ? sql`t.id = ${by.id}` : sql`t.token_hash = ${by.token_hash}`;
  const query = sql<Omit<TokenAccess, 'is_service'> & { service_id: string | null; of_role: string | null }>`
    select t.id, t.owner_id, t.name, coalesce(service.permissions, t.permissions) as ticked,
      coalesce(service.scope, t.scope) as scope, t.allowed_networks, t.expires_at, t.ended_at,
      a.email, a.full_name, a.is_active, ${rightsOf(db)}, service.user_id as service_id, service.owner_role_id,
      (select ${joined(db, 'rp.permission')} from role_permissions rp where rp.role_id = service.owner_role_id) as of_role
    from api_tokens t join users a on a.id = t.owner_id left join service_accounts service on service.user_id = a.id
    where ${isIt}`;
  const [row] = await readOften(db, query);
  if (!row) return undefined;
  const { service_id, of_role, ...access } = row;
  const is_service = service_id !== null;
  return { ...access, is_service, permissions: is_service ? of_role : access.permissions };
}

/** Those that nobody ended, the newest first. */
export function listTokens(db: Queryable, owner_ids: readonly string[]): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .select(columns)
    .where(isOneOf(db, 'owner_id', owner_ids))
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

export async function insertToken(tx: Transaction, row: ApiTokensTable, places: Places): Promise<void> {
  await tx.insertInto('api_tokens').values(row).execute();
  await insertPlaces(tx, 'token', row.id, places);
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

/** That work, nobody renewed, and expire before the end of these days, if no notice said so. */
export async function listExpiring(db: Queryable, at: string, before: (days: number) => string) {
  const isSoon = remindedDays.map(
    (days) => sql`(t.expires_at <= ${before(days)} and coalesce(t.reminded_days, 1000) > ${days})`,
  );
  const query = sql<Expiring>`select t.id, t.owner_id, t.name, t.expires_at, a.full_name, a.email,
      service.user_id as service_id, service.owner_role_id
    from api_tokens t join users a on a.id = t.owner_id left join service_accounts service on service.user_id = a.id
    where t.ended_at is null and t.renewed_by is null and t.expires_at > ${at} and ${anyOf(isSoon)} order by t.id`;
  return (await query.execute(db)).rows;
}

/** Days before a token expires. */
export const remindedDays = [14, 3] as const;

export interface Expiring extends Pick<TokenRow, 'id' | 'owner_id' | 'name' | 'expires_at'> {
  full_name: string | null;
  email: string;
  service_id: string | null;
  owner_role_id: string | null;
}

/** False when another server did. */
export function markReminded(tx: Transaction, id: string, days: number): Promise<boolean> {
  const query = tx.updateTable('api_tokens').set({ reminded_days: days }).where('id', '=', id);
  return isFound(
    query
      .where((eb) => eb.or([eb('reminded_days', 'is', null), eb('reminded_days', '>', days)]))
      .returning('id'),
  );
}

export async function deleteOldTokens(tx: Transaction, before: string): Promise<void> {
  await tx
    .deleteFrom('api_tokens')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute();
}
