import type { Session, User } from '@supabase/auth-js';
import type { SignInInput, SignUpInput } from '../../../contract/auth/auth-forms.ts';
import { profileRequest } from '../../../contract/http/first-requests.ts';
import type { getProfile, OwnProfile } from '../../../contract/profile.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { call, forgetLostAnswers, leaveWithoutReads } from '../http/http.ts';
import { firstCursor, noteCursor } from '../network/change-log.ts';
import { messageOf } from '../network/request-failed.ts';
import { loadAuthClient, onAuthEvent, onSetupDemand, warmUpAuthClient } from '../session/auth-client.ts';
import { takeEmailLink } from '../session/email-link.ts';
import {
  clearEndReason,
  clearLeftOverSession,
  endReason,
  freshSession,
  onSessionFromElsewhere,
  rememberNoRole,
  sentenceOf,
  setRemembered,
  storedSession,
  storedUserId,
} from '../session/session-storage.ts';
import { createStore, useStore } from '../store.ts';
import { askAuth, noSession } from './ask-auth.ts';
import { waitsForCode } from './assurance.ts';

export interface AuthState {
  user: User | null;
  profile: OwnProfile | null;
  isAuthenticated: boolean;
  /** The first step of signing in is done, and the code of the second factor is still missing. */
  needsCode: boolean;
  isLoading: boolean;
  error: string | null;
}

const signedOut: AuthState = {
  user: null,
  profile: null,
  isAuthenticated: false,
  needsCode: false,
  isLoading: false,
  error: null,
};
const store = createStore(signedOut);
const accountId = createStore<string | null>(null);

export function useAuth(): AuthState {
  return useStore(store);
}

export const authState = store.get;

/** For dropping the data of the last user. */
export function onAccountChange(listener: (userId: string | null) => void) {
  return accountId.subscribe(() => listener(accountId.get()));
}

let loading: Promise<OwnProfile> | null = null;
// Subscribed before any component, so that the data of the last user are dropped before they render.
store.subscribe(() => {
  const userId = authState().user?.id ?? null;
  if (userId === accountId.get()) return;
  loading = null;
  forgetLostAnswers();
  firstCursor.set(null);
  accountId.set(userId);
});

// The client waits for its listeners, so work that may ask it for a token must not run inside one.
onAuthEvent((event, session) => {
  if (event === 'INITIAL_SESSION') return;
  setTimeout(() => follow(session?.user ?? null, { isRefresh: event === 'TOKEN_REFRESHED' }));
});
onSetupDemand(() => void loadProfile());
onSessionFromElsewhere(() => void followStorage());

/**
 * Call it before the router reads the URL. Without a stored session nothing is fetched until the user signs in, here or
 * in another tab.
 */
export async function startAuth() {
  clearLeftOverSession();
  takeEmailLink();
  store.set({ ...signedOut, isLoading: true });
  const fresh = freshSession();
  if (fresh) {
    // The client would return the same session, so it is loaded after the first rows.
    adoptSession(fresh);
    return whenIdle(warmUpAuthClient);
  }
  if (storedUserId()) return readSession();
  store.set(signedOut);
}

async function readSession() {
  try {
    const client = await loadAuthClient();
    const { data, error } = await client.getSession();
    if (data.session) adoptSession(data.session);
    else store.set({ ...signedOut, error: error ? startFailure(error.code) : null });
  } catch {
    store.set({ ...signedOut, error: 'Failed to initialize authentication' });
  }
}

export async function signIn({ email, password, remember = false }: SignInInput): Promise<void> {
  setRemembered(remember);
  try {
    const { data } = await askAuth('Login failed', (client) =>
      client.signInWithPassword({ email, password }),
    );
    if (!data.session || !data.user) throw new Error(noSession);
    adoptSession(data.session);
  } catch (error) {
    store.set({ ...signedOut, error: messageOf(error, 'Login failed') });
    throw error;
  }
}

export type NewAccount = Pick<SignUpInput, 'email' | 'password' | 'full_name'>;

/** Returns the new account. Its email is confirmed at once only for the very first account. */
export async function signUp({ email, password, full_name }: NewAccount): Promise<User> {
  const { data } = await askAuth('Sign up failed', (client) =>
    client.signUp({ email, password, options: { data: { full_name } } }),
  );
  // The client accepts any answer as a user.
  if (!data.user?.id) throw new Error('No user returned from sign up');
  return data.user;
}

/** On failure the user stays signed in and reads why. */
export async function signOut() {
  clearEndReason();
  isLeaving = true;
  try {
    const elsewhere = await providerSignOut();
    await leaveWithoutReads(async () => {
      await askAuth('Sign out failed', (client) => client.signOut());
      store.set(signedOut);
    });
    if (elsewhere) location.assign(elsewhere);
  } catch (error) {
    store.set({ ...authState(), error: messageOf(error, 'Sign out failed') });
  } finally {
    isLeaving = false;
  }
}

/** Where to sign out of the company sign-in as well, for a session that it began. Its failure keeps nobody signed in. */
async function providerSignOut(): Promise<string | null> {
  const { providers } = authState().user?.app_metadata ?? {};
  if (!Array.isArray(providers) || providers.length < 2) return null;
  try {
    const { getProviderSignOut } = await import('../../../contract/company-sign-in.ts');
    return (await call(getProviderSignOut)).url;
  } catch {
    return null;
  }
}

/** True while a sign-out is running: if the auth client is loaded only then, it reports the session as a new one. */
let isLeaving = false;

/** Ends only this session and ignores the server's answer, for a sign-in that was not completed. */
export async function signOutHere() {
  clearEndReason();
  await askAuth('Sign out failed', (client) => client.signOut({ scope: 'local' })).catch(() => undefined);
  store.set(signedOut);
}

export async function loadProfile() {
  const userId = authState().user?.id;
  if (!userId || isLeaving) return;
  loading ??= call(profileRequest as typeof getProfile);
  const done = loading;
  try {
    const profile = await done;
    const error = authState().error === profileFailure ? null : authState().error;
    if (authState().user?.id === userId) {
      rememberNoRole(profile.permissions.length === 0);
      store.set({ ...authState(), profile, error });
      noteCursor(profile.cursor);
    }
  } catch (error) {
    profileFailure = messageOf(error, 'Failed to load profile');
    if (authState().user?.id === userId) store.set({ ...authState(), error: profileFailure });
  } finally {
    if (loading === done) loading = null;
  }
}
/** A loaded profile clears only this error, not that of a sign-out that failed meanwhile. */
let profileFailure: string | null = null;

export function isProfileFailure(error: string | null) {
  return error !== null && error === profileFailure;
}

export interface ProfileChanges {
  full_name?: string | undefined;
  phone?: string | null | undefined;
}

/** Edits the actor's own name and phone. Throws with a message for the user. */
export async function updateProfile(changes: ProfileChanges) {
  if (!authState().user) throw new Error('No user logged in');
  const { updateProfile } = await import('../../../contract/profile.ts');
  const profile = await call(updateProfile, { body: changes });
  store.set({ ...authState(), profile });
}

export function clearAuthError() {
  store.set({ ...authState(), error: null });
}

/**
 * The event's session may be old, so the storage decides who is signed in. Nothing here may refresh the session,
 * because this may be the event of a refresh.
 */
function follow(user: User | null, { isRefresh }: { isRefresh: boolean }) {
  const stored = storedSession();
  const isOurs = stored !== null && user?.id === stored.user.id;
  // An unused page refreshes its tokens without requests to the server, so that its session can reach its idle limit.
  const isQuiet = isRefresh && authState().profile?.id === user?.id && isOurs && !waitsForCode(stored);
  if (isQuiet) store.set({ ...authState(), user: stored.user });
  else if (isOurs) adoptSession(stored);
  else if (!stored && authState().user) store.set({ ...signedOut, error: endReason() });
  else if (!stored) store.set({ ...authState(), isLoading: false, error: authState().error ?? endReason() });
}

/** The client reports another tab's change too, but often before the storage of this tab is up to date. */
async function followStorage() {
  const stored = storedSession();
  if (!stored || authState().user) follow(stored?.user ?? null, { isRefresh: true });
  else await readSession();
}

/** Sets the state for this user; the profile follows. A user who still has to enter a code is not authenticated yet. */
export function adoptSession(session: Pick<Session, 'access_token' | 'user'>) {
  const { user } = session;
  const needsCode = waitsForCode(session);
  const before = authState();
  const isSame = before.user?.id === user.id && !needsCode;
  store.set({
    user,
    profile: isSame ? before.profile : null,
    isAuthenticated: !needsCode,
    needsCode,
    isLoading: false,
    error: isSame ? before.error : null,
  });
  if (!needsCode) void loadProfile();
}

function startFailure(code: string | undefined) {
  const isOver = [
    'refresh_token_not_found',
    'refresh_token_already_used',
    'session_expired',
    'session_not_found',
    'user_banned',
  ];
  return isOver.includes(code ?? '') ? sentenceOf(code ?? '') : 'Failed to initialize authentication';
}

/** The server requires the current password too, except in a session from a recovery link or an invitation. */
export async function updatePassword(password: string, current_password?: string): Promise<void> {
  if (!authState().user) throw new Error('No user logged in');
  const changes = { password, ...(current_password !== undefined && { current_password }) };
  await askAuth('Password update failed', (client) => client.updateUser(changes));
}
