import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getProfile } from '../../../../contract/profile.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { authSession, authUser, profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

async function openReset(path: string) {
  const server = new FakeServer();
  server.auth('POST', '/verify', authSession());
  server.auth('PUT', '/user', authUser());
  server.auth('GET', '/user', authUser());
  server.auth('POST', '/recover', {});
  server.answer(getProfile, profileWith());
  const opened = await openApp(path, { server });
  return {
    ...opened,
    async setPassword(password = 'secret1', confirmation = password) {
      await opened.user.clear(await screen.findByLabelText('New Password'));
      await opened.user.clear(screen.getByLabelText('Confirm Password'));
      await opened.user.type(screen.getByLabelText('New Password'), password);
      await opened.user.type(screen.getByLabelText('Confirm Password'), confirmation);
      await opened.user.click(screen.getByRole('button', { name: 'Set new password' }));
    },
  };
}

test('ResetPasswordPage removes the token from the URL at once, and uses it with the new password', async () => {
  const { server, setPassword, user } = await openReset('/reset-password?token_hash=abc');
  await screen.findByRole('heading', { name: 'Set a new password' });
  expect(location.href).not.toContain('abc');
  expect(server.requests('POST', '/auth/v1/verify')).toEqual([]);

  await setPassword();
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(server.requests('POST', '/auth/v1/verify')[0]?.body).toMatchObject({
    token_hash: 'abc',
    type: 'recovery',
  });
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({ password: 'secret1' });
  await user.click(screen.getByRole('link', { name: 'Go to dashboard' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('ResetPasswordPage allows another try after a refused password, with the same link', async () => {
  const { server, setPassword } = await openReset('/reset-password?token_hash=abc');
  server.refuseAuth('PUT', '/user', 422, 'same_password', 'New password should be different');
  await setPassword();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Password update failed: New password should be different',
  );

  server.auth('PUT', '/user', authUser());
  await setPassword('another1');
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(server.requests('POST', '/auth/v1/verify')).toHaveLength(1);
});

test('ResetPasswordPage shows the rules of both passwords', async () => {
  const { setPassword } = await openReset('/reset-password?token_hash=abc');
  await setPassword('short', 'x');
  await screen.findByText('Password must be at least 6 characters');
  screen.getByText('Please confirm your password');
  await setPassword('secret1', 'secret2');
  await screen.findByText("Passwords don't match");
});

test('ResetPasswordPage offers a new link when the link was used or has expired', async () => {
  const { server, setPassword, user } = await openReset('/reset-password?token_hash=old');
  server.refuseAuth('POST', '/verify', 403, 'otp_expired', 'Email link is invalid or has expired');
  await setPassword();
  await screen.findByText(/This link has expired or was already used/);
  await fill(user, screen.getByLabelText('Email'), 'maria@northline.example');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  await screen.findByText(/a reset link is on its way/);
  expect(server.requests('POST', '/auth/v1/recover')).toHaveLength(1);
});

test('ResetPasswordPage accepts the fragment of GET /verify, and says whose password it is', async () => {
  const { access_token, refresh_token, expires_at } = authSession();
  const fragment = `access_token=${access_token}&refresh_token=${refresh_token}&expires_at=${expires_at}&expires_in=3600&token_type=bearer&type=recovery`;
  const { server, setPassword } = await openReset(`/reset-password#${fragment}`);
  server.auth('GET', '/user', authUser());
  await screen.findByText(/For maria@northline\.example\./);
  expect(location.hash).toBe('');
  expect(localStorage.getItem('canopy.session')).toBeNull();
  await setPassword();
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(server.requests('POST', '/auth/v1/verify')).toEqual([]);
});

test('ResetPasswordPage offers a new link when the fragment says that the link failed', async () => {
  await openReset('/reset-password#error=access_denied&error_code=otp_expired&error_description=expired');
  await screen.findByText(/This link has expired or was already used/);
});

test('ResetPasswordPage asks for a link when it has none', async () => {
  await openReset('/reset-password');
  await screen.findByRole('heading', { name: 'Ask for a new link' });
});

test('ResetPasswordPage warns a signed-in user that the link of another user signs them out', async () => {
  await openApp('/reset-password?token_hash=abc', { signedInAs: profileWith() });
  await screen.findByText(/signed in here as Maria Alvarez\. If this link is for someone else/);
  // The page does not redirect before the password is saved.
  expect(screen.queryByRole('link', { name: 'Go to dashboard' })).toBeNull();
});

test('tokens in the URL of another page sign nobody in', async () => {
  const { access_token, refresh_token } = authSession();
  await openReset(
    `/login#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer`,
  );
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(localStorage.getItem('canopy.session')).toBeNull();
});
