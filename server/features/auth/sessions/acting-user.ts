import type { Context } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { findProfileName } from '../identities/identities.repository.ts';
import type { User } from './authenticate.service.ts';

export interface AccountRef {
  id: string;
  email: string;
}

/** The context with the user as actor, so that the audit log names them. */
export function asUser<C extends Context>(ctx: C, user: User): C {
  const { user_id, session_id, email } = user;
  const actor = {
    kind: 'user',
    user_id,
    session_id,
    name: nameOf(user),
    email,
    permissions: new Set(),
  } as const;
  return { ...ctx, actor };
}

/** The user as the subject of an audit entry. */
export function asSubject(user: User) {
  return { type: 'user', id: user.user_id, name: nameOf(user) } as const;
}

function nameOf({ full_name, email }: User): string {
  return full_name || email;
}

/** The account's user as the subject of an audit entry, with the name of the profile. */
export async function subjectOf(tx: Transaction, { id, email }: AccountRef) {
  return { type: 'user', id, name: (await findProfileName(tx, id)) || email } as const;
}
