import { displayName } from '../../../../contract/users.ts';
import { type NamedUser, userSubject } from '../../../kernel/audit/audit.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { findProfileName } from '../identities/identities.repository.ts';
import type { User } from './authenticate.service.ts';

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
