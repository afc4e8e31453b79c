import type { listUsers } from '../../contract/users.ts';
import { firstPage, usersRequest } from '../../contract/users-request.ts';
import { mayRequest } from '../lib/account/may-request.ts';
import { forgetEarly, readEarly } from '../lib/http/early-read.ts';

let code: typeof import('../features/users/users.api.ts') | undefined;

/**
 * Requests the list while the code of its page loads. A fast server answers before that, and the page waits to be drawn
 * once, with its rows.
 */
export function loadUsers(): Promise<void> | undefined {
  if (!code) return loadWithCode();
  void code.loadUsers();
  return undefined;
}

async function loadWithCode(): Promise<void> {
  const early = mayRequest('users.read')
    ? readEarly(usersRequest as typeof listUsers, { query: firstPage })
    : null;
  try {
    code = await import('../features/users/users.api.ts');
    const rows = code.loadUsers();
    if (early?.hasAnswered) await rows;
  } catch {
    // The page says that its code did not load.
  } finally {
    forgetEarly();
  }
}
