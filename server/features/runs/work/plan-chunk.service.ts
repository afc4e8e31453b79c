import type { Authorized } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { type Plan, rejected } from '../decide/plan.pure.ts';
import type { Reading } from '../import/cells/cells.pure.ts';
import { loadReading } from '../import/cells/reading.service.ts';
import { linesPerYield, plannedAtOnce, turnMs } from '../pace.pure.ts';
import * as lines from '../run-lines.repository.ts';
import { lockRun, type RunRow, updateRun } from '../runs.repository.ts';
import { countsWith } from '../runs.rules.ts';
import { decideLine } from './decide-line.service.ts';
import { findTwins } from './find-twins.service.ts';
import { finishPlan } from './finish-plan.service.ts';
import { isNotInFile, notInFile, notInFileUnsure } from './missing-users.service.ts';
import type { RequestedLine } from './read-lines.service.ts';
import { runContext } from './run-context.service.ts';
import type { Subject } from './subject.pure.ts';

/** Ends the planning when there are no more lines. */
export async function planChunk<Request, Act>(
  app: App,
  run: RunRow,
  subject: Subject<Request, Act>,
): Promise<void> {
  const start = performance.now();
  let reading: Promise<Reading> | undefined;
  const readWith = (ctx: Authorized) => {
    reading ??= loadReading(ctx, run);
    return reading;
  };
  const db = app.database.read;
  let isOurs = await findTwins(app, run, readWith);
  while (isOurs && performance.now() - start < turnMs) {
    await yieldToRequests();
    const ctx = await runContext(app, db, run);
    const rows = await lines.listWaiting(db, run.id, 'planned', plannedAtOnce);
    if (rows.length === 0) return finishPlan(ctx, run);
    const requested = await subject.ask(ctx, rows, readWith);
    isOurs = await save(app, run, await planLines(ctx, run, subject, rows, requested));
  }
}

/** False when the run was canceled, planned again with other options, or taken over by another process. */
async function save(app: App, run: RunRow, { planned, keys, losses }: Awaited<ReturnType<typeof planLines>>) {
  await yieldToRequests();
  return app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (current?.state !== 'planning' || current.leased_by !== run.leased_by) return false;
    await lines.savePlan(tx, run.id, planned);
    await lines.insertKeys(tx, run.id, keys);
    const results = planned.map((line) => line.planned);
    await updateRun(tx, run.id, {
      done: current.done + planned.length,
      planned: countsWith(current.planned, results),
      confirm: (current.confirm ?? 0) + losses,
    });
    return true;
  });
}

async function planLines<Request, Act>(
  ctx: Authorized,
  run: RunRow,
  subject: Subject<Request, Act>,
  rows: readonly lines.LineRow[],
  requested: readonly RequestedLine<Request>[],
) {
  const db = ctx.app.database.read;
  await yieldToRequests();
  const loaded = await subject.load(
    ctx,
    requested.flatMap(({ request, subject_id }) => (request === null ? [] : [{ request, subject_id }])),
  );
  const adminKey = (id: string) => `admin:${id}`;
  const removed = await lines.listKeys(db, run.id, [...loaded.admins].map(adminKey));
  for (const id of loaded.admins) if (removed.has(adminKey(id))) loaded.admins.delete(id);
  const about = requested.map(({ request, subject_id }) =>
    request === null ? idKey(subject_id) : subject.keys(request, subject_id),
  );
  const owners = await lines.listKeys(
    db,
    run.id,
    about.flat().map(({ key }) => key),
  );
  const isUnsure = rows.some((row) => isNotInFile(run, row)) && (await lines.hasUnmatched(db, run.id));
  const planned: lines.PlannedLine[] = [];
  const keys: { key: string; line: number }[] = [];
  let losses = 0;
  for (const [index, line] of requested.entries()) {
    if (index % linesPerYield === 0) await yieldToRequests();
    const expected = run.kind === 'undo' ? line.row.version : null;
    const decided = await decideLine(ctx, run, subject, loaded, line, expected);
    const keysOfLine = about[index] ?? [];
    const twin = refuseTwin(line, keysOfLine, owners);
    const unsure = isUnsure && isNotInFile(run, line.row) ? rejected(notInFileUnsure) : undefined;
    const plan: Plan<Act, Request> = twin ?? unsure ?? decided;
    keys.push(...reserve(line.row.line, keysOfLine, plan.decision.result === 'rejected', owners));
    if (plan.removesAdmin && line.subject_id) {
      loaded.admins.delete(line.subject_id);
      keys.push({ key: adminKey(line.subject_id), line: line.row.line });
    }
    if (plan.losesAccess) losses++;
    planned.push(lineOf(run, line, plan, decided.state));
  }
  return { planned, keys, losses };
}

interface Key {
  key: string;
  what: string;
}

function refuseTwin<Request>(
  { row, rejected: known }: RequestedLine<Request>,
  keys: readonly Key[],
  owners: ReadonlyMap<string, number>,
): Plan<never, never> | undefined {
  const taken = keys.find(({ key }) => (owners.get(key) ?? row.line) !== row.line);
  if (!taken) return undefined;
  // A line whose key stands twice in the file says so already.
  const twins = row.reasons === null ? [`Line ${owners.get(taken.key)} ${taken.what}`] : [];
  return rejected(...(known ?? []), ...twins);
}

/** A rejected line reserves its user or location, but not its new number. */
function reserve(line: number, keys: readonly Key[], isRejected: boolean, owners: Map<string, number>) {
  const free = keys.filter(({ key }) => !owners.has(key) && !(isRejected && key.startsWith('number:')));
  for (const { key } of free) owners.set(key, line);
  return free.map(({ key }) => ({ key, line }));
}

const idKey = (id: string | null) => (id ? [{ key: `id:${id}`, what: 'is about the same row' }] : []);

function lineOf<Request, Act>(
  run: RunRow,
  { row, request, subject_id, name }: RequestedLine<Request>,
  { decision }: Plan<Act, Request>,
  state: { name: string; updated_at: string } | null,
): lines.PlannedLine {
  return {
    line: row.line,
    request: request as lines.LineRow['request'],
    subject_id,
    subject_name: state?.name ?? (name || row.subject_name),
    planned: decision.result,
    version: run.kind === 'undo' ? row.version : (state?.updated_at ?? null),
    reason: decision.reason ?? (isNotInFile(run, row) ? notInFile : null),
    reasons: decision.reasons ?? null,
    changes: decision.changes,
  };
}
