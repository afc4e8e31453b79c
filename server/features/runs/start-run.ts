import { randomUUID } from 'node:crypto';
import type { RunState } from '../../../contract/runs.ts';
import { type InTransaction, originOf } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { noCounts } from './present.ts';
import { insertRun, lockRun, type RunRow, updateRun } from './runs.repository.ts';
import { wakeAfterCommit } from './wake.ts';

type NewRun = Pick<RunRow, 'kind' | 'about' | 'title'> &
  Partial<Pick<RunRow, 'act' | 'undo_of' | 'file' | 'options'>> & {
    id?: string | undefined;
    state: Extract<RunState, 'mapping' | 'planning'>;
    /** The body of the request, without the id. */
    asked: unknown;
  };

/**
 * Creates a run with its lines. A repeated request returns the first run. `insertLines` returns their number.
 * @throws ApiError 409 when anything else uses the id, and the errors of `insertLines`.
 */
export async function startRun(
  ctx: InTransaction,
  { id = randomUUID(), asked, act = null, undo_of = null, file = null, options = null, ...run }: NewRun,
  insertLines: (run_id: string) => Promise<number>,
  check: () => Promise<void> = async () => {},
): Promise<RunRow> {
  const { tx } = ctx;
  const known = await createOnce(ctx, {
    id,
    asked,
    insert: async (stamp) => {
      await check();
      return insertRun(tx, {
        ...{ id, ...run, act, undo_of, file, options, ...stamp },
        ...{ total: 0, done: 0, planned: JSON.stringify(noCounts), applied: JSON.stringify(noCounts) },
        ...{ confirm: null, problem: null, leased_until: null, ended_at: null },
        ...originOf(ctx),
      });
    },
    find: () => lockRun(tx, { all: true }, id),
  });
  if (known) return known;
  const total = await insertLines(id);
  await updateRun(tx, id, { total });
  wakeAfterCommit(ctx.app);
  const row = await lockRun(tx, { all: true }, id);
  if (!row) throw new Error('The run was not inserted');
  return row;
}
