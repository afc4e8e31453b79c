import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { confirmPath, resetPasswordPath } from '../../contract/auth.ts';
import { takeMailLink } from './link.ts';
import { clearLeftOverSession, sessionKey, sessionStorage } from './session-storage.ts';

type Listener = (event: AuthChangeEvent, session: Session | null) => void;

clearLeftOverSession();
// The client empties the fragment once it has read it.
takeMailLink();

let loading: Promise<GoTrueClient> | null = null;
let follow: Listener = () => {};

/**
 * The one auth client of the page, unmodified, speaking to our own server. It is fetched when somebody has a
 * session or is about to get one: the login page does not carry it.
 */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= create().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Fetches the client while the person still types. A failure is met when it is needed. */
export function warmUpAuthClient() {
  loadAuthClient().catch(() => undefined);
}

/** Whoever follows the client's events says so before it is loaded. */
export function onAuthEvent(listener: Listener) {
  follow = listener;
}

/** Stops the timers of a page that is closed: in tests and when a module is replaced while developing. */
export async function disposeAuthClient() {
  const client = await loading;
  await client?.dispose();
}

async function create() {
  const { AuthClient } = await import('@supabase/auth-js');
  const client = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: sessionKey,
    storage: sessionStorage,
    persistSession: true,
    autoRefreshToken: true,
    flowType: 'implicit',
    experimental: { recoveryCodes: true },
    // Elsewhere, a link with somebody's tokens would sign its visitor in as that person.
    detectSessionInUrl: ({ pathname }, params) =>
      [resetPasswordPath, confirmPath].includes(pathname) &&
      Boolean(params.access_token || params.error || params.error_code),
  });
  client.onAuthStateChange(follow);
  return client;
}

import.meta.hot?.dispose(disposeAuthClient);
