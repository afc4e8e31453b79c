import type { Config } from '../config/config.ts';
import { deleteBackups, remainingBackups } from '../platform/backup/retention.ts';
import { tryBackup } from './prove-backup.ts';

/**
 * The process in which the server makes its backups (server/start/fork-backup.ts). Earlier ones are deleted only
 * after a good one.
 */
process.once('message', async ({ config, prove }: { config: Config; prove: boolean }) => {
  const outcome = await tryBackup(config, { prove });
  if (outcome.problem === null)
    await deleteBackups(config.backup_to, (names) => remainingBackups(names, new Date()));
  process.send?.(outcome, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
