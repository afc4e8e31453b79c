import type { Authorized } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { type Plan, rejected } from '../decide/plan.pure.ts';
import { loadReading } from '../import/cells/reading.service.ts';
import type { LineRequest } from '../line-request.pure.ts';
import { linesPerYield, plannedAtOnce, turnMs } from '../pace.pure.ts';
import * as lines from '../run-lines.repository.ts';
import { type RunRow, updateRun } from '../runs.repository.ts';
import { countsWith } from '../runs.rules.ts';
import { findTwins } from './find-twins.service.ts';
import { finishPlan, notInFileUnsure } from './finish-plan.service.ts';
import { decideLine, type RequestedLine, readLines, toLoad } from './lines.service.ts';
import { follows, followsRefused, isNotInFile, noteOf } from './notes.pure.ts';
import { runContext, writePlan } from './run-context.service.ts';
import type { Subject } from './subject.pure.ts';

/** Ends the planning when there are no more lines. */
export async function planChunk(app: App, run: RunRow, subject: Subject): Promise<void> {
  const start = performance.now();
  const db = app.database.read;
  let ctx = await runContext(app, db, run);
  const reading = run.kind === 'import' ? await loadReading(ctx, run) : null;
  let isOurs = reading === null || (await findTwins(ctx, run, subject, reading));
  while (isOurs && performance.now() - start < turnMs) {
    await yieldToRequests();
    ctx = await runContext(app, db, run);
    const rows = await lines.listWaiting(db, run.id, 'planned', plannedAtOnce);
    if (rows.length === 0) return finishPlan(ctx, run);
    const requested = await readLines(ctx, subject, rows, reading);
    isOurs = await save(app, run, await planLines(ctx, run, subject, rows, requested));
  }
}

function save(app: App, run: RunRow, { planned, keys, losses }: Awaited<ReturnType<typeof planLines>>) {
  return writePlan(app, run, async (tx, current) => {
    await lines.savePlan(tx, run.id, planned);
    await lines.insertKeys(tx, run.id, keys);
    const results = planned.map((line) => line.planned);
    await updateRun(tx, run.id, {
      done: current.done + planned.length,
      planned: countsWith(current.planned, results),
      confirm: (current.confirm ?? 0) + losses,
    });
  });
}

async function planLines(
  ctx: Authorized,
  run: RunRow,
  subject: Subject,
  rows: readonly lines.LineRow[],
  requested: readonly RequestedLine[],
) {
  const db = ctx.app.database.read;
  await yieldToRequests();
  const loaded = await subject.load(ctx, requested.flatMap(toLoad));
  const { admins = new Set<string>() } = loaded;
  const adminKey = (id: string) => `admin:${id}`;
  const removed = await lines.listKeys(db, run.id, [...admins].map(adminKey));
  for (const id of admins) if (removed.has(adminKey(id))) admins.delete(id);
  const about = requested.map(({ request, subject_id: id }) => subject.keysOf({ ...request?.fields, id }));
  const owners = await lines.listKeys(
    db,
    run.id,
    about.flat().map(({ key }) => key),
  );
  const leads = await lines.listLeads(
    db,
    run.id,
    rows.flatMap(({ joined }) => (joined && 'to' in joined ? joined.to : [])),
  );
  const isUnsure = rows.some((row) => isNotInFile(run, row)) && (await lines.hasUnmatched(db, run.id));
  const planned: lines.PlannedLine[] = [];
  const keys: { key: string; line: number }[] = [];
  let losses = 0;
  for (const [index, line] of requested.entries()) {
    if (index % linesPerYield === 0) await yieldToRequests();
    const { joined } = line.row;
    if (joined && 'to' in joined) {
      planned.push(planFollower(line.row, joined.to, leads.get(joined.to)));
      continue;
    }
    const expected = run.kind === 'undo' ? line.row.version : null;
    const decided = await decideLine(ctx, run, subject, loaded, line, expected);
    const keysOfLine = about[index] ?? [];
    const twin = refuseTwin(subject, line, keysOfLine, owners);
    const unsure = isUnsure && isNotInFile(run, line.row) ? rejected(notInFileUnsure) : undefined;
    const plan: Plan<unknown, LineRequest> = twin ?? unsure ?? decided;
    keys.push(...reserve(line.row.line, keysOfLine, plan.decision.result === 'rejected', owners));
    if (plan.removesAdmin && line.subject_id) {
      admins.delete(line.subject_id);
      keys.push({ key: adminKey(line.subject_id), line: line.row.line });
    }
    if (plan.losesAccess) losses++;
    const decision = lineOf(run, line, plan, decided.state);
    planned.push(decision);
    if (joined) leads.set(line.row.line, decision);
  }
  return { planned, keys, losses };
}

type Key = ReturnType<Subject['keysOf']>[number];

function refuseTwin(
  { noun }: Subject,
  { row, rejected: known }: RequestedLine,
  keys: readonly Key[],
  owners: ReadonlyMap<string, number>,
): Plan<never, never> | undefined {
  const taken = keys.find(({ key }) => (owners.get(key) ?? row.line) !== row.line);
  if (!taken) return undefined;
  // A line whose key stands twice in the file says so already.
  if (row.reasons !== null) return rejected(...known);
  const twin = taken.what === 'id' ? `is about the same ${noun}` : `has the same ${taken.what}`;
  return rejected(...known, `Line ${owners.get(taken.key)} ${twin}`);
}

/** A rejected line reserves its user or location, but not its new number. */
function reserve(line: number, keys: readonly Key[], isRejected: boolean, owners: Map<string, number>) {
  const free = keys.filter(({ key }) => !owners.has(key) && !(isRejected && key.startsWith('number:')));
  for (const { key } of free) owners.set(key, line);
  return free.map(({ key }) => ({ key, line }));
}

/** The line of its user is before it. */
function planFollower({ line }: lines.LineRow, to: number, lead: lines.Lead | undefined): lines.PlannedLine {
  const isRejected = lead?.planned === 'rejected';
  return {
    ...{ line, request: null, version: null, reasons: null, changes: [] },
    subject_id: lead?.subject_id ?? null,
    subject_name: lead?.subject_name ?? '',
    planned: isRejected ? 'rejected' : 'unchanged',
    reason: isRejected ? followsRefused(to) : follows(to),
  };
}

function lineOf(
  run: RunRow,
  { row, request, subject_id, name }: RequestedLine,
  { decision }: Plan<unknown, LineRequest>,
  state: { name: string; updated_at: string } | null,
): lines.PlannedLine {
  return {
    line: row.line,
    request,
    subject_id,
    subject_name: state?.name ?? (name || row.subject_name),
    planned: decision.result,
    version: run.kind === 'undo' ? row.version : (state?.updated_at ?? null),
    reason: decision.reason ?? noteOf(run, row),
    reasons: decision.reasons ?? null,
    changes: decision.changes,
  };
}
