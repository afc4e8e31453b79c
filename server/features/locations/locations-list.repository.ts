import { type RawBuilder, sql } from 'kysely';
import {
  type Filters,
  type LocationFilterField,
  type LocationSortField,
  noValue,
  type Sort,
} from '../../../contract/lists/list-filters.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import type { LocationsTable } from '../../kernel/database/schema.ts';
import { type InTiers, readBestOf } from '../../kernel/database/search-tiers.ts';
import { type Counting, conditionsOf } from '../../kernel/lists.ts';
import { isManager, joinManagers } from '../../kernel/managers.ts';
import {
  type Column,
  fromStart,
  type Order,
  orderOf,
  type Place,
  type Position,
  partsFrom,
  readParts,
  withId,
} from '../../kernel/paging.ts';
import { isChangedByRun, type RunScope } from '../../kernel/run-subjects.ts';
import { inScope } from '../../kernel/scope.ts';
import { yieldToRequests } from '../../platform/background/background.ts';
import { anyOf, isOneOf, whereAll } from '../../platform/database/query.ts';

/** What users say of a location. */
export const describedColumns = [
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
] as const;
export const listColumns = [...describedColumns, 'district_id', 'created_at', 'updated_at'] as const;
export type LocationRow = Pick<LocationsTable, (typeof listColumns)[number]>;

export interface LocationListFilter {
  scope: Scope;
  q: string | undefined;
  filters: Filters<LocationFilterField>;
  runs: RunScope;
  ids?: readonly string[] | undefined;
}

const table = 'locations';

function matches(db: Queryable, filter: LocationListFilter, isCount = false): RawBuilder<boolean>[] {
  return [
    ...inScope(filter.scope, 'locations.id'),
    ...conditionsOf(db, { table, searched }, filter, (field, values, isNot) =>
      conditions[field](db, values, filter, { isCount, isNot }),
    ),
  ];
}

const searched = {
  key: 'locations.search',
  number: 'locations.number_key',
  state: 'locations.state',
  name: "coalesce(locations.sort_name, '')",
};

type Condition = (
  db: Queryable,
  values: readonly string[],
  filter: LocationListFilter,
  how: { isCount: boolean; isNot: boolean },
) => RawBuilder<boolean>;

/** Never null, because `not null` is null. */
const conditions: Record<LocationFilterField, Condition> = {
  district: (db, values) => {
    const ids = values.filter((value) => value !== noValue);
    return anyOf([
      ...(ids.length < values.length ? [sql`locations.district_id is null`] : []),
      ...(ids.length > 0
        ? [sql`(locations.district_id is not null and ${isOneOf(db, 'locations.district_id', ids)})`]
        : []),
    ]);
  },
  state: (db, values) => isOneOf(db, 'locations.state', values, 'text'),
  status: (_, values) =>
    anyOf(values.map((value) => sql`locations.closed_on is ${value === 'open' ? sql`null` : sql`not null`}`)),
  staff: (db, values, { scope }, { isCount, isNot }) =>
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

function orderFor({ field, isDescending }: Sort<LocationSortField>): Order {
  return withId({ ...columns[field], isDescending }, 'locations.id', isDescending);
}

const columns: Record<LocationSortField, Omit<Column, 'isDescending'>> = {
  name: { of: sql.raw('locations.sort_name'), kind: 'text', isOptional: true },
  number: { of: sql.raw('locations.sort_number'), kind: 'text', isOptional: true },
  city: { of: sql.raw('locations.sort_city'), kind: 'text', isOptional: true },
  state: { of: sql.raw('locations.state'), kind: 'text' },
  created_at: { of: sql.raw('locations.created_at'), kind: 'time' },
};

export const byName = orderFor({ field: 'name', isDescending: false });

const locationColumns = sql.raw(listColumns.map((column) => `locations.${column}`).join());

const foundColumns = ['name', 'number', 'closed_on', 'address', 'city', 'state', 'zip', 'phone'] as const;
export type FoundLocationRow = Pick<LocationsTable, (typeof foundColumns)[number]>;

export function inTiers(scope: Scope): InTiers {
  return { table, columns: foundColumns, searched, where: inScope(scope, 'locations.id') };
}

type PageRow = LocationRow & { sort_value: string | null; position?: Position };

export function readRows(
  db: Queryable,
  filter: LocationListFilter,
  order: Order,
  place: Place,
  limit: number,
): Promise<PageRow[]> {
  return readParts(partsFrom(order, place), limit, async ({ where, columns }, limit) => {
    const query = sql<PageRow>`
      select ${locationColumns}, ${order[0]?.of} as sort_value from locations
      ${whereAll([...matches(db, filter), ...where])} order by ${orderOf(columns)} limit ${limit}`;
    return (await query.execute(db)).rows;
  });
}

/** `position` is that of the best matches. */
function positionOf({ position, sort_value, id }: PageRow): Position {
  return position ?? [sort_value, id];
}

export function readBest(
  db: Queryable,
  { q = '', ...filter }: LocationListFilter,
  after: Position | null,
  limit: number,
): Promise<PageRow[]> {
  const all = { ...filter, q: undefined };
  const where = matches(db, all);
  return readBestOf(db, { table, searched, where }, q, after, limit, (ids) =>
    readRows(db, { ...all, filters: {}, ids }, byName, fromStart, ids.length),
  );
}

/** Those before a position of an order, or all. They are few enough to be counted to the last. */
export async function countRows(
  db: Queryable,
  filter: LocationListFilter,
  { before }: Counting = {},
): Promise<number> {
  const parts = before
    ? partsFrom(before.order, { isBackward: true, after: before.position })
    : [{ where: [] }];
  let total = 0;
  for (const { where } of parts) {
    const query = sql<{ total: number }>`
      select count(*) as total from locations ${whereAll([...matches(db, filter, true), ...where])}`;
    total += (await query.execute(db)).rows[0]?.total ?? 0;
  }
  return total;
}

/** Of locations in scope, in order. */
export async function listStates(db: Queryable, scope: Scope): Promise<string[]> {
  const query = sql<{ state: string }>`select distinct locations.state from locations
    ${whereAll(inScope(scope, 'locations.id'))} order by locations.state`;
  return (await query.execute(db)).rows.map(({ state }) => state);
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

/** For `readListPage` and `findPosition`. */
export const reads = { table, orderFor, positionOf, readRows, readBest, countRows };
