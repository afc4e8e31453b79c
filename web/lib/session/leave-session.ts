import { loadAuthClient } from './auth-client.ts';
import { noteEnd } from './session-end-reason.ts';

/** The server refuses this session: leave it here as well. `code` is the problem's code. */
export async function endSession(code: string) {
  noteEnd(code);
  const client = await loadAuthClient();
  await client.signOut({ scope: 'local' });
}
