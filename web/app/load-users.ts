import type { Permission } from '../../contract/access/permissions.ts';
import { firstPage, usersRequest } from '../../contract/http/first-requests.ts';
import type { listUsers } from '../../contract/users.ts';
import { authState } from '../lib/account/auth-store.ts';
import { forgetEarly, readEarly } from '../lib/http/early-read.ts';
import { hadNoRole } from '../lib/session/session-storage.ts';

/** Parameters of the page that ask nothing else of the list. */
const ofPage = ['dialog', 'id', 'hide', 'density'];

let isCodeHere = false;

/** Requests the first page of the list while the code of its page loads. */
export async function loadUsers({ location }: { location: { search: object } }): Promise<void> {
  if (isCodeHere) return;
  const isPlain = Object.keys(location.search).every((name) => ofPage.includes(name));
  if (isPlain && mayRequest('users.read')) readEarly(usersRequest as typeof listUsers, { query: firstPage });
  try {
    await import('../features/users/users.api.ts');
    isCodeHere = true;
  } catch {
    // The page says that its code did not load.
    forgetEarly();
  }
}

/** False when the server would refuse the signed-in user, as far as that is known before the profile has come. */
function mayRequest(permission: Permission): boolean {
  const { isAuthenticated, profile } = authState();
  return isAuthenticated && (profile ? profile.permissions.includes(permission) : !hadNoRole());
}
