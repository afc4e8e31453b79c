import { resolve } from 'node:path';
import { completeRestore } from '../features/auth/accounts/complete-restore.service.ts';
import { migrationNames } from '../kernel/database/migrate.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { UsageError, type Values } from './arguments.ts';
import { plainCommand, printDatabase, withApp } from './command-line.ts';

const usage = `Puts a backup in the place of the database. Stop the server first.
  npm run restore -- --from folder [--replace] [--env-file path]`;

const options = { from: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;

export const restore = plainCommand({
  usage,
  options,
  read,
  async run(config, { from, replace }, terminal) {
    const { console } = terminal;
    printDatabase(config, terminal);
    const knownMigrations = await migrationNames();
    const restored = await restoreBackup(config, resolve(from), { replace, knownMigrations });
    const { made_at, rows } = restored.manifest;
    await withApp(config, terminal, (app) => completeRestore(app, made_at));
    console.info(
      `Restored the backup of ${made_at}: ${rows.users ?? 0} users, ${rows.locations ?? 0} locations.`,
    );
    console.info('Everybody is signed out. Start the server.');
    for (const path of [restored.previousDatabase, restored.previousKey])
      if (path) console.info(`The previous data: ${path}`);
  },
});

function read({ from, replace }: Values<typeof options>) {
  if (!from) throw new UsageError(`Say which backup to restore.\n${usage}`);
  return { from, replace };
}
