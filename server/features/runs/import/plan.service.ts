import type { ImportOptions, Run } from '../../../../contract/runs.ts';
import { type Authorized, requireAct } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { updateStamp } from '../../../kernel/edit.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireImport } from '../runs.rules.ts';
import { lockOwn, planAgain } from '../runs.service.ts';
import { checkOptions } from './check-options.rules.ts';

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
