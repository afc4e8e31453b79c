import type { AuditAction } from '../../../../contract/audit.ts';
import { displayName } from '../../../../contract/users.ts';
import { auditUser, type NamedUser, userSubject } from '../../../kernel/audit/audit.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { findProfileName, lockIdentity, lockIsActive } from '../identities/identities.repository.ts';
import { deactivated, sessionGone, userGone } from '../protocol/auth-error.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import type { User } from './authenticate.service.ts';
import { lockSession, type SessionRow } from './sessions.repository.ts';

export interface LiveSession {
  identity: Identity;
  session: SessionRow;
}

export interface AccountRef {
  id: string;
  email: string;
}

export async function namedUser({ tx }: InTransaction, { id, email }: AccountRef): Promise<NamedUser> {
  return { id, email, full_name: await findProfileName(tx, id) };
}

/** An email without an account is itself the subject. */
export async function subjectOfEmail(ctx: InTransaction, email: string, user: AccountRef | undefined) {
  return user ? userSubject(await namedUser(ctx, user)) : ({ type: 'user', id: null, name: email } as const);
}

export function signedIn({ user_id: id, email, full_name, session_id }: User) {
  return { id, email, full_name, session_id };
}

/** A request to /auth/v1 has no actor of its own. `session_id` is missing before a session exists and while it ends. */
export function actingAs<C extends Context>(ctx: C, user: NamedUser & { session_id?: string }): C {
  const { id, email, session_id = null } = user;
  const name = displayName(user);
  return { ...ctx, actor: { kind: 'user', user_id: id, session_id, name, email, permissions: new Set() } };
}

/** What users do with their own account. `details` contain no code and no password. */
export function auditSelf(
  ctx: InTransaction,
  user: User,
  action: AuditAction,
  details: Record<string, unknown> = {},
): void {
  const self = signedIn(user);
  auditUser(actingAs(ctx, self), self, action, details);
}

/** In the order of deactivation and deletion. @throws AuthError 403 when the user or the session is gone. */
export async function lockAccount(
  { tx }: InTransaction,
  user: Pick<User, 'user_id' | 'session_id'>,
): Promise<LiveSession> {
  if (!(await lockIsActive(tx, user.user_id))) throw deactivated(403);
  const identity = await lockIdentity(tx, user.user_id);
  if (!identity) throw userGone();
  const session = await lockSession(tx, user.session_id);
  if (!session || session.ended_at) throw sessionGone();
  return { identity, session };
}
