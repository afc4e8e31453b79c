import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AuditAction, AuditFilters } from '../../../contract/audit.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import type { AuditEntriesTable } from '../../kernel/database/schema.ts';
import type { Moment } from '../../kernel/paging.ts';
import { isOneOf, listOf, whereAll } from '../../platform/database/query.ts';

export type Entry = Selectable<AuditEntriesTable>;

/** Null for all. */
export type AuditScope = readonly string[] | null;

export interface Filter extends Omit<AuditFilters, 'district'> {
  scope: AuditScope;
  /** These actions are frequent, so the entries are walked and the others skipped. */
  among?: readonly AuditAction[];
}

interface Page {
  limit: number;
  after: Moment | null;
}

/** A search reads all entries of up to this many locations; with more, all entries of the user or the action. */
const mostLocationsSearched = 50;

/** Ids break ties of the same millisecond. */
export async function listEntries(
  db: Queryable,
  filter: Filter,
  limit: number,
  after: Moment | null,
): Promise<Entry[]> {
  return (await entriesQuery(db, filter, { limit, after }).execute(db)).rows;
}

/** Walks indexes down from the newest entry, never sorts all matches. */
export function entriesQuery(db: Queryable, filter: Filter, page: Page): RawBuilder<Entry> {
  // SQLite runs a cross join in the order in which it is written.
  return sql<Entry>`
    select entry.id, entry.at, entry.actor_id, entry.actor_name, entry.action, entry.subject_type,
      entry.subject_id, entry.subject_name, entry.details, entry.via, entry.ip, entry.user_agent, entry.run_id,
      entry.token_id, entry.token_name
    from (${newest(db, filter, page)}) as newest cross join audit_entries as entry
    where entry.id = newest.id
    order by newest.at desc, newest.id desc`;
}

export function listLinks(db: Queryable, scope: AuditScope, entryIds: readonly string[]) {
  return db
    .selectFrom('audit_entry_locations')
    .select(['entry_id', 'location_id', 'location_name', 'change'])
    .where(isOneOf(db, 'entry_id', entryIds))
    .$if(scope !== null, (query) => query.where(isOneOf(db, 'location_id', scope ?? [])))
    .orderBy('location_name')
    .orderBy('location_id')
    .execute();
}

/** Also one that changed other fields. */
export async function findDeactivation(db: Queryable, userId: string) {
  const isOff =
    db.dialect === 'sqlite'
      ? sql<boolean>`details ->> '$.after.is_active' = 0`
      : sql<boolean>`details -> 'after' ->> 'is_active' = 'false'`;
  return db
    .selectFrom('audit_entries')
    .select(['at', 'actor_id', 'actor_name', 'details'])
    .where('subject_id', '=', userId)
    .where('action', 'in', ['user.deactivated', 'user.updated', 'user.created'])
    .where(isOff)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Sql = RawBuilder<unknown>;

/**
 * An entry that is visible at one location must not be found by a location outside the scope, so the requested location
 * is looked up in the scope first.
 */
function newest(db: Queryable, filter: Filter, page: Page): Sql {
  const { scope, location, user, action, token } = filter;
  const locations = location === undefined ? scope : [location].filter((id) => scope?.includes(id) ?? true);
  const isSearch = user !== undefined || action !== undefined || token !== undefined;
  if (locations && (!isSearch || locations.length <= mostLocationsSearched)) {
    return newestAt(db, locations, filter, page);
  }
  const seen = locations ? [isAtOneOf(db, locations)] : [];
  const did = [...isActionOf(filter), ...isAmong(db, filter)];
  if (user === undefined) return newestWith([...did, ...seen], filter, page);
  const acted = newestWith([sql`entry.actor_id = ${user}`, ...did, ...seen], filter, page);
  const concerned = newestWith([sql`entry.subject_id = ${user}`, ...did, ...seen], filter, page);
  // Both halves are sorted; `union` drops an entry that is in both.
  return sql`select at, id from (select * from (${acted}) as acted union select * from (${concerned}) as concerned)
      as found
    order by at desc, id desc limit ${page.limit}`;
}

/**
 * Each entry once. Costs one step down audit_entry_locations_by_location for each location and each entry of the page:
 * `explain` shows this index, and no index over all entries.
 */
function newestAt(db: Queryable, locations: readonly string[], filter: Filter, { limit, after }: Page): Sql {
  const list = listOf(db, locations);
  const beforePage = after && sql`${after.created_at}, ${after.id}`;
  if (db.dialect === 'postgres') {
    return sql`select distinct at, id
      from ${list} cross join lateral (${entriesAt(db, sql`list.value`, filter, beforePage, limit)}) as walk (at, id)
      order by at desc, id desc limit ${limit}`;
  }
  const head = entriesAt(db, sql`list.value`, filter, beforePage, 1);
  const next = entriesAt(db, sql`walk.location_id`, filter, sql`walk.at, walk.id`, 1);
  // SQLite has no lateral join, but a recursive query has a queue in the requested order. The newest entry of each
  // location goes in, and for each that comes out the next older one of its location. The limit ends the query. An
  // `order by` outside the queue would first walk to the oldest entry.
  return sql`select distinct at, id
    from (
      with recursive walk (location_id, at, id) as (
        select head.location_id, head.at, head.entry_id
        from ${list} cross join audit_entry_locations as head
        where head.location_id = list.value and head.entry_id = (select id from (${head}))
        union all
        select next.location_id, next.at, next.entry_id
        from walk cross join audit_entry_locations as next
        where next.location_id = walk.location_id and next.entry_id = (select id from (${next}))
        order by 2 desc, 3 desc
      )
      select at, id from walk
    ) limit ${limit}`;
}

/** The entry itself is read only for further conditions. */
function entriesAt(db: Queryable, location: Sql, filter: Filter, before: Sql | null, limit: number): Sql {
  const { user } = filter;
  const ofEntry = [
    ...(user === undefined ? [] : [sql`(entry.actor_id = ${user} or entry.subject_id = ${user})`]),
    ...isActionOf(filter),
    ...isAmong(db, filter),
  ];
  const [entry, conditions] =
    ofEntry.length === 0
      ? [sql``, []]
      : [sql`cross join audit_entries as entry`, [sql`entry.id = link.entry_id`, ...ofEntry]];
  const place = sql`link.location_id = ${location}`;
  const older = before ? [sql`(link.at, link.entry_id) < (${before})`] : [];
  return sql`select link.at, link.entry_id as id from audit_entry_locations as link ${entry}
    ${whereAll([place, ...during('link', filter), ...older, ...conditions])}
    order by link.at desc, link.entry_id desc limit ${limit}`;
}

/** Uses the index of the first condition, or of the time without one. */
function newestWith(conditions: Sql[], filter: Filter, { limit, after }: Page): Sql {
  const older = after ? [sql`(entry.at, entry.id) < (${after.created_at}, ${after.id})`] : [];
  return sql`select entry.at, entry.id from audit_entries as entry
    ${whereAll([...conditions, ...during('entry', filter), ...older])}
    order by entry.at desc, entry.id desc limit ${limit}`;
}

function isActionOf({ action, token }: Filter): Sql[] {
  return [
    ...(token === undefined ? [] : [sql`entry.token_id = ${token}`]),
    ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
  ];
}

function isAmong(db: Queryable, { among }: Filter): Sql[] {
  if (!among) return [];
  // The sign keeps SQLite from collecting and sorting all entries with these actions.
  const action = db.dialect === 'sqlite' ? '+entry.action' : 'entry.action';
  return [isOneOf(db, action, among, 'text')];
}

function isAtOneOf(db: Queryable, locations: readonly string[]): Sql {
  // The sign keeps SQLite from looking up every location for every entry: most entries have few locations or none.
  const location = db.dialect === 'sqlite' ? '+link.location_id' : 'link.location_id';
  const isOne = isOneOf(db, location, locations);
  return sql`exists (select 1 from audit_entry_locations as link
    where link.entry_id = entry.id and ${isOne})`;
}

function during(row: 'entry' | 'link', { from, to }: Filter): Sql[] {
  const at = sql.ref(`${row}.at`);
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${at} < ${to}`]),
  ];
}
