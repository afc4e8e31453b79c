import { loadAuthClient } from './auth-client.ts';
import { saveEndReason } from './session-end-reason.ts';

/** Ends the session in the browser after the server refused it. `code` is the problem's code. */
export async function endSession(code: string) {
  saveEndReason(code);
  const client = await loadAuthClient();
  await client.signOut({ scope: 'local' });
}
