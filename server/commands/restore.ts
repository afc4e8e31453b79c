import { resolve } from 'node:path';
import { describeRestore } from '../features/restore/complete-restore.service.ts';
import { markRestored } from '../features/restore/mark-restored.pure.ts';
import { knownMigrations } from '../kernel/database/migrate.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { UsageError, type Values } from './arguments.ts';
import { describeRows } from './backup.ts';
import { plainCommand, printDatabase, withApp } from './command-line.ts';

const usage = `Puts a backup in the place of the database. Stop the server first.
  npm run restore -- --from folder [--replace] [--env-file path]
The folder of a backup, or a file of DATA_DIR/before-upgrade to go back to the version from before an upgrade.`;

const options = { from: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;

export const restore = plainCommand({
  usage,
  options,
  read,
  async run(config, { from, replace }, terminal) {
    const { console } = terminal;
    printDatabase(config, terminal);
    const restored = await restoreBackup(config, resolve(from), {
      replace,
      migrations: await knownMigrations(),
      also: ({ made_at }) => markRestored(made_at),
    });
    const { made_at, rows } = restored.manifest;
    const completed: string[] = [];
    // Opening a copy from before an upgrade would upgrade it again.
    if (!restored.isCopy) {
      await withApp(config, terminal, async (_, restored) => {
        if (restored) completed.push(...describeRestore(restored));
      });
    }
    console.info(`Restored the backup of ${made_at}: ${describeRows(rows)}.`);
    for (const sentence of completed) console.info(sentence);
    console.info(
      restored.isCopy
        ? 'Everybody is signed out. Start the version from before the upgrade: this one would upgrade the data again.'
        : 'Everybody is signed out. Start the server.',
    );
    for (const path of [restored.previousDatabase, restored.previousKey])
      if (path) console.info(`The previous data: ${path}`);
  },
});

function read({ from, replace }: Values<typeof options>) {
  if (!from) throw new UsageError(`Say which backup to restore.`);
  return { from, replace };
}
