import { sql } from 'kysely';
import type { ChangeList } from '../../../contract/changes.ts';
import { noRow } from '../../kernel/changes/record-change.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { isCoverOn } from '../../kernel/scope.ts';
import { isOneOf, listOf } from '../../platform/database/query.ts';

/** Changes after one number until another, which is included. */
export interface Range {
  after: number;
  until: number;
}

export interface ChangedRow {
  list: ChangeList;
  row_id: string;
  /** It concerns only the user `row_id`; 0 or 1 on SQLite. */
  is_own: boolean | number;
}

/** Each row once. */
export async function listChanged(
  db: Queryable,
  { after, until }: Range,
  limit: number,
): Promise<ChangedRow[]> {
  const query = sql<ChangedRow>`
    select distinct list, row_id, audit_id is null as is_own from changes
    where seq > ${after} and seq <= ${until} limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** For which of these users there is a change in a list at one of their locations. */
export async function listConcerned(
  db: Queryable,
  { after, until }: Range,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<{ list: ChangeList; user_id: string }[]> {
  if (ids.length === 0) return [];
  const theirs = sql`${isOneOf(db, 'mine.user_id', ids)}`;
  const since = sql`changes.seq > ${after} and changes.seq <= ${until} and ${theirs}`;
  const linked = sql`changes join audit_entry_locations as links on links.entry_id = changes.audit_id`;
  const ofFigures = sql`changes.list = 'registers' and changes.audit_id is null`;
  const query = sql<{ list: ChangeList; user_id: string }>`
    select distinct changes.list, mine.user_id from ${linked}
    join user_locations as mine on mine.location_id = links.location_id where ${since}
    union
    select changes.list, mine.user_id from ${linked}
    join covers as mine on mine.location_id = links.location_id where ${since} and ${isCoverOn('mine', at)}
    union
    select changes.list, mine.user_id from changes
    join user_locations as mine on mine.location_id = changes.row_id where ${since} and ${ofFigures}
    union
    select changes.list, mine.user_id from changes
    join covers as mine on mine.location_id = changes.row_id where ${since} and ${ofFigures} and ${isCoverOn('mine', at)}`;
  return (await query.execute(db)).rows;
}

const isLinked = (links: 'user_locations' | 'location_watches') =>
  sql`exists (select 1 from ${sql.table(links)} as mine where mine.user_id = list.value
    and mine.location_id = location_notices.location_id)`;

/** Notices of these users and of their locations that came meanwhile. The users may not see all of them. */
export async function listNotified(
  db: Queryable,
  { after, until }: Range,
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  const query = sql<{ id: string; user_id: string }>`
    select distinct notifications.id, notifications.user_id from changes
    join notifications on notifications.last_at = changes.at
    where changes.seq > ${after} and changes.seq <= ${until} and changes.list = 'notifications'
      and changes.row_id = ${noRow} and notifications.is_in_bell = true
      and ${isOneOf(db, 'notifications.user_id', userIds)}
    union
    select location_notices.id, list.value as user_id from changes
    join location_notices on location_notices.last_at = changes.at
    cross join ${listOf(db, userIds)}
    where changes.seq > ${after} and changes.seq <= ${until} and changes.list = 'notifications'
      and changes.row_id = ${noRow} and (${isLinked('user_locations')} or ${isLinked('location_watches')})`;
  return (await query.execute(db)).rows;
}

/** When covers of these users start or end next. */
export async function listNextCovers(
  db: Queryable,
  userIds: readonly string[],
  at: string,
): Promise<{ user_id: string; next: string }[]> {
  const query = sql<{ user_id: string; next: string }>`select covers.user_id,
      min(case when covers.starts_at > ${at} then covers.starts_at else covers.ends_at end) as next
    from covers where ${isOneOf(db, 'covers.user_id', userIds)} and covers.ended_at is null and covers.ends_at > ${at}
    group by covers.user_id`;
  return (await query.execute(db)).rows;
}

/** Which of these users have one of these roles. */
export async function listHolders(
  db: Queryable,
  roleIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const query = sql<{ user_id: string }>`select distinct user_roles.user_id from user_roles
    where ${isOneOf(db, 'user_roles.role_id', roleIds)} and ${isOneOf(db, 'user_roles.user_id', userIds)}`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

/** Null without any change. */
export async function findOldest(db: Queryable): Promise<number | null> {
  const query = sql<{ seq: number | null }>`select min(seq) as seq from changes`;
  return (await query.execute(db)).rows[0]?.seq ?? null;
}

/** Whole transactions, so that the oldest number says from where on the log is complete. */
export async function deleteOldChanges(tx: Transaction, before: string): Promise<void> {
  await sql`delete from changes where seq <= (select max(old.seq) from changes as old where old.at < ${before})`.execute(
    tx,
  );
}
