import { parseFilter } from '../../../../contract/lists/list-filters.ts';
import { requirePermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { countUsers } from '../../users/list/users-list.service.ts';
import { auditRun, inWords, notifyCreator } from '../audit-run.service.ts';
import { insertLines, type NewLine } from '../run-lines.repository.ts';
import { lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { missingUsers } from './missing-users.service.ts';

/** Above both, the number of users who lose access must be typed. */
const lossesAllowed = 4;
const shareAllowed = 0.1;

/** Adds the lines for users whom the file does not name. */
export async function finishPlan(ctx: Context, run: RunRow): Promise<void> {
  const missing: NewLine[] = run.options?.deactivate_missing ? await missingUsers(ctx, run) : [];
  const active = await activeUsers(ctx, run);
  await ctx.app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (current?.state !== 'planning' || current.leased_by !== run.leased_by) return;
    if (missing.length > 0) {
      await insertLines(tx, run.id, missing);
      return updateRun(tx, run.id, { total: current.total + missing.length });
    }
    const losses = current.confirm ?? 0;
    const isMany = losses > lossesAllowed && losses > active * shareAllowed;
    auditRun({ ...ctx, tx }, 'run.planned', current, inWords(current, 'before'));
    notifyCreator({ ...ctx, tx }, current, 'planned');
    return updateRun(tx, run.id, { state: 'planned', confirm: isMany ? losses : null });
  });
}

/** In scope. */
async function activeUsers(ctx: Context, { about }: RunRow): Promise<number> {
  if (about !== 'users' || !ctx.actor.permissions.has('users.read')) return 0;
  return countUsers(requirePermission(ctx, 'users.read'), { status: parseFilter('active') });
}
