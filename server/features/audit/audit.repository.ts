import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AuditFilters } from '../../../contract/audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { idList, isInList, isOneOf } from '../../platform/database/query.ts';
import type { AuditEntriesTable } from '../../platform/database/schema.ts';
import type { Position } from '../../platform/keyset.ts';

export type Entry = Selectable<AuditEntriesTable>;

export interface Filter extends AuditFilters {
  /** The stores whose audit the reader may read; null for everything. */
  reach: readonly string[] | null;
}

interface Page {
  limit: number;
  after: Position | null;
}

/** Of more stores than these the newest entries are found faster by looking at all entries. */
const mostStoresWalked = 50;

/** Entries newest first; ids break ties of the same millisecond. */
export async function listEntries(
  db: Queryable,
  filter: Filter,
  limit: number,
  after: Position | null,
): Promise<Entry[]> {
  const query = entriesQuery(db, filter, { limit, after });
  return query ? (await query.execute(db)).rows : [];
}

/**
 * Every page is found by walking indexes down from the newest entry, and never by sorting all that match. Null where
 * there is nothing to walk.
 */
export function entriesQuery(db: Queryable, filter: Filter, page: Page): RawBuilder<Entry> | null {
  const walks = walksOf(db, filter, page);
  if (walks.length === 0) return null;
  const each = walks.map((walk) => sql`select * from (${walk}) as walk`);
  // Every walk is in order already; `union` keeps an entry once that several of them found.
  const newest = sql`select at, id from (${sql.join(each, sql` union `)}) as found
    order by at desc, id desc limit ${page.limit}`;
  // On SQLite a cross join is done in the order in which it is written.
  return sql<Entry>`
    select entry.id, entry.at, entry.actor_id, entry.actor_name, entry.action, entry.subject_type,
      entry.subject_id, entry.subject_name, entry.details, entry.via, entry.ip, entry.user_agent
    from (${newest}) as newest cross join audit_entries as entry
    where entry.id = newest.id
    order by newest.at desc, newest.id desc`;
}

/** The stores of these entries within the reach, by name. */
export function listLinks(db: Queryable, reach: Filter['reach'], entryIds: readonly string[]) {
  return db
    .selectFrom('audit_entry_locations')
    .select(['entry_id', 'location_id', 'location_name', 'change'])
    .where((eb) => isOneOf(db, eb.ref('entry_id'), entryIds))
    .$if(reach !== null, (query) => query.where((eb) => isOneOf(db, eb.ref('location_id'), reach ?? [])))
    .orderBy('location_name')
    .orderBy('location_id')
    .execute();
}

/** The stores that a person is assigned to, in the order of their ids. */
export async function listStoreIds(db: Queryable, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_locations')
    .select('location_id')
    .where('user_id', '=', user_id)
    .orderBy('location_id')
    .execute();
  return rows.map((row) => row.location_id);
}

type Sql = RawBuilder<unknown>;

/**
 * By store, where there is one or a few of them; else by person, by action or by time. An entry that is visible by
 * one store must not be found by another one that the reader does not reach: so the asked store is looked up in
 * the reach first, and is then the only one.
 */
function walksOf(db: Queryable, filter: Filter, page: Page): Sql[] {
  const { reach, location, person, action } = filter;
  const stores = location === undefined ? reach : [location].filter((id) => reach?.includes(id) ?? true);
  if (stores && stores.length <= mostStoresWalked) {
    return stores.map((store) => storeWalk(store, filter, page));
  }
  const seen = stores ? [isAtOneOf(db, stores)] : [];
  const did = action === undefined ? [] : [sql`entry.action = ${action}`];
  if (person === undefined) return [entryWalk([...did, ...seen], filter, page)];
  return [sql`entry.actor_id = ${person}`, sql`entry.subject_id = ${person}`].map((who) =>
    entryWalk([who, ...did, ...seen], filter, page),
  );
}

/** Down audit_entry_locations_by_location; the entry itself is looked at only where more is asked of it. */
function storeWalk(store: string, filter: Filter, { limit, after }: Page): Sql {
  const { person, action } = filter;
  const asked = [
    ...(person === undefined ? [] : [sql`(entry.actor_id = ${person} or entry.subject_id = ${person})`]),
    ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
  ];
  const [entry, conditions] =
    asked.length === 0
      ? [sql``, []]
      : [sql`cross join audit_entries as entry`, [sql`entry.id = link.entry_id`, ...asked]];
  const place = sql`link.location_id = ${store}`;
  return sql`select link.at, link.entry_id as id from audit_entry_locations as link ${entry}
    where ${all([place, ...during('link', filter), ...conditions])} ${older(sql`link.at, link.entry_id`, after)}
    order by link.at desc, link.entry_id desc limit ${limit}`;
}

/** Down the index of the first condition, or of the time without any. */
function entryWalk(conditions: Sql[], filter: Filter, { limit, after }: Page): Sql {
  return sql`select entry.at, entry.id from audit_entries as entry
    where ${all([...conditions, ...during('entry', filter)])} ${older(sql`entry.at, entry.id`, after)}
    order by entry.at desc, entry.id desc limit ${limit}`;
}

function isAtOneOf(db: Queryable, stores: readonly string[]): Sql {
  const isOne = isInList(db, sql<string>`link.location_id`, idList(db, stores));
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

function older(columns: Sql, after: Position | null): Sql {
  return after ? sql`and (${columns}) < (${after.created_at}, ${after.id})` : sql``;
}

function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
