import { askAuth } from './ask-auth.ts';
import { authState } from './auth-store.ts';

/** The server requires the current password too, except in a session from a recovery link or an invitation. */
export async function updatePassword(password: string, current_password?: string): Promise<void> {
  if (!authState().user) throw new Error('No user logged in');
  const changes = { password, ...(current_password !== undefined && { current_password }) };
  await askAuth('Password update failed', (client) => client.updateUser(changes));
}
