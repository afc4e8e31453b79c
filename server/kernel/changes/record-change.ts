import { sql } from 'kysely';
import type { ChangeList } from '../../../contract/changes.ts';
import { rowsOf } from '../../platform/database/query.ts';
import { type Context, type InTransaction, now } from '../context.ts';
import type { Ending, Transaction } from '../database/database.ts';

type InApp = InTransaction<Pick<Context, 'app'>>;

/** Written when the transaction ends. A transaction without one changes no row of a list. */
export function recordChange(ctx: InApp, change: Omit<Change, 'at'>, at = now(ctx)): void {
  const { database, clock } = ctx.app;
  database.collect(changeLog, { ...change, at });
  database.afterCommit(clock.announce);
}

/** In the place of a row, for a list whose change is about no single one. */
export const noRow = '00000000-0000-0000-0000-000000000000';

/** The log has one row for all who were told something, with the time of their notices. */
export function recordNotices(ctx: InApp, at: string): void {
  recordChange(ctx, { list: 'notifications', row_id: noRow, act: 'put', audit_id: null }, at);
}

/** A row that belongs to one user and has no audit entry. Only this user hears of it. */
export function recordOwnChange(
  ctx: InApp,
  list: 'views' | 'runs' | 'notifications',
  user_id: string | null,
): void {
  if (user_id !== null) recordChange(ctx, { list, row_id: user_id, act: 'put', audit_id: null });
}

/** Figures or files of registers at a location, which have no audit entry. Its readers hear of it. */
export function recordFigures(ctx: InApp, location_id: string): void {
  recordChange(ctx, { list: 'registers', row_id: location_id, act: 'put', audit_id: null });
}

interface Change {
  list: ChangeList;
  /** Null for the locations that are linked to the audit entry: its writer need not know them. */
  row_id: string | null;
  act: 'put' | 'removed';
  /** Its locations say who hears of the change. Null for a row of one user. */
  audit_id: string | null;
  at: string;
}

const columns = { list: 'text', row_id: 'uuid', act: 'text', audit_id: 'uuid', at: 'timestamptz' } as const;

/**
 * The last statement of a transaction: from here to the commit, it locks the counter that every other change waits for.
 * A sequence would give numbers before the commit, and readers would pass by the ones that commit late.
 */
const changeLog: Ending<Change> = { order: Number.MAX_SAFE_INTEGER, save: insertChanges };

/** Several acts of a transaction may name the same row. */
const keyOf = ({ list, row_id, act, audit_id, at }: Change) => [list, row_id, act, audit_id, at].join();

function insertChanges(tx: Transaction, changes: readonly Change[]): void {
  const rows = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const found = sql`
    select list.list, list.row_id, list.act, list.audit_id, list.at from ${rowsOf(tx, columns, rows)}
    where list.row_id is not null
    union all
    select list.list, links.location_id, list.act, list.audit_id, list.at from ${rowsOf(tx, columns, rows)}
    join audit_entry_locations as links on links.entry_id = list.audit_id
    where list.row_id is null`;
  const next = sql`update change_clock set seq = seq + 1 where id = 1`;
  const insert = sql`insert into changes (seq, position, list, row_id, act, audit_id, at)`;
  if (tx.dialect === 'postgres') {
    const both = sql`with clock as (${next} returning seq) ${insert}
      select clock.seq, row_number() over (), found.list, found.row_id, found.act, found.audit_id, found.at from clock, (${found}) as found`;
    tx.later(both.execute(tx));
  } else {
    const rows = sql`${insert} select change_clock.seq, row_number() over (), found.list, found.row_id, found.act, found.audit_id, found.at
      from change_clock, (${found}) as found`;
    tx.later(next.execute(tx));
    tx.later(rows.execute(tx));
  }
}
