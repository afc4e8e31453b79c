import { anonymousContext } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type InTransaction, now } from '../../../kernel/context.ts';
import { recoveryEmail } from '../identities/account.emails.ts';
import * as identities from '../identities/identities.repository.ts';
import { makeToken } from '../identities/links.repository.ts';
import * as requests from '../identities/requests.repository.ts';
import type { AccountHooks, AuthContext, HookedContext } from '../protocol/context.pure.ts';
import { consumeNetworkAttempt, mayEmail } from '../protocol/limits.service.ts';
import { recordRecoveryRequest, recordRefusedSignIn } from '../sessions/sign-in-audit.service.ts';
import { resendLinks } from './email-change.service.ts';
import { confirmAgain, sendConfirmation } from './sign-up.service.ts';

export const answerEveryMs = 2000;
const batchSize = 100;
const recoveryLifetimeMs = 3_600_000;

type Answer = (ctx: InTransaction<HookedContext>, request: requests.LaterRequest) => Promise<void>;

const answers: Record<requests.LaterRequest['kind'], Answer> = {
  sign_up: sendConfirmation,
  resend_sign_up: confirmAgain,
  resend_email_change: resendLinks,
  recovery: sendRecoveryLink,
  refused_sign_in: recordRefusedSignIn,
};

const limited = {
  resend_sign_up: { network: 'resend', mail: 'sign-up' },
  resend_email_change: { network: 'resend', mail: 'email change' },
  recovery: { network: 'recover', mail: 'recovery' },
} as const;

/** Neither the answer nor the server's load shows whether the email has an account; nor does the limit. */
export async function requestEmail(
  ctx: AuthContext,
  kind: keyof typeof limited,
  email: string,
): Promise<void> {
  const { network, mail } = limited[kind];
  await consumeNetworkAttempt(ctx, network);
  if (await mayEmail(ctx, mail, email))
    await change(ctx, {}, (ctx) => requests.addRequest(ctx, { kind, email }));
}

/**
 * The work depends on who has the email, so it must not follow the request at once: the server's load would reveal it. A
 * request that fails twice is taken away: its sender asks again.
 */
export async function answerRequests(app: App, hooks: AccountHooks): Promise<void> {
  await app.faults.each(await requests.listRequests(app.database.read, batchSize), {
    what: 'requests of strangers',
    idOf: ({ id }) => id,
    run: (request) => {
      const { id, ip, user_agent } = request;
      const ctx = { ...anonymousContext(app, { id, ip, user_agent, via: 'screen' }), hooks };
      return change(ctx, {}, async (ctx) => {
        if (await requests.deleteRequest(ctx.tx, id)) await answers[request.kind](ctx, request);
      });
    },
    giveUp: ({ id }) => app.database.write((tx) => requests.deleteRequest(tx, id)),
  });
}

async function sendRecoveryLink(
  ctx: InTransaction<HookedContext>,
  { email }: requests.LaterRequest,
): Promise<void> {
  const { tx } = ctx;
  const identity = await identities.findByEmail(tx, email);
  // Locked, so that no link is created during a deactivation and works after the next activation.
  const isActive = identity !== undefined && (await identities.lockIsActive(tx, identity.id));
  await recordRecoveryRequest(ctx, email, identity);
  if (!identity?.email_confirmed_at || !isActive) return;
  // The account may have been deleted meanwhile.
  if (!(await identities.lockIdentity(tx, identity.id))) return;
  identities.updateIdentity(tx, identity.id, { recovery_sent_at: now(ctx) });
  const secret = await makeToken(ctx, { user_id: identity.id, purpose: 'recovery' }, recoveryLifetimeMs);
  await ctx.app.mailer.enqueue(tx, recoveryEmail(ctx.app.config, email, secret));
}
