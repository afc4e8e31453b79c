import { sql } from 'kysely';
import type { ViewWatch } from '../../../contract/notifications/watches.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { ViewWatchesTable } from '../../kernel/database/schema.ts';
import { clockToleranceMs } from '../../platform/clock.ts';
import { isFound, isOneOf } from '../../platform/database/query.ts';

/** Its JSON is read and written here only. */
export interface WatchRow extends Omit<ViewWatchesTable, 'seen_ids'> {
  seen_ids: string[];
}

/** The `scope_key` of a watch that could not be evaluated twice. It is tried again each day. */
export const broken = 'broken';

export async function listWatches(db: Queryable, user_id: string): Promise<ViewWatch[]> {
  const query = db.selectFrom('view_watches').select(['view_id', 'condition', 'delivery', 'scope_key']);
  const rows = await query.where('user_id', '=', user_id).orderBy('view_id').execute();
  return rows.map(({ scope_key, ...watch }) => ({ ...watch, is_broken: scope_key === broken }));
}

export type ClaimedWatch = ViewWatchesTable;

export async function saveWatch(tx: Transaction, watch: WatchRow): Promise<void> {
  const row = { ...watch, seen_ids: JSON.stringify(watch.seen_ids) };
  const { user_id: _user, view_id: _view, ...changes } = row;
  await tx
    .insertInto('view_watches')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'view_id']).doUpdateSet(changes))
    .execute();
}

export async function deleteWatch(tx: Transaction, user_id: string, view_id: string): Promise<void> {
  const query = tx.deleteFrom('view_watches').where('user_id', '=', user_id);
  await query.where('view_id', '=', view_id).execute();
}

const leaseMs = 60_000;
const everyMs = 60_000;
const dayMs = 86_400_000;

const ago = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();

/** Of an evaluation that reads its rows after the state `seq` of the change log. */
export function markOf(at: Date, seq: number) {
  const evaluated_at = at.toISOString();
  return { evaluated_at, changes_after: seq, changes_from: evaluated_at };
}

/** Changes of a row, of the permissions of the watcher, or of the view itself. */
const watchedLists = sql`('users', 'locations', 'roles', 'views')`;

/**
 * The one that waited longest, of those evaluated a minute ago or longer with a change since, and of those that nobody
 * evaluated for a day: time passes without a change. A number that is ahead of the log is of another one, before a move.
 */
function due(at: Date) {
  const farLease = new Date(at.getTime() + leaseMs + clockToleranceMs).toISOString();
  const far = new Date(at.getTime() + clockToleranceMs).toISOString();
  return sql`from view_watches
    where (view_watches.leased_until is null or view_watches.leased_until <= ${at.toISOString()}
        or view_watches.leased_until > ${farLease})
      and (view_watches.evaluated_at <= ${ago(at, dayMs)} or view_watches.evaluated_at > ${far}
        or (view_watches.evaluated_at <= ${ago(at, everyMs)} and view_watches.scope_key <> ${broken} and (
          exists (select 1 from changes where changes.seq > view_watches.changes_after
            and changes.list in ${watchedLists})
          or view_watches.changes_after > (select change_clock.seq from change_clock where change_clock.id = 1))))
    order by view_watches.evaluated_at, view_watches.user_id, view_watches.view_id limit 1`;
}

export async function isAnyDue(db: Queryable, at: Date): Promise<boolean> {
  return (await sql`select view_watches.view_id ${due(at)}`.execute(db)).rows.length > 0;
}

/** Leased, so that no other process takes it. What it remembers may be damaged: `readSeen`. */
export async function claimWatch(tx: Transaction, at: Date): Promise<ClaimedWatch | null> {
  const lock = tx.dialect === 'postgres' ? sql`for update skip locked` : sql``;
  const query = sql<ViewWatchesTable>`select view_watches.* ${due(at)} ${lock}`;
  const [row] = (await query.execute(tx)).rows;
  if (!row) return null;
  const leased_until = new Date(at.getTime() + leaseMs).toISOString();
  const { user_id, view_id } = row;
  const lease = tx.updateTable('view_watches').set({ leased_until }).where('user_id', '=', user_id);
  await lease.where('view_id', '=', view_id).execute();
  return { ...row, leased_until };
}

export function readSeen({ seen_ids }: ClaimedWatch): Set<string> {
  return new Set(JSON.parse(seen_ids) as string[]);
}

/** False when it was taken away, or another process has it. */
export function finishWatch(
  tx: Transaction,
  watch: ClaimedWatch,
  result: Partial<WatchRow>,
): Promise<boolean> {
  const { seen_ids, ...others } = result;
  const changes = { ...others, ...(seen_ids && { seen_ids: JSON.stringify(seen_ids) }), leased_until: null };
  const { user_id, view_id, leased_until } = watch;
  const query = tx.updateTable('view_watches').set(changes).where('user_id', '=', user_id);
  return isFound(
    query.where('view_id', '=', view_id).where('leased_until', '=', leased_until).returning('view_id'),
  );
}

/** Of these rows, those that only this user changed since the state `after` of the change log. */
export async function listOwnChanges(
  db: Queryable,
  { user_id, after, ids }: { user_id: string; after: number; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ row_id: string }>`select changes.row_id
    from changes left join audit_entries on audit_entries.id = changes.audit_id
    where changes.seq > ${after} and changes.list in ('users', 'locations') and ${isOneOf(db, 'changes.row_id', ids)}
    group by changes.row_id having sum(case when audit_entries.actor_id = ${user_id} then 0 else 1 end) = 0`;
  return new Set((await query.execute(db)).rows.map((row) => row.row_id));
}
