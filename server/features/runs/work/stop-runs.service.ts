import type { InTransaction } from '../../../kernel/context.ts';
import { listAtWork, lockRun } from '../runs.repository.ts';
import { failRun } from './fail-run.ts';

/** Stops every run that is at work, with this sentence. What is done stays. Returns how many there were. */
export async function stopRuns(ctx: InTransaction, problem: string): Promise<number> {
  const ids = await listAtWork(ctx.tx);
  for (const id of ids) {
    const run = await lockRun(ctx.tx, { all: true }, id);
    if (run) await failRun(ctx, run, problem);
  }
  return ids.length;
}
