import { type AuthFailure, askAuth } from './auth-failure.ts';
import { authState } from './auth-store.ts';

/**
 * Sets the password of whoever is signed in. The server asks for the current one too, except in a session that
 * came from a recovery or an invitation.
 */
export async function updatePassword(
  password: string,
  current_password?: string,
): Promise<AuthFailure | null> {
  if (!authState().user) return { message: 'No user logged in', code: undefined };
  const changes = { password, ...(current_password !== undefined && { current_password }) };
  const { failure } = await askAuth('Password update failed', (client) => client.updateUser(changes));
  return failure;
}
