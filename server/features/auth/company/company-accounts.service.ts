import { randomUUID } from 'node:crypto';
import { auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import { isUniqueViolation } from '../../../platform/database/query.ts';
import { dropInvitation } from '../accounts/account-invitations.service.ts';
import { takeInvitation } from '../accounts/verification.service.ts';
import { companyConnectedEmail } from '../identities/account.emails.ts';
import * as repository from '../identities/company.repository.ts';
import * as identities from '../identities/identities.repository.ts';
import { deleteSignUps } from '../identities/links.repository.ts';
import { AuthError, deactivated, sessionGone } from '../protocol/auth-error.pure.ts';
import { fullNameOf, toEmail } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { actingAs, type LiveSession, lockAccount, namedUser } from '../sessions/acting-user.service.ts';
import { type SessionObject, sessionObject, startSession } from '../sessions/session-lifecycle.service.ts';
import { updateSession } from '../sessions/sessions.repository.ts';
import { scheduleRefusedSignIn } from '../sessions/sign-in-audit.service.ts';
import { mayConnectByEmail, provenEmail, provesSecondFactor } from './company-account.rules.ts';
import { type Answer, failed, findFlow, requireProvider } from './company-flow.service.ts';

type Ctx = InTransaction<AuthContext>;

interface Arrival extends Answer {
  provider: repository.Provider;
}

/**
 * Begins the session of whoever the provider names, or connects an account. Nothing was changed before: only the browser
 * that began has the verifier. @throws AuthError for what `companySignInProblems` names; 429.
 */
export async function exchangeCode(
  ctx: AuthContext,
  { auth_code, code_verifier }: { auth_code: string; code_verifier: string },
): Promise<SessionObject> {
  const flow = await findFlow(ctx, auth_code, code_verifier);
  const provider = await requireProvider(ctx);
  const arrival = { provider, ...repository.opened<Answer>(ctx.app, flow.answer ?? '') };
  const work = () => change(ctx, {}, (ctx) => arrive(ctx, flow, arrival));
  try {
    const live = await work().catch((error) => {
      // The same user arrived twice at the same moment: now there is a link.
      if (isUniqueViolation(error)) return work();
      throw error;
    });
    return sessionObject(ctx, live);
  } catch (error) {
    if (error instanceof AuthError) await recordRefusal(ctx, arrival, error);
    throw error;
  }
}

async function recordRefusal(
  ctx: AuthContext,
  { provider, claims }: Arrival,
  error: AuthError,
): Promise<void> {
  const { log } = ctx.app;
  const { iss, sub } = claims;
  log.warn(
    { request: ctx.request.id, provider: provider.label, code: error.code, sub },
    'a company sign-in was refused',
  );
  const link = await repository.findLink(ctx.app.database.read, { issuer: iss, subject: sub });
  const identity = link && (await identities.findIdentity(ctx.app.database.read, link.user_id));
  const email = identity?.email ?? emailIn(claims.email);
  if (email) scheduleRefusedSignIn(ctx, email, identity, error);
}

function emailIn(value: unknown): string | null {
  return typeof value === 'string' ? toEmail(value) : null;
}

async function arrive(ctx: Ctx, flow: repository.Flow, arrival: Arrival): Promise<LiveSession> {
  const use = async () => {
    if (!(await repository.consumeCode(ctx.tx, flow.code_hash ?? '')))
      throw failed('flow_state_not_found', undefined);
  };
  switch (flow.purpose) {
    case 'sign_in':
      return signIn(ctx, arrival, use);
    case 'link':
      return connectOwn(ctx, flow, arrival, use);
    case 'invite':
      return acceptInvitation(ctx, flow, arrival, use);
    case 'test':
      throw failed('flow_state_not_found', undefined);
  }
}

async function signIn(ctx: Ctx, arrival: Arrival, use: () => Promise<void>): Promise<LiveSession> {
  const { claims } = arrival;
  const link = await repository.findLink(ctx.tx, { issuer: claims.iss, subject: claims.sub });
  if (!link) return signInByEmail(ctx, arrival, use);
  // Users are locked before anything else, in every transaction.
  if (!(await identities.lockIsActive(ctx.tx, link.user_id))) throw deactivated(400);
  const identity = await identities.lockIdentity(ctx.tx, link.user_id);
  if (!identity) throw failed('flow_state_not_found', undefined);
  await use();
  repository.updateLink(ctx.tx, link, { last_used_at: now(ctx), ...said(ctx, arrival) });
  return enter(ctx, identity, arrival);
}

/** The first time. An account that exists is connected only if `mayConnectByEmail`. */
async function signInByEmail(ctx: Ctx, arrival: Arrival, use: () => Promise<void>): Promise<LiveSession> {
  const { provider, claims } = arrival;
  const proven = provenEmail(provider, claims);
  if ('problem' in proven) throw failed(proven.problem, provider);
  const { email } = proven;
  const known = (await identities.findByEmail(ctx.tx, email)) ?? (await ctx.hooks.profileByEmail(ctx, email));
  if (known && !(await identities.lockIsActive(ctx.tx, known.id))) throw deactivated(400);
  const existing = known && (await identities.lockIdentity(ctx.tx, known.id));
  if (known && !mayConnectByEmail(provider, await connectionFacts(ctx.tx, known.id)))
    throw failed('account_exists', provider);
  await use();
  const identity = existing
    ? { ...existing, email_confirmed_at: existing.email_confirmed_at ?? now(ctx) }
    : newIdentity(ctx, known?.id ?? randomUUID(), email, claims);
  if (existing)
    identities.updateIdentity(ctx.tx, identity.id, { email_confirmed_at: identity.email_confirmed_at });
  // Another account took the email meanwhile: the second attempt finds it.
  else if (!(await identities.insertIdentity(ctx.tx, identity))) throw failed('account_exists', provider);
  await deleteSignUps(ctx.tx, email, now(ctx));
  await dropInvitation(ctx, identity.id);
  if (!existing?.email_confirmed_at) await welcome(ctx, identity, arrival, known === null);
  await connect(ctx, identity, arrival, { isNew: known === null });
  return enter(ctx, identity, arrival);
}

/** For `mayConnectByEmail`. */
export async function connectionFacts(db: Queryable, id: string) {
  const identity = await identities.findIdentity(db, id);
  return {
    is_administrator: await identities.mayRaiseThemselves(db, id),
    is_connected: (await repository.listLinks(db, id)).length > 0,
    has_unproven_password: Boolean(identity?.password_hash && !identity.email_confirmed_at),
  };
}

function newIdentity(ctx: Ctx, id: string, email: string, { name }: Answer['claims']): Identity {
  const full_name = typeof name === 'string' ? fullNameOf({ full_name: name }) : null;
  const at = now(ctx);
  const user_metadata = full_name ? { full_name } : {};
  return identities.newIdentity({ id, email, user_metadata, email_confirmed_at: at, created_at: at });
}

/** A profile without role and location, or the one that somebody made for this email. Never makes an administrator. */
async function welcome(ctx: Ctx, identity: Identity, { provider }: Arrival, isNew: boolean): Promise<void> {
  const { id, email } = identity;
  const full_name = fullNameOf(identity.user_metadata);
  const account = { id, email, full_name };
  await ctx.hooks.onVerified(actingAs(ctx, account), { ...account, admin: false, through: provider.label });
  if (!isNew) return;
  notify(ctx, {
    ...{ kind: 'access_wanted', subject: userSubject(account), details: { through: provider.label } },
    receivers: { to: 'holders_of', ids: await repository.listRolesThatGrant(ctx.tx) },
  });
}

async function acceptInvitation(
  ctx: Ctx,
  flow: repository.Flow,
  arrival: Arrival,
  use: () => Promise<void>,
): Promise<LiveSession> {
  const identity = await takeInvitation(ctx, flow.invitation_hash ?? '');
  await use();
  await connect(ctx, identity, arrival, {});
  return enter(ctx, identity, arrival);
}

/** Of the user who began, whose session must still be open, and stays. */
async function connectOwn(
  ctx: Ctx,
  { user_id, session_id, max_age }: repository.Flow,
  arrival: Arrival,
  use: () => Promise<void>,
): Promise<LiveSession> {
  if (!user_id || !session_id) throw sessionGone();
  const live = await lockAccount(ctx, { user_id, session_id });
  await use();
  if (max_age !== null) return proveOwn(ctx, live, arrival);
  await connect(ctx, live.identity, arrival, {});
  return live;
}

/** In place of a password: the provider says when its user signed in. @throws AuthError 422 for somebody else's account. */
async function proveOwn(
  ctx: Ctx,
  { identity, session }: LiveSession,
  { provider, claims }: Arrival,
): Promise<LiveSession> {
  const link = await repository.findLink(ctx.tx, { issuer: claims.iss, subject: claims.sub });
  if (link?.user_id !== identity.id) throw failed('identity_not_yours', provider);
  const timestamp = Math.floor(ctx.app.now().getTime() / 1000);
  const proof = { method: 'oauth', timestamp, proven_at: provenAt(claims) ?? 0 } as const;
  const amr = [proof, ...session.amr.filter(({ method }) => method !== 'oauth')];
  await updateSession(ctx.tx, session.id, { amr });
  return { identity, session: { ...session, amr } };
}

/** The mailbox is told. @throws AuthError 422 when the account of the provider is another user's. */
async function connect(
  ctx: Ctx,
  identity: Identity,
  arrival: Arrival,
  { isNew = false }: { isNew?: boolean },
): Promise<void> {
  const { provider, claims } = arrival;
  const key = { issuer: claims.iss, subject: claims.sub };
  const link = await repository.findLink(ctx.tx, key);
  if (link && link.user_id !== identity.id) throw failed('identity_already_exists', provider);
  if (link) return repository.updateLink(ctx.tx, key, said(ctx, arrival));
  const times = { created_at: now(ctx), last_used_at: now(ctx) };
  await repository.insertLink(ctx.tx, {
    ...{ ...key, user_id: identity.id, provider: provider.name, ...times, ...said(ctx, arrival) },
  });
  const user = await namedUser(ctx, identity);
  auditUser(actingAs(ctx, user), user, 'user.provider_connected', {
    provider: provider.label,
    ...(isNew && { is_first: true }),
  });
  if (isNew) return;
  const email = companyConnectedEmail(ctx.app.config, identity.email, provider.label);
  await ctx.app.mailer.enqueue(ctx.tx, email);
}

function said(ctx: Ctx, { claims, id_token }: Arrival) {
  return { email: emailIn(claims.email), id_token: id_token ? repository.sealed(ctx.app, id_token) : null };
}

function enter(ctx: Ctx, identity: Identity, { provider, claims }: Arrival): Promise<LiveSession> {
  const { sid } = claims;
  return startSession(ctx, identity, 'oauth', undefined, {
    label: provider.label,
    isAal2: provesSecondFactor(provider, claims),
    sid: typeof sid === 'string' && sid.length <= 255 ? sid : '',
    proven_at: provenAt(claims),
  });
}

/** When the user signed in at the provider, in seconds since 1970. */
function provenAt({ auth_time }: Answer['claims']): number | null {
  return typeof auth_time === 'number' && Number.isFinite(auth_time) ? auth_time : null;
}
