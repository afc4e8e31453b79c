import type { App } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { deleteExpiredSetups, deleteOldChallenges } from '../identities/factors.repository.ts';
import { dropOldEmailChanges } from '../identities/identities.repository.ts';
import { deleteExpiredTokens } from '../identities/one-time-tokens.repository.ts';
import { setupCutoff } from '../identities/own-factors.service.ts';
import { deleteOldRequests } from '../identities/requests.repository.ts';
import { deleteExpiredSignUps } from '../identities/sign-ups.repository.ts';
import { dropPreviousKey } from '../keys/signing-keys.service.ts';
import { deleteEndedSessions, endExpiredSessions } from '../sessions/sessions.repository.ts';

/** How long a user can read why their session ended. */
const keepEndedDays = 30;

/** How late another instance may save the last use of a session. */
const slackMs = 5 * 60_000;

/** Also ends sessions that reached their time limit. */
export async function purgeAuth(app: App): Promise<void> {
  const { config, database } = app;
  const at = app.now();
  const before = new Date(at.getTime() - keepEndedDays * 86_400_000);
  const ago = (ms: number | null) => (ms === null ? null : new Date(at.getTime() - ms).toISOString());
  const { session_idle_minutes: idle, session_lifetime_hours: lifetime } = config;
  const limits = {
    created_before: ago(lifetime === undefined ? null : lifetime * 3_600_000),
    seen_before: ago(idle === undefined ? null : idle * 60_000 + slackMs),
  };
  const steps: ((tx: Transaction) => Promise<void>)[] = [
    (tx) => endExpiredSessions(tx, limits, at.toISOString()),
    (tx) => deleteExpiredSignUps(tx, at.toISOString()),
    (tx) => deleteExpiredTokens(tx, at.toISOString()),
    (tx) => dropOldEmailChanges(tx, new Date(at.getTime() - 86_400_000).toISOString()),
    (tx) => deleteOldChallenges(tx, at.toISOString()),
    (tx) => deleteExpiredSetups(tx, setupCutoff({ app })),
    (tx) => deleteEndedSessions(tx, before.toISOString()),
    (tx) => deleteOldRequests(tx, new Date(at.getTime() - 3_600_000).toISOString()),
    (tx) => dropPreviousKey({ app, tx }),
  ];
  // One transaction per step: no user is locked here, so no row may stay locked while another table is waited for.
  for (const step of steps) await database.write(step);
}
