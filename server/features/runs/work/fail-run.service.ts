import { type InTransaction, now } from '../../../kernel/context.ts';
import { auditRun, inWords, notifyCreator } from '../audit-run.service.ts';
import { countAtEnd } from '../run-lines.repository.ts';
import { listWorking, lockRun, type RunRow, updateRun } from '../runs.repository.ts';

/** What is done stays. */
export async function failRun(ctx: InTransaction, run: RunRow, problem: string): Promise<void> {
  const counts = await countAtEnd(ctx.tx, run);
  auditRun(ctx, 'run.failed', run, {
    problem,
    ...inWords({ ...run, ...counts }, run.state === 'planning' ? 'before' : 'after'),
  });
  notifyCreator(ctx, run, 'failed', problem);
  await updateRun(ctx.tx, run.id, {
    ...{ state: 'failed', problem, ended_at: now(ctx), leased_until: null, leased_by: null },
    ...counts,
  });
}

/** What is done stays. Returns how many there were. */
export async function stopRuns(ctx: InTransaction, problem: string): Promise<number> {
  const ids = await listWorking(ctx.tx);
  for (const id of ids) {
    const run = await lockRun(ctx.tx, { all: true }, id);
    if (run) await failRun(ctx, run, problem);
  }
  return ids.length;
}
