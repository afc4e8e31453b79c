import { changesIn, isWorking, type Run, type RunLine } from '../../../contract/runs.ts';
import { type Authorized, forbidden } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import { type Context, type InTransaction, now, reader } from '../../kernel/context.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { auditRun, inWords } from './audit-run.service.ts';
import { presentLine, presentRun, presentRuns, visibleSubjects } from './present.service.ts';
import * as lines from './run-lines.repository.ts';
import * as repository from './runs.repository.ts';
import { countsWith, isOwn, mayRead, mayStop, noCounts } from './runs.rules.ts';
import { expiryFrom, startedBy } from './start-run.service.ts';

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
  { after = 0, ...filter }: Omit<lines.LineFilter, 'after'> & { after?: number | undefined },
): Promise<{ lines: RunLine[]; next: number | null }> {
  const { limit, result } = filter;
  const run = await findRun(ctx, id);
  const rows = await lines.listLines(reader(ctx), id, { after, limit: limit + 1, result });
  const page = rows.slice(0, limit);
  const subjects = page.flatMap((row) => row.subject_id ?? []);
  const visible = await visibleSubjects(ctx, run.about, subjects);
  return {
    lines: page.map((row) => presentLine(row, (id) => visible.has(id))),
    next: rows.length > limit ? (page.at(-1)?.line ?? null) : null,
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
    if (run.state !== 'planned') throw new ApiError('conflict', `This run is ${describe(run)}.`);
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

/** Only lines that a retry can help; in a new run these are all. */
export async function planAgain(
  ctx: InTransaction<Authorized>,
  run: repository.RunRow,
  changes: Partial<repository.RunRow> = {},
): Promise<Run> {
  const isOtherPlan = changes.options !== undefined;
  const dropped = isOtherPlan ? await lines.deleteAddedLines(ctx.tx, run.id) : 0;
  await lines.replanLines(ctx.tx, run);
  await lines.deleteKeys(ctx.tx, run.id);
  return update(ctx, run, {
    ...changes,
    total: run.total - dropped,
    state: 'planning',
    planned: noCounts,
    ...(await lines.countResults(ctx.tx, run.id)),
    confirm: null,
    problem: null,
    ...(run.expires_at !== null && { expires_at: expiryFrom(ctx) }),
    ...startedBy(ctx),
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

const described: Record<Run['state'], string> = {
  mapping: 'not planned yet',
  planning: 'not planned yet',
  planned: 'not applied yet',
  applying: 'being applied',
  done: 'applied already',
  canceled: 'canceled',
  failed: 'stopped',
};

export function describe({ state }: Pick<repository.RunRow, 'state'>): string {
  return described[state];
}

function notFound(): never {
  throw new ApiError('not_found', 'This run does not exist, or is not one of yours.');
}
