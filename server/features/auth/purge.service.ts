import type { App } from '../../platform/context.ts';
import { deleteExpiredTokens } from './one-time-tokens.repository.ts';
import { deleteEndedSessions } from './sessions.repository.ts';
import { deleteExpiredSignUps } from './sign-ups.repository.ts';

/** For so long a person is told why their session ended. */
const keepEndedDays = 30;

/** Removes what is over: links that ran out, and sessions that ended long ago. */
export async function purgeAuth({ database, now }: App): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - keepEndedDays * 86_400_000);
  await database.write(async (tx) => {
    await deleteExpiredSignUps(tx, at.toISOString());
    await deleteExpiredTokens(tx, at.toISOString());
    await deleteEndedSessions(tx, before.toISOString());
  });
}
