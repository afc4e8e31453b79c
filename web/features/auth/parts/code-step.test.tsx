import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getDashboard } from '../../../../contract/dashboard.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { authUser, guardedSession, phone, profileWith } from '../../../testing/profiles.ts';
import { holdSession, openApp } from '../../../testing/render-app.tsx';

const tablet = { ...phone, id: '33333333-3333-4333-8333-333333333333', friendly_name: 'Tablet' };
const question = 'Enter the 6-digit code from your authenticator app';
const wrong = 'This code is not right, or was used before. Wait for the next one and try again.';

function guardedServer(factors = [phone]) {
  const server = new FakeServer();
  server.auth('POST', '/token', guardedSession('aal1', factors));
  for (const { id } of factors) {
    server.auth('POST', `/factors/${id}/challenge`, { id: 'challenge', type: 'totp', expires_at: 0 });
    server.auth('POST', `/factors/${id}/verify`, guardedSession('aal2', factors));
  }
  server.answer(getProfile, profileWith());
  return server;
}

async function signInHalfWay(server = guardedServer(), path = '/login') {
  const opened = await openApp(path, { server });
  const { user } = opened;
  await fill(user, await screen.findByLabelText('Email'), 'maria@northline.example');
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByText(question);
  const enter = async (code: string, label = 'Code') => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), code);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
  };
  return { ...opened, enter };
}

describe('CodeStep', () => {
  test('asks for the code on the login page, before any request of the app', async () => {
    const { server, enter } = await signInHalfWay(guardedServer(), '/settings');
    expect(location.pathname).toBe('/login');
    expect(server.requests('GET', '/api/profile')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await enter('123 456');
    await screen.findByRole('heading', { name: 'Settings' });
    const path = `/auth/v1/factors/${phone.id}/verify`;
    expect(server.requests('POST', path)[0]?.body).toEqual({ challenge_id: 'challenge', code: '123456' });
  });

  test('sends no code of another form, and allows another try after a wrong one', async () => {
    const server = guardedServer();
    const { enter } = await signInHalfWay(server);
    await enter('12345');
    await screen.findByText('Enter the 6 digits that the app shows');
    const verify = `/factors/${phone.id}/verify`;
    expect(server.requests('POST', `/auth/v1${verify}`)).toEqual([]);
    server.refuseAuth('POST', verify, 422, 'mfa_verification_failed', 'wrong');
    await enter('123456');
    await screen.findByText(wrong);
    server.auth('POST', verify, guardedSession('aal2'));
    await enter('654321');
    await screen.findByRole('heading', { name: 'Dashboard' });
  });

  test('accepts a recovery code, however it is typed', async () => {
    const server = guardedServer();
    server.auth('POST', '/factors/recovery-codes/verify', guardedSession('aal2'));
    const { user, enter } = await signInHalfWay(server);
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await enter('too short', 'Recovery code');
    await screen.findByText('Enter the 16 letters and digits of one code');
    await enter('K4M9-X7QP 2AB8-HT3Z', 'Recovery code');
    await screen.findByRole('heading', { name: 'Dashboard' });
    const [sent] = server.requests('POST', '/auth/v1/factors/recovery-codes/verify');
    expect(sent?.body).toEqual({ code: 'k4m9x7qp2ab8ht3z' });
  });

  test('lets a user with several devices choose one', async () => {
    const server = guardedServer([phone, tablet]);
    const { user, enter } = await signInHalfWay(server);
    await user.selectOptions(screen.getByLabelText('Device'), 'Tablet');
    await enter('123456');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(server.requests('POST', `/auth/v1/factors/${tablet.id}/verify`)).toHaveLength(1);
  });

  test('says how long to wait after too many attempts', async () => {
    const server = guardedServer();
    const { enter } = await signInHalfWay(server);
    const words = 'Too many attempts. Try again in 15 minutes.';
    server.refuseAuth('POST', `/factors/${phone.id}/verify`, 429, 'over_request_rate_limit', words);
    await enter('123456');
    await screen.findByText(`The code could not be checked: ${words}`);
  });

  test('ends only this session with Back to sign in', async () => {
    const { server, user } = await signInHalfWay();
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(server.requests('POST', '/auth/v1/logout')[0]?.query.scope).toBe('local');
    expect(localStorage.getItem('canopy.session')).toBeNull();
  });

  test('leads back with the reason when another device ended the session', async () => {
    const server = guardedServer();
    const { enter } = await signInHalfWay(server);
    server.refuseAuth('POST', `/factors/${phone.id}/challenge`, 403, 'session_not_found', 'gone');
    await enter('123456');
    await screen.findByText('Your session has ended. Please sign in again.');
  });
});

test('Guard asks for the code when a page is loaded between password and code', async () => {
  const server = guardedServer();
  holdSession(guardedSession('aal1'));
  await openApp('/users', { server });
  await screen.findByText(question);
  expect(new URLSearchParams(location.search).get('redirect')).toBe('/users');
});

test('Guard asks for the code of another device when one was removed elsewhere, and comes back to the page', async () => {
  const server = guardedServer();
  holdSession(guardedSession('aal2', [phone, tablet]));
  const { user } = await openApp('/locations', { server });
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
  server.refuse(
    getDashboard,
    'second_factor_required',
    'Enter the code from your authenticator app to continue.',
  );
  await user.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  server.refuse(
    getProfile,
    'second_factor_required',
    'Enter the code from your authenticator app to continue.',
  );
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByText(question);
  server.answer(getProfile, profileWith());
  server.answer(getDashboard, { total_locations: 0, new_locations: 0, setup: null });
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('ResetPasswordPage saves a new password only after the code', async () => {
  const server = guardedServer();
  server.auth('POST', '/verify', guardedSession('aal1'));
  server.auth('PUT', '/user', authUser({ factors: [phone] }));
  const { user } = await openApp('/reset-password?token_hash=abc', { server });
  await fill(user, await screen.findByLabelText('New Password'), 'secret1');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  await screen.findByText(question);
  expect(server.requests('PUT', '/auth/v1/user')).toEqual([]);
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({ password: 'secret1' });
});
