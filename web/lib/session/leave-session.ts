import { loadAuthClient } from './auth-client.ts';
import { saveEndReason } from './session-end-reason.ts';

export async function endSession(code: string) {
  saveEndReason(code);
  const client = await loadAuthClient();
  await client.signOut({ scope: 'local' });
}
