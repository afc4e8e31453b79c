import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { alreadyRegisteredEmail, confirmationEmail } from '../identities/account.emails.ts';
import * as identities from '../identities/identities.repository.ts';
import { insertSignUp, listSignUps, updateSignUp } from '../identities/links.repository.ts';
import { checkNewPassword, emailSalt, hashPassword } from '../identities/passwords.pure.ts';
import { addRequest, type LaterRequest } from '../identities/requests.repository.ts';
import { newSecret } from '../keys/one-time-secret.pure.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import { fullNameOf, parseEmail, parseMetadata, type signUpBody } from '../protocol/bodies.schema.ts';
import type { AuthContext, HookedContext } from '../protocol/context.pure.ts';
import { consumeNetworkAttempt, mayEmail } from '../protocol/limits.service.ts';
import { type Identity, type UserObject, userObject } from '../protocol/user-object.pure.ts';

const linkLifetimeMs = 24 * 3_600_000;

/**
 * The first user of an empty system that only this machine can reach becomes the administrator at once. Other mailboxes
 * confirm first, and all emails get the same answer after the same work.
 * @throws AuthError 400 or 422 for invalid input, 422 signup_disabled, 429.
 */
export async function signUp(ctx: AuthContext, body: z.output<typeof signUpBody>): Promise<UserObject> {
  const { email, password, user_metadata } = checkForm(body);
  await requireOpenSignUps(ctx, email);
  await consumeNetworkAttempt(ctx, 'sign-up');
  const password_hash = await hashPassword(
    password,
    emailSalt(ctx.app.secrets.derive('sign-up-salt'), email),
  );
  // Over the limit of the email nothing is stored or sent, and the answer stays the same.
  const isEmailed = await mayEmail(ctx, 'sign-up', email);
  const times = { confirmation_sent_at: now(ctx), created_at: now(ctx) };
  const applicant = identities.newIdentity({
    id: randomUUID(),
    email,
    password_hash,
    user_metadata,
    ...times,
  });
  return change(ctx, {}, async (ctx) => {
    const first = await makeFirstAccount(ctx, applicant);
    if (first) return userObject(first);
    if (isEmailed) await storeSignUp(ctx, { ...applicant, password_hash });
    return userObject(applicant);
  });
}

/** The owner of an existing account learns that there is one. */
export async function sendConfirmation(
  ctx: InTransaction<HookedContext>,
  { email, detail }: LaterRequest,
): Promise<void> {
  const { tx } = ctx;
  const known = await identities.findByEmail(tx, email);
  if (!detail) return;
  if (!known?.email_confirmed_at) return sendLink(ctx, detail, email);
  // Kept until it is purged, so that the next sign-up finds as many rows as for an unknown email.
  await updateSignUp(tx, detail, { expires_at: now(ctx) });
  await ctx.app.mailer.enqueue(tx, alreadyRegisteredEmail(ctx.app.config, email));
}

/** For the sign-up used last. */
export async function confirmAgain(
  ctx: InTransaction<HookedContext>,
  { email }: LaterRequest,
): Promise<void> {
  const known = await identities.findByEmail(ctx.tx, email);
  const [waiting] = await listSignUps(ctx.tx, email, now(ctx));
  if (waiting && !known?.email_confirmed_at) await sendLink(ctx, waiting.id, email);
}

/** Older links of the sign-up stop working. */
async function sendLink(ctx: InTransaction<HookedContext>, id: string, email: string): Promise<void> {
  const { secret, hash } = newSecret();
  if (!(await updateSignUp(ctx.tx, id, { token_hash: hash, expires_at: expiry(ctx) }))) return;
  await ctx.app.mailer.enqueue(ctx.tx, confirmationEmail(ctx.app.config, email, secret));
}

function checkForm(body: z.output<typeof signUpBody>) {
  if (!body.email && !body.phone) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!body.email) throw new AuthError('validation_failed', 'Sign up with an email address');
  const email = parseEmail(body.email);
  if (typeof body.password !== 'string' || body.password === '') {
    throw new AuthError('validation_failed', 'Signup requires a valid password');
  }
  checkNewPassword(body.password);
  return { email, password: body.password, user_metadata: parseMetadata(body.data ?? {}) };
}

/** FIRST_ADMIN_EMAIL may always sign up until there is an administrator. */
async function requireOpenSignUps(ctx: AuthContext, email: string): Promise<void> {
  if (ctx.app.config.signups === 'open') return;
  if (!(await isPendingFirstAdmin(ctx, ctx.app.database.read, email))) {
    throw new AuthError('signup_disabled', 'Sign-up is closed. Contact your administrator.');
  }
}

export async function isPendingFirstAdmin(ctx: AuthContext, db: Queryable, email: string): Promise<boolean> {
  return (await ctx.hooks.pendingFirstAdmin(db, ctx.app.config)) === email;
}

/** Null when this is not the first account. A lock decides between concurrent sign-ups. */
async function makeFirstAccount(
  ctx: InTransaction<AuthContext>,
  applicant: Identity,
): Promise<Identity | null> {
  const { tx } = ctx;
  if (!ctx.app.config.is_local || (await identities.hasAnyIdentity(tx))) return null;
  await identities.lockFirstAccount(tx);
  if (await identities.hasAnyIdentity(tx)) return null;
  const profile = await ctx.hooks.profileByEmail(ctx, applicant.email);
  // Only the Users screen activates users; a deactivated administrator would lock everybody out.
  if (profile && !profile.is_active) return null;
  const identity: Identity = {
    ...applicant,
    id: profile?.id ?? applicant.id,
    email_confirmed_at: applicant.created_at,
    confirmation_sent_at: null,
  };
  await identities.insertIdentity(tx, identity);
  await ctx.hooks.onVerified(ctx, {
    id: identity.id,
    email: identity.email,
    full_name: fullNameOf(identity.user_metadata),
    admin: true,
  });
  return identity;
}

/** Several may wait for one email, also for one with an account. The link is created when it is sent. */
async function storeSignUp(
  ctx: InTransaction<AuthContext>,
  applicant: Identity & { password_hash: string },
): Promise<void> {
  const { id, email, password_hash, user_metadata, created_at } = applicant;
  await insertSignUp(ctx.tx, {
    id,
    email,
    password_hash,
    user_metadata: JSON.stringify(user_metadata),
    token_hash: newSecret().hash,
    created_at,
    touched_at: created_at,
    expires_at: expiry(ctx),
  });
  await addRequest(ctx, { kind: 'sign_up', email, detail: id });
}

function expiry(ctx: HookedContext): string {
  return new Date(ctx.app.now().getTime() + linkLifetimeMs).toISOString();
}
