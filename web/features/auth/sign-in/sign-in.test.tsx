import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deactivatedMessage } from '../../../../contract/http/errors.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { authSession, profileWith } from '../../../testing/profiles.ts';
import { forgetCookies, openApp, type Start } from '../../../testing/render-app.tsx';

async function openLogin(path = '/login', start: Start = {}) {
  const server = start.server ?? new FakeServer();
  server.auth('POST', '/token', authSession());
  server.answer(getProfile, profileWith());
  const opened = await openApp(path, { server, ...start });
  await screen.findByRole('heading', { name: 'Sign In' });
  return {
    ...opened,
    async signIn(email = 'maria@northline.example', password = 'secret1') {
      await opened.user.type(screen.getByLabelText('Email'), email);
      await opened.user.type(screen.getByLabelText('Password'), password);
      await opened.user.click(screen.getByRole('button', { name: 'Sign In' }));
    },
  };
}

describe('the sign-in form', () => {
  test('shows the product, what it is and its version', async () => {
    await openLogin('/login', { config: { product_name: 'Northline', version: '1.0.0' } });
    await screen.findByText('Northline');
    screen.getByText('Back office for stores and forecourts');
    screen.getByText('v1.0.0');
    screen.getByText('Secure access to your store management system');
    screen.getByText('Welcome back! Please enter your credentials.');
  });

  test('validates on submit first, then on each change', async () => {
    const { user, server } = await openLogin();
    const email = screen.getByPlaceholderText('Enter email');
    await user.type(email, 'maria');
    await user.tab();
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await screen.findByText('Please enter a valid email address');
    screen.getByText('Password must be at least 6 characters');

    await fill(user, email, '@northline.example');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
    expect(server.requests('POST', '/auth/v1/token')).toEqual([]);
  });

  test('says Signing in... and cannot be submitted again while the server works', async () => {
    const thinking = Promise.withResolvers<unknown>();
    const { signIn, server } = await openLogin();
    server.auth('POST', '/token', () => thinking.promise);
    await signIn();
    expect(screen.getByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
    thinking.resolve(authSession());
    await screen.findByRole('heading', { name: 'Dashboard' });
  });

  test('sends the email and the password', async () => {
    const { signIn, server } = await openLogin();
    await signIn('maria@northline.example', 'secret1');
    await screen.findByRole('heading', { name: 'Dashboard' });
    const [request] = server.requests('POST', '/auth/v1/token');
    expect(request?.query.grant_type).toBe('password');
    expect(request?.body).toMatchObject({ email: 'maria@northline.example', password: 'secret1' });
  });

  test('says why a sign-in failed, and can be submitted again', async () => {
    const { signIn, server } = await openLogin();
    server.refuseAuth('POST', '/token', 400, 'invalid_credentials', 'Invalid login credentials');
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Login failed: wrong email or password');
    expect(screen.getByRole('button', { name: 'Sign In' })).toHaveProperty('disabled', false);
  });

  test('says that the answer contains no session', async () => {
    const { signIn, server } = await openLogin();
    server.auth('POST', '/token', () => Response.json({}));
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('No user or session returned');
  });

  test('offers to send the link again when the email is not verified', async () => {
    const { signIn, server, user } = await openLogin();
    server.refuseAuth('POST', '/token', 400, 'email_not_confirmed', 'Email not confirmed');
    server.auth('POST', '/resend', {});
    await signIn('new@northline.example');
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    await screen.findByText(/a new link is on its way/);
    expect(server.requests('POST', '/auth/v1/resend')[0]?.body).toMatchObject({
      type: 'signup',
      email: 'new@northline.example',
    });
  });

  test('says whom to ask when the account is deactivated', async () => {
    const { signIn, server } = await openLogin();
    server.refuseAuth('POST', '/token', 400, 'user_banned', 'User is banned');
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(deactivatedMessage);
  });

  test('shows and hides the password', async () => {
    const { user } = await openLogin();
    const password = screen.getByPlaceholderText('Enter password');
    expect(password).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveProperty('type', 'password');
  });

  test('refers to the administrator when sign-ups are closed', async () => {
    const { user } = await openLogin('/login', { config: { signups: 'closed' } });
    await user.click(await screen.findByRole('button', { name: 'Contact your administrator' }));
    screen.getByText('Please ask your head office.');
    expect(screen.queryByRole('button', { name: 'Create one now' })).toBeNull();
  });

  test('links Contact Support to the configured page', async () => {
    await openLogin('/login', { config: { support_url: 'https://help.northline.example/' } });
    const link = await screen.findByRole('link', { name: 'Contact Support' });
    expect(link).toHaveProperty('href', 'https://help.northline.example/');
  });

  test('requests a link with Forgot password?, and does not say whether the email has an account', async () => {
    const { user, server } = await openLogin();
    server.auth('POST', '/recover', {});
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await user.click(await screen.findByRole('button', { name: 'Send reset link' }));
    await screen.findByText('Please enter a valid email address');
    await fill(user, screen.getByLabelText('Email'), 'anybody@northline.example');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    await screen.findByText(/If this email has an account/);
    expect(server.requests('POST', '/auth/v1/recover')[0]?.query.redirect_to).toBe(
      `${location.origin}/reset-password`,
    );
  });
});

describe('after sign-in', () => {
  test('the remembered page opens, with its search', async () => {
    const { signIn } = await openLogin('/settings?tab=email');
    expect(location.pathname).toBe('/login');
    await signIn();
    await screen.findByRole('heading', { name: 'Settings' });
    expect(location.pathname + location.search).toBe('/settings?tab=email');
  });

  test.each([
    ...['//evil.example/', '/\\evil.example', '/\t/evil.example', '/.//evil.example'],
    ...['https://evil.example/', 'javascript:alert(1)', '["/users","//evil.example"]'],
  ])('a redirect to %s leads to the dashboard', async (target) => {
    const { signIn } = await openLogin(`/login?redirect=${encodeURIComponent(target)}`);
    await signIn();
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(location.pathname).toBe('/dashboard');
  });
});

describe('Remember me', () => {
  test('ends the session with the browser when it is not ticked', async () => {
    const { signIn } = await openLogin();
    await signIn();
    await screen.findByRole('heading', { name: 'Dashboard' });

    await openApp('/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard' });

    forgetCookies();
    await openApp('/dashboard');
    await screen.findByRole('heading', { name: 'Sign In' });
  });

  test('keeps the session when it is ticked', async () => {
    const { signIn, user } = await openLogin();
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await signIn();
    await screen.findByRole('heading', { name: 'Dashboard' });
    forgetCookies();
    expect(localStorage.getItem('canopy.session')).not.toBeNull();
    await openApp('/login');
    await screen.findByRole('heading', { name: 'Dashboard' });
  });
});
