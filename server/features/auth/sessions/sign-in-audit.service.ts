import { anonymousContext } from '../../../kernel/access.ts';
import { type AuditRecord, audit, auditUser, type NamedUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type Context, type InTransaction, now } from '../../../kernel/context.ts';
import type { AmrEntry } from '../../../kernel/database/auth-schema.ts';
import { findByEmail } from '../identities/identities.repository.ts';
import * as requests from '../identities/requests.repository.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import type { AuthError, AuthErrorCode } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { networkOf } from '../protocol/limits.service.ts';
import { type AccountRef, actingAs, namedUser, subjectOfEmail } from './acting-user.service.ts';

const methods: Record<AmrEntry['method'], string> = {
  password: 'Password',
  'email/signup': 'Link that confirmed the email',
  recovery: 'Link for a new password',
  invite: 'Link of an invitation',
  email_change: 'Link that confirmed a new email',
  oauth: 'Company sign-in',
  totp: 'Second factor',
  'mfa/recovery_code': 'Recovery code',
};

export function recordSignIn(
  ctx: InTransaction<AuthContext>,
  named: NamedUser,
  given: { method: AmrEntry['method']; needsCode: boolean; through: string | undefined },
): void {
  const { method, needsCode, through } = given;
  const details = {
    ...{ method: methods[method], ...(through !== undefined && { through }) },
    ...(needsCode && { second_factor: 'Still to come' }),
  };
  auditUser(actingAs(ctx, named), named, 'session.started', details);
  ctx.app.database.afterCommit(() => ctx.app.meters.signIns.add('signed_in'));
  logAfterCommit(ctx, 'info', { user: named.id, method }, 'signed in');
}

export async function recordSignOut(
  ctx: InTransaction<AuthContext>,
  user: AccountRef,
  scope: 'global' | 'local' | 'others',
): Promise<void> {
  const named = await namedUser(ctx, user);
  const which = { global: 'All of them', local: 'This one', others: 'All others' }[scope];
  auditUser(actingAs(ctx, named), named, 'session.ended', { scope: which });
  logAfterCommit(ctx, 'info', { user: user.id, scope }, 'signed out');
}

/** The token may have been stolen. */
export async function recordReplay(ctx: InTransaction<AuthContext>, user: AccountRef): Promise<void> {
  auditUser(ctx, await namedUser(ctx, user), 'session.replayed');
  logAfterCommit(ctx, 'warn', { user: user.id }, 'a refresh token was used twice, its session was ended');
}

/** An unknown email is recorded too. Only users with access to all locations see that one. */
export async function recordRecoveryRequest(
  ctx: InTransaction,
  email: string,
  user: AccountRef | undefined,
): Promise<void> {
  await auditAttempt(ctx, email, {
    action: 'recovery.requested',
    subject: await subjectOfEmail(ctx, email, user),
    details: user ? {} : { reason: 'No account has this email' },
    at_locations_of_subject: true,
  });
}

const refusalReasons: Partial<Record<AuthErrorCode, string>> = {
  invalid_credentials: 'Wrong password',
  email_not_confirmed: 'The email is not confirmed yet',
  user_banned: 'The account is deactivated',
  email_provider_disabled: 'Company sign-in is required',
  account_exists: 'Company sign-in may not connect this account',
  email_not_verified: 'The provider does not say that the email is verified',
  email_not_of_company: 'The email belongs to none of the domains of company sign-in',
  identity_already_exists: 'The account of the provider is connected to another user',
};

/** After the answer. An attempt answered with 429 is only counted, because its password was not checked. */
export function scheduleRefusedSignIn(
  ctx: AuthContext,
  email: string,
  user: AccountRef | undefined,
  { code, limit }: AuthError,
): void {
  ctx.app.meters.signIns.add(code);
  ctx.app.log.info({ request: ctx.request.id, user: user?.id ?? null, code }, 'sign-in refused');
  const created_at = now(ctx);
  if (limit) {
    const counted = limit === 'network' ? { network: networkOf(ctx.request.ip) } : { email };
    ctx.inBackground(() =>
      change(ctx, {}, (ctx) => countAttempt(ctx, { action: 'session.refused', ...counted })),
    );
  } else if (refusalReasons[code]) {
    ctx.inBackground(() =>
      change(ctx, {}, (ctx) =>
        requests.addRequest(ctx, { kind: 'refused_sign_in', email, detail: code, created_at }),
      ),
    );
  }
}

export async function recordRefusedSignIn(
  ctx: InTransaction,
  { email, detail, created_at }: requests.LaterRequest,
): Promise<void> {
  const user = await findByEmail(ctx.tx, email);
  const reason = refusalReasons[detail as AuthErrorCode];
  await auditAttempt(ctx, email, {
    action: 'session.refused',
    // The sign-in that succeeded after it may be recorded already.
    at: created_at,
    subject: await subjectOfEmail(ctx, email, user),
    details: {
      reason: !user && detail === 'invalid_credentials' ? 'No account has this email' : reason,
    },
    at_locations_of_subject: true,
  });
}

/** Operators read the log rather than the audit log. Users appear by id only. */
function logAfterCommit(ctx: AuthContext, level: 'info' | 'warn', details: object, message: string) {
  const line = { request: ctx.request.id, ...details };
  ctx.app.database.afterCommit(() => ctx.app.log[level](line, message));
}

/** Audit entries are never deleted, so attempts over these limits are only counted, in one entry per hour. */
const entriesOfNetwork = { limit: 60, window_seconds: 3600 };
const entriesOfAccount = { limit: 30, window_seconds: 3600 };

const hourMs = 3_600_000;

export async function auditAttempt(
  ctx: InTransaction,
  email: string,
  record: AuditRecord & Pick<requests.AttemptCount, 'action'>,
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
  {
    action,
    network = '',
    email = '',
  }: Pick<requests.AttemptCount, 'action'> & { network?: string; email?: string },
): Promise<void> {
  return requests.addToAttemptCount(tx, { hour: hourOf(app), action, network, email });
}

export const summarizeEveryMs = 60_000;
const summarizedAtOnce = 500;

/** Those of past hours. */
export async function summarizeAttempts(app: App): Promise<void> {
  const rows = await requests.listAttemptCounts(app.database.read, hourOf(app), summarizedAtOnce);
  await app.faults.together(rows, {
    what: 'counts of attempts',
    idOf: ({ hour, action, network, email }) => [hour, action, network, email && digest(email)].join(' '),
    run: (rows) =>
      app.database.write(async (tx) => {
        for (const row of rows) {
          const taken = await requests.takeAttemptCount(tx, row);
          if (taken) await summarize({ app, tx }, taken);
        }
      }),
    giveUp: (row) => app.database.write((tx) => requests.takeAttemptCount(tx, row)),
  });
}

async function summarize(
  { app, tx }: InTransaction<Pick<Context, 'app'>>,
  row: requests.AttemptCount,
): Promise<void> {
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
