import { type RawBuilder, sql } from 'kysely';
import { managerRole } from '../../contract/access/permissions.ts';
import type { Queryable } from './database/database.ts';

/** Only one role can have this name, because it is built in. */
const role = sql`(select roles.id from roles where roles.name_key = ${managerRole})`;

export function isManager(column: string): RawBuilder<boolean> {
  return sql`exists (select 1 from user_roles
    where user_roles.user_id = ${sql.ref(column)} and user_roles.role_id = ${role})`;
}

/** Who hears what concerns managers of a location, of those who see it: also the manager of its district. */
export function hearsAsManager(user: string, location: string): RawBuilder<boolean> {
  // The inner one is a value: PostgreSQL would read all locations to hash a join of both tables.
  return sql`(${isManager(user)} or exists (select 1 from districts
    where districts.manager_id = ${sql.ref(user)} and districts.id =
      (select placed.district_id from locations as placed where placed.id = ${sql.ref(location)})))`;
}

/** The columns of `held` are null for a user who is no manager. */
export function joinManagers(column: string): RawBuilder<unknown> {
  return sql`left join user_roles as held on held.user_id = ${sql.ref(column)} and held.role_id = ${role}`;
}

export async function findManagerRoleId(db: Queryable): Promise<string> {
  const { id } = await db
    .selectFrom('roles')
    .select('id')
    .where('name_key', '=', managerRole)
    .executeTakeFirstOrThrow();
  return id;
}
