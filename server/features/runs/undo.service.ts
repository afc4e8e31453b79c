import { hasEnded, type Run } from '../../../contract/runs.ts';
import type { Authorized } from '../../kernel/access.ts';
import { ApiError } from '../../kernel/errors.ts';
import { transaction } from '../../kernel/transaction.ts';
import type { Undo } from './asked.ts';
import { isUndoable, presentRun, readCounts } from './present.ts';
import { insertLines, listUndoable } from './run-lines.repository.ts';
import { listUndoing } from './runs.repository.ts';
import { lockRun } from './runs.service.ts';
import { startRun } from './start-run.ts';

/**
 * Plans the opposite of a run, as a run of its own. Rows that somebody changed since are left as they are, and the
 * actor needs the permission for each act.
 * @throws ApiError 404; 409 for a run that has not ended, changed nothing, or is undone already.
 */
export function undoRun(ctx: Authorized<'signed_in'>, undone: string, id: string | undefined): Promise<Run> {
  return transaction(ctx, async (ctx) => {
    // Locked, so that two requests cannot undo it at once.
    const run = await lockRun(ctx, undone);
    const undo = await startRun(
      ctx,
      {
        ...{ id, asked: { undone }, kind: 'undo', state: 'planning', undo_of: undone },
        ...{ about: run.about, title: `Undo: ${run.title}` },
      },
      async (run_id) => {
        const rows = await listUndoable(ctx.tx, undone);
        const lines = rows.map(({ subject_id, subject_name, undo }, index) => {
          const { asked, version } = JSON.parse(undo ?? '') as Undo;
          return { line: index + 1, asked: JSON.stringify(asked), subject_id, subject_name, version };
        });
        await insertLines(ctx.tx, run_id, lines);
        return lines.length;
      },
      async () => {
        if (!hasEnded(run)) throw new ApiError('conflict', 'This run has not ended yet.');
        if (!isUndoable(readCounts(run.applied))) {
          throw new ApiError('conflict', 'This run changed nothing that can be undone.');
        }
        if ((await listUndoing(ctx.tx, [undone])).size > 0) {
          throw new ApiError('conflict', 'This run is undone already.');
        }
      },
    );
    return presentRun(ctx, undo);
  });
}
