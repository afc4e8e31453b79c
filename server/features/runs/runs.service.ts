import type { Received } from '../../../contract/http/endpoint.ts';
import type * as contract from '../../../contract/runs.ts';
import { changesIn, isWorking, type LineReason, type Run, type RunLine } from '../../../contract/runs.ts';
import { type Authorized, forbidden } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type Context, type InTransaction, now, reader } from '../../kernel/context.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { auditRun, inWords } from './audit-run.service.ts';
import { presentLines, presentRun, presentRuns, reasonsOf } from './present.service.ts';
import * as lines from './run-lines.repository.ts';
import * as repository from './runs.repository.ts';
import { countsWith, isOwn, mayRead, mayStop } from './runs.rules.ts';
import { startedBy } from './start-run.service.ts';

const listedRuns = 100;

/** Readers of the audit log with access to all locations also get those of others. */
export async function listRuns(ctx: Authorized<'signed_in'>): Promise<Run[]> {
  const rows = await repository.listRuns(reader(ctx), runScopeOf(ctx), listedRuns);
  return presentRuns(
    ctx,
    rows.filter((row) => mayRead(ctx, row)),
  );
}

/** @throws ApiError 404, also for the run of somebody else. */
export async function getRun(ctx: Authorized<'signed_in'>, id: string): Promise<Run> {
  return presentRun(ctx, await findRun(ctx, id));
}

/** @throws ApiError 404 as `getRun`. */
export async function listRunLines(
  ctx: Authorized<'signed_in'>,
  id: string,
  { after = 0, limit, result }: Received<typeof contract.listRunLines>['query'],
): Promise<{ lines: RunLine[]; next: number | null }> {
  const run = await findRun(ctx, id);
  const rows = await lines.listLines(reader(ctx), id, { after, limit: limit + 1, result });
  const page = rows.slice(0, limit);
  return {
    lines: await presentLines(ctx, run, page),
    next: rows.length > limit ? (page.at(-1)?.line ?? null) : null,
  };
}

const combinationsMax = 1000;
const reasonsMax = 50;

type CountedReason = LineReason & { lines: number; line: number };

/** Each reason once, with the number of its lines and the first of them. @throws ApiError 404 as `getRun`. */
export async function listRunReasons(
  ctx: Authorized<'signed_in'>,
  id: string,
): Promise<{ reasons: CountedReason[]; is_more: boolean }> {
  await findRun(ctx, id);
  const rows = await lines.countReasons(reader(ctx), id, combinationsMax);
  const counted = new Map<string, CountedReason>();
  for (const row of rows) {
    for (const reason of reasonsOf(row)) {
      const { lines = 0, line = row.line } = counted.get(reason.text) ?? {};
      counted.set(reason.text, { ...reason, lines: lines + row.lines, line: Math.min(line, row.line) });
    }
  }
  const reasons = [...counted.values()].sort((a, b) => b.lines - a.lines || a.line - b.line);
  return {
    reasons: reasons.slice(0, reasonsMax),
    is_more: reasons.length > reasonsMax || rows.length === combinationsMax,
  };
}

/**
 * Repeating the request returns the run as it is. @throws ApiError 404; 403 for the run of somebody else; 409 for a run
 * that is not planned; 400 when `confirm` is not the number of users who lose access.
 */
export function applyRun(ctx: Authorized<'signed_in'>, id: string, confirm: number | null): Promise<Run> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockOwn(ctx, id);
    if (run.state === 'applying' || run.state === 'done') return presentRun(ctx, run);
    if (run.state !== 'planned') throw new ApiError('conflict', `This run is ${described[run.state]}.`);
    if (run.confirm !== null && run.confirm !== confirm) {
      const message = `${run.confirm} users lose access. Type ${run.confirm} to apply it.`;
      throw invalid({ path: 'confirm', message });
    }
    auditRun(ctx, 'run.applied', run, inWords(run, 'before'));
    const settled = await lines.settleLines(ctx.tx, id, ['rejected', 'changed', 'unchanged']);
    const applied = countsWith(run.applied, settled);
    return update(ctx, run, {
      state: 'applying',
      applied: applied,
      done: run.total - changesIn(run.planned),
      expires_at: null,
      ...startedBy(ctx),
    });
  });
}

/** Applied lines stay. @throws ApiError 404; 403 for a run whose changes the actor may not make. */
export function cancelRun(ctx: Authorized<'signed_in'>, id: string): Promise<Run> {
  return change(ctx, {}, async (ctx) => {
    const run = await lockRun(ctx, id);
    if (!mayStop(ctx, run)) throw forbidden(ctx);
    if (!isWorking(run)) return presentRun(ctx, run);
    const counts = await lines.countAtEnd(ctx.tx, run);
    const tense = run.state === 'planning' ? 'before' : 'after';
    auditRun(ctx, 'run.canceled', run, inWords({ ...run, ...counts }, tense));
    return update(ctx, run, { state: 'canceled', ended_at: now(ctx), ...counts });
  });
}

/** Also ends the work on the run, which begins anew. */
export async function update(
  ctx: InTransaction<Authorized>,
  run: repository.RunRow,
  changes: Partial<repository.RunRow>,
): Promise<Run> {
  // A process that works on it stops when its lease is gone.
  const row = { ...changes, leased_until: null, leased_by: null, faults: 0 };
  await repository.updateRun(ctx.tx, run.id, row);
  recordOwnChange(ctx, 'runs', run.created_by);
  ctx.app.database.afterCommit(ctx.app.runs.wake);
  return presentRun(ctx, { ...run, ...row });
}

/** Empty when there is no such run. */
export async function findTitle({ database }: Context['app'], id: string): Promise<string> {
  return (await repository.findRun(database.read, { all: true }, id))?.title ?? '';
}

/** @throws ApiError 404 also for the run of somebody else, but to readers of the audit log of all locations. */
export async function findRun(ctx: Authorized, id: string): Promise<repository.RunRow> {
  const run = await repository.findRun(reader(ctx), runScopeOf(ctx), id);
  return run && mayRead(ctx, run) ? run : notFound();
}

export async function lockRun(ctx: InTransaction<Authorized>, id: string): Promise<repository.RunRow> {
  const run = await repository.lockRun(ctx.tx, runScopeOf(ctx), id);
  return run && mayRead(ctx, run) ? run : notFound();
}

/** @throws ApiError 404 as `lockRun`, 403 for the run of somebody else. */
export async function lockOwn(ctx: InTransaction<Authorized>, id: string): Promise<repository.RunRow> {
  const run = await lockRun(ctx, id);
  if (isOwn(ctx, run)) return run;
  throw new ApiError('forbidden', 'Only the user who prepared a run can apply it.');
}

/** 'This run is …' */
export const described: Record<Run['state'], string> = {
  mapping: 'not planned yet',
  planning: 'not planned yet',
  planned: 'not applied yet',
  applying: 'being applied',
  done: 'applied already',
  canceled: 'canceled',
  failed: 'stopped',
};

function notFound(): never {
  throw new ApiError('not_found', 'This run does not exist, or is not one of yours.');
}
