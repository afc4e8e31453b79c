import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kernel/database/database.ts';

/** The actor of all demo data, by which it is found again. A user's name cannot be it: a user has an id. */
export const demoActor = 'Demo data';

/** A row that demo data made, and whether somebody else has made it theirs. */
export interface DemoRow {
  id: string;
  name: string;
  is_used: boolean;
}

const isDemo = (action: string, id: string) => sql<boolean>`exists (select 1 from audit_entries as entry
  where entry.subject_id = ${sql.ref(id)} and entry.action = ${action}
    and entry.actor_id is null and entry.actor_name = ${demoActor})`;

export async function countRealLocations(db: Queryable): Promise<number> {
  const query = db.selectFrom('locations').select(({ fn }) => fn.countAll().as('count'));
  const { count } = await query
    .where((eb) => eb.not(isDemo('location.created', 'locations.id')))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Used: somebody changed it, or one of these has it. */
async function list(
  db: Queryable,
  table: 'users' | 'locations' | 'districts',
  { name, usedBy, order }: Record<'name' | 'usedBy' | 'order', RawBuilder<unknown>>,
): Promise<DemoRow[]> {
  const query = sql<DemoRow>`select id, ${name} as name, updated_by is not null or exists (${usedBy}) as is_used
    from ${sql.table(table)} where ${isDemo(`${table.slice(0, -1)}.created`, `${table}.id`)} order by ${order}`;
  return (await query.execute(db)).rows;
}

export function listUsers(db: Queryable): Promise<DemoRow[]> {
  const usedBy = sql`select 1 from auth_users where auth_users.id = users.id`;
  return list(db, 'users', { name: sql`coalesce(full_name, email)`, usedBy, order: sql`sort_name` });
}

/** Listed after the users are removed. */
export function listLocations(db: Queryable): Promise<DemoRow[]> {
  const usedBy = sql`select 1 from user_locations where location_id = locations.id`;
  return list(db, 'locations', { name: sql`name`, usedBy, order: sql`sort_name` });
}

/** Listed after the locations are removed. */
export function listDistricts(db: Queryable): Promise<DemoRow[]> {
  const usedBy = sql`select 1 from user_districts where district_id = districts.id
    union all select 1 from locations where district_id = districts.id`;
  return list(db, 'districts', { name: sql`name`, usedBy, order: sql`name_key` });
}

/** Connections whose locations are gone. */
export async function listRegisters(db: Queryable): Promise<string[]> {
  const query = db.selectFrom('register_connections').select('id');
  const rows = await query
    .where(isDemo('register.created', 'register_connections.id'))
    .where(
      sql<boolean>`not exists (select 1 from register_connection_locations as at where at.register_id = register_connections.id)`,
    )
    .execute();
  return rows.map(({ id }) => id);
}
