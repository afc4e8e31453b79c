import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import type { Email } from '../../platform/email/mailer.ts';
import { wantEmailNow } from '../notifications/notification-settings.service.ts';
import { listAdministrators } from '../users/account/administrators.service.ts';
import { intervalMs, isEmailDue, isProofDue } from './backup-schedule.pure.ts';
import * as repository from './backups.repository.ts';

const storedForMs = 90 * 86_400_000;

/** What became of a backup. */
export interface BackupOutcome {
  made_at: string;
  name: string | null;
  bytes: number | null;
  /** How long the proof took; null when there was none, or it failed. */
  proof_ms: number | null;
  problem: string | null;
}

/** Makes a backup in a process of its own, because copying and reading a database blocks. Null when it was stopped. */
export type MakeBackup = (task: { prove: boolean }) => Promise<BackupOutcome | null>;

/** A failure reaches the administrators by email, and under Settings. */
export async function recordBackup(app: App, outcome: BackupOutcome): Promise<void> {
  const { database, mailer, config } = app;
  const { problem, proof_ms } = outcome;
  const recipients =
    problem === null
      ? []
      : (await listAdministrators(app)).filter(({ is_active, can_sign_in }) => is_active && can_sign_in);
  const emailed = await wantEmailNow(app, 'backup_failed', recipients);
  if (problem !== null) app.log.error({ reason: problem }, 'a backup failed');
  await database.write(async (tx) => {
    const last = {
      proven: await repository.findLast(tx, 'proven'),
      notified: await repository.findLast(tx, 'notified'),
    };
    const is_notified = recipients.length > 0 && isEmailDue(last, app.now());
    await repository.insertBackup(tx, {
      ...{ id: randomUUID(), ...outcome, is_proven: proof_ms !== null && problem === null, is_notified },
    });
    if (!is_notified || problem === null) return;
    for (const { email } of emailed) await mailer.enqueue(tx, backupFailedEmail(config, email, problem));
    notify(
      { ...systemContext(app, 'Server'), tx },
      {
        ...{ kind: 'backup_failed', subject: { type: 'backup', id: null, name: '' }, hasOwnEmail: true },
        ...{ receivers: { to: 'users', ids: recipients.map(({ id }) => id) }, details: { problem } },
      },
    );
  });
}

/** Makes the backup that is due, as BACKUP_EVERY says. Of several servers one makes it. */
export async function workOnBackups(app: App, make: MakeBackup): Promise<void> {
  const { config, database } = app;
  if (!config.backup_every) return;
  const at = app.now();
  if (!(await repository.isTurnDue(database.read, at.toISOString()))) return;
  const next = new Date(at.getTime() + intervalMs(config.backup_every));
  if (!(await database.write((tx) => repository.takeTurn(tx, at.toISOString(), next.toISOString())))) return;
  const outcome = await make({ prove: isProofDue(await lastProofs(app), at) });
  if (outcome) await recordBackup(app, outcome);
}

/** Deletes what is known about old backups, not the backups. */
export async function purgeBackups({ database, now }: App): Promise<void> {
  const before = new Date(now().getTime() - storedForMs).toISOString();
  await database.write((tx) => repository.deleteBefore(tx, before));
}

/** The last proven restore, and the last backup that failed. */
export async function lastProofs({ database }: Pick<App, 'database'>) {
  const { read } = database;
  const [proven, failed] = await Promise.all([
    repository.findLast(read, 'proven'),
    repository.findLast(read, 'failed'),
  ]);
  return { proven, failed };
}

function backupFailedEmail(config: Config, to: string, problem: string): Email {
  return {
    to,
    subject: `The backup of ${config.product_name} failed`,
    text: [
      `A backup of ${config.product_name} could not be made, or could not be restored on trial:`,
      problem,
      'The earlier backups are still there. The next one is made as planned; see under Settings whether it works:',
      `${config.public_url}/settings?tab=configuration`,
    ].join('\n\n'),
  };
}
