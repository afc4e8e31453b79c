import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { BackupOutcome } from '../features/backups/backups.service.ts';
import { makeBackup, verifyBackup } from '../platform/backup/backup.ts';
import { BackupError, readManifest } from '../platform/backup/manifest.ts';
import { deleteBackups } from '../platform/backup/retention.ts';
import { UsageError, type Values } from './arguments.ts';
import { plainCommand, printDatabase, type Terminal, withApp } from './command-line.ts';

const usage = `Copies the database and its key into a new folder, while the server runs, and reads the copy back.
  npm run backup -- [--to folder] [--keep 14] [--prove]
Or reads an existing backup, without changing anything.
  npm run backup -- --verify folder [--prove]
--prove also restores it beside the database, starts a server on it, and reads that; Settings shows the result.
All take --env-file path, instead of canopy.env in the project folder.`;

const options = {
  to: { type: 'string' },
  keep: { type: 'string' },
  verify: { type: 'string' },
  prove: { type: 'boolean', default: false },
} as const;

export const backup = plainCommand({
  usage,
  options,
  read,
  async run(config, { to, keep, verify, prove }, terminal) {
    const { console } = terminal;
    if (verify && prove) return report(await record(config, { folder: resolve(verify) }, terminal), terminal);
    if (verify) {
      const { made_at, rows } = await verifyBackup(resolve(verify));
      return console.info(`The backup of ${made_at} is complete: ${describeRows(rows)}.`);
    }
    printDatabase(config, terminal);
    const below = resolve(to ?? config.backup_to);
    if (prove) {
      const outcome = await record(config, { below }, terminal);
      if (outcome.name !== null) describe(config, join(below, outcome.name), terminal);
      report(outcome, terminal);
    } else {
      describe(config, (await makeBackup(config, below)).folder, terminal);
    }
    // After a proof, which fails the command: the older ones may be needed.
    const gone = keep === null ? [] : await deleteBackups(below, (names) => names.slice(0, keep));
    for (const name of gone) console.info(`Deleted: ${join(below, name)}`);
  },
});

function describe(config: Config, folder: string, { console }: Terminal) {
  const { rows, bytes } = readManifest(folder);
  console.info(`Backup: ${folder}`);
  console.info(`Read back: ${describeRows(rows)}, ${(bytes / 1_000_000).toFixed(1)} MB.`);
  console.info(
    config.secret_key
      ? 'It does not contain SECRET_KEY: keep that setting safe, too. A restore needs it.'
      : 'It holds the secret key: keep it where only operators can read it.',
  );
}

/** Proves a backup, a new one or the one in `folder`. The administrators learn of a failure. */
async function record(
  config: Config,
  { below, folder }: { below?: string; folder?: string },
  terminal: Terminal,
) {
  const [{ tryBackup, tryProof }, { recordBackup }] = await Promise.all([
    import('./prove-backup.ts'),
    import('../features/backups/backups.service.ts'),
  ]);
  const outcome = folder
    ? await tryProof(config, folder)
    : await tryBackup({ ...config, backup_to: below ?? config.backup_to }, { prove: true });
  await withApp(config, terminal, (app) => recordBackup(app, outcome));
  return outcome;
}

/** @throws BackupError when the proof failed. */
function report({ problem, proof_ms }: BackupOutcome, { console }: Terminal) {
  if (problem !== null) throw new BackupError(`The backup is not proven. ${problem}`);
  const seconds = ((proof_ms ?? 0) / 1000).toFixed(1);
  console.info(`Proven: restored on trial, and a server on it was read, in ${seconds} s.`);
}

function read({ to, keep, verify, prove }: Values<typeof options>) {
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new UsageError(`--keep must be a number from 1 to 9999, not '${keep}'.`);
  return { to, keep: keep === undefined ? null : Number(keep), verify, prove };
}

export function describeRows(rows: Record<string, number>): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en-US');
  return `${count('users')} users, ${count('locations')} locations, ${count('audit_entries')} audit entries`;
}
