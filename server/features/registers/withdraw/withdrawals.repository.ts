import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterWithdrawalsTable } from '../../../kernel/database/schema.ts';
import { inScope } from '../../../kernel/scope.ts';
import { forUpdate, whereAll } from '../../../platform/database/query.ts';
import { isFedSelected, isSelected, type Selection } from '../figures/withdrawn.repository.ts';

const recordTables = ['register_reports', 'register_journals', 'register_events'];

/** The days that files or the feed have a part in. */
function daysOf(db: Queryable, by: Selection): RawBuilder<unknown> {
  const ofFiles = recordTables.map(
    (table) => sql`select location_id, business_date from ${sql.table(table)}
      where file_id in (select id from picked)`,
  );
  return sql`(with picked as materialized (select id from register_files where ${isSelected(by)})
    ${sql.join(ofFiles, sql` union `)}
    union select location_id, business_date from register_feed where ${isFedSelected(db, by)}) as days`;
}

export interface DayKey {
  location_id: string;
  business_date: string;
}

export async function listDays(db: Queryable, by: Selection): Promise<DayKey[]> {
  const query = sql<DayKey>`select location_id, business_date from ${daysOf(db, by)}`;
  return (await query.execute(db)).rows;
}

export async function countFiles(db: Queryable, by: Selection): Promise<number> {
  const query = sql<{ files: number }>`select cast(count(*) as integer) as files from register_files
    where ${isSelected(by)}`;
  return (await query.execute(db)).rows[0]?.files ?? 0;
}

export type DayWithFigures = DayKey & {
  location_name: string;
  revenue: number | null;
  fuel: number | null;
  merchandise: number | null;
};

/** Of these days those with figures, newest first, from a place on. */
export async function listFigures(
  db: Queryable,
  by: Selection,
  after: DayKey | null,
  limit: number,
): Promise<DayWithFigures[]> {
  const place = after
    ? [
        sql`(days.business_date < ${after.business_date}
          or (days.business_date = ${after.business_date} and days.location_id > ${after.location_id}))`,
      ]
    : [];
  const query = sql<DayWithFigures>`
    select days.location_id, days.business_date, locations.name as location_name,
      sales_days.revenue, sales_days.fuel, sales_days.merchandise
    from ${daysOf(db, by)}
      join sales_days on sales_days.location_id = days.location_id
        and sales_days.business_date = days.business_date
      join locations on locations.id = days.location_id
    ${whereAll(place)} order by days.business_date desc, days.location_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function insertWithdrawal(tx: Transaction, row: RegisterWithdrawalsTable): Promise<void> {
  await tx.insertInto('register_withdrawals').values(row).execute();
}

export async function markUndone(tx: Transaction, id: string, undone_at: string): Promise<void> {
  await tx.updateTable('register_withdrawals').set({ undone_at }).where('id', '=', id).execute();
}

export async function lockWithdrawal(tx: Transaction, id: string): Promise<RegisterWithdrawalsTable | null> {
  const query = tx.selectFrom('register_withdrawals').selectAll().where('id', '=', id);
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

export type WithdrawalRow = RegisterWithdrawalsTable & {
  register_name: string | null;
  location_name: string | null;
};

/** Of all locations only their readers see one. */
export async function listWithdrawals(
  db: Queryable,
  scope: Scope,
  id: string | null,
  limit: number,
): Promise<WithdrawalRow[]> {
  const seen = scope.all
    ? []
    : [
        sql`(${sql.join(inScope(scope, 'by_user.location_id'))} or exists
          (select 1 from register_connection_locations as at where at.register_id = register.id
            and by_user.location_id is null and ${sql.join(inScope(scope, 'at.location_id'))}))`,
      ];
  const query = sql<WithdrawalRow>`
    select by_user.*, register.name as register_name, locations.name as location_name
    from register_withdrawals as by_user
      left join register_connections as register on cast(register.id as text) = by_user.sender
      left join locations on locations.id = by_user.location_id
    ${whereAll([...seen, ...(id === null ? [] : [sql`by_user.id = ${id}`])])}
    order by by_user.created_at desc, by_user.id limit ${limit}`;
  return (await query.execute(db)).rows;
}
