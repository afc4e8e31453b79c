import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import * as contract from '../../../../contract/location-access.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { authState, loadProfile } from '../../../lib/account/auth-store.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { askForChanges } from '../../../lib/network/change-log.ts';
import { accessListKey, auditKey } from '../../../lib/network/query-keys.ts';
import { ignoreMissing, messageOf } from '../../../lib/network/request-failed.ts';
import { sendInvitation } from '../../users/invitations/invitations.api.ts';

/** Those who can see a location, or those linked to it who cannot (all, or for one reason), by name. */
export function accessListQuery(
  locationId: string,
  list: contract.AccessListName,
  q: string,
  reason?: contract.WaitingReason,
) {
  return infiniteQueryOptions({
    queryKey: [...accessListKey, locationId, list, q, reason],
    queryFn: ({ pageParam, signal }) =>
      call(
        contract.listLocationUsers,
        {
          params: { id: locationId },
          query: { list, ...(reason && { reason }), ...(q && { q }), ...(pageParam && { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // The page of a location requests its lists together with the location, before they are drawn.
    staleTime: 5000,
  });
}

/** After a change of users or locations by others. */
export function resetAccessLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: accessListKey });
}

/** One after the other. Throws at the first refusal; `onAssigned` was called for the users before it. */
export async function assignUsers(
  locationId: string,
  users: Iterable<UserRow>,
  onAssigned: (user: UserRow) => void,
  { client, signal }: SaveContext,
) {
  try {
    for (const user of users) {
      const ids = { id: locationId, user_id: user.id };
      await named(displayName(user), call(contract.assignUser, { params: ids }, { signal }));
      onAssigned(user);
    }
  } finally {
    showAgain(client);
  }
}

export async function removeUser(id: string, user_id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.removeUser, { params: { id, user_id } }, { signal }));
  if (user_id === authState().user?.id) void loadProfile();
  showAgain(client);
}

/** One after the other. Throws at the first refusal, naming the user; those before are invited. */
export async function inviteUsers(users: ToInvite, client: QueryClient) {
  try {
    for (const { id, name } of users) await named(name, sendInvitation(id, 'mail', { client }));
  } finally {
    showAgain(client);
  }
}

export type ToInvite = Answer<typeof contract.listLocationUsers>['to_invite'];

/** A failure says whom it is about. */
async function named(name: string, saving: Promise<unknown>) {
  await saving.catch((error: unknown) => {
    throw new Error(`${name}: ${messageOf(error, 'Saving failed')}`, { cause: error });
  });
}

/** The rows of the lists, with their counts, come with the change log. */
function showAgain(client: QueryClient) {
  askForChanges();
  void client.invalidateQueries({ queryKey: accessListKey });
  void client.invalidateQueries({ queryKey: auditKey });
}
