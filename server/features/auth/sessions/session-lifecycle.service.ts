import { randomUUID } from 'node:crypto';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now, originOf } from '../../../kernel/context.ts';
import type { AmrEntry, EndedReason } from '../../../kernel/database/auth-schema.ts';
import { findSetUpTime } from '../identities/factors.repository.ts';
import { lockIsActive, updateIdentity } from '../identities/identities.repository.ts';
import { factorsOf } from '../identities/own-factors.service.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { appMetadata, type Identity, type UserObject, userObject } from '../protocol/user-object.pure.ts';
import { type AccountRef, namedUser } from './acting-user.service.ts';
import type { User } from './authenticate.service.ts';
import { firstRefreshToken, formatRefreshToken } from './refresh-token.pure.ts';
import { endAllSessions, endSession, insertSession, type SessionRow } from './sessions.repository.ts';
import { recordSignIn, recordSignOut } from './sign-in-audit.service.ts';
import { isNewDevice, trustDevice } from './trusted-devices.service.ts';

/** Auth protocol, section 1.2. */
export interface SessionObject {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserObject;
}

export interface LiveSession {
  identity: Identity;
  session: SessionRow;
}

/** What decides about a new session, for a caller that reads it with other facts. */
export function readForSession(ctx: InTransaction<AuthContext>, user: AccountRef) {
  return Promise.all([findSetUpTime(ctx.tx, user.id), namedUser(ctx, user), isNewDevice(ctx, user.id)]);
}

/** The caller's transaction has locked profile and identity. */
export async function startSession(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  method: AmrEntry['method'],
  known = readForSession(ctx, identity),
): Promise<LiveSession> {
  const { tx } = ctx;
  const [setUpTime, user, isNew] = await known;
  const at = ctx.app.now();
  const session: SessionRow = {
    id: randomUUID(),
    user_id: identity.id,
    created_at: at.toISOString(),
    refreshed_at: at.toISOString(),
    seen_at: null,
    aal: 'aal1',
    amr: [{ method, timestamp: Math.floor(at.getTime() / 1000) }],
    ...originOf(ctx),
    ...firstRefreshToken(),
    factor_id: null,
    ended_at: null,
    ended_reason: null,
  };
  insertSession(tx, session);
  updateIdentity(tx, identity.id, { last_sign_in_at: session.created_at });
  const needsCode = setUpTime !== undefined;
  if (!needsCode) trustDevice(ctx, identity.id, isNew);
  recordSignIn(ctx, user, { method, needsCode });
  return { identity: { ...identity, last_sign_in_at: session.created_at }, session };
}

/** Called after the commit, to keep signing out of the transaction. */
export async function sessionObject(ctx: AuthContext, live: LiveSession): Promise<SessionObject> {
  const { identity, session } = live;
  ctx.identified(identity.id);
  const factors = await factorsOf(ctx, identity.id);
  const { token, expires_at, expires_in } = await ctx.keys.sign({
    sub: identity.id,
    email: identity.email,
    phone: '',
    app_metadata: appMetadata(identity),
    user_metadata: identity.user_metadata,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in,
    expires_at,
    refresh_token: formatRefreshToken(refreshServerKey(ctx), session),
    user: userObject(identity, factors),
  };
}

export function refreshServerKey(ctx: AuthContext): Buffer {
  return ctx.app.secrets.derive('refresh-token');
}

/** While the second factor is missing, it ends this session only. */
export async function signOut(
  ctx: AuthContext,
  user: User,
  scope: 'global' | 'local' | 'others',
): Promise<void> {
  const ending = { ended_at: now(ctx), ended_reason: 'signed_out' } as const;
  const isOwnOnly = scope === 'local' || user.second_factor === 'code_required';
  await change(ctx, {}, async (ctx) => {
    // Waits for a change that the user is making right now, so that it ends before they are signed out.
    await lockIsActive(ctx.tx, user.user_id);
    if (isOwnOnly) await endSession(ctx.tx, user.session_id, ending);
    else await endAllSessions(ctx.tx, user.user_id, ending, scope === 'others' ? user.session_id : undefined);
    const ended = isOwnOnly ? 'local' : scope;
    await recordSignOut(ctx, { id: user.user_id, email: user.email }, ended);
  });
}

/** The rows stay, so that the user can read why. */
export async function endSessionsWithReason(
  ctx: InTransaction,
  user_id: string,
  ended_reason: EndedReason,
  except?: string,
): Promise<void> {
  await endAllSessions(ctx.tx, user_id, { ended_at: now(ctx), ended_reason }, except);
}
