import type { RunState } from '../../../contract/runs.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { forUpdate } from '../../kernel/database/query.ts';
import type { RunsTable } from '../../kernel/database/schema.ts';
import { clockToleranceMs } from '../../platform/clock.ts';

export type RunRow = RunsTable;

/** Whose runs: those of one user, or of all users. */
export type RunScope = { all: true } | { all: false; created_by: string };

function visible(db: Queryable, scope: RunScope) {
  const query = db.selectFrom('runs').selectAll();
  return scope.all ? query : query.where('created_by', '=', scope.created_by);
}

/** Newest first. */
export function listRuns(db: Queryable, scope: RunScope, limit: number): Promise<RunRow[]> {
  return visible(db, scope).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findRun(db: Queryable, scope: RunScope, id: string): Promise<RunRow | null> {
  return (await visible(db, scope).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the run until the transaction ends. */
export async function lockRun(tx: Transaction, scope: RunScope, id: string): Promise<RunRow | null> {
  return (await forUpdate(tx, visible(tx, scope).where('id', '=', id)).executeTakeFirst()) ?? null;
}

/** False when a run with this id exists already. */
export async function insertRun(tx: Transaction, row: RunRow): Promise<boolean> {
  const query = tx.insertInto('runs').values(row).returning('id');
  return (await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()) !== undefined;
}

export async function updateRun(tx: Transaction, id: string, changes: Partial<RunRow>): Promise<void> {
  await tx.updateTable('runs').set(changes).where('id', '=', id).execute();
}

/** The undo runs of these, without those that ended before they changed anything. */
export async function listUndoing(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'undo_of'])
    .where('undo_of', 'in', ids)
    .where('state', 'not in', ['canceled', 'failed'] satisfies RunState[])
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.undo_of ?? '', row.id]));
}

/** How long a process works on a run before another one may take it over. */
const leaseMs = 30_000;

/** Runs that wait for a process; the one that waited longest comes first. */
function waiting(db: Queryable, at: Date) {
  const latest = new Date(at.getTime() + leaseMs + clockToleranceMs).toISOString();
  return (
    db
      .selectFrom('runs')
      .selectAll()
      .where('state', 'in', ['planning', 'applying'] satisfies RunState[])
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

export async function isAnyWaiting(db: Queryable, at: Date): Promise<boolean> {
  return (await waiting(db, at).executeTakeFirst()) !== undefined;
}

/**
 * Takes the run that waited longest, so that no other process works on it. The time of its lease identifies this
 * process.
 */
export async function claimRun(tx: Transaction, at: Date): Promise<RunRow | null> {
  const query = waiting(tx, at);
  const run = await (tx.dialect === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst();
  if (!run) return null;
  const leased_until = new Date(at.getTime() + leaseMs).toISOString();
  await updateRun(tx, run.id, { leased_until });
  return { ...run, leased_until };
}

/** Lets another process, or this one, take the run again. */
export async function releaseRun(tx: Transaction, run: Pick<RunRow, 'id' | 'leased_until'>, at: string) {
  await tx
    .updateTable('runs')
    .set({ leased_until: at })
    .where('id', '=', run.id)
    .where('leased_until', '=', run.leased_until)
    .execute();
}

/** Deletes runs that ended, or were last changed, before these times. */
export async function deleteOldRuns(
  tx: Transaction,
  { ended, unplanned }: { ended: string; unplanned: string },
): Promise<void> {
  await tx.deleteFrom('runs').where('created_at', '<', ended).execute();
  await tx
    .deleteFrom('runs')
    .where('state', '=', 'mapping' satisfies RunState)
    .where('created_at', '<', unplanned)
    .execute();
}
