import type { Permission } from '../../../contract/access/permissions.ts';
import { hadNoRole } from '../session/session-storage.ts';
import { authState } from './auth-store.ts';

/** False when the server would refuse the signed-in user, as far as that is known before the profile has come. */
export function mayRequest(permission: Permission): boolean {
  const { isAuthenticated, profile } = authState();
  return isAuthenticated && (profile ? profile.permissions.includes(permission) : !hadNoRole());
}
