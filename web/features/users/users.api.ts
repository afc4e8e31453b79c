import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { pageDefaultRows } from '../../../contract/limits.ts';
import type { ListQuery } from '../../../contract/list.ts';
import { nextHeader } from '../../../contract/list.ts';
import { userKey } from '../../../contract/search-key.ts';
import type { Ended, User, UserChanges, UserInput, UserRow } from '../../../contract/users.ts';
import * as contract from '../../../contract/users.ts';
import { hasPermission } from '../../lib/account/access.ts';
import { authState, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { call, open } from '../../lib/http/http.ts';
import { Directory } from '../../lib/list/directory.ts';
import { directoryOfAccount, isFinal } from '../../lib/list/directory-account.ts';
import { yieldToBrowser } from '../../lib/list/directory-pages.ts';
import { createSharedIds } from '../../lib/list/shared-ids.ts';
import { useDirectory } from '../../lib/list/use-directory.ts';
import { untilGone } from '../../lib/network/request-failed.ts';
import { learnNames } from './user-names.ts';

/** Everybody in scope, in memory. */
const directoryOf = directoryOfAccount(() => {
  const share = createSharedIds();
  return new Directory<UserRow>({
    keyOf: userKey,
    isFinal,
    open: async (query, signal) => {
      const answer = await open(contract.listUsers, { query: withNames(query) }, { signal });
      const next = answer.headers.get(nextHeader) ?? undefined;
      return { next, read: () => toPage(answer.json(), share) };
    },
    search: (q, signal) =>
      toPage(
        call(contract.listUsers, { query: { q, limit: pageDefaultRows, include: 'refs' } }, { signal }),
        share,
      ),
  });
});

/** The first page names its roles and locations; so does every page for those who may not list both. */
function withNames(query: ListQuery): ListQuery {
  const { profile } = authState();
  const namesAll = hasPermission(profile, 'roles.read') && hasPermission(profile, 'locations.read');
  return namesAll ? query : { ...query, include: 'refs' };
}

async function toPage(
  body: Promise<(typeof contract.listUsers.response)['_zod']['output']>,
  share: ReturnType<typeof createSharedIds>,
) {
  const { users, total, next, included } = await body;
  await yieldToBrowser();
  if (included) learnNames(included);
  for (const user of users) {
    user.role_ids = share(user.role_ids);
    user.location_ids = share(user.location_ids);
    // Most users were never changed: one text instead of two that are equal.
    if (user.updated_at === user.created_at) user.updated_at = user.created_at;
  }
  return { rows: users, total, next };
}

/** Starts loading for whoever is signed in, before there is a table to show the rows in. */
export function loadUsers() {
  if (authState().isAuthenticated) directoryOf().load();
}

/** The users whose name, email or phone holds the text. */
export function useUsers(text: string) {
  const { user } = useAuth();
  return useDirectory(directoryOf(user?.id), text);
}

/** What a dialog starts from is never a kept answer. */
const alwaysAnew = { staleTime: 0, gcTime: 0 };

/** The users at hand. */
export function useKnownUsers() {
  const { user } = useAuth();
  const directory = directoryOf(user?.id);
  return useSyncExternalStore(directory.subscribe, directory.getState);
}

/** One user with roles and locations by name; asked for only where the list does not have the row. */
export function useUser(id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: async ({ signal }) => await fetchUser(id, signal),
    enabled,
    ...alwaysAnew,
  });
}

export async function fetchUser(id: string, signal?: AbortSignal): Promise<UserRow> {
  return rowOf(await call(contract.getUser, { params: { id } }, { signal }));
}

export async function createUser(
  id: string,
  input: UserInput & { location_ids?: string[] },
  signal: AbortSignal,
) {
  show(rowOf(await call(contract.createUser, { body: { ...input, id } }, { signal })));
}

/** What a change of somebody's state did: what ended, if it deactivated them. */
export interface StateChange {
  user: UserRow;
  ended: Ended | undefined;
}

/** `seen` is the `updated_at` that the form was filled with. */
export async function updateUser(
  id: string,
  seen: string,
  changes: UserChanges,
  signal: AbortSignal,
): Promise<StateChange> {
  return saved(await call(contract.updateUser, { params: { id }, body: changes }, { ifMatch: seen, signal }));
}

export interface CorrectedEmail {
  user: UserRow;
  /** The new email, which counts once its mailbox has confirmed it; null where it counts already. */
  waiting_email: string | null;
}

export async function correctEmail(id: string, email: string, signal: AbortSignal): Promise<CorrectedEmail> {
  const answer = await call(contract.correctEmail, { params: { id }, body: { email } }, { signal });
  const { waiting_email, ...user } = answer;
  show(rowOf(user));
  return { user: rowOf(user), waiting_email };
}

/** Unconditional: whatever else changed meanwhile, this user shall be active, or not. */
export async function setActive(id: string, is_active: boolean, signal?: AbortSignal): Promise<StateChange> {
  const options = signal ? { signal } : {};
  return saved(await call(contract.updateUser, { params: { id }, body: { is_active } }, options));
}

function saved({ ended, ...answer }: User & { ended?: Ended | undefined }): StateChange {
  const user = rowOf(answer);
  show(user);
  return { user, ended };
}

export async function deleteUser(id: string, signal: AbortSignal) {
  await untilGone(call(contract.deleteUser, { params: { id } }, { signal }));
  directoryOf().remove(id);
  directoryOf().refresh();
}

/** A user's locations in scope, with the version that a replacement must name. */
export function useUserLocations(id: string) {
  return useQuery({
    queryKey: ['user-locations', id],
    queryFn: ({ signal }) => fetchUserLocations(id, signal),
    ...alwaysAnew,
  });
}

export async function fetchUserLocations(id: string, signal?: AbortSignal) {
  const { locations, updated_at } = await call(contract.getUserLocations, { params: { id } }, { signal });
  return { ids: idsOf(locations), updated_at };
}

export async function replaceUserLocations(
  id: string,
  seen: string,
  location_ids: string[],
  signal: AbortSignal,
) {
  const answer = await call(
    contract.replaceUserLocations,
    { params: { id }, body: { location_ids } },
    { ifMatch: seen, signal },
  );
  learnNames(answer);
  showChange(id, { location_ids: idsOf(answer.locations), updated_at: answer.updated_at });
}

/** A user's roles, with the version that a replacement must name. */
export function useUserRoles(id: string) {
  return useQuery({
    queryKey: ['user-roles', id],
    queryFn: ({ signal }) => fetchUserRoles(id, signal),
    ...alwaysAnew,
  });
}

export async function fetchUserRoles(id: string, signal?: AbortSignal) {
  const { roles, updated_at } = await call(contract.getUserRoles, { params: { id } }, { signal });
  return { ids: idsOf(roles), updated_at };
}

export async function replaceUserRoles(id: string, seen: string, role_ids: string[], signal: AbortSignal) {
  const answer = await call(
    contract.replaceUserRoles,
    { params: { id }, body: { role_ids } },
    { ifMatch: seen, signal },
  );
  learnNames(answer);
  showChange(id, { role_ids: idsOf(answer.roles), updated_at: answer.updated_at });
}

/** The saved row is seen at once; the list reloads behind it (specification section 4). */
function show(row: UserRow) {
  directoryOf().put(row);
  directoryOf().refresh();
  // Who changed their own row finds the new name, roles and locations everywhere.
  if (row.id === authState().user?.id) void loadProfile();
}

/** The row with something else in it than before. */
export function showChange(id: string, change: Partial<UserRow>) {
  const row = directoryOf().getState().byId.get(id);
  if (row) show({ ...row, ...change });
  else directoryOf().refresh();
}

function rowOf({ roles, locations, ...profile }: User): UserRow {
  learnNames({ roles, locations });
  return { ...profile, role_ids: idsOf(roles), location_ids: idsOf(locations) };
}

function idsOf(refs: readonly { id: string }[]) {
  return refs.map((ref) => ref.id);
}
