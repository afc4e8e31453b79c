import type { Queryable } from '../../kernel/database/database.ts';

const columns = ['id', 'to_address as to', 'subject', 'created_at', 'state', 'last_error'] as const;

export function listEmails(db: Queryable, limit: number) {
  return db
    .selectFrom('mail_outbox')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findEmail(db: Queryable, id: string) {
  return (
    (await db
      .selectFrom('mail_outbox')
      .select([...columns, 'body'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  );
}
