import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CoverEnd } from '../../../contract/covers.ts';
import type { UserInput } from '../../../contract/fields/user-input.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { userKey } from '../../../contract/lists/search-key.ts';
import type { LocationChoice, LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import type { Ended, User, UserChanges, UserRow } from '../../../contract/users.ts';
import * as contract from '../../../contract/users.ts';
import { authState, loadProfile } from '../../lib/account/auth-store.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { openEarly } from '../../lib/http/early-read.ts';
import { call } from '../../lib/http/http.ts';
import {
  addOwnRow,
  cachedRow,
  clearLists,
  dropOwnRow,
  type ListSource,
  putOwnRow,
} from '../../lib/list/list-cache.ts';
import { receiveRows, tellFollowers } from '../../lib/list/list-changes.ts';
import { askForChanges, noteCursor } from '../../lib/network/change-log.ts';
import { accessListKey, invalidateRows } from '../../lib/network/query-keys.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';
import { resetDistricts } from '../../parts/choose/district-choices.api.ts';
import { areNamesKnown, rememberNames } from './known-names.ts';

export type ListedUser = UserRow & { key: string };

export const usersSource: ListSource<ListedUser> = {
  name: 'users',
  read: async (query, signal) => {
    const named = { ...query, include: 'refs' } as const;
    return toPage(await (await openEarly(contract.listUsers, { query: named }, { signal })).json());
  },
  count: async (query, signal) => (await call(contract.countUsers, { query }, { signal })).count,
  position: (id, query, signal) => call(contract.getUserPosition, { params: { id }, query }, { signal }),
  isNamed: areNamesKnown,
};

function toPage({ users, total, is_total_exact, next, included, cursor }: Answer<typeof contract.listUsers>) {
  noteCursor(cursor);
  if (included) rememberNames(included);
  return { rows: users.map(keep), total, isTotalExact: is_total_exact, next };
}

function keep(user: UserRow): ListedUser {
  return { ...user, key: userKey(user) };
}

/** The row of the list, else fetched. It does not change while the dialog is open. */
export function userRowQuery(id: string) {
  return queryOptions({
    queryKey: ['user-row', id],
    queryFn: async ({ signal }) => rowOf(await call(contract.getUser, { params: { id } }, { signal })),
    initialData: () => knownUser(id),
    staleTime: 'static',
    gcTime: 0,
  });
}

export async function createUser(
  id: string,
  input: UserInput & { location_ids?: string[] },
  { client, signal }: SaveContext,
) {
  const row = rowOf(await call(contract.createUser, { body: { ...input, id } }, { signal }));
  addOwnRow(client, usersSource, keep(row));
  return row;
}

export interface StateChange {
  user: UserRow;
  ended: Ended | undefined;
}

/** `seen` is the row that the form was filled with. */
export async function updateUser(
  seen: UserRow,
  changes: UserChanges,
  { client, signal }: SaveContext,
): Promise<StateChange> {
  const { id, updated_at } = seen;
  return saved(
    await call(contract.updateUser, { params: { id }, body: changes }, { ifMatch: updated_at, signal }),
    client,
  );
}

export interface CorrectedEmail {
  user: UserRow;
  /** The new email, which counts once its mailbox has confirmed it; null when it counts already. */
  waiting_email: string | null;
}

export async function correctEmail(
  id: string,
  email: string,
  { client, signal }: SaveContext,
): Promise<CorrectedEmail> {
  const answer = await call(contract.correctEmail, { params: { id }, body: { email } }, { signal });
  const { waiting_email, ...user } = answer;
  void client.invalidateQueries({ queryKey: invitationKey(id) });
  return { user: show(rowOf(user), client), waiting_email };
}

/** Sends no version: the user becomes active or inactive, whatever else changed meanwhile. */
export async function setActive(
  id: string,
  is_active: boolean,
  { client, signal }: SaveContext,
): Promise<StateChange> {
  return saved(await call(contract.updateUser, { params: { id }, body: { is_active } }, { signal }), client);
}

function saved({ ended, ...answer }: User & { ended?: Ended | undefined }, client: QueryClient): StateChange {
  void client.invalidateQueries({ queryKey: invitationKey(answer.id) });
  return { user: show(rowOf(answer), client), ended };
}

export async function deleteUser(id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteUser, { params: { id } }, { signal }));
  dropOwnRow(client, usersSource, id);
}

export interface Assigned<Row, Whole = { id: string }> {
  rows: readonly Row[];
  /** Whole districts, beside locations. A save without them leaves them as they are. */
  districts?: readonly Whole[] | undefined;
  /** All that are on. A save without them leaves them as they are. */
  covers?: CoverEnd[] | undefined;
  updated_at: string;
}

export type AssignedDistrict = Answer<typeof contract.getUserLocations>['districts'][number];

/** Never cached, because a dialog must not start from an old answer. */
const alwaysFetched = { staleTime: 0, gcTime: 0 };

export function userLocationsQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'locations'],
    queryFn: async ({ signal }): Promise<Assigned<LocationChoice, AssignedDistrict>> => {
      const { locations, ...assigned } = await call(
        contract.getUserLocations,
        { params: { id } },
        { signal },
      );
      return { rows: locations, ...assigned };
    },
    ...alwaysFetched,
  });
}

export async function replaceUserLocations(
  id: string,
  { rows, districts, covers, updated_at }: Assigned<{ id: string }>,
  { client, signal }: SaveContext,
): Promise<Assigned<LocationRef>> {
  const body = {
    location_ids: idsOf(rows),
    ...(districts && { district_ids: idsOf(districts) }),
    ...(covers && { covers }),
  };
  const answer = await call(
    contract.replaceUserLocations,
    { params: { id }, body },
    { ifMatch: updated_at, signal },
  );
  rememberNames(answer);
  if (covers) void client.invalidateQueries({ queryKey: accessListKey });
  if (districts || answer.districts.length > 0) {
    // The answer names the assigned ones only; the whole row comes with the change log.
    askForChanges();
    void resetDistricts(client);
    void invalidateRows(usersKey, [id], client);
    if (id === authState().user?.id) void loadProfile();
  } else {
    const location_ids = idsOf(answer.locations);
    const states = statesOf(answer.locations);
    showChange(id, { location_ids, states, updated_at: answer.updated_at }, client);
  }
  return { rows: answer.locations, updated_at: answer.updated_at };
}

export function userRolesQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'roles'],
    queryFn: async ({ signal }): Promise<Assigned<RoleRef, never>> => {
      const { roles, updated_at } = await call(contract.getUserRoles, { params: { id } }, { signal });
      return { rows: roles, updated_at };
    },
    ...alwaysFetched,
  });
}

export async function replaceUserRoles(
  id: string,
  { rows, updated_at }: Assigned<{ id: string }>,
  { client, signal }: SaveContext,
): Promise<Assigned<RoleRef, never>> {
  const answer = await call(
    contract.replaceUserRoles,
    { params: { id }, body: { role_ids: idsOf(rows) } },
    { ifMatch: updated_at, signal },
  );
  rememberNames(answer);
  showChange(id, { role_ids: idsOf(answer.roles), updated_at: answer.updated_at }, client);
  return { rows: answer.roles, updated_at: answer.updated_at };
}

export function knownUser(id: string): UserRow | undefined {
  return cachedRow(usersSource, id);
}

function show(row: UserRow, client: QueryClient): UserRow {
  putOwnRow(client, usersSource, keep(row));
  client.setQueryData<UserRow>([...userQueryKey(row.id), 'profile'], (before) => ({ ...before, ...row }));
  // Other screens show the actor's own name, roles and locations.
  if (row.id === authState().user?.id) void loadProfile();
  void invalidateRows(usersKey, [row.id], client);
  return row;
}

const usersKey = 'user';
export const userQueryKey = (id: string) => [usersKey, id];

/** Not below `userQueryKey`: sending an invitation answers with it, so it need not be fetched again. */
export const invitationKey = (id: string) => ['invitation', id];

/** Takes what the change log says. `onChanged` gets the users whose values are others now. */
export function receiveUsers(
  { rows, removed }: { rows: readonly UserRow[]; removed: readonly string[] },
  client: QueryClient,
  onChanged: (ids: string[]) => void,
): Promise<void> {
  // What the user saved is there already.
  const isNew = ({ id, updated_at }: UserRow) =>
    client.getQueryData<UserRow>([...userQueryKey(id), 'profile'])?.updated_at !== updated_at;
  void invalidateRows(usersKey, [...rows.filter(isNew).map(({ id }) => id), ...removed], client);
  const { user } = authState();
  if (rows.some((row) => row.id === user?.id && isNew(row))) void loadProfile();
  return receiveRows(client, usersSource, { rows: rows.map(keep), removed }, onChanged);
}

/** Rows changed, and nobody says which. The present ones go at once when the reader may not see all of them any more. */
export function resetUsers(isScopeChanged: boolean, client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: [usersKey] });
  if (!isScopeChanged) return tellFollowers('users', 'unknown');
  return clearLists(client, 'users');
}

/** After a change of a user whose answer has not the whole row. */
export function showChange(id: string, change: Partial<UserRow>, client: QueryClient) {
  const row = knownUser(id);
  if (row) show({ ...row, ...change }, client);
  else void invalidateRows(usersKey, [id], client);
}

export function rowOf({ roles, locations, districts, ...profile }: User): UserRow {
  rememberNames({ roles, locations, districts });
  const ids = { role_ids: idsOf(roles), location_ids: idsOf(locations), district_ids: idsOf(districts) };
  return { ...profile, ...ids, states: statesOf(locations) };
}

function statesOf(locations: readonly { state: string }[]) {
  return [...new Set(locations.map(({ state }) => state))];
}

function idsOf(refs: readonly { id: string }[]) {
  return refs.map((ref) => ref.id);
}
