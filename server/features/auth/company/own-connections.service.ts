import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, now } from '../../../kernel/context.ts';
import { companyDisconnectedEmail } from '../identities/account.emails.ts';
import * as repository from '../identities/company.repository.ts';
import { findIdentity } from '../identities/identities.repository.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { linkId } from '../protocol/user-object.pure.ts';
import { requireRecentPassword } from '../second-factor/apps.service.ts';
import { auditSelf, lockAccount, namedUser } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { findSessionStart } from '../sessions/sessions.repository.ts';
import { beginFlow, clientOf, requireProvider } from './company-flow.service.ts';

/**
 * The URL of the provider. With `max_age` the user proves who they are and connects nothing.
 * @throws AuthError 400 reauthentication_needed to connect; 422 when company sign-in is off; 429.
 */
export async function beginConnecting(
  ctx: AuthContext,
  user: User,
  wanted: Pick<repository.Flow, 'redirect_to' | 'code_challenge' | 'max_age'>,
): Promise<string> {
  const { user_id, session_id } = user;
  await consumeAttempt(ctx, `factors:${user_id}`, authLimits.accountUpdates);
  if (wanted.max_age === null) requireRecentPassword(ctx, user);
  const provider = await requireProvider(ctx);
  return beginFlow(ctx, provider, { purpose: 'link', ...wanted, user_id, session_id });
}

/**
 * The mailbox is told. @throws AuthError 400 reauthentication_needed; 422 for an unknown one, and for the only way to
 * sign in.
 */
export async function disconnect(ctx: AuthContext, user: User, id: string): Promise<void> {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  await change(ctx, {}, async (ctx) => {
    const { identity } = await lockAccount(ctx, user);
    const links = await repository.listLinks(ctx.tx, user.user_id);
    const link = links.find((link) => linkId(link) === id);
    if (links.length > 0 && !link) throw new AuthError('identity_not_found', 'This account is not connected');
    const demand = await repository.findDemand(ctx.tx, user.user_id);
    const isPasswordEnough = identity.password_hash !== null && (!demand || demand.may_bypass);
    if (!link || (links.length === 1 && !isPasswordEnough)) {
      throw new AuthError('single_identity_not_deletable', 'The only way to sign in cannot be removed');
    }
    requireRecentPassword(ctx, user);
    await repository.deleteLink(ctx.tx, link);
    const label = (await repository.findProvider(ctx.tx))?.label ?? link.issuer;
    auditSelf(ctx, user, 'user.provider_disconnected', { provider: label });
    await ctx.app.mailer.enqueue(ctx.tx, companyDisconnectedEmail(ctx.app.config, user.email, label));
  });
}

const signOutWaitMs = 2000;

/** Where to sign out of the provider as well; null for a session that it did not begin, and when it has no sign-out. */
export async function signOutUrl({ app, actor }: Context): Promise<string | null> {
  const { read } = app.database;
  const { session_id, user_id } = actor;
  if (!session_id || !user_id || (await findSessionStart(read, session_id))?.provider_sid == null)
    return null;
  const provider = await repository.findProvider(read);
  if (!provider || provider.state === 'off') return null;
  const [link] = (await repository.listLinks(read, user_id))
    .filter(({ provider: name }) => name === provider.name)
    .sort((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1));
  const hint = link?.id_token ? { id_token_hint: repository.opened<string>(app, link.id_token) } : {};
  const parameters = { ...hint, post_logout_redirect_uri: `${app.config.public_url}/login` };
  return app.openid.signOutUrl(clientOf(app, provider), parameters, signOutWaitMs);
}

/** What the provider ended ends here, too. @throws OpenIdError for a token that it did not make just now. */
export async function endSessionsOfProvider(ctx: AuthContext, token: string): Promise<void> {
  const provider = await requireProvider(ctx);
  const {
    iss: issuer,
    sub: subject,
    sid,
  } = await ctx.app.openid.checkLogoutToken(clientOf(ctx.app, provider), token);
  const { read } = ctx.app.database;
  const named =
    subject === undefined
      ? await repository.listUsersOfSession(read, issuer, sid ?? '')
      : [await repository.findLink(read, { issuer, subject })].filter((link) => link !== undefined);
  for (const { user_id } of named) {
    await change(ctx, { user: user_id }, async (ctx) => {
      const ended = await repository.endProviderSessions(ctx.tx, user_id, sid, now(ctx));
      if (ended === 0) return;
      const identity = await findIdentity(ctx.tx, user_id);
      if (!identity) return;
      const details = { scope: 'Those of the company sign-in', by: provider.label };
      auditUser(ctx, await namedUser(ctx, identity), 'session.ended', details);
    });
  }
}
