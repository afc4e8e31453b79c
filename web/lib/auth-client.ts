import { AuthClient } from '@supabase/auth-js';
import { confirmPath, resetPasswordPath } from '../../contract/auth.ts';
import { takeMailLink } from './link.ts';
import { clearLeftOverSession, sessionKey, sessionStorage } from './session-storage.ts';

clearLeftOverSession();
// The client empties the fragment once it has read it.
takeMailLink();

/** The one auth client of the page, unmodified, speaking to our own server. */
export const authClient = new AuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  storage: sessionStorage,
  persistSession: true,
  autoRefreshToken: true,
  flowType: 'implicit',
  // Elsewhere, a link with somebody's tokens would sign its visitor in as that person.
  detectSessionInUrl: ({ pathname }, params) =>
    [resetPasswordPath, confirmPath].includes(pathname) &&
    Boolean(params.access_token || params.error || params.error_code),
});

import.meta.hot?.dispose(() => authClient.dispose());
