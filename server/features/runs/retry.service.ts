import { hasEnded, type Run } from '../../../contract/runs.ts';
import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { auditRun } from './audit-run.service.ts';
import { presentRun, relationsOf } from './present.service.ts';
import { describe, lockOwn, planAgain, update } from './runs.service.ts';
import { expiryFrom } from './start-run.service.ts';

/**
 * Lines that were not applied, or refused by something that happened since the preview. An import without chosen
 * columns waits for them. @throws ApiError 404; 403 for the run of somebody else; 409 for a run that has not ended, is
 * undone, or would end the same.
 */
export function retryRun(ctx: Authorized<'signed_in'>, id: string): Promise<Run> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockOwn(ctx, id);
    if (run.state === 'planning' || run.state === 'planned') return presentRun(ctx, run);
    if (!hasEnded(run)) throw new ApiError('conflict', `This run is ${describe(run)}.`);
    const [related] = await relationsOf(ctx, [run]);
    // What a retry changed after the undo could not be undone any more.
    if (related?.undone_by) throw new ApiError('conflict', 'This run is undone. Start a new one.');
    if (related?.pending_undo) {
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
