import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Driver } from '../../kernel/database/database.ts';

/**
 * Fills an empty database with one that a server of version 1.1.0 made: Ada Owner signed up and added a location and
 * Mia Manager, who works there. Each line of the files is a statement.
 */
export async function loadVersion110({ writer, dialect }: Driver): Promise<void> {
  const file = new URL(`version-110.${dialect}.sql`, import.meta.url);
  for (const statement of (await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''))
    await sql.raw(statement).execute(writer);
}
