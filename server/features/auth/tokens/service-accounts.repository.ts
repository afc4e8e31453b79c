import { type RawBuilder, sql } from 'kysely';
import { callsStored } from '../../../../contract/fields/limits.ts';
import type { AccountCall } from '../../../../contract/service-accounts.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { ServiceAccountsTable, Stamped } from '../../../kernel/database/schema.ts';
import { forUpdate, whereAll } from '../../../platform/database/query.ts';
import { insertPlaces, type Places } from './places.repository.ts';

export interface AccountRow extends Omit<ServiceAccountsTable, 'user_id' | 'calls'>, Stamped {
  id: string;
  full_name: string;
  is_active: boolean;
  owner_role_name: string | null;
  has_owner: boolean | number;
}

/** Of `service` and `users`, by name. SQLite would start from all users. */
export async function listAccounts(
  db: Queryable,
  where: readonly RawBuilder<boolean>[],
): Promise<AccountRow[]> {
  const query = sql<AccountRow>`select users.id, users.full_name, users.is_active, users.created_at, users.created_by,
      users.created_from, users.updated_at, users.updated_by, users.updated_by_name, service.purpose,
      service.owner_role_id, roles.name as owner_role_name, service.permissions, service.scope,
      ${hasHolder(db, sql`service.owner_role_id`)} as has_owner
    from service_accounts as service cross join users left join roles on roles.id = service.owner_role_id
    ${whereAll([sql`users.id = service.user_id`, ...where])} order by users.sort_name, users.id`;
  return (await query.execute(db)).rows;
}

/** PostgreSQL would read all users to join them: `offset 0` makes it look for one. */
const hasHolder = (db: Queryable, role_id: RawBuilder<unknown>, other_id: string | null = null) =>
  sql<boolean>`exists (select 1 from user_roles as held where held.role_id = ${role_id}
    and (select holder.is_active from users as holder where holder.id = held.user_id)
    ${other_id ? sql`and held.user_id <> ${other_id}` : sql``} ${db.dialect === 'postgres' ? sql`offset 0` : sql``})`;

/** As `listAccounts`, without facts. */
export async function listNames(db: Queryable, where: readonly RawBuilder<boolean>[]) {
  const query = sql<{ id: string; name: string }>`select users.id, users.full_name as name
    from service_accounts as service cross join users
    ${whereAll([sql`users.id = service.user_id`, ...where])} order by users.sort_name, users.id`;
  return (await query.execute(db)).rows;
}

/** Active ones, whose owner role no active user but this one has. */
export async function countOwnedBy(db: Queryable, user_id: string): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total
    from service_accounts as service join users on users.id = service.user_id
      join user_roles as mine on mine.role_id = service.owner_role_id
    where mine.user_id = ${user_id} and users.is_active and not ${hasHolder(db, sql`service.owner_role_id`, user_id)}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

/** Whose tokens see the location at this moment. */
export function isSeeing(location_id: string, at: string): RawBuilder<boolean>[] {
  const roleHas = (permission: string) => sql<boolean>`exists (select 1 from role_permissions as allowed
    where allowed.role_id = service.owner_role_id and allowed.permission = ${permission})`;
  return [
    sql<boolean>`users.is_active`,
    sql<boolean>`',' || service.permissions || ',' like '%,locations.read,%'`,
    roleHas('locations.read'),
    sql<boolean>`exists (select 1 from api_tokens as token where token.owner_id = service.user_id
      and token.ended_at is null and token.expires_at > ${at})`,
    hasLocation(location_id, roleHas('locations.all')),
  ];
}

export const hasLocation = (location_id: string, seesAll: RawBuilder<unknown>) =>
  sql<boolean>`((service.scope = 'all' and ${seesAll})
    or exists (select 1 from service_account_locations as place
      where place.user_id = service.user_id and place.location_id = ${location_id})
    or exists (select 1 from service_account_districts as place
      join locations on locations.district_id = place.district_id
      where place.user_id = service.user_id and locations.id = ${location_id}))`;

export async function countAccounts(db: Queryable): Promise<number> {
  const query = db.selectFrom('service_accounts').select((eb) => eb.fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function insertAccount(
  tx: Transaction,
  row: Omit<ServiceAccountsTable, 'calls'>,
  places: { [K in keyof Places]: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('service_accounts')
    .values({ ...row, calls: '[]' })
    .execute();
  await insertPlaces(tx, 'account', row.user_id, places);
}

export async function updateAccount(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<ServiceAccountsTable, 'purpose' | 'owner_role_id'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('service_accounts').set(changes).where('user_id', '=', id).execute();
}

/** Newest first. */
export async function listCalls(db: Queryable, id: string): Promise<AccountCall[]> {
  const query = db.selectFrom('service_accounts').select('calls').where('user_id', '=', id);
  return (await query.executeTakeFirst())?.calls ?? [];
}

export const latestCalls = (...lists: (readonly AccountCall[])[]) =>
  lists
    .flat()
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, callsStored);

export async function addCalls(tx: Transaction, id: string, calls: readonly AccountCall[]): Promise<void> {
  const query = tx.selectFrom('service_accounts').select('calls').where('user_id', '=', id);
  const stored = await forUpdate(tx, query).executeTakeFirst();
  if (!stored) return;
  const latest = JSON.stringify(latestCalls(calls, stored.calls));
  await tx.updateTable('service_accounts').set({ calls: latest }).where('user_id', '=', id).execute();
}

/** Active users who have the permission, of those with this role if any of them does. */
export async function listKeepers(db: Queryable, role_id: string | null, permission: string) {
  const query = sql<{ id: string; is_owner: boolean | number }>`select distinct users.id,
      exists (select 1 from user_roles as mine where mine.user_id = users.id and mine.role_id = ${role_id}) as is_owner
    from role_permissions as allowed join user_roles as held on held.role_id = allowed.role_id
      join users on users.id = held.user_id
    where allowed.permission = ${permission} and users.is_active`;
  const { rows } = await query.execute(db);
  const owners = rows.filter(({ is_owner }) => is_owner);
  return (owners.length > 0 ? owners : rows).map(({ id }) => id);
}
