import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';

/** Every row of every table of the database, with all columns, as text by table. */
export async function dumpDatabase({ read, dialect }: Database): Promise<Map<string, string>> {
  const catalog =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' order by name`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`;
  const { rows: tables } = await catalog.execute(read);
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    dump.set(name, rows.map((row) => Object.values(row).map(asText).join('\t')).join('\n'));
  }
  return dump;
}

/** Bytes are written in both forms that a search may look for. */
function asText(value: unknown): string {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    return `${bytes.toString('hex')} ${bytes.toString('latin1')}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
