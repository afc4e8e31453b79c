import type { Config } from '../config/config.ts';
import { deleteByAge } from '../platform/backup/retention.ts';
import { tryBackup } from './prove-backup.ts';

/**
 * The process in which the server makes its backups (server/start/fork-backup.ts). Earlier ones are deleted only
 * after a good one.
 */
process.once('message', async ({ config, prove }: { config: Config; prove: boolean }) => {
  const outcome = await tryBackup(config, { prove });
  if (outcome.problem === null) await deleteByAge(config.backup_to, new Date());
  process.send?.(outcome, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
