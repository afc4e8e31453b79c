import { firstPage, usersRequest } from '../../contract/http/first-requests.ts';
import type { listUsers } from '../../contract/users.ts';
import { mayRequest } from '../lib/account/may-request.ts';
import { forgetEarly, readEarly } from '../lib/http/early-read.ts';

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
