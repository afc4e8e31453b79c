import type { Queryable } from '../../../kernel/database/database.ts';

export async function listReceiverIds(db: Queryable, email_key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email_key), eb('new_email', '=', email_key)]))
    .union(db.selectFrom('users').select('id').where('email_key', '=', email_key))
    .execute();
  return rows.map((row) => row.id);
}
