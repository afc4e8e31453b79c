import type { Session, User } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import type { SignInInput, SignUpInput } from '../../../contract/auth.ts';
import {
  getProfile,
  type OwnProfile,
  updateProfile as updateProfileEndpoint,
} from '../../../contract/profile.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { call } from '../http/http.ts';
import { messageOf } from '../network/request-failed.ts';
import { loadAuthClient, onAuthEvent, warmUpAuthClient } from '../session/auth-client.ts';
import { onSetupDemand } from '../session/second-factor-demand.ts';
import { endReason, forgetEnd, sentenceOf } from '../session/session-end-reason.ts';
import {
  freshSession,
  onSessionFromElsewhere,
  setRemembered,
  storedSession,
  storedUserId,
} from '../session/session-storage.ts';
import { askAuth, noSession } from './ask-auth.ts';
import { waitsForCode } from './assurance.ts';

/** The auth state of the client (docs/specification.md, section 3). */
export interface AuthState {
  user: User | null;
  profile: OwnProfile | null;
  isAuthenticated: boolean;
  /** The first step of signing in is done, and the code of the second factor still to come. */
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
let state: AuthState = { ...signedOut, isLoading: true };
const listeners = new Set<() => void>();
const accountListeners = new Set<(userId: string | null) => void>();

export function useAuth(): AuthState {
  return useSyncExternalStore(subscribe, authState);
}

export function authState() {
  return state;
}

/** Tells when another user is signed in, or nobody is: whatever was loaded for the last one must go. */
export function onAccountChange(listener: (userId: string | null) => void) {
  accountListeners.add(listener);
  return () => void accountListeners.delete(listener);
}

/**
 * The setup step of the start: reads the stored session, then follows the client's events. Call once. Without a
 * stored session nothing is fetched until somebody signs in, here or in another tab.
 */
export async function startAuth() {
  // The client waits for its listeners, so work that may ask it for a token must not run inside one.
  onAuthEvent((event, session) => {
    if (event === 'INITIAL_SESSION') return;
    setTimeout(() => follow(session?.user ?? null, { isRefresh: event === 'TOKEN_REFRESHED' }));
  });
  onSetupDemand(() => void loadProfile());
  onSessionFromElsewhere(() => void followStorage());
  const fresh = freshSession();
  if (fresh) {
    // The client would hand out the very same: it is fetched when the page has shown what it is for.
    adoptSession(fresh);
    return whenIdle(warmUpAuthClient);
  }
  if (storedUserId()) return readSession();
  set(signedOut);
}

async function readSession() {
  try {
    const client = await loadAuthClient();
    const { data, error } = await client.getSession();
    if (data.session) adoptSession(data.session);
    else set({ ...signedOut, error: error ? startFailure(error.code) : null });
  } catch {
    set({ ...signedOut, error: 'Failed to initialize authentication' });
  }
}

/** A failure is thrown, and its message becomes the error of the auth state. */
export async function signIn({ email, password, remember = false }: SignInInput): Promise<void> {
  setRemembered(remember);
  try {
    const { data } = await askAuth('Login failed', (client) =>
      client.signInWithPassword({ email, password }),
    );
    if (!data.session || !data.user) throw new Error(noSession);
    adoptSession(data.session);
  } catch (error) {
    set({ ...signedOut, error: messageOf(error, 'Login failed') });
    throw error;
  }
}

export type NewAccount = Pick<SignUpInput, 'email' | 'password' | 'full_name'>;

/** Gives the new account. Its email is confirmed at once only for the very first account. */
export async function signUp({ email, password, full_name }: NewAccount): Promise<User> {
  const { data } = await askAuth('Sign up failed', (client) =>
    client.signUp({ email, password, options: { data: { full_name } } }),
  );
  // The client makes a user of whatever it was answered.
  if (!data.user?.id) throw new Error('No user returned from sign up');
  return data.user;
}

/** On failure the user stays signed in and reads why. */
export async function signOut() {
  forgetEnd();
  isLeaving = true;
  // A profile on its way would meet the session that has ended.
  loading?.abort();
  try {
    await askAuth('Sign out failed', (client) => client.signOut());
    set(signedOut);
  } catch (error) {
    set({ ...state, error: messageOf(error, 'Sign out failed') });
  } finally {
    isLeaving = false;
  }
}
/** While a sign-out is under way: the auth client may load only now, and reports the session as a new one. */
let isLeaving = false;

/** Leaves this session only, whatever the server answers: for a sign-in that was not completed. */
export async function signOutHere() {
  forgetEnd();
  loading?.abort();
  await askAuth('Sign out failed', (client) => client.signOut({ scope: 'local' })).catch(() => undefined);
  set(signedOut);
}

/** Loads the profile again. A failure sets the error and keeps what is there. */
export async function loadProfile() {
  const userId = state.user?.id;
  if (!userId || isLeaving) return;
  if (loading?.userId !== userId) loading = startLoading(userId);
  const { done, isAborted } = loading;
  try {
    const profile = await done;
    const error = state.error === profileFailure ? null : state.error;
    if (state.user?.id === userId) set({ ...state, profile, error });
  } catch (error) {
    if (isAborted()) return;
    profileFailure = messageOf(error, 'Failed to load profile');
    if (state.user?.id === userId) set({ ...state, error: profileFailure });
  } finally {
    if (loading?.done === done) loading = null;
  }
}

interface Loading {
  userId: string;
  done: Promise<OwnProfile>;
  abort: () => void;
  isAborted: () => boolean;
}

function startLoading(userId: string): Loading {
  const controller = new AbortController();
  const done = call(getProfile, {}, { signal: controller.signal });
  return { userId, done, abort: () => controller.abort(), isAborted: () => controller.signal.aborted };
}
let loading: Loading | null = null;
/** A profile that loads clears this error only, not that of a sign-out that failed meanwhile. */
let profileFailure: string | null = null;

export interface ProfileChanges {
  full_name?: string | undefined;
  phone?: string | null | undefined;
}

/** Edits one's own name and phone. Throws with the words to show. */
export async function updateProfile(changes: ProfileChanges) {
  if (!state.user) throw new Error('No user logged in');
  const profile = await call(updateProfileEndpoint, { body: changes });
  set({ ...state, profile });
}

export function clearAuthError() {
  set({ ...state, error: null });
}

/**
 * An event, ours or another tab's. What it carries may be old by now, so the storage decides who is signed in.
 * Nothing here may refresh the session: this may be the event of a refresh.
 */
function follow(user: User | null, { isRefresh }: { isRefresh: boolean }) {
  const stored = storedSession();
  const isOurs = stored !== null && user?.id === stored.user.id;
  // A page that nobody uses refreshes its tokens: without asking for anything, so that its session may run out.
  const isQuiet = isRefresh && state.profile?.id === user?.id && isOurs && !waitsForCode(stored);
  if (isQuiet) set({ ...state, user: stored.user });
  else if (isOurs) adoptSession(stored);
  else if (!stored && state.user) set({ ...signedOut, error: endReason() });
  else if (!stored) set({ ...state, isLoading: false, error: state.error ?? endReason() });
}

/**
 * Another tab changed what is stored. The client tells of that as well, and mostly sooner: often before the browser
 * has brought the storage of this tab up to date, when `follow` still finds what was there before.
 */
async function followStorage() {
  const stored = storedSession();
  if (!stored || state.user) follow(stored?.user ?? null, { isRefresh: true });
  else await readSession();
}

/** Authenticated as this user; the profile follows. Who still has to enter a code is not authenticated yet. */
export function adoptSession(session: Pick<Session, 'access_token' | 'user'>) {
  const { user } = session;
  const needsCode = waitsForCode(session);
  const isSame = state.user?.id === user.id && !needsCode;
  set({
    user,
    profile: isSame ? state.profile : null,
    isAuthenticated: !needsCode,
    needsCode,
    isLoading: false,
    error: isSame ? state.error : null,
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

function set(next: AuthState) {
  const before = state.user?.id ?? null;
  state = next;
  const now = next.user?.id ?? null;
  if (now !== before) for (const listener of accountListeners) listener(now);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
