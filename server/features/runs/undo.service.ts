import { hasEnded, type Run } from '../../../contract/runs.ts';
import { type Authorized, forbidden } from '../../kernel/access.ts';
import type { InTransaction } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { auditRun } from './audit-run.service.ts';
import { presentRun, relationsOf } from './present.service.ts';
import { insertLines, listUndoable } from './run-lines.repository.ts';
import type { RunRow } from './runs.repository.ts';
import { isUndoable, mayMake } from './runs.rules.ts';
import { lockRun } from './runs.service.ts';
import { beginRun, startRun } from './start-run.service.ts';

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
        const lines = rows.map(({ undo: { asked: request, version }, ...row }, index) => {
          return { ...row, request, version, line: index + 1 };
        });
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
