import { sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { Queryable } from '../../kernel/database/database.ts';

export async function findRoleId(db: Queryable, name_key: string): Promise<string | undefined> {
  const query = sql<{ id: string }>`select id from roles where name_key = ${name_key}`;
  return (await query.execute(db)).rows[0]?.id;
}

export async function listRolesWith(db: Queryable, permission: Permission): Promise<string[]> {
  const query = sql<{ role_id: string }>`select role_id from role_permissions
    where permission = ${permission} order by role_id`;
  return (await query.execute(db)).rows.map((row) => row.role_id);
}
