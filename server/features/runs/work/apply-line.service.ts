import type { LineResult } from '../../../../contract/runs.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { ApiError, asUnavailable, logFault } from '../../../kernel/errors.ts';
import { inOrder } from '../../../kernel/in-order.ts';
import type { Undo } from '../line-request.pure.ts';
import { type LineOutcome, type LineRow, lockLine, updateLine } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import { decideLine } from './decide-line.service.ts';
import { isNotInFile, notInFile } from './missing-users.service.ts';
import { ActorLost, runContext } from './run-context.service.ts';
import type { Loaded, Subject } from './subject.pure.ts';

/**
 * New rows in one transaction, with their audit entries and results, so that nothing is applied twice. If one of them is
 * refused, each is applied on its own. The results are in the order of the rows, as `applyLine` has them.
 */
export async function applyTogether<Request, Act>(
  app: App,
  run: RunRow,
  subject: Subject<Request, Act>,
  rows: readonly LineRow[],
  forNew: Loaded<Request, Act> | null,
): Promise<(LineResult | null)[]> {
  if (rows.length > 1) {
    try {
      return await inLines(app, run, rows, (ctx, row) => applyIn(ctx, run, subject, row, forNew));
    } catch (error) {
      if (isForRun(error)) throw error;
    }
  }
  const results: (LineResult | null)[] = [];
  for (const row of rows) results.push(await applyLine(app, run, subject, row, forNew));
  return results;
}

/**
 * A refusal becomes the reason of the line. The use cases check `forNew`, the rules for new rows, again. Null when the run
 * is no longer applied, or another process applied the line. @throws ActorLost; an outage of the database.
 */
async function applyLine<Request, Act>(
  app: App,
  run: RunRow,
  subject: Subject<Request, Act>,
  { line, subject_id }: LineRow,
  forNew: Loaded<Request, Act> | null,
): Promise<LineResult | null> {
  const attempt = (known: Loaded<Request, Act> | null) =>
    inLine(app, run, { line, subject_id }, (ctx, row) => applyIn(ctx, run, subject, row, known));
  try {
    // For example, somebody else took the number meanwhile. The second decision reads the current rows.
    return await attempt(forNew).catch((error) =>
      error instanceof ApiError || isForRun(error) ? Promise.reject(error) : attempt(null),
    );
  } catch (error) {
    if (isForRun(error)) throw error;
    if (!(error instanceof ApiError)) logFault(app.log, error, 'a line of a run could not be applied');
    const reason =
      error instanceof ApiError ? error.message : 'Something went wrong on the server. Try again.';
    return inLine(app, run, { line, subject_id: null }, async () => ({
      ...{ result: 'rejected', reason, reasons: null, changes: [] },
    }));
  }
}

/** It ends the turn; no line is to blame. */
function isForRun(error: unknown): boolean {
  return error instanceof ActorLost || asUnavailable(error) !== null;
}

type Work = (ctx: InTransaction, row: LineRow) => Promise<LineOutcome>;

async function inLine(
  app: App,
  run: RunRow,
  line: Pick<LineRow, 'line' | 'subject_id'>,
  work: Work,
): Promise<LineResult | null> {
  const [result = null] = await inLines(app, run, [line], work);
  return result;
}

/**
 * In the order of docs/architecture.md: users, then the lines and their run, then the rows of the use cases. Several lines
 * are of new rows.
 */
function inLines(
  app: App,
  run: RunRow,
  lines: readonly Pick<LineRow, 'line' | 'subject_id'>[],
  work: Work,
): Promise<(LineResult | null)[]> {
  return app.database.write(async (tx) => {
    const changed = run.about === 'users' ? (lines[0]?.subject_id ?? null) : null;
    const locked = app.lockUsers(tx, { actor: run.created_by, changed });
    const found = lines.map(({ line }) => lockLine(tx, run.id, line));
    const context = runContext(app, tx, run);
    // Lines that are applied already need no actor.
    context.catch(() => {});
    const [, ...rows] = await inOrder([locked, ...found]);
    const apply = async (row: LineRow | null) => {
      if (!row) return null;
      const outcome = await work({ ...(await context), tx }, row);
      updateLine(tx, run.id, row.line, outcome);
      return outcome.result;
    };
    // To their end, also after a failure: none may send a statement when the transaction is over.
    return inOrder(rows.map(apply));
  });
}

async function applyIn<Request, Act>(
  ctx: InTransaction,
  run: RunRow,
  subject: Subject<Request, Act>,
  row: LineRow,
  forNew: Loaded<Request, Act> | null,
): Promise<LineOutcome> {
  const { subject_id, subject_name: name, version } = row;
  if (subject_id) await subject.lock(ctx, subject_id);
  const request = row.request as Request;
  const known = subject_id === null ? forNew : null;
  const loaded = known ?? (await subject.load(ctx, [{ request, subject_id }]));
  const line = { row, request, subject_id, name, rejected: null };
  const { decision, acts, undo, state } = await decideLine(ctx, run, subject, loaded, line, version);
  const outcome: LineOutcome = {
    result: decision.result,
    reason: decision.reason ?? (isNotInFile(run, row) ? notInFile : null),
    reasons: decision.reasons ?? null,
    changes: decision.changes,
  };
  if (acts.length === 0) return outcome;
  const left = await subject.apply(ctx, acts, state);
  const asks = undo as Undo['asked'] | null;
  return { ...outcome, subject_id: left.id, undo: asks && { asked: asks, version: left.updated_at } };
}
