import { anonymousContext } from '../../../kernel/access.ts';
import { type AuditRecord, audit } from '../../../kernel/audit/audit.ts';
import type { App, Context, InTransaction } from '../../../kernel/context.ts';
import { findByEmail } from '../identities/identities.repository.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { networkOf } from '../protocol/limits.service.ts';
import { subjectOfEmail } from './acting-user.service.ts';
import {
  type AttemptCount,
  addToAttemptCount,
  listAttemptCounts,
  takeAttemptCount,
} from './attempt-counts.repository.ts';

/** Audit entries are never deleted, so attempts over these limits are only counted, in one entry per hour. */
const entriesOfNetwork = { limit: 60, window_seconds: 3600 };
const entriesOfAccount = { limit: 30, window_seconds: 3600 };

const hourMs = 3_600_000;

export async function auditAttempt(
  ctx: InTransaction,
  email: string,
  record: AuditRecord & Pick<AttemptCount, 'action'>,
): Promise<void> {
  const { limits } = ctx.app;
  const { action } = record;
  const network = networkOf(ctx.request.ip);
  const mayHaveEntry = async (key: string, limit: typeof entriesOfNetwork) =>
    (await limits.consumeAttempt(`listed:${action}:${key}`, limit, ctx.tx)).allowed;
  // The network is checked first, so that one sender with many emails does not use up the limit of each.
  if (!(await mayHaveEntry(`network:${network}`, entriesOfNetwork))) {
    await countAttempt(ctx, { action, network });
  } else if (!(await mayHaveEntry(`account:${digest(email)}`, entriesOfAccount))) {
    await countAttempt(ctx, { action, email });
  } else {
    audit(ctx, record);
  }
}

export function countAttempt(
  { app, tx }: InTransaction<Pick<Context, 'app'>>,
  { action, network = '', email = '' }: Pick<AttemptCount, 'action'> & { network?: string; email?: string },
): Promise<void> {
  return addToAttemptCount(tx, { hour: hourOf(app), action, network, email });
}

export const summarizeEveryMs = 60_000;
const summarizedAtOnce = 500;

/** Those of past hours. */
export async function summarizeAttempts(app: App): Promise<void> {
  const rows = await listAttemptCounts(app.database.read, hourOf(app), summarizedAtOnce);
  await app.faults.together(rows, {
    what: 'counts of attempts',
    idOf: ({ hour, action, network, email }) => [hour, action, network, email && digest(email)].join(' '),
    run: (rows) =>
      app.database.write(async (tx) => {
        for (const row of rows) {
          const taken = await takeAttemptCount(tx, row);
          if (taken) await summarize({ app, tx }, taken);
        }
      }),
    giveUp: (row) => app.database.write((tx) => takeAttemptCount(tx, row)),
  });
}

async function summarize({ app, tx }: InTransaction<Pick<Context, 'app'>>, row: AttemptCount): Promise<void> {
  const { action, network, email, attempts, hour: from } = row;
  const request = { id: 'summary', ip: network, user_agent: '', via: 'screen' } as const;
  const ctx = { ...anonymousContext(app, request), tx };
  const user = email ? await findByEmail(tx, email) : undefined;
  audit(ctx, {
    action,
    subject: await subjectOfEmail(ctx, email, user),
    details: { attempts, from, to: new Date(Date.parse(from) + hourMs).toISOString() },
    at_locations_of_subject: true,
  });
}

function hourOf({ now }: Pick<App, 'now'>): string {
  return new Date(Math.floor(now().getTime() / hourMs) * hourMs).toISOString();
}
