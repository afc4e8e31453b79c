import { askAuth } from './ask-auth.ts';
import { authState } from './auth-store.ts';

/**
 * Sets the password of the signed-in user. The server requires the current one too, except in a session that began
 * with a recovery link or an invitation.
 */
export async function updatePassword(password: string, current_password?: string): Promise<void> {
  if (!authState().user) throw new Error('No user logged in');
  const changes = { password, ...(current_password !== undefined && { current_password }) };
  await askAuth('Password update failed', (client) => client.updateUser(changes));
}
