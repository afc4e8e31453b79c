import { type Authorized, systemContext } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { renewEpoch } from '../../kernel/changes/change-clock.ts';
import type { App } from '../../kernel/context.ts';
import { dropWaiting } from '../notifications/notifications.service.ts';
import { stopRuns } from '../runs/work/run-worker.service.ts';
import { restoredKey } from './mark-restored.pure.ts';
import * as repository from './restore.repository.ts';

export interface CompletedRestore {
  made_at: string;
  stopped_runs: number;
  held_emails: number;
}

const stopped =
  'Stopped: the data come from a backup, in which this was at work. See what it has done, then try again.';
const held =
  'Held, because a backup was restored. It may have been sent before: send it again if it was not.';

/**
 * Before anything else uses the data. Runs at work and emails that waited when the backup was made are stopped, because
 * both may have been done since. Null when there is nothing to complete; the next start completes one that was cut off.
 */
export async function completeRestore(app: App): Promise<CompletedRestore | null> {
  if ((await repository.findSetting(app.database.read, restoredKey)) === null) return null;
  const ctx: Authorized<'anyone'> = systemContext(app);
  return change(ctx, {}, async (ctx) => {
    // Null when another process completed it since.
    const made_at = await repository.takeSetting(ctx.tx, restoredKey);
    if (made_at === null) return null;
    // What browsers know is of the data that were replaced.
    await renewEpoch(ctx.tx);
    const stopped_runs = await stopRuns(ctx, stopped);
    const held_emails = await app.mailer.hold(ctx.tx, held);
    await dropWaiting(ctx);
    audit(ctx, {
      action: 'settings.restored',
      subject: { type: 'settings', id: null, name: 'Settings' },
      details: { made_at },
    });
    return { made_at, stopped_runs, held_emails };
  });
}

/** For the operator. */
export function describeRestore({ stopped_runs, held_emails }: CompletedRestore): string[] {
  const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  return [
    ...(stopped_runs > 0
      ? [
          `${some(stopped_runs, 'import or bulk change that was at work was', 'imports and bulk changes that were at work were')} stopped. Imports & changes shows how far each had come.`,
        ]
      : []),
    ...(held_emails > 0
      ? [
          `${some(held_emails, 'email that waited is', 'emails that waited are')} held and not sent by itself: look under Settings → Email which to send again.`,
        ]
      : []),
  ];
}
