import { type RawBuilder, sql } from 'kysely';
import type {
  Filter,
  Filters,
  LocationFilterField,
  LocationSortField,
  Sort,
} from '../../../contract/lists/list-filters.ts';
import type { Scope } from '../../kernel/access.ts';
import { yieldToRequests } from '../../kernel/background.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { anyOf, isOneOf, matchesSearch, whereAll } from '../../kernel/database/query.ts';
import type { LocationsTable } from '../../kernel/database/schema.ts';
import { inOrderOf, readBest } from '../../kernel/database/search-tiers.ts';
import { type Part, type Place, partsOf, readSorted } from '../../kernel/database/sorted-list.ts';
import { isManager, joinManagers } from '../../kernel/managers.ts';
import { isChangedByRun, type RunScope } from '../../kernel/run-subjects.ts';
import { inScope } from '../../kernel/scope.ts';
import { newestFirst, type SortValues } from '../../kernel/sorted-cursor.ts';

export const listColumns = [
  'id',
  'name',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'number',
  'closed_on',
  'time_zone',
  'created_at',
  'updated_at',
] as const;
export type LocationRow = Pick<LocationsTable, (typeof listColumns)[number]>;

export interface LocationListFilter {
  scope: Scope;
  q: string | undefined;
  filters: Filters<LocationFilterField>;
  runs: RunScope;
  ids?: readonly string[] | undefined;
  /** Set by `countLocations` alone. */
  isCount?: boolean;
}

function matches(db: Queryable, filter: LocationListFilter): RawBuilder<boolean>[] {
  const { scope, q, filters, ids } = filter;
  const fields = Object.entries(filters) as [LocationFilterField, Filter][];
  return [
    ...inScope(scope, 'locations.id'),
    ...(ids ? [isOneOf(db, 'locations.id', ids)] : []),
    ...(q
      ? matchesSearch(q, { key: sql.raw(searchedColumns.key), state: sql.raw(searchedColumns.state) })
      : []),
    ...fields.map(([field, { isNot, values }]) => {
      const condition = conditions[field](db, values, filter, isNot);
      return isNot ? sql<boolean>`not ${condition}` : condition;
    }),
  ];
}

export const searchedColumns = {
  key: 'locations.search',
  number: 'locations.number_key',
  state: 'locations.state',
};

type Condition = (
  db: Queryable,
  values: readonly string[],
  filter: LocationListFilter,
  isNot: boolean,
) => RawBuilder<boolean>;

/** Never null, because `not null` is null. */
const conditions: Record<LocationFilterField, Condition> = {
  state: (db, values) => isOneOf(db, 'locations.state', values, 'text'),
  status: (_, values) =>
    anyOf(values.map((value) => sql`locations.closed_on is ${value === 'open' ? sql`null` : sql`not null`}`)),
  staff: (db, values, { scope, isCount }, isNot) =>
    anyOf(
      values.map((value) => {
        // For a page, PostgreSQL would read all links: `offset 0` makes it look at one location after the other.
        const end = db.dialect === 'postgres' && !isCount ? sql`offset 0` : sql``;
        const lacks = (which: RawBuilder<boolean>[]) =>
          sql`not exists (select 1 from ${staff} ${whereAll([sql`staff.location_id = locations.id`, ...which])} ${end})`;
        if (value === 'nobody') return lacks([]);
        // PostgreSQL joins a set, which is best for all locations, but inside of `not` and `or` it would go through it for each.
        const isSet = db.dialect === 'sqlite' || (isCount && !isNot && values.length === 1);
        if (!isSet) return lacks([isManager('staff.user_id')]);
        // Starts from the managers, or from the actor's locations: both are few.
        const where = [sql`held.user_id is not null`, ...inScope(scope, 'staff.location_id')];
        const managed = sql`select staff.location_id from ${staff} ${joinManagers('staff.user_id')} ${whereAll(where)}`;
        if (db.dialect === 'sqlite') return sql`locations.id not in (${managed})`;
        return sql`not exists (select 1 from (${managed} group by staff.location_id) as managed
          where managed.location_id = locations.id)`;
      }),
    ),
  run: (db, values, { runs }) => isChangedByRun(db, 'locations.id', values, runs),
};

/** With `= true`, SQLite reads only the index of active users. */
const staff = sql`user_locations as staff join users on users.id = staff.user_id and users.is_active = true`;

function partsBy(field: LocationSortField): Part[] {
  switch (field) {
    case 'name':
      return partsOf(sql.raw('locations.sort_name'));
    case 'number':
      return partsOf(sql.raw('locations.sort_number'));
    case 'city':
      return partsOf(sql.raw('locations.sort_city'));
    case 'state':
      return [{ where: [], column: sql.raw('locations.state') }];
    case 'created_at':
      return [{ where: [], column: sql.raw('locations.created_at') }];
  }
}

export const sortValues: Record<LocationSortField, SortValues> = {
  name: 'text',
  number: 'text',
  city: 'text',
  state: 'text',
  created_at: 'time',
};

const locationColumns = sql.raw(listColumns.map((column) => `locations.${column}`).join());

/** `sort_value` is the value by which the row is sorted, for the cursor. */
export function listLocations(
  db: Queryable,
  filter: LocationListFilter,
  sort: Sort<LocationSortField>,
  { isBackward, after }: Place,
  limit: number,
): Promise<(LocationRow & { sort_value: string | null })[]> {
  return readSorted({
    parts: partsBy(sort.field),
    id: sql.raw('locations.id'),
    isDescending: sort.isDescending,
    isBackward,
    after,
    limit,
    read: async ({ where, order, value, limit }) => {
      const query = sql<LocationRow & { sort_value: string | null }>`
        select ${locationColumns}, ${value} as sort_value from locations
        ${whereAll([...matches(db, filter), ...where])} order by ${order} limit ${limit}`;
      return (await query.execute(db)).rows;
    },
  });
}

/** The best matches of the search, the best first. */
export async function bestLocations(db: Queryable, filter: LocationListFilter, limit: number) {
  const { q = '', ...offered } = filter;
  const where = matches(db, { ...offered, q: undefined });
  const ids = await readBest(db, { table: 'locations', searched: searchedColumns, where }, q, limit);
  const named = { ...offered, q: undefined, filters: {}, ids };
  const rows = await listLocations(db, named, newestFirst, { isBackward: false, after: null }, ids.length);
  return inOrderOf(ids, rows);
}

export async function countLocations(db: Queryable, filter: LocationListFilter): Promise<number> {
  const query = sql<{ total: number }>`
    select count(*) as total from locations ${whereAll(matches(db, { ...filter, isCount: true }))}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

interface StaffCounts {
  user_count: number;
  manager_count: number;
}

/** Of `staff` on PostgreSQL, which has an index of the few inactive users: a third of the pages for each. */
const isNotInactive = sql<boolean>`not exists (select 1 from users where users.id = staff.user_id and not users.is_active)`;

/** SQLite looks up each of their users. Others are answered after so many. */
const staffPartRows = 250;

export async function countStaff(
  db: Queryable,
  ids: readonly string[],
): Promise<(id: string) => StaffCounts> {
  const partRows = db.dialect === 'sqlite' ? staffPartRows : ids.length;
  const rows: (StaffCounts & { location_id: string })[] = [];
  for (let from = 0; from < ids.length; from += partRows) {
    if (from > 0) await yieldToRequests();
    const where = [
      isOneOf(db, 'staff.location_id', ids.slice(from, from + partRows)),
      ...(db.dialect === 'sqlite' ? [] : [isNotInactive]),
    ];
    const query = sql<StaffCounts & { location_id: string }>`
      select staff.location_id, count(*) as user_count, count(held.user_id) as manager_count
      from ${db.dialect === 'sqlite' ? staff : sql`user_locations as staff`} ${joinManagers('staff.user_id')}
      ${whereAll(where)} group by staff.location_id`;
    rows.push(...(await query.execute(db)).rows);
  }
  const counts = new Map(
    rows.map(({ location_id, user_count, manager_count }) => {
      return [location_id, { user_count, manager_count }] as const;
    }),
  );
  return (id) => counts.get(id) ?? { user_count: 0, manager_count: 0 };
}

export async function listMatches(db: Queryable, filter: LocationListFilter, limit: number) {
  const query = sql<Pick<LocationRow, 'id' | 'name'>>`
    select locations.id, locations.name from locations
    ${whereAll(matches(db, filter))} order by locations.sort_name, locations.id limit ${limit}`;
  return (await query.execute(db)).rows;
}
