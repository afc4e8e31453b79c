import { type Authorized, systemContext } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { type App, now } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { endExpiredSessions } from '../sessions/sessions.repository.ts';

/**
 * Completes a restore: ends every session, because those that ended after the backup would be open again, and records
 * the restore in the audit log.
 */
export function completeRestore(app: App, madeAt: string): Promise<void> {
  const ctx: Authorized<'anyone'> = systemContext(app);
  return transaction(ctx, async (ctx) => {
    const at = now(ctx);
    await endExpiredSessions(ctx.tx, { created_before: at, seen_before: null }, at);
    await audit(ctx, {
      action: 'settings.restored',
      subject: { type: 'settings', id: null, name: 'Settings' },
      details: { made_at: madeAt },
    });
  });
}
