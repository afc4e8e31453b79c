import type { Context } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { findProfileName } from '../identities/identities.repository.ts';
import type { User } from './authenticate.service.ts';

export interface Somebody {
  id: string;
  email: string;
}

/** The same request in the name of the user whose token came with it: so the audit tells who did it. */
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

/** The user as the subject of what is written down. */
export function asSubject(user: User) {
  return { type: 'user', id: user.user_id, name: nameOf(user) } as const;
}

function nameOf({ full_name, email }: User): string {
  return full_name || email;
}

/** By the name of the profile, as everywhere else in the audit. */
export async function subjectOf(tx: Transaction, { id, email }: Somebody) {
  return { type: 'user', id, name: (await findProfileName(tx, id)) || email } as const;
}
