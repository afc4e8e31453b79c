import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { UserInput } from '../../../contract/fields/user-input.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import {
  listFilterParameters,
  type UserFilterField,
  type UserFilters,
} from '../../../contract/lists/list-filters.ts';
import { userKey } from '../../../contract/lists/search-key.ts';
import type { LocationChoice, LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import { userFilterValues, userSortValue } from '../../../contract/user-list.ts';
import type { Ended, User, UserChanges, UserRow } from '../../../contract/users.ts';
import * as contract from '../../../contract/users.ts';
import { hasPermission } from '../../lib/account/access.ts';
import { authState, loadProfile, onAccountChange, useAuth } from '../../lib/account/auth-store.ts';
import { mayRequest } from '../../lib/account/may-request.ts';
import {
  createSharedIds,
  Directory,
  type DirectoryReading,
  directoryOfAccount,
  isFinal,
  noteListCursor,
  type PageQuery,
  readPageHeaders,
  useDirectory,
  yieldToBrowser,
} from '../../lib/directory/index.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { openEarly } from '../../lib/http/early-read.ts';
import { call } from '../../lib/http/http.ts';
import { invalidateRows } from '../../lib/network/invalidate-rows.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';
import { useStore } from '../../lib/store.ts';
import { refreshLocations } from '../locations/locations.api.ts';
import { runsOf, useRunFilter } from '../runs/run-filter.api.ts';
import { rememberNames } from './known-names.ts';

export type ListedUser = UserRow & { key: string };

const directoryOf = directoryOfAccount(
  () =>
    new Directory<ListedUser>({
      isFinal,
      open: async (query, signal) => {
        const answer = await openEarly(contract.listUsers, { query: withNames(query) }, { signal });
        return { ...readPageHeaders(answer.headers), read: () => toPage(answer.json()) };
      },
      search: (q, filters, page, signal) => {
        const query = {
          ...listFilterParameters(filters),
          ...(q && { q }),
          ...page,
          include: 'refs' as const,
        };
        return toPage(call(contract.listUsers, { query }, { signal }));
      },
      rules: { valuesOf: userValues, sortValue: userSortValue },
    }),
);

/** The first page includes its roles and locations; for actors who may not list both, every page does. */
function withNames(query: PageQuery): PageQuery {
  const { profile } = authState();
  const namesAll = hasPermission(profile, 'roles.read') && hasPermission(profile, 'locations.read');
  return namesAll ? query : { ...query, include: 'refs' };
}

async function toPage(body: Promise<Answer<typeof contract.listUsers>>) {
  const { users, total, next, included, cursor } = await body;
  noteListCursor(cursor);
  await yieldToBrowser();
  if (included) rememberNames(included);
  return { rows: users.map(keep), total, next };
}

let share = createSharedIds();
onAccountChange(() => {
  share = createSharedIds();
});

function keep(user: UserRow): ListedUser {
  const { role_ids, location_ids, states } = user;
  const shared = { role_ids: share(role_ids), location_ids: share(location_ids), states: share(states) };
  return { ...user, ...shared, key: userKey(user) };
}

/** Starts to load the list for the signed-in user, before its table is drawn, unless the user may not read it. */
export async function loadUsers(): Promise<void> {
  if (mayRequest('users.read')) await directoryOf().firstRows();
}

export function useUsers(text: string, reading?: DirectoryReading<UserFilters>) {
  const { user } = useAuth();
  const { members } = useRunFilter(reading?.filters?.run);
  return useDirectory(directoryOf(user?.id), text, { ...reading, members });
}

export function userValues(user: UserRow, field: UserFilterField, now: Date): readonly string[] {
  return field === 'run' ? runsOf(user.id) : userFilterValues(user, field, now);
}

/** The rest of the page loads after them. */
export function useAreUsersHere() {
  const { user } = useAuth();
  return useStore(directoryOf(user?.id).store, ({ loaded }) => loaded > 0);
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
  return show(rowOf(await call(contract.createUser, { body: { ...input, id } }, { signal })), client);
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

export async function deleteUser(id: string, { signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteUser, { params: { id } }, { signal }));
  const row = directoryOf().find(id);
  directoryOf().remove(id);
  void refreshLocations(row?.location_ids ?? []);
}

export interface Assigned<Row> {
  rows: readonly Row[];
  updated_at: string;
}

/** Never cached, because a dialog must not start from an old answer. */
const alwaysFetched = { staleTime: 0, gcTime: 0 };

export function userLocationsQuery(id: string) {
  return queryOptions({
    queryKey: ['user-locations', id],
    queryFn: async ({ signal }): Promise<Assigned<LocationChoice>> => {
      const { locations, updated_at } = await call(contract.getUserLocations, { params: { id } }, { signal });
      return { rows: locations, updated_at };
    },
    ...alwaysFetched,
  });
}

export async function replaceUserLocations(
  id: string,
  { rows, updated_at }: Assigned<{ id: string }>,
  { client, signal }: SaveContext,
): Promise<Assigned<LocationRef>> {
  const answer = await call(
    contract.replaceUserLocations,
    { params: { id }, body: { location_ids: idsOf(rows) } },
    { ifMatch: updated_at, signal },
  );
  rememberNames(answer);
  const location_ids = idsOf(answer.locations);
  const states = statesOf(answer.locations);
  showChange(id, { location_ids, states, updated_at: answer.updated_at }, client);
  return { rows: answer.locations, updated_at: answer.updated_at };
}

export function userRolesQuery(id: string) {
  return queryOptions({
    queryKey: ['user-roles', id],
    queryFn: async ({ signal }): Promise<Assigned<RoleRef>> => {
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
): Promise<Assigned<RoleRef>> {
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
  return directoryOf().find(id);
}

/** The row of the list, as it changes. */
export function useKnownUser(id: string): UserRow | undefined {
  const directory = directoryOf(useAuth().user?.id);
  return useStore(directory.store, () => directory.find(id));
}

function show(row: UserRow, client: QueryClient): UserRow {
  showAll([row], client);
  return row;
}

function showAll(rows: readonly UserRow[], client: QueryClient) {
  const directory = directoryOf();
  void refreshLocations(rows.flatMap((row) => locationsOfChange(directory.find(row.id), row)));
  for (const row of rows) {
    directory.put(keep(row));
    // Other screens show the actor's own name, roles and locations.
    if (row.id === authState().user?.id) void loadProfile();
  }
  const ids = rows.map(({ id }) => id);
  void invalidateRows(usersKey, ids, client);
}

const usersKey = 'user';
export const userQueryKey = (id: string) => [usersKey, id];

/** Not below `userQueryKey`: sending an invitation answers with it, so it need not be fetched again. */
export const invitationKey = (id: string) => ['invitation', id];

function locationsOfChange(before: UserRow | undefined, after: UserRow): string[] {
  const [earlier, now] = [new Set(before?.location_ids), new Set(after.location_ids)];
  const isCountedAnew =
    before?.is_active !== after.is_active || before?.role_ids.join() !== after.role_ids.join();
  const all = new Set([...earlier, ...now]);
  return [...all].filter((id) => isCountedAnew || earlier.has(id) !== now.has(id));
}

/** Takes what other users changed. Returns the users whose values are others now. */
export function receiveUsers(
  { rows, removed }: { rows: readonly UserRow[]; removed: readonly string[] },
  client: QueryClient,
): string[] {
  const changed = directoryOf().receive(rows.map(keep), removed);
  void invalidateRows(usersKey, [...rows.map(({ id }) => id), ...removed], client);
  if (rows.some(({ id }) => id === authState().user?.id)) void loadProfile();
  return changed;
}

/** The list must be read again, at once without the present rows when the reader may not see all of them any more. */
export function resetUsers(isScopeChanged: boolean, client: QueryClient) {
  if (isScopeChanged) directoryOf().clear();
  else directoryOf().follow();
  void client.invalidateQueries({ queryKey: [usersKey] });
}

export async function refreshUsers(ids: readonly string[], client: QueryClient): Promise<void> {
  const rows = await usersNamed(ids).catch(() => []);
  // Some left the reader's scope since.
  if (rows.length < ids.length) directoryOf().invalidate();
  showAll(rows, client);
}

async function usersNamed(ids: readonly string[]) {
  const query = { ids: ids.join(), include: 'refs' } as const;
  return (await toPage(call(contract.listUsers, { query }))).rows;
}

export function showChange(id: string, change: Partial<UserRow>, client: QueryClient) {
  const row = knownUser(id);
  if (row) return void show({ ...row, ...change }, client);
  directoryOf().invalidate();
  void invalidateRows(usersKey, [id], client);
}

export function rowOf({ roles, locations, ...profile }: User): UserRow {
  rememberNames({ roles, locations });
  return { ...profile, role_ids: idsOf(roles), location_ids: idsOf(locations), states: statesOf(locations) };
}

function statesOf(locations: readonly { state: string }[]) {
  return [...new Set(locations.map(({ state }) => state))];
}

function idsOf(refs: readonly { id: string }[]) {
  return refs.map((ref) => ref.id);
}
