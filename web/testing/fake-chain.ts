import { builtInRoles } from '../../contract/access/permissions.ts';
import { type Cover, listCovers } from '../../contract/covers.ts';
import { type District, listDistricts } from '../../contract/districts.ts';
import {
  countedMaxRows,
  filterValuesMax,
  pageDefaultRows,
  samePlacesNamed,
} from '../../contract/fields/limits.ts';
import type { Answer } from '../../contract/http/endpoint.ts';
import {
  type Filter,
  type FilteredList,
  type LocationFilterField,
  locationList,
  readListFilters,
  type UserFilterField,
  userList,
} from '../../contract/lists/list-filters.ts';
import { isFoundBy, locationKey, searchOf, userKey } from '../../contract/lists/search-key.ts';
import {
  compareFound,
  orderOf,
  searchQueryOf,
  type TieredRow,
  tierOf,
  tiers,
} from '../../contract/lists/search-tiers.ts';
import type { Location } from '../../contract/locations.ts';
import * as locationCalls from '../../contract/locations.ts';
import { getLocationWatch, listWatches } from '../../contract/notifications/watches.ts';
import { listRegisters } from '../../contract/registers.ts';
import { listRoles, type Role } from '../../contract/roles.ts';
import { search } from '../../contract/search.ts';
import { getUserAccess } from '../../contract/user-access.ts';
import * as userCalls from '../../contract/users.ts';
import { displayName, type User, type UserRow } from '../../contract/users.ts';
import { listViews } from '../../contract/views.ts';
import type { FakeServer, Seen } from './fake-server.ts';
import {
  compareSorted,
  locationFilterValues,
  locationSortValue,
  passesFilters,
  userFilterValues,
  userSortValue,
} from './list-rules.ts';

export const roles: Role[] = builtInRoles
  .map(({ name, description, permissions }) => ({
    id: `role-${name}`,
    name,
    description,
    color: null,
    is_builtin: true,
    permissions: [...permissions],
    requires_second_factor: false,
    updated_at: '2026-11-20T21:05:00.000Z',
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The data of a chain's server. Tests read it to see what was saved. */
export interface Chain {
  covers: Cover[];
  users: UserRow[];
  locations: Location[];
  roles: Role[];
  districts: District[];
  /** Who has which districts, by the id of the user. */
  given: Record<string, readonly string[]>;
  /** The rows that a run changed, by its id. */
  changedBy: Record<string, readonly string[]>;
  /** Lists count so far. */
  countedMaxRows: number;
  /** The answer to a question about users waits for it. */
  untilSearched: Promise<void> | null;
}

let made = 0;

/** A location that is older than the one created before, so that lists keep the order of the test. */
export function makeLocation(changes: Partial<Location> = {}): Location {
  made += 1;
  return {
    id: `location-${made}`,
    name: `Location ${made}`,
    address: `${made} Mill Road`,
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    phone: null,
    number: null,
    closed_on: null,
    time_zone: 'America/New_York',
    district_id: null,
    user_count: 0,
    manager_count: 0,
    ...times(),
    ...changes,
  };
}

export function makeDistrict(changes: Partial<District> = {}): District {
  made += 1;
  return {
    ...{ id: `district-${made}`, name: `District ${made}`, number: null, manager: null },
    ...{ location_count: 0, user_count: 0, is_whole: true, updated_at: times().updated_at },
    ...changes,
  };
}

export function makeUser(changes: Partial<UserRow> = {}): UserRow {
  made += 1;
  return {
    id: `user-${made}`,
    email: `user${made}@northline.example`,
    full_name: `User ${made}`,
    phone: null,
    employee_number: null,
    is_active: true,
    invitation: null,
    last_sign_in_at: null,
    has_second_factor: false,
    role_ids: [],
    location_ids: [],
    district_ids: [],
    states: [],
    ...times(),
    ...changes,
  };
}

/** Rows that a screen adds are newer than every row of the test. */
const newest = { created_at: '2026-12-01T00:00:00.000Z', updated_at: '2026-12-01T00:00:00.000Z' };

function times() {
  const time = new Date(Date.UTC(2026, 10, 20, 21, 5) - made * 60_000).toISOString();
  return { created_at: time, updated_at: time };
}

/** Answers every call of the Users and Locations screens from memory. */
export function serveChain(server: FakeServer, start: Partial<Chain> = {}): Chain {
  const chain: Chain = {
    users: [],
    locations: [],
    roles,
    districts: [],
    covers: [],
    given: {},
    changedBy: {},
    countedMaxRows,
    untilSearched: null,
    ...start,
  };

  server.answer(listViews, { views: [] });
  server.answer(listRegisters, { registers: [] });
  server.answer(listWatches, { watches: [] });
  server.answer(getLocationWatch, { is_watched: false, is_assigned: true });
  server.answer(listDistricts, () => ({ districts: chain.districts }));
  server.answer(listCovers, ({ query }) => ({
    covers: chain.covers.filter(
      ({ user, location }) =>
        query.user === user.id || query.ended_with === user.id || query.location === location.id,
    ),
  }));
  server.answer(listRoles, () => ({
    roles: chain.roles.map((role) => ({ ...role, user_count: null, service_count: null })),
  }));
  const runsOf = ({ id }: { id: string }) =>
    Object.entries(chain.changedBy).flatMap(([run, ids]) => (ids.includes(id) ? run : []));
  const locationsAt = (query: Seen['query']) =>
    matching(chain.locations, searchedLocation, query, {
      list: locationList,
      valuesOf: (location, field) =>
        field === 'run' ? runsOf(location) : locationFilterValues(location, field),
      sortValue: locationSortValue,
    });
  server.answer(locationCalls.listLocations, ({ query }) => {
    const { rows, ...page } = pageOf(locationsAt(query), searchedLocation, query, chain);
    return { locations: rows, ...page };
  });
  server.answer(locationCalls.countLocations, ({ query }) => ({ count: locationsAt(query).length }));
  server.answer(locationCalls.getLocationPosition, (seen) => positionOf(locationsAt(seen.query), seen));
  server.answer(locationCalls.listLocationValues, ({ query }) => {
    const { field = '', find: _, ...question } = query;
    const rows = locationsAt({ ...question, [field]: '' });
    return countedValues(rows, optionsOf(chain, locationList, query), (location) =>
      locationFilterValues(location, field as Exclude<LocationFilterField, 'run'>),
    );
  });
  server.answer(locationCalls.listSamePlaces, ({ query: { address = '', zip = '', except } }) => {
    const typed = address.trim().toLowerCase();
    const isSame = (one: Location) =>
      one.id !== except && typed !== '' && one.address.toLowerCase() === typed && one.zip === zip;
    const locations = chain.locations.filter(isSame).map((one) => ({ ...one, same: ['address' as const] }));
    return { locations: locations.slice(0, samePlacesNamed), total: locations.length };
  });
  server.answer(search, ({ query: { q = '', kind } }) => {
    const of = (user: UserRow) =>
      chain.locations.find(({ id }) => user.location_ids.includes(id))?.name ?? null;
    return {
      users:
        kind === 'location'
          ? []
          : found(chain.users.map(searchedUser), q).map(({ row, ...place }) => ({
              ...place,
              ...{ kind: 'user' as const, id: row.id, name: displayName(row), email: row.email },
              ...{ phone: row.phone, employee_number: row.employee_number },
              ...{ is_active: row.is_active, location: of(row) },
            })),
      locations:
        kind === 'user'
          ? []
          : found(chain.locations.map(searchedLocation), q).map(({ row, ...place }) => ({
              ...row,
              ...{ ...place, kind: 'location' as const },
            })),
    };
  });
  server.answer(locationCalls.getLocation, (seen) => {
    const location = find(chain.locations, seen);
    const users = chain.users.filter((user) => user.location_ids.includes(location.id));
    return { ...location, assigned_count: users.length };
  });
  server.answer(locationCalls.createLocation, ({ body }) =>
    insert(chain.locations, { ...makeLocation(newest), ...(body as Location) }),
  );
  server.answer(locationCalls.updateLocation, (seen) => change(chain.locations, seen));
  server.answer(locationCalls.deleteLocation, (seen) => {
    chain.locations = chain.locations.filter((one) => one !== find(chain.locations, seen));
    return undefined;
  });

  const withLinks = (row: UserRow): UserRow => {
    const states = pick(chain.locations, row.location_ids).map(({ state }) => state);
    const district_ids = [...(chain.given[row.id] ?? [])];
    return { ...row, district_ids, states: [...new Set(states)] };
  };
  const districtsOf = (userId: string) => pick(chain.districts, chain.given[userId] ?? []);
  const named = (row: UserRow): User => {
    const { role_ids, location_ids, district_ids: _, states: __, ...profile } = row;
    const links = { roles: pick(chain.roles, role_ids), locations: pick(chain.locations, location_ids) };
    return { ...profile, ...links, districts: districtsOf(row.id) };
  };
  const usersAt = (query: Seen['query']) =>
    matching(chain.users.map(withLinks), searchedUser, query, {
      list: userList,
      valuesOf: (user, field) => (field === 'run' ? runsOf(user) : userFilterValues(user, field, new Date())),
      sortValue: userSortValue,
    });
  server.answer(userCalls.listUsers, async ({ query }) => {
    if (query.q) await chain.untilSearched;
    const { rows, ...page } = pageOf(usersAt(query), searchedUser, query, chain);
    const included = {
      roles: pick(
        chain.roles,
        rows.flatMap(({ role_ids }) => role_ids),
      ),
      locations: pick(
        chain.locations,
        rows.flatMap(({ location_ids }) => location_ids),
      ),
      districts: pick(
        chain.districts,
        rows.flatMap(({ district_ids }) => district_ids),
      ),
    };
    return { users: rows, ...page, ...(query.include && { included }) };
  });
  server.answer(userCalls.countUsers, ({ query }) => ({ count: usersAt(query).length }));
  server.answer(userCalls.getUserPosition, (seen) => positionOf(usersAt(seen.query), seen));
  server.answer(userCalls.listUserValues, ({ query }) => {
    const { field = '', find: _, ...question } = query;
    const rows = usersAt({ ...question, [field]: '' });
    return countedValues(rows, optionsOf(chain, userList, query), (user) =>
      userFilterValues(user, field as Exclude<UserFilterField, 'run'>, new Date()),
    );
  });
  server.answer(userCalls.getUser, (seen) => named(find(chain.users, seen)));
  server.answer(getUserAccess, (seen) => {
    const { roles, locations, created_at: at, updated_at, is_active } = named(find(chain.users, seen));
    const granted = { at, by: 'Ada Owner' };
    const withGrant = <Row>(row: Row) => ({ ...row, granted });
    return {
      roles: roles.map(withGrant),
      locations: locations.map((row) => ({ ...row, assigned: granted, through: null })),
      ...{ added_by: 'Ada Owner', joined_at: null, last_sign_in_at: null, updated_at },
      tokens: null,
      deactivation: is_active ? null : { ...granted, ended: ['2 sessions', '1 invitation'] },
    };
  });
  server.answer(userCalls.createUser, ({ body }) =>
    named(insert(chain.users, { ...makeUser(newest), ...(body as UserRow) })),
  );
  server.answer(userCalls.updateUser, (seen) => named(change(chain.users, seen)));
  server.answer(userCalls.deleteUser, (seen) => {
    chain.users = chain.users.filter((one) => one !== find(chain.users, seen));
    return undefined;
  });
  const setOf = (seen: Seen) => {
    const { location_ids, role_ids, updated_at } = find(chain.users, seen);
    const locations = pick(chain.locations, location_ids).sort((a, b) => (a.name < b.name ? -1 : 1));
    const districts = districtsOf(find(chain.users, seen).id).map((one) => ({
      ...one,
      is_mine: one.is_whole,
    }));
    return { locations, districts, roles: pick(chain.roles, role_ids), updated_at };
  };
  server.answer(userCalls.getUserLocations, setOf);
  server.answer(userCalls.getUserRoles, setOf);
  server.answer(userCalls.replaceUserLocations, (seen) => {
    const { district_ids, location_ids } = seen.body as { district_ids?: string[]; location_ids: string[] };
    const { id } = change(chain.users, { ...seen, body: { location_ids } });
    if (district_ids) chain.given = { ...chain.given, [id]: district_ids };
    return setOf(seen);
  });
  server.answer(userCalls.replaceUserRoles, (seen) => {
    change(chain.users, seen);
    return setOf(seen);
  });
  return chain;
}

const searchedLocation = (location: Location) => ({ ...location, key: locationKey(location) });
const searchedUser = (user: UserRow) => ({ ...user, key: userKey(user) });

interface Filtering<Row, FilterField extends string, SortField extends string> {
  list: FilteredList<FilterField, SortField>;
  valuesOf: (row: Row, field: FilterField) => readonly string[];
  sortValue: (row: Row, field: SortField) => string | null;
}

/** The rows that match, in their order. */
function matching<Row extends { id: string }, FilterField extends string, SortField extends string>(
  all: Row[],
  searched: (row: Row) => TieredRow & { id: string },
  query: Seen['query'],
  { list, valuesOf, sortValue }: Filtering<Row, FilterField, SortField>,
): Row[] {
  const { q = '', ids } = query;
  const { filters, sort } = readListFilters(list, query);
  const search = searchOf(q);
  const asked = Object.entries(filters) as [FilterField, Filter][];
  const among = ids === undefined ? [...all] : pick(all, ids.split(','));
  const found = among.filter(
    (row) => isFoundBy(search, searched(row)) && passesFilters(row, asked, valuesOf),
  );
  if (sort) {
    const placeOf = (row: Row) => ({ value: sortValue(row, sort.field), id: row.id });
    found.sort((a, b) => compareSorted(placeOf(a), placeOf(b), sort.isDescending));
  }
  return found;
}

function pageOf<Row extends { id: string }>(
  found: readonly Row[],
  searched: (row: Row) => TieredRow & { id: string },
  query: Seen['query'],
  { countedMaxRows: most }: Chain,
) {
  const { q = '', limit = pageDefaultRows, after, from } = query;
  const ordered =
    from === 'best' ? bestFirst(found, searched, q) : from === 'end' ? found.toReversed() : found;
  const start = after ? ordered.findIndex((row) => row.id === after) + 1 : 0;
  const rows = ordered.slice(start, start + Number(limit));
  const next = start + rows.length < ordered.length ? (rows.at(-1)?.id ?? null) : null;
  const { length } = found;
  return { rows, total: Math.min(length, most), is_total_exact: length <= most, next };
}

function bestFirst<Row extends { id: string }>(
  found: readonly Row[],
  searched: (row: Row) => TieredRow & { id: string },
  q: string,
): Row[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return inRank(found.map(searched), q).flatMap(({ id }) => byId.get(id) ?? []);
}

function positionOf(found: readonly { id: string }[], { path }: Seen) {
  const index = found.findIndex(({ id }) => id === path.split('/')[3]);
  return {
    previous_id: found[index - 1]?.id ?? null,
    next_id: index < 0 ? null : (found[index + 1]?.id ?? null),
    position: index < 0 ? null : index + 1,
    total: found.length,
    is_total_exact: true,
  };
}

type Value = Answer<typeof userCalls.listUserValues>['values'][number];
type Option = Omit<Value, 'count' | 'is_exact'>;

/** The values that a filter offers, those that it names first. */
function optionsOf<FilterField extends string, SortField extends string>(
  chain: Chain,
  list: FilteredList<FilterField, SortField>,
  { field = '', find = '', ...query }: Partial<Record<string, string>>,
): Option[] {
  const fixed = (list.values[field as FilterField].values ?? []).map((value) => ({ value }));
  const states = [...new Set(chain.locations.map(({ state }) => state))].sort();
  const search = searchOf(find);
  const locations = chain.locations.map(searchedLocation).filter((row) => isFoundBy(search, row));
  const options: Record<string, Option[]> = {
    role: chain.roles.map(({ id, name }) => ({ value: id, name })),
    state: states.map((value) => ({ value })),
    location: inRank(locations, find).map(({ id, name, city, state, number, closed_on }) => ({
      ...{ value: id, name, town: `${city}, ${state}`, number, closed_on },
    })),
  };
  const own = readListFilters(list, query).filters[field as FilterField]?.values ?? [];
  const all: Option[] = [...(find ? [] : fixed), ...(options[field] ?? [])];
  return [
    ...all.filter(({ value }) => own.includes(value)),
    ...all.filter(({ value }) => !own.includes(value)),
  ];
}

function countedValues<Row>(
  rows: readonly Row[],
  options: readonly Option[],
  valuesOf: (row: Row) => readonly string[],
) {
  const count = (value: string) => rows.filter((row) => valuesOf(row).includes(value)).length;
  const values = options.map((option) => ({ ...option, count: count(option.value), is_exact: true }));
  return { values: values.slice(0, filterValuesMax), has_more: values.length > filterValuesMax };
}

function inRank<Row extends TieredRow & { id: string }>(rows: readonly Row[], text: string): Row[] {
  const query = searchQueryOf(text);
  return rows
    .map((row) => ({ row, tier: tierOf(query, row) ?? tiers.part, weight: 0, order: orderOf(row) }))
    .sort(compareFound)
    .map(({ row }) => row);
}

function found<Row extends TieredRow & { id: string }>(rows: Row[], q: string) {
  const query = searchQueryOf(q);
  return rows
    .filter((row) => isFoundBy(query.search, row))
    .flatMap((row) => {
      const tier = tierOf(query, row);
      return tier === null ? [] : [{ row, tier, weight: 0, order: orderOf(row) }];
    })
    .sort(compareFound);
}

function find<Row extends { id: string }>(rows: Row[], { path }: Seen): Row {
  const row = rows.find(({ id }) => id === path.split('/')[3]);
  if (!row) throw new Error(`Nothing at ${path}`);
  return row;
}

function insert<Row>(rows: Row[], row: Row): Row {
  rows.unshift(row);
  return row;
}

function change<Row extends { id: string }>(rows: Row[], seen: Seen): Row {
  return Object.assign(find(rows, seen), seen.body, { updated_at: new Date().toISOString() });
}

function pick<Row extends { id: string }>(rows: Row[], ids: readonly string[]) {
  return rows.filter((row) => ids.includes(row.id));
}
