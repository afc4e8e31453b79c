import { hasEnded, type ImportOptions, type Run } from '../../../contract/runs.ts';
import { type Authorized, forbidden, requireAct } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { InTransaction } from '../../kernel/context.ts';
import { updateStamp } from '../../kernel/edit.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { auditRun } from './audit-run.service.ts';
import { checkOptions } from './import/check-options.rules.ts';
import { presentRun, relationsOf } from './present.service.ts';
import {
  countResults,
  deleteAddedLines,
  deleteKeys,
  insertLines,
  listUndoable,
  replanLines,
} from './run-lines.repository.ts';
import type { RunRow } from './runs.repository.ts';
import { isUndoable, mayMake, noCounts, requireImport } from './runs.rules.ts';
import { described, lockOwn, lockRun, update } from './runs.service.ts';
import { beginRun, expiryFrom, startedBy, startRun } from './start-run.service.ts';

/**
 * Can be repeated with other columns until it is applied. @throws ApiError 404; 403 for the run of somebody else; 400
 * for columns that do not fit; 409 for a run that is no import or is applied already.
 */
export function planImport(ctx: Authorized<'signed_in'>, id: string, options: ImportOptions): Promise<Run> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockOwn(ctx, id);
    requireImport(ctx, run.about);
    if (run.kind !== 'import' || !['mapping', 'planning', 'planned'].includes(run.state)) {
      throw new ApiError('conflict', 'Only an import that is not applied yet can be planned.');
    }
    if (run.file === null)
      throw new ApiError('conflict', 'The file is still being read. Try again in a moment.');
    checkOptions(run.about, run.file.headers, options);
    if (options.deactivate_missing) requireAct(ctx, 'setUserActive');
    if (options.invite_new) requireAct(ctx, 'inviteUser');
    return planAgain(ctx, run, { options, ...updateStamp(ctx, run) });
  });
}

/**
 * Lines that were not applied, or refused by something that happened since the preview. An import without chosen
 * columns waits for them. @throws ApiError 404; 403 for the run of somebody else; 409 for a run that has not ended, is
 * undone, or would end the same.
 */
export function retryRun(ctx: Authorized<'signed_in'>, id: string): Promise<Run> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockOwn(ctx, id);
    if (run.state === 'planning' || run.state === 'planned') return presentRun(ctx, run);
    if (!hasEnded(run)) throw new ApiError('conflict', `This run is ${described[run.state]}.`);
    const related = (await relationsOf(ctx, [run]))(run);
    // What a retry changed after the undo could not be undone any more.
    if (related.undone_by) throw new ApiError('conflict', 'This run is undone. Start a new one.');
    if (related.pending_undo) {
      throw new ApiError('conflict', 'An undo of this run is prepared. Discard the undo first.');
    }
    if (run.retryable === 0) {
      throw new ApiError(
        'conflict',
        'Trying again would end the same. Change what the reasons say, and start a new run.',
      );
    }
    auditRun(ctx, 'run.retried', run);
    if (run.kind !== 'import' || run.options !== null) return planAgain(ctx, run);
    if (run.file === null)
      throw new ApiError('conflict', 'The file was not read completely. Upload it again.');
    return update(ctx, run, { state: 'mapping', problem: null, expires_at: expiryFrom(ctx) });
  });
}

/** Only lines that a retry can help; in a new run these are all. */
async function planAgain(
  ctx: InTransaction<Authorized>,
  run: RunRow,
  changes: Partial<RunRow> = {},
): Promise<Run> {
  const isOtherPlan = changes.options !== undefined;
  const dropped = isOtherPlan ? await deleteAddedLines(ctx.tx, run.id) : 0;
  await replanLines(ctx.tx, run);
  await deleteKeys(ctx.tx, run.id);
  return update(ctx, run, {
    ...changes,
    total: run.total - dropped,
    state: 'planning',
    planned: noCounts,
    ...(await countResults(ctx.tx, run.id)),
    confirm: null,
    problem: null,
    ...(run.expires_at !== null && { expires_at: expiryFrom(ctx) }),
    ...startedBy(ctx),
  });
}

/**
 * Rows that somebody changed since are left as they are. @throws ApiError 404; 403 for an actor who may not make the
 * run's changes; 409 for a run that has not ended, changed nothing, or is undone already.
 */
export function undoRun(ctx: Authorized<'signed_in'>, undone: string, id: string | undefined): Promise<Run> {
  return beginRun(ctx, async (ctx) => {
    // Locked, so that two requests cannot undo it at once.
    const run = await lockRun(ctx, undone);
    const undo = await startRun(
      ctx,
      {
        ...{ id, body: { undone }, kind: 'undo', state: 'planning', undo_of: undone, act: run.act },
        ...{ about: run.about, title: `Undo: ${run.title}` },
      },
      async (run_id) => {
        const rows = await listUndoable(ctx.tx, undone);
        const lines = rows.map((row, index) => ({ ...row, line: index + 1 }));
        await insertLines(ctx.tx, run_id, lines);
        auditRun(ctx, 'run.undo_prepared', run);
        return lines.length;
      },
      () => refuseUndo(ctx, run),
    );
    return presentRun(ctx, undo);
  });
}

async function refuseUndo(ctx: InTransaction<Authorized>, run: RunRow): Promise<void> {
  if (!mayMake(ctx, run)) throw forbidden(ctx);
  if (!hasEnded(run)) throw new ApiError('conflict', 'This run has not ended yet.');
  if (!isUndoable(run.applied)) {
    throw new ApiError('conflict', 'This run changed nothing that can be undone.');
  }
  const related = (await relationsOf(ctx, [run]))(run);
  if (related.undone_by) throw new ApiError('conflict', 'This run is undone already.');
  if (related.pending_undo) throw new ApiError('conflict', 'An undo of this run is prepared already.');
}
