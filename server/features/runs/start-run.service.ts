import { randomUUID } from 'node:crypto';
import { openRunDays, openRunsMaxCount, runTitleMaxLength } from '../../../contract/fields/limits.ts';
import { hasEnded, type RunState } from '../../../contract/runs.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type Context, type InTransaction, now, originOf } from '../../kernel/context.ts';
import { createOnce } from '../../kernel/create-once.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { listOpenRuns, lockRun, type RunRow, runInsert, updateRun } from './runs.repository.ts';
import { noCounts } from './runs.rules.ts';

type NewRun = Pick<RunRow, 'kind' | 'about' | 'title'> &
  Partial<Pick<RunRow, 'act' | 'undo_of' | 'left_out'>> & {
    id?: string | undefined;
    state: Extract<RunState, 'mapping' | 'planning'>;
    /** Without the id. */
    body: unknown;
  };

/** `insertLines` returns the number of lines. @throws ApiError 409 for an id in use, or when too many runs wait. */
export function startRun(
  ctx: InTransaction,
  { id = randomUUID(), body, title, act = null, undo_of = null, left_out = 0, ...run }: NewRun,
  insertLines: (run_id: string) => Promise<number>,
  check: () => Promise<void> = async () => {},
): Promise<RunRow> {
  const find = ({ tx }: InTransaction) => lockRun(tx, { all: true }, id);
  return createOnce(ctx, { id, body, find, repeat: (_, row) => row }, async (ctx, { stamp, insert }) => {
    await check();
    await refuseTooMany(ctx);
    await insert(
      runInsert({
        ...{ id, ...run, title: oneLine(title), act, undo_of, left_out, file: null, options: null, ...stamp },
        ...{ total: 0, done: 0, planned: noCounts, applied: noCounts },
        ...{ confirm: null, problem: null, leased_until: null, leased_by: null, faults: 0, retryable: 0 },
        ...{ ended_at: null, expires_at: expiryFrom(ctx), discarded_at: null },
        ...startedBy(ctx),
      }),
    );
    const total = await insertLines(id);
    await updateRun(ctx.tx, id, { total });
    recordOwnChange(ctx, 'runs', ctx.actor.user_id);
    ctx.app.database.afterCommit(ctx.app.runs.wake);
    const row = await find(ctx);
    if (!row) throw new Error('The run was not inserted');
    return row;
  });
}

/** Locks the actor, so that of two runs that begin at once only one can be the last that the limit allows. */
export function beginRun<C extends Context, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return change(ctx, { user: ctx.actor.user_id }, work);
}

/** A stopped run keeps its lines for nobody, so the oldest of these is discarded. @throws ApiError 409 */
async function refuseTooMany(ctx: InTransaction): Promise<void> {
  const { tx, actor } = ctx;
  if (actor.user_id === null) return;
  const open = await listOpenRuns(tx, actor.user_id);
  const stopped = open.filter(hasEnded);
  if (open.length - stopped.length >= openRunsMaxCount) {
    throw new ApiError(
      'conflict',
      `${openRunsMaxCount} of your imports and bulk changes are not applied yet. Apply or discard some of them first.`,
    );
  }
  const tooMany = open.length + 1 - openRunsMaxCount;
  for (const { id } of tooMany > 0 ? stopped.slice(-tooMany) : []) {
    await updateRun(tx, id, { discarded_at: now(ctx), state: 'canceled' });
  }
}

/** The name of a file can contain anything. */
export function oneLine(title: string): string {
  const line = title.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > runTitleMaxLength ? `${line.slice(0, runTitleMaxLength - 1).toWellFormed()}…` : line;
}

export function expiryFrom({ app }: Pick<Context, 'app'>): string {
  return new Date(app.now().getTime() + openRunDays * 86_400_000).toISOString();
}

export function startedBy(ctx: Context): Pick<RunRow, 'ip' | 'user_agent' | 'session_id' | 'token_id'> {
  const { session_id, token } = ctx.actor;
  return { ...originOf(ctx), session_id, token_id: token?.id ?? null };
}
