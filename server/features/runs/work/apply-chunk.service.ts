import { hasEnded, type LineResult } from '../../../../contract/runs.ts';
import { systemContext } from '../../../kernel/access.ts';
import { recordOwnChange } from '../../../kernel/changes/record-change.ts';
import { type App, now } from '../../../kernel/context.ts';
import { inOrder, yieldToRequests } from '../../../platform/background/background.ts';
import { inWords, notifyCreator } from '../audit-run.service.ts';
import { addedTogether, appliedInParallel, appliedPerTurn, turnMs } from '../pace.pure.ts';
import { countAtEnd, type LineRow, listWaiting } from '../run-lines.repository.ts';
import { lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { countsWith } from '../runs.rules.ts';
import { applyGroup } from './apply-line.service.ts';
import type { Subject } from './subject.pure.ts';

/** Ends the run when there are no more lines. Other requests run between two transactions. */
export async function applyChunk(
  app: App,
  run: RunRow,
  subject: Subject,
  isStopping: () => boolean,
): Promise<void> {
  const rows = await listWaiting(app.database.read, run.id, 'result', appliedPerTurn);
  const start = performance.now();
  const results: (LineResult | null)[] = [];
  const isOver = () => results.includes(null) || isStopping() || performance.now() - start > turnMs;
  let isDone = false;
  try {
    await applyLines(app, run, subject, rows, isOver, results);
    const areAll = results.length === rows.length && !results.includes(null);
    isDone = areAll && rows.length < appliedPerTurn;
  } finally {
    if (!isDone) await countAlong(app, run, results);
  }
  if (isDone) await finish(app, run);
}

async function applyLines(
  app: App,
  run: RunRow,
  subject: Subject,
  rows: readonly LineRow[],
  isOver: () => boolean,
  results: (LineResult | null)[],
): Promise<void> {
  const queue = inTransactions(rows, addedTogether[app.database.dialect]).values();
  const work = async () => {
    for (const together of queue) {
      await yieldToRequests();
      if (isOver()) return;
      results.push(...(await applyGroup(app, run, subject, together)));
    }
  };
  await inOrder(Array.from({ length: appliedInParallel[app.database.dialect] }, work));
}

/**
 * Only new rows share a transaction: what holds for them does not depend on the others, but a change that reads beside
 * another one of its own transaction would not wait for it.
 */
function inTransactions(rows: readonly LineRow[], most: number): LineRow[][] {
  const groups: LineRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (row.subject_id === null && last?.[0]?.subject_id === null && last.length < most) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Not with each line: parallel lines would wait for the one row of the run. */
function countAlong(app: App, run: RunRow, results: readonly (LineResult | null)[]): Promise<void> {
  return app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (!current) return;
    if (current.leased_by !== run.leased_by) {
      // A canceled run may have ended between two of these lines. A process that took it over counts its own lines.
      return hasEnded(current) ? updateRun(tx, run.id, await countAtEnd(tx, current)) : undefined;
    }
    const done = current.done + results.filter((result) => result !== null).length;
    const applied = countsWith(current.applied, results);
    await updateRun(tx, run.id, { done, applied: applied });
  });
}

function finish(app: App, run: RunRow): Promise<void> {
  return app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (current?.state !== 'applying') return;
    const counts = await countAtEnd(tx, current);
    await updateRun(tx, run.id, { state: 'done', ended_at: now({ app }), ...counts });
    const request = { id: run.id, ip: '', user_agent: '', via: run.kind } as const;
    const { lines } = inWords({ ...current, ...counts }, 'after');
    notifyCreator({ ...systemContext(app, 'Server', request), tx }, current, 'done', lines);
    recordOwnChange({ app, tx }, 'runs', current.created_by);
  });
}
