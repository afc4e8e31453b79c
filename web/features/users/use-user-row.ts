import { useState } from 'react';
import type { UserRow } from '../../../contract/users.ts';
import { useKnownUsers, useUser } from './users.api.ts';

/**
 * The user that a dialog was opened for. From the table the row is here; by its address it may have to come
 * first. Whatever happens to the list behind the dialog, the row it was opened with stays.
 */
export function useUserRow(id: string) {
  const known = useKnownUsers().byId.get(id);
  const [user, setUser] = useState<UserRow | undefined>(known);
  const { data, error, refetch } = useUser(id, { enabled: !user });
  if (!user && (data ?? known)) setUser(data ?? known);
  return { user, error, retry: () => void refetch() };
}

/** How a user is named in a question: the full name or, lacking one, the email. */
export function nameOf({ full_name, email }: UserRow) {
  return full_name || email;
}
