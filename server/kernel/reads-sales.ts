import { sql } from 'kysely';

/** The users who may see sales and can sign in, in a chain that has some: of registers or spreadsheets. */
export const readsSales = sql`select user_roles.user_id from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
      and role_permissions.permission = 'registers.read'
    join users on users.id = user_roles.user_id and users.is_active = true
    join auth_users on auth_users.id = users.id and auth_users.email_confirmed_at is not null
  where (exists (select 1 from register_connections where register_connections.revoked_at is null)
    or exists (select 1 from register_closes))`;
