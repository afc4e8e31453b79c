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
 * In a transaction of its own, with audit entries and result, so that nothing is applied twice. A refusal becomes the
 * reason of the line. The use cases check `forNew`, the rules for new rows, again. Null when the run is no longer
 * applied, or another process applied the line. @throws ActorLost; an outage of the database.
 */
export async function applyLine<Request, Act>(
  app: App,
  run: RunRow,
  subject: Subject<Request, Act>,
  { line, subject_id }: LineRow,
  forNew: Loaded<Request, Act> | null,
): Promise<LineResult | null> {
  const attempt = (known: Loaded<Request, Act> | null) =>
    inLine(app, run, { line, subject_id }, async (ctx, row) => applyIn(ctx, run, subject, row, known));
  try {
    // For example, somebody else took the number meanwhile. The second decision reads the current rows.
    return await attempt(forNew).catch((error) =>
      isUnexpected(error) ? attempt(null) : Promise.reject(error),
    );
  } catch (error) {
    if (error instanceof ActorLost || asUnavailable(error)) throw error;
    if (!(error instanceof ApiError)) logFault(app.log, error, 'a line of a run could not be applied');
    const reason =
      error instanceof ApiError ? error.message : 'Something went wrong on the server. Try again.';
    return inLine(app, run, { line, subject_id: null }, async () => ({
      ...{ result: 'rejected', reason, reasons: null, changes: [] },
    }));
  }
}

function isUnexpected(error: unknown): boolean {
  return !(error instanceof ApiError || error instanceof ActorLost || asUnavailable(error));
}

/** In the order of docs/architecture.md: users, then the line and its run, then the rows of the use cases. */
function inLine(
  app: App,
  run: RunRow,
  { line, subject_id }: Pick<LineRow, 'line' | 'subject_id'>,
  work: (ctx: InTransaction, row: LineRow) => Promise<LineOutcome>,
): Promise<LineResult | null> {
  return app.database.write(async (tx) => {
    const changed = run.about === 'users' ? subject_id : null;
    const locked = app.lockUsers(tx, { actor: run.created_by, changed });
    const found = lockLine(tx, run.id, line);
    const context = runContext(app, tx, run);
    // A line that is applied already needs no actor.
    context.catch(() => {});
    const [, row] = await inOrder([locked, found]);
    if (!row) return null;
    const outcome = await work({ ...(await context), tx }, row);
    updateLine(tx, run.id, line, outcome);
    return outcome.result;
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
