import { randomUUID } from 'node:crypto';
import type { LineResult } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { inOrder } from '../../../platform/background/background.ts';
import { ApiError, asUnavailable, logFault } from '../../../platform/http/errors.ts';
import type { LineRequest, LocationRequest } from '../line-request.pure.ts';
import { type LineOutcome, type LineRow, lockLine, updateLines } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import { decideLine, toLoad } from './lines.service.ts';
import { followsRefused, noteOf } from './notes.pure.ts';
import { ActorLost, runContext } from './run-context.service.ts';
import type { Loaded, Subject } from './subject.pure.ts';

/**
 * Lines in one transaction, with their audit entries and results, so that nothing is applied twice. If one of them fails,
 * each is applied on its own, once more. The results are in the order of the rows; null when the run is no longer applied,
 * or another process applied the line. @throws ActorLost; an outage of the database.
 */
export async function applyGroup(
  app: App,
  run: RunRow,
  subject: Subject,
  rows: readonly LineRow[],
): Promise<(LineResult | null)[]> {
  const apply = (rows: readonly LineRow[]) =>
    inLines(app, run, rows, (ctx, rows) => applyIn(ctx, run, subject, rows));
  try {
    return await apply(rows);
  } catch (error) {
    // For example, somebody else took a number meanwhile. The second decision reads the current rows.
    if (isForRun(error)) throw error;
  }
  const results: (LineResult | null)[] = [];
  for (const row of rows) {
    results.push(...(await apply([row]).catch((error) => refuse(app, run, row, error))));
  }
  return results;
}

/** A refusal becomes the reason of the line. */
function refuse(app: App, run: RunRow, { line }: LineRow, error: unknown): Promise<(LineResult | null)[]> {
  if (isForRun(error)) throw error;
  if (!(error instanceof ApiError)) logFault(app.log, error, 'a line of a run could not be applied');
  const reason = error instanceof ApiError ? error.message : 'Something went wrong on the server. Try again.';
  return inLines(app, run, [{ line, subject_id: null }], async () => [
    { result: 'rejected', reason, reasons: null, changes: [] },
  ]);
}

/** It ends the turn; no line is to blame. */
function isForRun(error: unknown): boolean {
  return error instanceof ActorLost || asUnavailable(error) !== null;
}

/** Returns the outcome of each row. */
type Work = (ctx: InTransaction<Authorized>, rows: readonly LineRow[]) => Promise<LineOutcome[]>;

/**
 * In the order of docs/architecture.md: users, then the lines and their run, then the rows of the use cases. Several lines
 * are of new rows.
 */
function inLines(
  app: App,
  run: RunRow,
  lines: readonly (Pick<LineRow, 'line' | 'subject_id'> & Partial<Pick<LineRow, 'request'>>)[],
  work: Work,
): Promise<(LineResult | null)[]> {
  return app.database.write(async (tx) => {
    const [first] = lines;
    const changed = (run.about === 'users' ? first?.subject_id : coveringUser(first?.request)) ?? null;
    const locked = app.lockUsers(tx, { actor: run.created_by, changed });
    const found = lines.map(({ line }) => lockLine(tx, run.id, line));
    const context = runContext(app, tx, run);
    // Lines that are applied already need no actor.
    context.catch(() => {});
    const [, ...rows] = await inOrder([locked, ...found]);
    const waiting = rows.filter((row) => row !== null);
    if (waiting.length === 0) return rows.map(() => null);
    const outcomes = await work({ ...(await context), tx }, waiting);
    const results = new Map(waiting.map(({ line }, index) => [line, outcomes[index]]));
    return rows.map((row) => {
      const outcome = row && results.get(row.line);
      if (!outcome) return null;
      updateLines(tx, run.id, [row.line], outcome);
      const { result } = outcome;
      if (row.joined && 'lines' in row.joined && (result === 'rejected' || result === 'changed')) {
        const reason = followsRefused(row.line);
        updateLines(tx, run.id, row.joined.lines, { result, reason, reasons: null, changes: [] });
      }
      return result;
    });
  });
}

/** Of a line about a location: whose cover it is about. */
function coveringUser(request: LineRequest | null | undefined): string | undefined {
  if (!request) return undefined;
  const { cover, endCover } = request as LocationRequest;
  return (cover ?? endCover)?.user_id;
}

async function applyIn(
  ctx: InTransaction<Authorized>,
  run: RunRow,
  subject: Subject,
  rows: readonly LineRow[],
): Promise<LineOutcome[]> {
  for (const { subject_id } of rows) if (subject_id) await subject.lock(ctx, subject_id);
  const loaded = await subject.load(ctx, rows.flatMap(toLoad));
  // To their end, also after a failure: none may send a statement when the transaction is over.
  return inOrder(rows.map((row) => applyLine(ctx, run, subject, row, loaded)));
}

async function applyLine(
  ctx: InTransaction<Authorized>,
  run: RunRow,
  subject: Subject,
  row: LineRow,
  loaded: Loaded,
): Promise<LineOutcome> {
  const line = { ...row, row, name: row.subject_name, rejected: [] };
  const { decision, acts, undo, state } = await decideLine(ctx, run, subject, loaded, line, row.version);
  const outcome: LineOutcome = {
    result: decision.result,
    reason: decision.reason ?? noteOf(run, row),
    reasons: decision.reasons ?? null,
    changes: decision.changes,
  };
  if (acts.length === 0) return outcome;
  let left = { id: state?.id ?? randomUUID(), updated_at: state?.updated_at ?? '' };
  for (const act of acts) left = { ...left, ...(await subject.apply(ctx, act, left.id)) };
  return { ...outcome, subject_id: left.id, undo: undo && { asked: undo, version: left.updated_at } };
}
