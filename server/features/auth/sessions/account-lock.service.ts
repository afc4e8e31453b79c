import type { InTransaction } from '../../../kernel/context.ts';
import { lockIdentity, lockIsActive } from '../identities/identities.repository.ts';
import { deactivated, sessionGone, userGone } from '../protocol/shared-errors.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import type { User } from './authenticate.service.ts';
import { lockSession, type SessionRow } from './sessions.repository.ts';

/** In the order of deactivation and deletion. @throws AuthError 403 when the user or the session is gone. */
export async function lockAccount(
  { tx }: InTransaction,
  user: User,
): Promise<{ identity: Identity; session: SessionRow }> {
  if (!(await lockIsActive(tx, user.user_id))) throw deactivated(403);
  const identity = await lockIdentity(tx, user.user_id);
  if (!identity) throw userGone();
  const session = await lockSession(tx, user.session_id);
  if (!session || session.ended_at) throw sessionGone();
  return { identity, session };
}
