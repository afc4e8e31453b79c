import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { fetchNoted } from '../network/connection.ts';
import { takeEmailLink } from './email-link.ts';
import { noteEnd } from './session-end-reason.ts';
import { clearLeftOverSession, sessionKey, sessionStorage } from './session-storage.ts';

type Listener = (event: AuthChangeEvent, session: Session | null) => void;

clearLeftOverSession();
takeEmailLink();

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

/** Fetches the client while the user still types. A failure is met when it is needed. */
export function warmUpAuthClient() {
  loadAuthClient().catch(() => undefined);
}

/** Sets the listener of the client's events. Call it before the client is loaded. */
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
    fetch: fetchAndNote,
    experimental: { recoveryCodes: true },
    // A link with somebody else's tokens would sign its visitor in as that user. So link.ts finds such a session in the
    // URL, and a button that says whose it is takes it up.
    detectSessionInUrl: false,
  });
  client.onAuthStateChange(follow);
  return client;
}

/**
 * The client ends a session whose refresh was refused without saying why: the tab of somebody who was deactivated, or
 * whose session an administrator ended, and who sat idle. The reason stands in the answer to the refresh.
 */
async function fetchAndNote(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchNoted(input, init);
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  if (url.searchParams.get('grant_type') !== 'refresh_token') return response;
  if (response.status >= 400 && response.status < 500) noteEnd(await codeOf(response.clone()));
  return response;
}

async function codeOf(response: Response): Promise<string> {
  const body = await response.json().catch(() => null);
  return String(body?.error_code ?? body?.code ?? '');
}

import.meta.hot?.dispose(disposeAuthClient);
