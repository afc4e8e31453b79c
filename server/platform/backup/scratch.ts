import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { productKey } from '../product.ts';
import { BackupError, databaseFiles } from './manifest.ts';
import { connected } from './postgres-backup.ts';

const folderPrefix = '.proof-';
const databasePrefix = `${productKey}_proof_`;
/** What is older was left by a proof that was killed. */
const leftAfterMs = 3_600_000;

/**
 * For a restore that nobody uses: a folder on the disk of the backups, and on PostgreSQL a database on the same server.
 * @throws BackupError when the user may not create databases.
 */
export async function makeScratch(below: string, url: string | undefined) {
  await mkdir(below, { recursive: true, mode: 0o700 });
  for (const name of await readdir(below)) {
    const path = join(below, name);
    const isLeft = name.startsWith(folderPrefix) && Date.now() - (await stat(path)).mtimeMs > leftAfterMs;
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
  const data_dir = await mkdtemp(join(below, folderPrefix));
  const removeFolder = () => rm(data_dir, { recursive: true, force: true });
  try {
    const database = url ? await createDatabase(url) : null;
    return {
      data_dir,
      database_file: join(data_dir, databaseFiles.sqlite),
      database_url: database?.url,
      database_direct_url: database?.url,
      async remove(): Promise<void> {
        await removeFolder();
        await database?.drop();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function createDatabase(url: string) {
  const name = `${databasePrefix}${Date.now()}`;
  await connected(url, async (client) => {
    const { rows } = await client.query(
      `select datname as name from pg_database where datname like '${databasePrefix.replaceAll('_', '\\_')}%'
         and not exists (select 1 from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    );
    for (const { name } of rows) {
      if (Date.now() - Number(name.slice(databasePrefix.length)) > leftAfterMs)
        await client.query(`drop database if exists ${name}`);
    }
    await client.query(`create database ${name} template template0 encoding 'UTF8'`).catch((error) => {
      if (error.code !== '42501') throw error;
      throw new BackupError(
        'A proof restores into a database of its own, which the user of DATABASE_URL may not create. Let an administrator of PostgreSQL run: alter role … createdb.',
      );
    });
  });
  const own = new URL(url);
  own.pathname = `/${name}`;
  const drop = () => connected(url, (client) => client.query(`drop database if exists ${name} with (force)`));
  return { url: own.href, drop };
}
