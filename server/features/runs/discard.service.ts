import { type Authorized, forbidden } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { type Context, now } from '../../kernel/context.ts';
import { eachStep, yieldToRequests } from '../../platform/background/background.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { auditRun, inWords } from './audit-run.service.ts';
import { deletedAtOnce } from './pace.pure.ts';
import { deleteSome } from './run-lines.repository.ts';
import * as repository from './runs.repository.ts';
import { isDiscardable, mayStop } from './runs.rules.ts';
import { lockRun } from './runs.service.ts';

/** Of runs that were applied. */
const storedDays = 90;
/** Storing a file takes minutes. What is not complete by then was left by a server that was killed. */
const halfStoredHours = 1;

/**
 * @throws ApiError 404; 403 for a run whose changes the actor may not make; 409 for one that changed something, or is
 * being applied.
 */
export function discardRun(ctx: Authorized<'signed_in'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockRun(ctx, id);
    if (!mayStop(ctx, run)) throw forbidden(ctx);
    if (run.state === 'applying') throw new ApiError('conflict', 'This run is being applied. Stop it first.');
    if (!isDiscardable(run)) {
      throw new ApiError('conflict', 'This run was applied, so it stays in the list. It can be undone.');
    }
    auditRun(ctx, 'run.discarded', run, inWords(run, 'before'));
    const gone = { discarded_at: now(ctx), state: 'canceled', leased_until: null, leased_by: null } as const;
    await repository.updateRun(ctx.tx, id, gone);
    ctx.app.database.afterCommit(ctx.app.runs.wake);
  });
}

/** A week for runs that were never applied, 90 days for the others, and files of which only a part is stored. */
export async function purgeRuns(app: Context['app']): Promise<void> {
  const at = app.now();
  const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000).toISOString();
  const times = {
    at: at.toISOString(),
    oldest: hoursAgo(storedDays * 24),
    half_stored: hoursAgo(halfStoredHours),
  };
  await eachStep(app.log, {
    'old runs': () => app.database.write((tx) => repository.discardOldRuns(tx, times)),
    'discarded runs': () => deleteDiscarded(app),
  });
}

/** Some lines at a time, so that nobody waits for long. */
export async function deleteDiscarded(
  { database, faults }: Context['app'],
  isStopping: () => boolean = () => false,
): Promise<void> {
  await faults.each(await repository.listDiscarded(database.read), {
    what: 'discarded runs',
    idOf: (id) => id,
    async run(id) {
      for (const table of ['run_lines', 'run_keys'] as const) {
        let isAnyLeft = true;
        while (isAnyLeft) {
          if (isStopping()) return;
          await yieldToRequests();
          isAnyLeft = await database.write((tx) => deleteSome(tx, table, id, deletedAtOnce));
        }
      }
      await database.write((tx) => repository.deleteRun(tx, id));
    },
  });
}
