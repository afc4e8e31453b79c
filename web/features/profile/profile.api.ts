import { authClient } from '../../lib/auth-client.ts';
import { type AuthFailure, authFailure } from '../../lib/auth-failure.ts';

/** The server asks for the current password again: an unlocked screen must not be enough. */
export async function changePassword(
  current_password: string,
  password: string,
): Promise<AuthFailure | null> {
  const { data } = await authClient.getSession();
  if (!data.session) return { message: 'No user logged in', code: undefined };
  const { error } = await authClient.updateUser({ password, current_password });
  return error && authFailure('Password update failed', error);
}

/** Ends every session of this person but this one. */
export async function signOutElsewhere(): Promise<AuthFailure | null> {
  const { error } = await authClient.signOut({ scope: 'others' });
  return error && authFailure('Sign out failed', error);
}
