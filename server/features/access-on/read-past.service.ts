import type { AuditAction } from '../../../contract/audit.ts';
import { displayName } from '../../../contract/users.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import * as repository from './access-on.repository.ts';
import {
  allSeeing,
  type Cover,
  coversIn,
  type Day,
  districtsIn,
  type Entry,
  type Grant,
  namesEver,
  Past,
} from './undo.pure.ts';

const ofUser = [
  ...(['user.created', 'user.deleted', 'user.updated', 'user.activated', 'user.deactivated'] as const),
  ...(['user.roles_replaced', 'user.locations_replaced', 'user.email_corrected'] as const),
  ...(['user.factor_added', 'user.factor_removed', 'user.factor_reset'] as const),
] satisfies AuditAction[];
const ofNames = [
  ...(['role.created', 'role.updated', 'role.deleted'] as const),
  ...(['district.created', 'district.updated', 'district.deleted'] as const),
] satisfies AuditAction[];
const ofLocation = ['location.created', 'location.moved', 'location.deleted'] satisfies AuditAction[];

type LocationRow = Awaited<ReturnType<typeof repository.listLocations>>[number];

/** Who saw a location during a day, on which it was there. */
export async function readPastAt(db: Queryable, { created_at, ...location }: LocationRow, whole: Day) {
  const { id } = location;
  const from = created_at > whole.start ? created_at : whole.start;
  const day = { ...whole, start: from };
  const changes = await repository.listEntriesAt(db, id, 'user');
  const shared = await repository.listEntries(db, { actions: [...ofNames, ...ofLocation], from });
  const others = shared.filter(({ action, subject_id }) => !isOfLocation(action) || subject_id === id);
  const covers = [
    ...(await repository.listCovers(db, 'location_id', id, day)),
    ...coversIn((await repository.listEntriesAt(db, id, 'cover')).toReversed()),
  ];
  const assigned = await repository.listGrants(db, 'location', 'id', [id]);
  const past = await pastOf(db, day, covers);
  addLocations(past, [location]);

  const rolesSeeing = allSeeing(past.roles, others);
  const its = past.locations.get(id)?.district?.name ?? [];
  const moved = districtsIn(others.filter(({ action }) => isOfLocation(action)));
  const districts = namesEver(moved.concat(its), others, 'district.updated');
  const idsOf = (all: readonly { id: string | null; name: string }[], names: Set<string>) =>
    all.flatMap((one) => (one.id !== null && names.has(one.name) ? [one.id] : []));
  const given = await repository.listGrants(db, 'district', 'id', idsOf(past.districts, districts));
  const holders = await repository.listGrants(db, 'role', 'id', idsOf(past.roles, rolesSeeing));
  const users = new Set([
    ...[...assigned, ...covers, ...given, ...holders].map((row) => row.user_id),
    ...changes.filter(({ at }) => at >= from).map((entry) => entry.subject_id),
    ...(await repository.listSubjectsNaming(db, from, [...rolesSeeing, ...districts])),
  ]);
  await addUsers(db, past, [...users], assigned);
  const own = await repository.listEntries(db, { actions: ofUser, from, subjects: [...users] });
  const seen = past.undoToStart(newestFirst([...changes, ...own, ...others]));
  const older = changes.filter(({ at }) => at < from);
  const ungranted = seen.filter(({ grant, why }) => grant.at === null && why !== 'assigned');
  if (ungranted.length > 0) {
    const names = await repository.listEntries(db, { actions: ofNames });
    older.push(...names.filter(({ at }) => at < from));
    for (const user of new Set(ungranted.map((one) => one.user.id))) {
      const all = await repository.listEntriesOf(db, user, ofUser);
      older.push(...all.filter(({ at }) => at < from));
    }
  }
  for (const entry of newestFirst(older)) past.undo(entry);
  return { seen, notUndone: past.notUndone };
}

/** What a user saw of the locations in this scope. Only readers of all know that one that was deleted was in it. */
export async function readPastOf(db: Queryable, userId: string, scope: Scope, day: Day) {
  const { start: from } = day;
  const own = await repository.listEntriesOf(db, userId, ofUser);
  const names = await repository.listEntries(db, { actions: ofNames });
  const moves = await repository.listEntries(db, { actions: ofLocation, from });
  const covers = await repository.listCovers(db, 'user_id', userId, day);
  const assigned = await repository.listGrants(db, 'location', 'user_id', [userId]);
  const past = await pastOf(db, day, covers);
  await addUsers(db, past, [userId], assigned);

  const held = past.users.get(userId)?.districts.keys() ?? [];
  const districts = namesEver(
    [...[...held].map(({ name }) => name), ...districtsIn(own)],
    names,
    'district.updated',
  );
  const locations = await repository.listLocations(db, scope, {
    ids: [
      ...assigned.map((row) => row.id),
      ...covers.map((cover) => cover.location_id),
      ...own.flatMap(({ links }) => links.map((link) => link.location_id)),
      ...moves.filter((entry) => districtsIn([entry]).length > 0).map((entry) => entry.subject_id),
    ],
    districtIds: past.districts.flatMap(({ id, name }) => (id !== null && districts.has(name) ? [id] : [])),
  });
  addLocations(past, locations);
  const isKnown = ({ action, subject_id }: Entry) =>
    past.locations.has(subject_id) || (scope.all && action === 'location.deleted');
  const entries = newestFirst([...own, ...names, ...moves.filter(isKnown)]);
  const seen = past.undoToStart(entries);
  for (const entry of entries) if (entry.at < from) past.undo(entry);
  return { seen, notUndone: past.notUndone };
}

const isOfLocation = (action: string) => action.startsWith('location.');

async function pastOf(db: Queryable, day: Day, covers: readonly Cover[]): Promise<Past> {
  const past = new Past(day, covers);
  past.roles.push(...(await repository.listRoles(db)));
  past.districts.push(...(await repository.listDistricts(db)));
  return past;
}

function addLocations(past: Past, rows: readonly Omit<LocationRow, 'created_at'>[]): void {
  for (const { id, name, district_id } of rows) {
    const district = past.districts.find((one) => one.id === district_id) ?? null;
    past.locations.set(id, { id, name, isDeleted: false, district });
  }
}

async function addUsers(
  db: Queryable,
  past: Past,
  ids: readonly string[],
  assigned: readonly repository.GrantRow[],
): Promise<void> {
  type Rows = readonly repository.GrantRow[];
  const byUser = (rows: Rows) => Map.groupBy(rows, (row) => row.user_id);
  const roles = byUser(await repository.listGrants(db, 'role', 'user_id', ids));
  const districts = byUser(await repository.listGrants(db, 'district', 'user_id', ids));
  const links = byUser(assigned);
  const given = <T extends { id: string | null }>(all: readonly T[], rows: Rows = []) =>
    new Map(
      all.flatMap((one) => rows.filter(({ id }) => id === one.id).map((row): [T, Grant] => [one, row])),
    );
  for (const { full_name, email, ...user } of await repository.listUsers(db, ids)) {
    past.users.set(user.id, {
      ...{ ...user, name: displayName({ full_name, email }), isDeleted: false },
      roles: given(past.roles, roles.get(user.id)),
      districts: given(past.districts, districts.get(user.id)),
      assigned: new Map((links.get(user.id) ?? []).map((row) => [row.id, row])),
    });
  }
}

/** Each once: the first one, which has its links. */
function newestFirst(entries: readonly Entry[]): Entry[] {
  const each = new Map<string, Entry>();
  for (const entry of entries) if (!each.has(entry.id)) each.set(entry.id, entry);
  const key = ({ at, id }: Entry) => at + id;
  return [...each.values()].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
