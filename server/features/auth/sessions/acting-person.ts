import type { Context } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { findProfileName } from '../identities/identities.repository.ts';
import type { Person } from './authenticate.service.ts';

export interface Somebody {
  id: string;
  email: string;
}

/** The same request in the name of the person whose token came with it: so the audit tells who did it. */
export function asPerson<C extends Context>(ctx: C, person: Person): C {
  const { user_id, session_id, email } = person;
  const actor = {
    kind: 'person',
    user_id,
    session_id,
    name: nameOf(person),
    email,
    permissions: new Set(),
  } as const;
  return { ...ctx, actor };
}

/** The person as the subject of what is written down. */
export function asSubject(person: Person) {
  return { type: 'user', id: person.user_id, name: nameOf(person) } as const;
}

function nameOf({ full_name, email }: Person): string {
  return full_name || email;
}

/** By the name of the profile, as everywhere else in the audit. */
export async function subjectOf(tx: Transaction, { id, email }: Somebody) {
  return { type: 'user', id, name: (await findProfileName(tx, id)) || email } as const;
}
