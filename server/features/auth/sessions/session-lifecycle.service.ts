import { randomUUID } from 'node:crypto';
import { companyRequired } from '../../../../contract/auth/company-sign-in-problems.ts';
import type { OpenSession } from '../../../../contract/sessions.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, now, originOf } from '../../../kernel/context.ts';
import type { AmrEntry, EndedReason } from '../../../kernel/database/auth-schema.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { deviceName } from '../../../platform/device-name.ts';
import { findDemand, listLinks } from '../identities/company.repository.ts';
import { findSetUpTime, listFactors } from '../identities/factors.repository.ts';
import { lockIsActive, updateIdentity } from '../identities/identities.repository.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { appMetadata, type Identity, userObject } from '../protocol/user-object.pure.ts';
import { type AccountRef, type LiveSession, namedUser } from './acting-user.service.ts';
import type { User } from './authenticate.service.ts';
import { firstRefreshToken, formatRefreshToken } from './refresh-token.pure.ts';
import { isOver } from './session-limits.rules.ts';
import * as repository from './sessions.repository.ts';
import { recordSignIn, recordSignOut } from './sign-in-audit.service.ts';
import { isNewDevice, trustDevice } from './trusted-devices.service.ts';

/** Auth protocol, section 1.2. */
export type SessionObject = Awaited<ReturnType<typeof sessionObject>>;

/** What decides about a new session, for a caller that reads it with other facts. */
export function readForSession(ctx: InTransaction<AuthContext>, user: AccountRef) {
  return Promise.all([
    findSetUpTime(ctx.tx, user.id),
    namedUser(ctx, user),
    isNewDevice(ctx, user.id),
    findDemand(ctx.tx, user.id),
  ]);
}

/** What the provider of a company sign-in said about it. */
interface CompanySignIn {
  label: string;
  isAal2: boolean;
  sid: string;
  /** Seconds since 1970. */
  proven_at: number | null;
}

/**
 * The caller's transaction has locked profile and identity. @throws AuthError 422 email_provider_disabled where company
 * sign-in is required, except for those who may bypass it.
 */
export async function startSession(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  method: AmrEntry['method'],
  known = readForSession(ctx, identity),
  company?: CompanySignIn,
): Promise<LiveSession> {
  const { tx } = ctx;
  const [setUpTime, user, isNew, demand] = await known;
  if (!company && demand && !demand.may_bypass) {
    throw new AuthError('email_provider_disabled', companyRequired(demand.label));
  }
  const at = ctx.app.now();
  const session: repository.SessionRow = {
    id: randomUUID(),
    user_id: identity.id,
    created_at: at.toISOString(),
    refreshed_at: at.toISOString(),
    seen_at: null,
    aal: company?.isAal2 ? 'aal2' : 'aal1',
    amr: [
      {
        ...{ method, timestamp: Math.floor(at.getTime() / 1000) },
        ...(company?.proven_at && { proven_at: company.proven_at }),
      },
    ],
    ...originOf(ctx),
    ...firstRefreshToken(),
    factor_id: null,
    provider_sid: company?.sid ?? null,
    ended_at: null,
    ended_reason: null,
  };
  repository.insertSession(tx, session);
  updateIdentity(tx, identity.id, { last_sign_in_at: session.created_at });
  const needsCode = setUpTime !== undefined && session.aal === 'aal1';
  if (!needsCode) trustDevice(ctx, identity.id, isNew);
  recordSignIn(ctx, user, { method, needsCode, through: company?.label });
  return { identity: { ...identity, last_sign_in_at: session.created_at }, session };
}

/** Called after the commit, to keep signing out of the transaction. */
export async function sessionObject(ctx: AuthContext, { identity, session }: LiveSession) {
  ctx.identified(identity.id);
  const [factors, links] = await Promise.all([
    listFactors(ctx, identity.id),
    listLinks(ctx.app.database.read, identity.id),
  ]);
  const { token, expires_at, expires_in } = await ctx.app.keys.sign({
    sub: identity.id,
    email: identity.email,
    phone: '',
    app_metadata: appMetadata(identity, links),
    user_metadata: identity.user_metadata,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  });
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in,
    expires_at,
    refresh_token: formatRefreshToken(refreshServerKey(ctx), session),
    user: userObject(identity, factors, links),
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
    if (isOwnOnly) await repository.endSession(ctx.tx, user.session_id, ending);
    else
      await repository.endAllSessions(
        ctx.tx,
        user.user_id,
        ending,
        scope === 'others' ? user.session_id : undefined,
      );
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
  await repository.endAllSessions(ctx.tx, user_id, { ended_at: now(ctx), ended_reason }, except);
}

/** The last used first. */
export async function openSessionsOf(ctx: Context, user_id: string): Promise<OpenSession[]> {
  const sessions = await listOpen(ctx, ctx.app.database.read, user_id);
  return sessions
    .map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      ip: row.ip,
      signed_in_at: row.created_at,
      last_seen_at: lastSeenAt(ctx, row),
      is_current: row.id === ctx.actor.session_id,
    }))
    .sort((a, b) => (a.last_seen_at > b.last_seen_at ? -1 : 1));
}

/** Null when the user has no such session. */
export async function endOpenSessionOf(
  ctx: InTransaction,
  of: { user_id: string; session_id: string },
  ended_reason: EndedReason,
): Promise<{ device: string; wasOpen: boolean } | null> {
  const session = await repository.lockSession(ctx.tx, of.session_id);
  if (session?.user_id !== of.user_id) return null;
  await repository.endSession(ctx.tx, session.id, { ended_at: now(ctx), ended_reason });
  return { device: deviceName(session.user_agent), wasOpen: session.ended_at === null };
}

/** Returns how many were open. */
export async function endOpenSessionsOf(
  ctx: InTransaction,
  user_id: string,
  ended_reason: EndedReason,
  except?: string,
): Promise<number> {
  const open = (await listOpen(ctx, ctx.tx, user_id)).filter((session) => session.id !== except);
  await repository.endAllSessions(ctx.tx, user_id, { ended_at: now(ctx), ended_reason }, except);
  return open.length;
}

/** Rows over their time limit are marked as ended only later. */
async function listOpen(ctx: Context, db: Queryable, user_id: string) {
  const nowMs = ctx.app.now().getTime();
  const rows = await repository.listOpenSessions(db, user_id);
  return rows.filter((row) => !isOver(ctx.app.config, row, ctx.app.activity.recordedAt(row.id), nowMs));
}

function lastSeenAt(ctx: Context, row: { id: string; refreshed_at: string; seen_at: string | null }): string {
  const recorded = ctx.app.activity.recordedAt(row.id);
  const moments = [row.refreshed_at, row.seen_at ?? '', recorded ? new Date(recorded).toISOString() : ''];
  return moments.sort().at(-1) ?? row.refreshed_at;
}
