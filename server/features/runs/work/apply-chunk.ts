import { type App, now } from '../../../kernel/context.ts';
import { breathe } from '../breathe.ts';
import { listWaiting } from '../run-lines.repository.ts';
import { lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { applyLine, RunStopped } from './apply-line.ts';
import type { Subject } from './subject.ts';

/** Then another run has its turn. */
const linesPerChunk = 50;
const msPerChunk = 500;
/** SQLite has one writer. With PostgreSQL most of a line is waiting, and no two lines are about the same row. */
const lanes = { sqlite: 1, postgres: 3 };

/** Applies the next lines of the run, or ends it when there are none. Other requests are served between two lines. */
export async function applyChunk<Asked, Act>(
  app: App,
  run: RunRow,
  subject: Subject<Asked, Act>,
  isStopping: () => boolean,
): Promise<void> {
  const rows = await listWaiting(app.database.read, run.id, 'result', linesPerChunk);
  if (rows.length === 0) return finish(app, run);
  const start = performance.now();
  const isOver = () => isStopping() || performance.now() - start > msPerChunk;
  const queue = rows.values();
  const lane = async () => {
    for (const row of queue) {
      await breathe();
      if (isOver()) return;
      await applyLine(app, run, subject, row);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes[app.database.dialect] }, lane));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  const [error] = errors.filter((error) => !(error instanceof RunStopped));
  if (error) throw error;
}

function finish(app: App, run: RunRow): Promise<void> {
  return app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (current?.state !== 'applying') return;
    await updateRun(tx, run.id, { state: 'done', ended_at: now({ app }) });
  });
}
