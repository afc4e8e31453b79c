import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import {
  type BulkAct,
  type ImportOptions,
  type RunCounts,
  type RunFile,
  type RunState,
  workingStates,
} from '../../../contract/runs.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { insertOf } from '../../kernel/database/database.ts';
import type { RunsTable } from '../../kernel/database/schema.ts';
import { isRunInScope, type RunScope } from '../../kernel/run-subjects.ts';
import { clockToleranceMs } from '../../platform/clock.ts';
import { forUpdate } from '../../platform/database/query.ts';
import { leaseMs } from './pace.pure.ts';

/** Its JSON is read and written here only. */
export type RunRow = Omit<RunsTable, keyof RunJson> & RunJson;

interface RunJson {
  /** In an undo, that of the undone run. */
  act: BulkAct | null;
  /** Null but for imports, and while the file is read. */
  file: RunFile | null;
  options: ImportOptions | null;
  planned: RunCounts;
  applied: RunCounts;
}

function toRun(row: RunsTable): RunRow {
  return {
    ...row,
    ...optionsOf(row),
    act: row.act === null ? null : (JSON.parse(row.act) as BulkAct),
    planned: JSON.parse(row.planned) as RunCounts,
    applied: JSON.parse(row.applied) as RunCounts,
  };
}

/** Older runs have fewer members. */
function optionsOf({ file, options }: Pick<RunsTable, 'file' | 'options'>): Pick<RunRow, 'file' | 'options'> {
  const read = JSON.parse(file ?? 'null') as Omit<RunFile, 'header_line' | 'meanings'> | null;
  const chosen = JSON.parse(options ?? 'null') as Omit<ImportOptions, 'meanings' | 'invite_new'> | null;
  return {
    file: read && { header_line: 1, meanings: [], ...read },
    options: chosen && { meanings: [], invite_new: false, ...chosen },
  };
}

/** As they are stored. Values of JSON columns are objects, and no others; what is undefined is left out. */
export function toColumns(row: object): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]];
    }),
  );
}

function visible(db: Queryable, scope: RunScope) {
  const query = db.selectFrom('runs').selectAll().where('discarded_at', 'is', null);
  return scope.all ? query : query.where(isRunInScope(scope));
}

/** Newest first. */
export async function listRuns(db: Queryable, scope: RunScope, limit: number): Promise<RunRow[]> {
  const query = visible(db, scope).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return (await query.execute()).map(toRun);
}

export async function findRun(db: Queryable, scope: RunScope, id: string): Promise<RunRow | null> {
  const row = await visible(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toRun(row) : null;
}

export async function lockRun(tx: Transaction, scope: RunScope, id: string): Promise<RunRow | null> {
  const row = await forUpdate(tx, visible(tx, scope).where('id', '=', id)).executeTakeFirst();
  return row ? toRun(row) : null;
}

/** For `createOnce`. */
export function runInsert(row: RunRow): RawBuilder<unknown> {
  return insertOf('runs', toColumns(row) as unknown as RunsTable);
}

export async function updateRun(tx: Transaction, id: string, changes: Partial<RunRow>): Promise<void> {
  await tx.updateTable('runs').set(toColumns(changes)).where('id', '=', id).execute();
}

/** Without a look at its JSON and its lines. */
export async function endRun(tx: Transaction, id: string, problem: string, ended_at: string): Promise<void> {
  const ended = { state: 'failed', problem, ended_at, leased_until: null, leased_by: null } as const;
  await tx.updateTable('runs').set(ended).where('id', '=', id).where('state', 'in', workingStates).execute();
}

/** Of these runs, the oldest first. */
export async function listUndos(db: Queryable, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  const query = visible(db, { all: true }).where('undo_of', 'in', ids);
  return (await query.orderBy('created_at').orderBy('id').execute()).map(toRun);
}

export async function listTitles(
  db: Queryable,
  scope: RunScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await visible(db, scope).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Never applied, or applied now; the newest first. */
export function listOpenRuns(db: Queryable, created_by: string) {
  return db
    .selectFrom('runs')
    .select(['id', 'state'])
    .where('created_by', '=', created_by)
    .where('discarded_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is not', null), eb('state', '=', 'applying' satisfies RunState)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** In the order of their ids. */
export async function listWorking(db: Queryable): Promise<string[]> {
  const query = db.selectFrom('runs').select('id').where('state', 'in', workingStates).orderBy('id');
  return (await query.execute()).map((row) => row.id);
}

/** The one that waited longest comes first. */
function waiting(db: Queryable, at: Date) {
  const latest = new Date(at.getTime() + leaseMs + clockToleranceMs).toISOString();
  return (
    db
      .selectFrom('runs')
      .selectAll()
      .where('state', 'in', workingStates)
      // A lease that ends later than it can was written by a clock that was ahead.
      .where((eb) =>
        eb.or([
          eb('leased_until', 'is', null),
          eb('leased_until', '<=', at.toISOString()),
          eb('leased_until', '>', latest),
        ]),
      )
      .orderBy((eb) => eb.fn.coalesce('leased_until', 'created_at'))
      .orderBy('id')
      .limit(1)
  );
}

/** One statement, because an idle server asks again and again. */
export async function findWork(db: Queryable, at: Date) {
  const query = sql<{ is_waiting: boolean | number; is_discarded: boolean | number }>`select
    exists ${waiting(db, at).clearSelect().select('id')} as is_waiting,
    exists (select 1 from runs where discarded_at is not null) as is_discarded`;
  const [row] = (await query.execute(db)).rows;
  return { isAnyWaiting: Boolean(row?.is_waiting), isAnyDiscarded: Boolean(row?.is_discarded) };
}

const leaseFrom = (at: Date) => new Date(at.getTime() + leaseMs).toISOString();

/** What is known of a run before its JSON is read, which may be damaged. */
export interface ClaimedRun extends Leased {
  faults: number;
  read(): RunRow;
}

/** No other process works on it. `leased_by` identifies this work. */
export async function claimRun(tx: Transaction, at: Date): Promise<ClaimedRun | null> {
  const query = waiting(tx, at);
  const run = await (tx.dialect === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst();
  if (!run) return null;
  const lease = { leased_until: leaseFrom(at), leased_by: randomUUID() };
  await updateRun(tx, run.id, lease);
  const { id, faults } = run;
  return { id, faults, leased_by: lease.leased_by, read: () => ({ ...toRun(run), ...lease }) };
}

export type Leased = Pick<RunRow, 'id' | 'leased_by'>;

/** Only if this work still has it. */
export async function renewLease(tx: Transaction, run: Leased, at: Date): Promise<void> {
  await changeLeased(tx, run, { leased_until: leaseFrom(at) });
}

/** Another process, or this one, can take it again. */
export async function releaseRun(
  tx: Transaction,
  run: Leased,
  at: string,
  changes: Partial<RunRow> = {},
): Promise<void> {
  await changeLeased(tx, run, { ...changes, leased_until: at, leased_by: null });
}

async function changeLeased(tx: Transaction, { id, leased_by }: Leased, changes: Partial<RunRow>) {
  const query = tx.updateTable('runs').set(toColumns(changes));
  await query.where('id', '=', id).where('leased_by', '=', leased_by).execute();
}

/** Those that have expired, or were created before `oldest`. */
export async function discardOldRuns(
  tx: Transaction,
  { at, oldest, half_stored }: { at: string; oldest: string; half_stored: string },
): Promise<void> {
  await tx
    .updateTable('runs')
    .set({ discarded_at: at, state: 'canceled' })
    .where('discarded_at', 'is', null)
    .where((eb) => {
      const isHalfStored = eb.and([
        eb('state', '=', 'mapping' satisfies RunState),
        eb('file', 'is', null),
        eb('updated_at', '<=', half_stored),
      ]);
      return eb.or([eb('created_at', '<', oldest), eb('expires_at', '<=', at), isHalfStored]);
    })
    .execute();
}

export async function listDiscarded(db: Queryable): Promise<string[]> {
  const query = db.selectFrom('runs').select('id').where('discarded_at', 'is not', null).orderBy('id');
  return (await query.execute()).map(({ id }) => id);
}

export async function deleteRun(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('runs').where('id', '=', id).execute();
}

const remembered = 50;

/** Of the same user and list, newest first. */
export async function listMappings(
  db: Queryable,
  { id, about, created_by }: Pick<RunRow, 'id' | 'about' | 'created_by'>,
): Promise<(Pick<ImportOptions, 'mapping' | 'meanings'> & { headers: string[] })[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['file', 'options'])
    .where('created_by', created_by === null ? 'is' : '=', created_by)
    .where('about', '=', about)
    .where('kind', '=', 'import')
    .where('options', 'is not', null)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(remembered)
    .execute();
  return rows.flatMap((row) => {
    const { file, options } = optionsOf(row);
    return options ? [{ headers: file?.headers ?? [], ...options }] : [];
  });
}
