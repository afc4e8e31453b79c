import { type AuthFailure, askAuth } from '../../lib/auth-failure.ts';

/** Ends every session of this person but this one. */
export async function signOutElsewhere(): Promise<AuthFailure | null> {
  const { failure } = await askAuth('Sign out failed', (client) => client.signOut({ scope: 'others' }));
  return failure;
}
