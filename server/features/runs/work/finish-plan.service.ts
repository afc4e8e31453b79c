import { runLinesMax } from '../../../../contract/fields/limits.ts';
import { parseFilter } from '../../../../contract/lists/list-filters.ts';
import { requirePermission } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { countUsers, matchingUsers } from '../../users/list/users-list.service.ts';
import { auditRun, inWords, notifyCreator } from '../audit-run.service.ts';
import type { UserRequest } from '../line-request.pure.ts';
import { insertLines, lastLine, listKeys, type NewLine } from '../run-lines.repository.ts';
import { type RunRow, updateRun } from '../runs.repository.ts';
import { notInFile } from './notes.pure.ts';
import { writePlan } from './run-context.service.ts';

export const notInFileUnsure =
  'Not in the file. Some lines could not be matched to a user, so missing users are not deactivated.';

const areActive = { status: parseFilter('active') };

/** Above both, the number of users who lose access must be typed. */
const lossesAllowed = 4;
const shareAllowed = 0.1;

/** Adds the lines for users whom the file does not name. */
export async function finishPlan(ctx: Context, run: RunRow): Promise<void> {
  const missing: NewLine[] = run.options?.deactivate_missing ? await missingUsers(ctx, run) : [];
  const active = await activeUsers(ctx, run);
  await writePlan(ctx.app, run, async (tx, current) => {
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
  return countUsers(requirePermission(ctx, 'users.read'), areActive);
}

/** Users in scope whom no line names. Never the actor. */
async function missingUsers(ctx: Context, run: RunRow): Promise<NewLine[]> {
  const db = reader(ctx);
  const active = await matchingUsers(requirePermission(ctx, 'users.read'), areActive, runLinesMax);
  const keys = active.map(({ id }) => `id:${id}`);
  const named = await listKeys(db, run.id, keys);
  const missing = active.filter(({ id }) => !named.has(`id:${id}`) && id !== ctx.actor.user_id);
  const last = await lastLine(db, run.id);
  const request: UserRequest = { fields: { is_active: false } };
  return missing.map(({ id, name }, index) => ({
    ...{ line: last + index + 1, request, subject_id: id, subject_name: name, reason: notInFile },
  }));
}
