import { join, resolve } from 'node:path';
import { deleteOldBackups, makeBackup, verifyBackup } from '../platform/backup/backup.ts';
import { UsageError, type Values } from './arguments.ts';
import { plainCommand, printDatabase } from './command-line.ts';

const usage = `Copies the database and its key into a new folder, while the server runs, and reads the copy back.
  npm run backup -- [--to folder] [--keep 14]
Or reads an existing backup, without changing anything.
  npm run backup -- --verify folder
Both take --env-file path, instead of canopy.env in the project folder.`;

const options = { to: { type: 'string' }, keep: { type: 'string' }, verify: { type: 'string' } } as const;

export const backup = plainCommand({
  usage,
  options,
  read,
  async run(config, { to, keep, verify }, terminal) {
    const { console } = terminal;
    if (verify) {
      const { made_at, rows } = await verifyBackup(resolve(verify));
      return console.info(`The backup of ${made_at} is complete: ${describeRows(rows)}.`);
    }
    printDatabase(config, terminal);
    const below = resolve(to ?? join(config.data_dir, 'backups'));
    const { folder, manifest } = await makeBackup(config, below);
    console.info(`Backup: ${folder}`);
    console.info(`Read back: ${describeRows(manifest.rows)}, ${(manifest.bytes / 1_000_000).toFixed(1)} MB.`);
    console.info(
      manifest.key === 'in the backup'
        ? 'It holds the secret key: keep it where only operators can read it.'
        : 'It does not contain SECRET_KEY: keep that setting safe, too. A restore needs it.',
    );
    if (keep === null) return;
    for (const name of await deleteOldBackups(below, keep)) console.info(`Deleted: ${join(below, name)}`);
  },
});

function read({ to, keep, verify }: Values<typeof options>) {
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new UsageError(`--keep must be a number from 1 to 9999, not '${keep}'.\n${usage}`);
  return { to, keep: keep === undefined ? null : Number(keep), verify };
}

export function describeRows(rows: Record<string, number>): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en-US');
  return `${count('users')} users, ${count('locations')} locations, ${count('audit_entries')} audit entries`;
}
