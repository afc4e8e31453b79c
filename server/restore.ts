import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCanopy } from './app.ts';
import { runPlain, UsageError } from './command-line.ts';
import type { Config } from './config.ts';
import { completeRestore } from './features/auth/restored.service.ts';
import { openDatabase } from './open-database.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { migrationNames } from './platform/database/migrate.ts';

const usage = `Puts a backup in the place of the database. Stop the server first.
  npm run restore -- --from folder [--replace]`;

await runPlain(
  (args) => read(args),
  async (config, { from, replace }) => {
    const knownMigrations = await migrationNames();
    const restored = await restoreBackup(config, resolve(from), { replace, knownMigrations });
    const { made_at, rows } = restored.manifest;
    await complete(config, made_at);
    console.info(
      `Restored the backup of ${made_at}: ${rows.users ?? 0} users, ${rows.locations ?? 0} locations.`,
    );
    console.info('Everybody is signed out. Start the server.');
    for (const path of [restored.previousDatabase, restored.previousKey])
      if (path) console.info(`What was there before: ${path}`);
  },
);

async function complete(config: Config, madeAt: string) {
  const database = await openDatabase(config, (error) => console.error(error));
  try {
    const canopy = await createCanopy({ config, database });
    await completeRestore(canopy.app, madeAt);
    await canopy.stop();
  } finally {
    await database.close();
  }
}

function read(args: string[]): { from: string; replace: boolean } {
  const options = { from: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;
  try {
    const { from, replace } = parseArgs({ args, options }).values;
    if (!from) throw new Error('Say which backup to restore.');
    return { from, replace };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}
