import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deactivatedMessage } from '../../contract/http/errors.ts';
import { getProfile } from '../../contract/profile.ts';
import { getSettings } from '../../contract/settings.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { fill } from '../testing/fill.ts';
import { authSession, profileWith } from '../testing/profiles.ts';
import { holdSession, openApp } from '../testing/render-app.tsx';

test("a spinner reads 'Loading...' while the session is being read", async () => {
  const server = new FakeServer();
  const refreshing = Promise.withResolvers<unknown>();
  server.auth('POST', '/token', () => refreshing.promise);
  server.answer(getProfile, profileWith());
  holdSession({ expires_at: Math.floor(Date.now() / 1000) - 10 });

  await openApp('/dashboard', { server });
  await screen.findByText('Loading...');
  expect(screen.queryByRole('navigation')).toBeNull();
  refreshing.resolve(authSession());
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('Guard sends a visitor without a session to the login page', async () => {
  await openApp('/users?q=maria');
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(location.pathname).toBe('/login');
  expect(new URLSearchParams(location.search).get('redirect')).toBe('/users?q=maria');
});

const guarded = [
  ['/dashboard', 'Dashboard'],
  ['/locations', 'Locations'],
  ['/users', 'Users'],
  ['/profile', 'Profile'],
  ['/settings', 'Settings'],
] as const;

test.each(guarded)('Guard protects %s', async (path) => {
  await openApp(path);
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(location.pathname).toBe('/login');
});

test.each(guarded)('Guard lets a signed-in user open %s, whatever their roles', async (path, title) => {
  await openApp(path, { signedInAs: profileWith([]) });
  await screen.findByRole('heading', { name: title, level: 1 });
  expect(location.pathname).toBe(path);
});

test('the path / redirects to the dashboard, which takes its place in the history', async () => {
  const { length } = history;
  await openApp('/', { signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(location.pathname).toBe('/dashboard');
  expect(history.length).toBe(length);
});

test('Guard lets a user without a role open every page, which says whom to ask', async () => {
  await openApp('/dashboard', { signedInAs: profileWith([]) });
  await screen.findByText(/Ask your administrator for a role and a location/);
});

test('an unknown path shows Page not found inside the shell', async () => {
  await openApp('/nowhere/at/all', { signedInAs: profileWith() });
  await screen.findByText('Page not found');
  screen.getByRole('navigation', { name: 'Main' });
});

test('a user deactivated while signed in is sent to the login page, which says why', async () => {
  const { server, user } = await openApp('/dashboard', { signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: /^Administrator/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  server.refuse(getSettings, 'account_deactivated', 'This account is deactivated.');
  await user.click(await screen.findByRole('link', { name: 'Configuration' }));
  await screen.findByRole('heading', { name: 'Sign In' });
  expect((await screen.findByRole('alert')).textContent).toBe(deactivatedMessage);
  expect(localStorage.getItem('canopy.session')).toBeNull();
});

test('a user whose session ended on the server comes back to the same page after sign-in', async () => {
  const { server, user } = await openApp('/dashboard', { signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Dashboard' });
  server.refuse(getSettings, 'session_ended', 'The session has ended.');
  server.auth('POST', '/token', authSession());
  await user.click(screen.getByRole('button', { name: /^Administrator/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await user.click(await screen.findByRole('link', { name: 'Configuration' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your session has ended. Please sign in again.',
  );

  server.answer(getSettings, { settings: [] });
  await fill(user, screen.getByLabelText('Email'), 'maria@northline.example');
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('heading', { name: 'Settings' });
  expect(location.search).toBe('?tab=configuration');
});
