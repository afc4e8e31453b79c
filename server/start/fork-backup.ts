import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import type { BackupOutcome, MakeBackup } from '../features/backups/backups.service.ts';
import { childEnvironment } from '../platform/child-environment.ts';

const script = fileURLToPath(new URL('../commands/backup-process.ts', import.meta.url));

/** Makes backups in processes of their own, one at a time; `stop` ends the one at work. */
export function createBackupMaker(config: Config): { make: MakeBackup; stop(): void } {
  let current: ChildProcess | undefined;
  let isStopping = false;
  return {
    async make({ prove }) {
      if (isStopping) return null;
      const made_at = new Date().toISOString();
      const child = fork(script, {
        env: childEnvironment(),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      current = child;
      const outcome = await new Promise<BackupOutcome | null>((resolve, reject) => {
        let answer: BackupOutcome | null = null;
        child.once('error', reject);
        child.once('message', (message) => {
          answer = message as BackupOutcome;
        });
        child.once('exit', (code, signal) => {
          const problem = `The backup ended before it was complete (${signal ?? `exit code ${code}`}).`;
          const failed = { made_at, name: null, bytes: null, proof_ms: null, problem };
          resolve(answer ?? (isStopping ? null : failed));
        });
        child.send({ config, prove });
      });
      current = undefined;
      return outcome;
    },
    stop() {
      isStopping = true;
      current?.kill();
    },
  };
}
