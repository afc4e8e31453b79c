import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { productKey } from '../product.ts';
import { BackupError } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { type Contents, syncFile } from './sqlite-backup.ts';

const portable = ['--no-owner', '--no-privileges', '--no-comments'];

/** One moment, while others use the database. Synced to disk. */
export async function dumpPostgres(url: string, to: string): Promise<void> {
  await runPostgresProgram('pg_dump', ['--format=custom', ...portable, `--file=${to}`], { url });
  syncFile(to);
}

/** Converts the whole dump to SQL, to prove that it can be restored. @throws BackupError when it is damaged. */
export async function readBackPostgres(dump: string): Promise<Contents> {
  const contents: Contents = { migration: null, rows: {}, lastAuditEntry: null };
  let table: string | null = null;
  let columns: string[] = [];
  let newest = '';
  // The rows of a table are between a line `COPY schema.table (columns) FROM stdin;` and a line `\.`.
  const onLine = (line: string) => {
    if (table === null) {
      const copy = /^COPY \S+?\.(\S+) \((.*)\) FROM stdin;$/.exec(line);
      table = copy?.[1]?.replaceAll('"', '') ?? null;
      columns = copy?.[2]?.replaceAll('"', '').split(', ') ?? [];
      if (table) contents.rows[table] = 0;
    } else if (line === '\\.') table = null;
    else {
      contents.rows[table] = (contents.rows[table] ?? 0) + 1;
      const name = table === 'kysely_migration' ? line.split('\t')[0] : undefined;
      if (name && (contents.migration === null || name > contents.migration)) contents.migration = name;
      if (table !== 'audit_entries') return;
      const cells = line.split('\t');
      const id = cells[columns.indexOf('id')] ?? '';
      const key = `${cells[columns.indexOf('at')]} ${id}`;
      if (key > newest) [newest, contents.lastAuditEntry] = [key, id];
    }
  };
  await runPostgresProgram('pg_restore', [...portable, '--file=-', dump], { onLine });
  return contents;
}

/**
 * In one transaction with the SQL of `also`, so that a failure changes nothing. @throws BackupError also when a server
 * is connected.
 */
export async function restorePostgres(url: string, dump: string, also: string): Promise<void> {
  await refuseConnected(url);
  await inFolder(async (folder) => {
    const drop = join(folder, 'drop.sql');
    const restore = join(folder, 'restore.sql');
    const then = join(folder, 'then.sql');
    await writeFile(drop, dropEverything, { mode: 0o600 });
    // A dump ends with an empty search path.
    await writeFile(then, `reset search_path;\n${also}`, { mode: 0o600 });
    await runPostgresProgram('pg_restore', [...portable, `--file=${restore}`, dump]);
    const quiet = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction'];
    // Without this, a lock held by another connection would block the restore forever.
    const options = '-c lock_timeout=10s';
    const files = [drop, restore, then].map((file) => `--file=${file}`);
    await runPostgresProgram('psql', [...quiet, ...files], { url, options });
  });
}

export async function isEmptyPostgres(url: string): Promise<boolean> {
  const tables = await query(url, 'select 1 from pg_tables where schemaname = current_schema() limit 1');
  return tables.length === 0;
}

/** A running server always has a connection, because it looks for due emails every few seconds. */
async function refuseConnected(url: string) {
  const servers = await query(
    url,
    `select 1 from pg_stat_activity where datname = current_database() and application_name = '${productKey}'`,
  );
  if (servers.length > 0)
    throw new BackupError('The database is in use. Stop the server first, then restore.');
}

/** Not what belongs to an extension. */
export const dropEverything = `
do $$
declare item record;
begin
  for item in select format('drop table if exists %I.%I cascade', schemaname, tablename) as statement
    from pg_tables where schemaname = current_schema() loop execute item.statement; end loop;
  for item in select format('drop function if exists %s cascade', p.oid::regprocedure) as statement
    from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute item.statement; end loop;
end $$;
`;

async function query(url: string, statement: string): Promise<unknown[]> {
  return connected(url, async (client) => (await client.query(statement)).rows);
}

export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Only this user can read the folder, because the SQL contains all rows. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${productKey}-backup-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
