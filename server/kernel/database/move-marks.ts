import type { Kysely } from 'kysely';
import { movedFrom, movedTo } from '../../platform/move/move-mark.ts';
import type { Tables } from './schema.ts';

/** The marks that moves to and from this database have left. */
export async function readMarks(db: Kysely<Tables>): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [movedTo, movedFrom])
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
