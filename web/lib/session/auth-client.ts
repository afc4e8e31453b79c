import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { fetchNoted } from '../network/connection.ts';
import { saveEndReason, sessionKey, sessionStorage } from './session-storage.ts';

type Listener = (event: AuthChangeEvent, session: Session | null) => void;

let loading: Promise<GoTrueClient> | null = null;
let follow: Listener = () => {};

/** Loaded when there is a session or is about to be one, so that the login page does not contain it. */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= create().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** A failure is handled when the client is needed. */
export function warmUpAuthClient() {
  loadAuthClient().catch(() => undefined);
}

/** Call it before the client is loaded. */
export function onAuthEvent(listener: Listener) {
  follow = listener;
}

/** Drops the client and its timers with a closed page: in tests, and when a module is replaced during development. */
export async function disposeAuthClient() {
  const client = await loading;
  loading = null;
  await client?.dispose();
}

/**
 * For a company sign-in, on the same storage: `flowType` is of a client, and the links of emails need the other one. Dispose
 * of it after use.
 */
export async function createPkceClient() {
  const { AuthClient } = await import('@supabase/auth-js');
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    ...{ storageKey: sessionKey, storage: sessionStorage, persistSession: true },
    ...{ autoRefreshToken: false, flowType: 'pkce', detectSessionInUrl: false, fetch: fetchAndNote },
  });
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
    // A link with somebody else's tokens would sign its visitor in as that user: a button with the name adopts it.
    detectSessionInUrl: false,
  });
  client.onAuthStateChange(follow);
  return client;
}

/** The client itself gives no reason when a refused refresh ends the session of a user, such as a deactivated one. */
async function fetchAndNote(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchNoted(input, init);
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  if (url.searchParams.get('grant_type') !== 'refresh_token') return response;
  if (response.status >= 400 && response.status < 500) saveEndReason(await codeOf(response.clone()));
  return response;
}

async function codeOf(response: Response): Promise<string> {
  const body = await response.json().catch(() => null);
  return String(body?.error_code ?? body?.code ?? '');
}

import.meta.hot?.dispose(disposeAuthClient);

export async function endSession(code: string) {
  saveEndReason(code);
  const client = await loadAuthClient();
  await client.signOut({ scope: 'local' });
}

/** No `createStore`, because it is an event without a value. */
let onSetup: () => void = () => {};

export function onSetupDemand(listener: () => void) {
  onSetup = listener;
}

/**
 * Asks for a code, because a device was removed elsewhere, or for a setup, because a role began to require one. Neither
 * ends the session. False for any other refusal.
 */
export async function followDemand(code: string): Promise<boolean> {
  if (code === 'second_factor_setup_required') {
    onSetup();
    return true;
  }
  if (code !== 'second_factor_required') return false;
  // The refreshed session contains its new level, and the listener of the client's events shows the code step.
  await (await loadAuthClient()).refreshSession();
  return true;
}
