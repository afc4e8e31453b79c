import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { RegisterWithdrawalsTable } from '../../../kernel/database/schema.ts';

/** What is withdrawn: all that one sender, or anybody, sent in a time, at one location or at all. */
export type Selection = Pick<
  RegisterWithdrawalsTable,
  'sender' | 'location_id' | 'received_from' | 'received_to'
>;

type Received = Record<'sender' | 'location_id' | 'received_at', RawBuilder<unknown>>;

/**
 * Files that count or may count. A price book changes names and not figures, and nothing is kept of what it replaced: the
 * right one takes its place.
 */
const mayCount = sql`register_files.outcome in ('accepted', 'replaced', 'waiting')
  and coalesce(register_files.document, '') <> 'ITT'`;

const file: Received = {
  sender: sql`register_files.sender`,
  location_id: sql`register_files.location_id`,
  received_at: sql`register_files.received_at`,
};

function fed(db: Queryable): Received {
  return {
    sender: sql`cast(register_feed.register_id as text)`,
    location_id: sql`register_feed.location_id`,
    received_at:
      db.dialect === 'sqlite' ? sql`register_feed.arrived` : sql`register_feed.arrived::timestamptz`,
  };
}

function isIn({ sender, location_id, received_at }: Received, by: Selection): RawBuilder<boolean> {
  return sql`(${sql.join(
    [
      sql`${received_at} <= ${by.received_to}`,
      ...(by.received_from === null ? [] : [sql`${received_at} >= ${by.received_from}`]),
      ...(by.sender === null ? [] : [sql`${sender} = ${by.sender}`]),
      ...(by.location_id === null ? [] : [sql`${location_id} = ${by.location_id}`]),
    ],
    sql` and `,
  )})`;
}

/** By which withdrawals something does not count now. */
function ofNow({ sender, location_id, received_at }: Received): RawBuilder<unknown> {
  return sql`from register_withdrawals as by_user where by_user.undone_at is null
    and by_user.received_to >= ${received_at}
    and (by_user.received_from is null or by_user.received_from <= ${received_at})
    and (by_user.sender is null or by_user.sender = ${sender})
    and (by_user.location_id is null or by_user.location_id = ${location_id})`;
}

/** For a statement that reads `register_files`: who withdrew the file; null for one that is not withdrawn. */
export const withdrawnBy = sql<string | null>`(case when ${mayCount} then
  (select min(by_user.created_by_name) ${ofNow(file)}) end)`;

export const isSelected = (by: Selection): RawBuilder<boolean> => sql`(${isIn(file, by)} and ${mayCount})`;

/** For a statement that reads `register_feed`. */
export const isFedSelected = (db: Queryable, by: Selection): RawBuilder<boolean> => isIn(fed(db), by);
export const isFedWithdrawn = (db: Queryable): RawBuilder<boolean> =>
  sql`exists (select 1 ${ofNow(fed(db))})`;

/**
 * For a statement that reads what files said: the file is not withdrawn, and would not be by `also`. The first look at the
 * withdrawals saves one for each row where there is none.
 */
export function isFileCounted(file_id: string, also: Selection | null): RawBuilder<boolean> {
  const has = (condition: RawBuilder<unknown>) => sql`exists (select 1 from register_files
    where register_files.id = ${sql.ref(file_id)} and ${condition})`;
  return sql`(not exists (select 1 from register_withdrawals where undone_at is null)
    or not ${has(sql`${withdrawnBy} is not null`)})
    and ${also ? sql`not ${has(isSelected(also))}` : sql`true`}`;
}
