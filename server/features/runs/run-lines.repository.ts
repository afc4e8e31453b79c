import { sql } from 'kysely';
import type { FieldChange } from '../../../contract/fields/field-change.ts';
import type { LineReason, LineResult } from '../../../contract/runs.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { RunLinesTable, RunsTable } from '../../kernel/database/schema.ts';
import { yieldToRequests } from '../../platform/background/background.ts';
import { isFound, isOneOf, rowsOf } from '../../platform/database/query.ts';
import type { LineRequest, Undo } from './line-request.pure.ts';
import { cellsAtOnce, cellsPerYield } from './pace.pure.ts';
import { type RunRow, toColumns } from './runs.repository.ts';
import { noCounts } from './runs.rules.ts';

/** Its JSON is read and written here only. */
export type LineRow = Omit<RunLinesTable, 'asked' | keyof LineJson> & LineJson;

interface LineJson {
  cells: string[] | null;
  /** Null when planning reads the request from the cells. */
  request: LineRequest | null;
  /** Null when they are no more than `reason`. */
  reasons: LineReason[] | null;
  changes: FieldChange[];
  /** Null when nothing was done. */
  undo: Undo | null;
  /** Of several lines about one user: the first has what all say, and the others name it. */
  joined: JoinedLine | null;
}

export type JoinedLine = { cells: string[]; lines: number[] } | { to: number };

function toLine(row: RunLinesTable): LineRow {
  const { cells, asked, reasons, undo, joined, ...others } = row;
  return {
    ...others,
    cells: JSON.parse(cells ?? 'null') as LineRow['cells'],
    request: JSON.parse(asked ?? 'null') as LineRow['request'],
    reasons: JSON.parse(reasons ?? 'null') as LineRow['reasons'],
    changes: JSON.parse(others.changes) as LineRow['changes'],
    undo: JSON.parse(undo ?? 'null') as LineRow['undo'],
    joined: JSON.parse(joined ?? 'null') as LineRow['joined'],
  };
}

function columnsOf({ request: asked, ...line }: Partial<LineRow>) {
  return toColumns({ ...line, asked });
}

export type NewLine = Pick<LineRow, 'line'> &
  Partial<Pick<LineRow, 'cells' | 'request' | 'subject_id' | 'subject_name' | 'version' | 'reason'>>;

const empty = {
  ...{ cells: null, request: null, subject_id: null, subject_name: '' },
  ...{ version: null, reason: null, changes: [] },
} satisfies Partial<LineRow>;

/** In one parameter. */
const batchSize = 1000;

export async function insertLines(tx: Transaction, run_id: string, lines: readonly NewLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += batchSize) {
    const rows = lines.slice(at, at + batchSize).map((line) => columnsOf({ ...empty, ...line }));
    await insertRows(tx, 'run_lines', run_id, rows);
  }
}

const types: Record<string, 'uuid' | 'integer' | 'timestamptz'> = {
  subject_id: 'uuid',
  line: 'integer',
  version: 'timestamptz',
};

/** All have the columns of the first row. `or` is the `on conflict` clause. */
async function insertRows(
  tx: Transaction,
  table: 'run_lines' | 'run_keys',
  run_id: string,
  rows: readonly Record<string, string | number | null>[],
  or = sql``,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const list = rowsOf(tx, Object.fromEntries(columns.map((name) => [name, types[name] ?? 'text'])), rows);
  await sql`insert into ${sql.table(table)} (run_id, ${sql.join(columns.map(sql.ref))})
    select ${run_id}, ${sql.join(columns.map((name) => sql.ref(`list.${name}`)))} from ${list} where true ${or}`.execute(
    tx,
  );
}

/** In order. `result` is the plan while there is no result. */
export async function listLines(
  db: Queryable,
  run_id: string,
  { result, after, limit }: { result: LineResult | undefined; after: number; limit: number },
): Promise<LineRow[]> {
  const rows = await linesOf(db, run_id)
    .selectAll()
    .where('line', '>', after)
    .$if(result !== undefined, (query) =>
      query.where((eb) => eb(eb.fn.coalesce('result', 'planned'), '=', result ?? null)),
    )
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows.map(toLine);
}

const waitingIndex = { planned: 'run_lines_to_plan', result: 'run_lines_to_apply' } as const;

export async function listWaiting(
  db: Queryable,
  run_id: string,
  step: keyof typeof waitingIndex,
  limit: number,
): Promise<LineRow[]> {
  // Without this hint SQLite reads all finished lines of the run each time.
  const index = db.dialect === 'sqlite' ? sql`indexed by ${sql.ref(waitingIndex[step])}` : sql``;
  const query = sql<RunLinesTable>`select * from run_lines ${index}
    where run_id = ${run_id} and ${sql.ref(step)} is null order by line limit ${limit}`;
  return (await query.execute(db)).rows.map(toLine);
}

/**
 * Also locks the run against being canceled, but its lines can be locked in parallel. Null when the line is applied
 * already, or the run is no longer applied.
 */
export async function lockLine(tx: Transaction, run_id: string, line: number): Promise<LineRow | null> {
  const query = tx
    .selectFrom('run_lines')
    .innerJoin('runs', 'runs.id', 'run_lines.run_id')
    .selectAll('run_lines')
    .where('run_id', '=', run_id)
    .where('line', '=', line)
    .where('result', 'is', null)
    .where('state', '=', 'applying');
  const locking = tx.dialect === 'postgres' ? query.forShare('runs').forUpdate('run_lines') : query;
  const row = await locking.executeTakeFirst();
  return row ? toLine(row) : null;
}

export type LineOutcome = Pick<LineRow, 'reason' | 'reasons' | 'changes'> & {
  result: LineResult;
  subject_id?: string;
  undo?: Undo | null;
};

export function updateLines(
  tx: Transaction,
  run_id: string,
  lines: readonly number[],
  outcome: LineOutcome,
): void {
  const update = tx
    .updateTable('run_lines')
    .set(columnsOf(outcome))
    .where('run_id', '=', run_id)
    .where('line', 'in', lines);
  tx.later(update.execute());
}

export type PlannedLine = Omit<LineRow, 'run_id' | 'cells' | 'result' | 'undo' | 'joined'>;

/** In one statement. */
export async function savePlan(
  tx: Transaction,
  run_id: string,
  lines: readonly PlannedLine[],
): Promise<void> {
  const rows = lines.map(columnsOf);
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'line');
  const changed = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  // Not `update … from`, for which SQLite would read the list once for every line of the run.
  const or = sql`on conflict (run_id, line) do update set ${sql.join(changed)}`;
  await insertRows(tx, 'run_lines', run_id, rows, or);
}

/** For plans that leave nothing to do. */
export async function settleLines(tx: Transaction, run_id: string, plans: readonly LineResult[]) {
  const rows = await tx
    .updateTable('run_lines')
    .set((eb) => ({ result: eb.ref('planned') }))
    .where('run_id', '=', run_id)
    .where('result', 'is', null)
    .where('planned', 'in', plans)
    .returning('result')
    .execute();
  return rows.map((row) => row.result);
}

/**
 * Without a result, or refused by something that happened since the preview. An undo keeps to the version that its run
 * left, so a changed row stays changed for it.
 */
function isRetryable({ kind }: Pick<RunsTable, 'kind'>) {
  const changed = kind === 'undo' ? sql`` : sql`result = 'changed' or`;
  return sql<boolean>`(result is null or ${changed} (result = 'rejected' and planned <> 'rejected'))`;
}

/** Requests and rows of lines of a file are read again. */
export async function replanLines(tx: Transaction, run: Pick<RunsTable, 'id' | 'kind'>): Promise<void> {
  const isOfFile = sql<boolean>`cells is not null`;
  await tx
    .updateTable('run_lines')
    .set({
      ...{ planned: null, result: null, reason: null, reasons: null, changes: '[]' },
      asked: sql`case when ${isOfFile} then null else asked end`,
      subject_id: sql`case when ${isOfFile} then null else subject_id end`,
      joined: null,
    })
    .where('run_id', '=', run.id)
    // Skips lines without a plan. After an upload none has one, and rewriting all of them would hold the lock.
    .where(sql<boolean>`(planned is not null or reasons is not null or joined is not null)`)
    .where(isRetryable(run))
    .execute();
}

/** For users missing from the file. Returns their number. */
export async function deleteAddedLines(tx: Transaction, run_id: string): Promise<number> {
  const added = tx.deleteFrom('run_lines').where('run_id', '=', run_id).where('cells', 'is', null);
  return Number((await added.executeTakeFirst()).numDeletedRows);
}

/** Whether a line of the file could not be matched to a row. */
export function hasUnmatched(db: Queryable, run_id: string): Promise<boolean> {
  const rejected = linesOf(db, run_id).select('line').where('planned', '=', 'rejected');
  return isFound(rejected.where('subject_id', 'is', null).limit(1));
}

export async function lastLine(db: Queryable, run_id: string): Promise<number> {
  const lines = linesOf(db, run_id).select('line').orderBy('line', 'desc').limit(1);
  return (await lines.executeTakeFirst())?.line ?? 0;
}

function linesOf(db: Queryable, run_id: string) {
  return db.selectFrom('run_lines').where('run_id', '=', run_id);
}

const parts = { run_lines: sql.ref('line'), run_keys: sql.ref('key') };

/** False when none are left. */
export async function deleteSome(
  tx: Transaction,
  table: keyof typeof parts,
  run_id: string,
  limit: number,
): Promise<boolean> {
  const part = parts[table];
  const deleted = await sql`delete from ${sql.table(table)} where run_id = ${run_id} and ${part} in
    (select ${part} from ${sql.table(table)} where run_id = ${run_id} limit ${limit})`.execute(tx);
  return Number(deleted.numAffectedRows ?? 0) > 0;
}

/**
 * Parallel lines add to the run's own count from time to time, and a killed process did not add its last ones. So all
 * are counted again at the end.
 */
export async function countResults(db: Queryable, run_id: string): Promise<Pick<RunRow, 'done' | 'applied'>> {
  const rows = await linesOf(db, run_id)
    .select((eb) => ['result', eb.fn.countAll<number>().as('lines')])
    .where('result', 'is not', null)
    .groupBy('result')
    .execute();
  const counts = { ...noCounts };
  for (const { result, lines } of rows) if (result) counts[result] = lines;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, applied: counts };
}

/** For a run that ends in its current step. */
export async function countAtEnd(
  db: Queryable,
  run: Pick<RunRow, 'id' | 'kind' | 'state'>,
): Promise<Partial<RunRow>> {
  const results = run.state === 'planning' ? {} : await countResults(db, run.id);
  const lines = linesOf(db, run.id).select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await lines.where(isRetryable(run)).executeTakeFirstOrThrow();
  return { ...results, retryable: Number(count) };
}

/** The requests that undo its lines, in order. */
export async function listUndoable(db: Queryable, run_id: string) {
  const query = linesOf(db, run_id).select(['subject_id', 'subject_name', 'undo']);
  const rows = await query.where('undo', 'is not', null).orderBy('line').execute();
  return rows.map(({ undo, ...row }) => {
    const { asked: request, version } = JSON.parse(undo ?? 'null') as Undo;
    return { ...row, request, version };
  });
}

export async function listKeys(db: Queryable, run_id: string, keys: readonly string[]) {
  const query = db.selectFrom('run_keys').select(['key', 'line']).where('run_id', '=', run_id);
  const rows = await query.where(isOneOf(db, 'key', keys, 'text')).execute();
  return new Map(rows.map((row) => [row.key, row.line]));
}

export async function insertKeys(
  tx: Transaction,
  run_id: string,
  keys: readonly { key: string; line: number }[],
): Promise<void> {
  await insertRows(tx, 'run_keys', run_id, keys, sql`on conflict do nothing`);
}

/** The keys of lines that are planned again. */
export async function deleteKeys(tx: Transaction, run_id: string): Promise<void> {
  await tx
    .deleteFrom('run_keys')
    .where('run_id', '=', run_id)
    .where('line', 'not in', (eb) =>
      eb.selectFrom('run_lines').select('line').where('run_id', '=', run_id).where('planned', 'is not', null),
    )
    .execute();
}

/** In order, without lines that planning added. Other requests run in between. */
export async function* eachCells(db: Queryable, run_id: string) {
  const query = linesOf(db, run_id).select(['line', 'cells']).where('cells', 'is not', null);
  for (let after = 0; ; ) {
    await yieldToRequests();
    const rows = await query.where('line', '>', after).orderBy('line').limit(cellsAtOnce).execute();
    for (const [index, { line, cells }] of rows.entries()) {
      if (index % cellsPerYield === 0) await yieldToRequests();
      yield { line, cells: JSON.parse(cells ?? '[]') as string[] };
    }
    if (rows.length < cellsAtOnce) return;
    after = rows.at(-1)?.line ?? after;
  }
}

/** What the whole file says of a line. */
export type FoundOfLine = Pick<LineRow, 'line'> & Partial<Pick<LineRow, 'reasons' | 'joined'>>;

/** For lines that are not planned yet. */
export async function saveFound(
  tx: Transaction,
  run_id: string,
  lines: readonly FoundOfLine[],
): Promise<void> {
  const rows = lines.map((line) =>
    columnsOf({ subject_name: '', changes: [], reasons: null, joined: null, ...line }),
  );
  const or = sql`on conflict (run_id, line) do update set reasons = excluded.reasons, joined = excluded.joined
    where run_lines.planned is null`;
  await insertRows(tx, 'run_lines', run_id, rows, or);
}

/** In order. */
export async function listCells(db: Queryable, run_id: string, lines: readonly number[]) {
  if (lines.length === 0) return [];
  const query = linesOf(db, run_id).select(['line', 'cells']).where('line', 'in', lines).orderBy('line');
  return (await query.execute()).map(({ line, cells }) => {
    return { line, cells: JSON.parse(cells ?? '[]') as string[] };
  });
}

/** Of lines that others are joined to, by their number. */
export async function listLeads(db: Queryable, run_id: string, lines: readonly number[]) {
  if (lines.length === 0) return new Map<number, Lead>();
  const columns = ['line', 'planned', 'subject_id', 'subject_name'] as const;
  const rows = await linesOf(db, run_id).select(columns).where('line', 'in', lines).execute();
  return new Map(rows.map(({ line, ...lead }) => [line, lead as Lead]));
}

export type Lead = Pick<LineRow, 'planned' | 'subject_id' | 'subject_name'>;

/** Each combination with the number of its lines, most frequent first. */
export async function countReasons(db: Queryable, run_id: string, limit: number) {
  const rows = await linesOf(db, run_id)
    .select((eb) => ['reason', 'reasons', eb.fn.countAll<number>().as('lines'), eb.fn.min('line').as('line')])
    .where((eb) => eb(eb.fn.coalesce('result', 'planned'), '=', 'rejected'))
    .where('reason', 'is not', null)
    .groupBy(['reason', 'reasons'])
    .orderBy('lines', 'desc')
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, reasons: JSON.parse(row.reasons ?? 'null') as LineRow['reasons'] }));
}
