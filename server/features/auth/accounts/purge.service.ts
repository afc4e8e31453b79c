import type { App } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { eachStep } from '../../../platform/background/background.ts';
import { deleteOldFlows } from '../identities/company.repository.ts';
import { deleteExpiredSetups, deleteOldChallenges } from '../identities/factors.repository.ts';
import { dropOldEmailChanges } from '../identities/identities.repository.ts';
import { deleteExpiredSignUps, deleteExpiredTokens } from '../identities/links.repository.ts';
import { deleteOldRequests } from '../identities/requests.repository.ts';
import { dropPreviousKey } from '../keys/signing-keys.service.ts';
import { deleteEndedSessions, endExpiredSessions } from '../sessions/sessions.repository.ts';
import { purgeTokens } from '../tokens/api-tokens.service.ts';

/** How long a user can read why their session ended. */
const keepEndedDays = 30;

/** How late another instance may save the last use of a session. */
const slackMs = 5 * 60_000;

/** Also ends sessions that reached their time limit. */
export async function purgeAuth(app: App): Promise<void> {
  const { config, database } = app;
  const at = app.now();
  const before = new Date(at.getTime() - keepEndedDays * 86_400_000);
  const ago = (ms: number) => new Date(at.getTime() - ms).toISOString();
  const { session_idle_minutes: idle, session_lifetime_hours: lifetime } = config;
  const limits = {
    created_before: lifetime === undefined ? null : ago(lifetime * 3_600_000),
    seen_before: idle === undefined ? null : ago(idle * 60_000 + slackMs),
  };
  // One transaction per step: no user is locked here, so no row may stay locked while another table is waited for.
  const step = (work: (tx: Transaction) => Promise<void>) => () => database.write(work);
  await eachStep(app.log, {
    'expired sessions': step((tx) => endExpiredSessions(tx, limits, at.toISOString())),
    'expired sign-ups': step((tx) => deleteExpiredSignUps(tx, at.toISOString())),
    'expired links': step((tx) => deleteExpiredTokens(tx, at.toISOString())),
    'old changes of emails': step((tx) => dropOldEmailChanges(tx, ago(86_400_000))),
    'old challenges': step((tx) => deleteOldChallenges(tx, at.toISOString())),
    'second factors that were not set up': step((tx) => deleteExpiredSetups({ app, tx })),
    'ended sessions': step((tx) => deleteEndedSessions(tx, before.toISOString())),
    'old API tokens': () => purgeTokens(app),
    'company sign-ins that were not finished': step((tx) => deleteOldFlows(tx, at.toISOString())),
    'old requests of strangers': step((tx) => deleteOldRequests(tx, ago(3_600_000))),
    'the previous signing key': step((tx) => dropPreviousKey({ app, tx })),
  });
}
