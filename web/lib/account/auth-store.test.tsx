import { act, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deactivatedMessage } from '../../../contract/http/errors.ts';
import { getProfile } from '../../../contract/profile.ts';
import { listUsers } from '../../../contract/users.ts';
import { makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { authSession, authUser, guardedSession, profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp } from '../../testing/render-app.tsx';
import { disposeAuthClient, loadAuthClient } from '../session/auth-client.ts';
import { authState, startAuth, updatePassword, updateProfile } from './auth-store.ts';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** The auth store alone, with a session in the browser and a clock that the test sets. */
async function startAuthStore(expiresInSeconds: number, server = new FakeServer()) {
  // Modules must be loaded before the clock is stopped.
  await import('@supabase/auth-js');
  vi.useFakeTimers();
  server.answer(getProfile, profileWith());
  server.listen();
  holdSession({ expires_at: inSeconds(expiresInSeconds) });
  onTestFinished(disposeAuthClient);
  void startAuth();
  const first = { ...authState() };
  await loadAuthClient();
  await vi.advanceTimersByTimeAsync(0);
  return { server, first, refreshes: () => server.requests('POST', '/auth/v1/token').length };
}

function storageChanged() {
  window.dispatchEvent(new StorageEvent('storage', { key: 'canopy.session' }));
}

/** Resolves when the app has handled the event too. */
async function hearFromOtherTab(message: { event: string; session: unknown }) {
  const client = await loadAuthClient();
  const done = Promise.withResolvers<void>();
  // The client calls it after the listener of the app, which acts in a timer of its own.
  const { data } = client.onAuthStateChange((event) => {
    if (event === message.event) setTimeout(done.resolve);
  });
  const otherTab = new BroadcastChannel('canopy.session');
  otherTab.postMessage(message);
  await act(() => done.promise);
  data.subscription.unsubscribe();
  otherTab.close();
}

/** Opens the dashboard. Its session is then refused when the client refreshes it, without a request of the app. */
async function openIdleTab(code: string) {
  const server = new FakeServer();
  server.refuseAuth('POST', '/token', 400, code, 'refused');
  const opened = await openApp('/dashboard', { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Dashboard' });
  return {
    ...opened,
    async refresh() {
      // The token has expired by then, so the client refreshes it.
      holdSession({ expires_at: inSeconds(-10) });
      await act(async () => void (await (await loadAuthClient()).refreshSession()));
    },
  };
}

const overMessage = 'Your session has ended. Please sign in again.';

async function signOutFailing(
  answer: () => Response,
  { path = '/dashboard', server = new FakeServer() } = {},
) {
  const { user } = await openApp(path, { server, signedInAs: profileWith() });
  server.auth('POST', '/logout', answer);
  await user.click(await screen.findByRole('button', { name: /^Administrator/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
}

describe('the auth state', () => {
  test('starts loading and unauthenticated, and then has the user and the profile', async () => {
    const server = new FakeServer();
    server.auth('POST', '/token', () => authSession());
    const { first } = await startAuthStore(-10, server);
    const nobody = { user: null, profile: null, isAuthenticated: false, needsCode: false, error: null };
    expect(first).toEqual({ ...nobody, isLoading: true });
    await vi.waitFor(() => expect(authState().profile).toEqual(profileWith()));
    expect(authState()).toMatchObject({ isAuthenticated: true, isLoading: false, error: null });
    expect(authState().user?.user_metadata.full_name).toBe('Maria Alvarez');
  });
});

describe('a session', () => {
  test('is checked every 30 seconds and refreshed in the last three ticks', async () => {
    const { server, refreshes } = await startAuthStore(145);
    const renamed = authUser({ user_metadata: { full_name: 'Maria Silva' } });
    server.auth('POST', '/token', () => authSession({ refresh_token: 'next', user: renamed }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(refreshes()).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(refreshes()).toBe(1);
    expect(authState().isAuthenticated).toBe(true);
    expect(authState().user?.user_metadata.full_name).toBe('Maria Silva');
  });

  test('is refreshed again after 200, 400 and 800 milliseconds, and then no more', async () => {
    const { refreshes } = await startAuthStore(-10);
    expect(refreshes()).toBe(1);
    await vi.advanceTimersByTimeAsync(190);
    expect(refreshes()).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(refreshes()).toBe(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(refreshes()).toBe(3);
    await vi.advanceTimersByTimeAsync(800);
    expect(refreshes()).toBe(4);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(refreshes()).toBe(8);
  });

  test("that cannot be read says 'Failed to initialize authentication'", async () => {
    await startAuthStore(-10);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(authState()).toEqual({
      user: null,
      profile: null,
      isAuthenticated: false,
      needsCode: false,
      isLoading: false,
      error: 'Failed to initialize authentication',
    });
  });

  test('that begins or ends in another tab begins or ends here', async () => {
    const server = new FakeServer();
    server.answer(getProfile, profileWith());
    await openApp('/login', { server });
    await screen.findByRole('heading', { name: 'Sign In' });
    holdSession();
    storageChanged();
    await screen.findByRole('heading', { name: 'Dashboard' });

    localStorage.removeItem('canopy.session');
    const otherTab = new BroadcastChannel('canopy.session');
    otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
    await screen.findByRole('heading', { name: 'Sign In' });
    otherTab.close();
  });

  test("that another tab steps up or ends changes here, also when the storage changes after the client's event", async () => {
    const server = new FakeServer();
    server.answer(getProfile, profileWith());
    const waiting = guardedSession('aal1');
    const proven = guardedSession('aal2');
    holdSession(waiting);
    await openApp('/dashboard', { server });
    await screen.findByRole('heading', { name: 'Enter your code' });

    await hearFromOtherTab({ event: 'MFA_CHALLENGE_VERIFIED', session: proven });
    expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeDefined();
    holdSession(proven);
    storageChanged();
    await screen.findByRole('heading', { name: 'Dashboard' });

    await hearFromOtherTab({ event: 'SIGNED_OUT', session: null });
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeDefined();
    localStorage.removeItem('canopy.session');
    storageChanged();
    await screen.findByRole('heading', { name: 'Sign In' });
  });

  test.each([401, 403, 404])('ends at sign-out even when the server answers %i', async (status) => {
    await signOutFailing(() => Response.json({ message: 'No such session' }, { status }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(localStorage.getItem('canopy.session')).toBeNull();
  });
});

describe('a tab that nobody uses', () => {
  test.each([
    ['user_banned', deactivatedMessage],
    ['session_not_found', overMessage],
    ['session_expired', overMessage],
    ['refresh_token_already_used', overMessage],
  ])('whose refresh is refused with %s leads to the login page, which reads: %s', async (code, words) => {
    const { refresh } = await openIdleTab(code);
    await refresh();
    await screen.findByRole('heading', { name: 'Sign In' });
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  test('says so too when another tab was refused', async () => {
    await openIdleTab('user_banned');
    localStorage.setItem('canopy.ended', deactivatedMessage);
    localStorage.removeItem('canopy.session');
    storageChanged();
    await screen.findByText(deactivatedMessage);
  });

  test('shows no message at sign-out when a refresh was refused before', async () => {
    const { user } = await openIdleTab('session_not_found');
    await act(async () => void (await (await loadAuthClient()).refreshSession()));
    await user.click(screen.getByRole('button', { name: /^Administrator/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('signIn does not say that a session ended when it is refused', async () => {
  const server = new FakeServer();
  server.refuseAuth('POST', '/token', 400, 'invalid_credentials', 'Invalid login credentials');
  const { user } = await openApp('/login', { server });
  await fill(user, await screen.findByLabelText('Email'), 'maria@northline.example');
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByText('Login failed: wrong email or password');
  await hearFromOtherTab({ event: 'SIGNED_OUT', session: null });
  screen.getByText('Login failed: wrong email or password');
  expect(localStorage.getItem('canopy.ended')).toBeNull();
});

test('signOut says only that it failed when it is refused without a reason', async () => {
  await signOutFailing(() => Response.json({}, { status: 400 }));
  expect((await screen.findByRole('alert')).textContent).toContain('Sign out failed');
  expect(screen.getByRole('alert').textContent).not.toContain('{');
});

describe('a list that is on its way when its user signs out', () => {
  function serveUsersOnce() {
    const server = new FakeServer();
    const late = makeUser({ full_name: 'Late Comer' });
    serveChain(server, { users: [late] });
    const isAsked = Promise.withResolvers<void>();
    server.answer(listUsers, () => {
      isAsked.resolve();
      if (server.requests('GET', '/api/users').length > 1)
        return { users: [late], total: 1, is_total_exact: true, next: null };
      return new Promise<never>(() => {});
    });
    return { server, isAsked: isAsked.promise };
  }

  test('ends before the session does, because the server would refuse it', async () => {
    const { server, isAsked } = serveUsersOnce();
    let hadEnded: boolean | undefined;
    const { user } = await openApp('/users', { server, signedInAs: profileWith() });
    server.auth('POST', '/logout', () => {
      hadEnded = server.requests('GET', '/api/users')[0]?.signal?.aborted;
      return new Response(null, { status: 204 });
    });
    await isAsked;
    await user.click(await screen.findByRole('button', { name: /^Administrator/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(hadEnded).toBe(true);
    expect(server.requests('GET', '/api/users')).toHaveLength(1);
  });

  test('is asked for again when the sign-out fails', async () => {
    const { server, isAsked } = serveUsersOnce();
    await signOutFailing(() => Response.json({}, { status: 400 }), { path: '/users', server });
    await isAsked;
    await screen.findByText(/^Sign out failed/);
    await screen.findByText('Late Comer');
  });
});

test('updateProfile and updatePassword fail when nobody is signed in', async () => {
  await openApp('/login');
  await expect(updateProfile({ full_name: 'Nobody' })).rejects.toThrow('No user logged in');
  await expect(updatePassword('secret1')).rejects.toThrow('No user logged in');
});
