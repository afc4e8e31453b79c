import type { UserRow } from '../../../contract/users.ts';

/** How a user is named: the full name or, lacking one, the email. */
export function nameOf({ full_name, email }: Pick<UserRow, 'full_name' | 'email'>) {
  return full_name || email;
}
