import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { deactivatedMessage } from '../../../../contract/http/errors.ts';
import { describeInvitation } from '../../../../contract/invitations.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { authSession, authUser, profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

async function openConfirm(query: string, user = authUser()) {
  const server = new FakeServer();
  server.auth('POST', '/verify', authSession({ user }));
  server.auth('PUT', '/user', authUser());
  server.auth('POST', '/resend', {});
  server.answer(getProfile, profileWith());
  return openApp(`/auth/confirm?${query}`, { server });
}

test('ConfirmPage uses the link only when the button is pressed, and then signs the user in', async () => {
  const { server, user } = await openConfirm('token_hash=abc&type=signup');
  const button = await screen.findByRole('button', { name: 'Confirm email' });
  expect(server.requests('POST', '/auth/v1/verify')).toEqual([]);
  expect(location.href).not.toContain('abc');
  await user.click(button);
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(server.requests('POST', '/auth/v1/verify')[0]?.body).toMatchObject({
    token_hash: 'abc',
    type: 'signup',
  });
});

test('ConfirmPage asks for a password when the link claims an existing profile', async () => {
  const claimed = authUser({ app_metadata: { provider: 'email', needs_password: true } });
  const { server, user } = await openConfirm('token_hash=abc&type=signup', claimed);
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  await screen.findByText('For maria@northline.example');
  const password = await screen.findByLabelText('Password');
  expect(document.activeElement).toBe(password);
  await fill(user, password, 'secret1');
  await fill(user, screen.getByLabelText('Confirm Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(server.requests('PUT', '/auth/v1/user')[0]?.body).toMatchObject({ password: 'secret1' });
});

test('ConfirmPage offers another link when the link was used before', async () => {
  const { server, user } = await openConfirm('token_hash=old&type=signup');
  server.refuseAuth('POST', '/verify', 403, 'otp_expired', 'Email link is invalid or has expired');
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  await screen.findByText(/This link has expired or was already used/);
  await fill(user, screen.getByLabelText('Email'), 'maria@northline.example');
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText(/a new link is on its way/);
});

describe('an invitation', () => {
  async function openInvitation(answer: Answer<typeof describeInvitation>) {
    const server = new FakeServer();
    server.answer(describeInvitation, answer);
    return openApp('/auth/confirm?token_hash=old&type=invite', { server });
  }

  test('names the user and the inviter before it is accepted', async () => {
    const invitation = { name: 'Kim Lee', invited_by: 'Ada Owner' };
    const { server } = await openInvitation({ invitation });
    await screen.findByText(/^Ada Owner invited Kim Lee to Canopy. Press the button to accept/);
    expect(server.requests('POST', '/api/invitations/describe')[0]?.body).toEqual({ token_hash: 'old' });
    expect(server.requests('POST', '/auth/v1/verify')).toEqual([]);
  });

  test('that no longer works is refused at once, with a reference to the administrator', async () => {
    await openInvitation({ invitation: null });
    await screen.findByText(/Ask your administrator for a new invitation/);
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  });

  test('that was used meanwhile is refused when the button is pressed', async () => {
    const { server, user } = await openInvitation({ invitation: { name: 'Kim Lee', invited_by: null } });
    server.refuseAuth('POST', '/verify', 403, 'otp_expired', 'Email link is invalid or has expired');
    await screen.findByText(/^Kim Lee is invited to Canopy./);
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    await screen.findByText(/Ask your administrator for a new invitation/);
  });

  test('can be accepted when the server does not say whose it is', async () => {
    const server = new FakeServer();
    server.refuse(describeInvitation, 'unavailable', 'The database does not answer right now.');
    await openApp('/auth/confirm?token_hash=old&type=invite', { server });
    await screen.findByText(/^Press the button to accept/);
    screen.getByRole('button', { name: 'Accept invitation' });
  });
});

test('ConfirmPage says that an account is deactivated', async () => {
  const { server, user } = await openConfirm('token_hash=abc&type=signup');
  server.refuseAuth('POST', '/verify', 403, 'user_banned', 'User is banned');
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  expect((await screen.findByRole('alert')).textContent).toBe(deactivatedMessage);
});

test('ConfirmPage says when only one of two mailboxes has confirmed a new email', async () => {
  const { server, user } = await openConfirm('token_hash=abc&type=email_change');
  server.auth('POST', '/verify', { msg: 'Confirmed', code: '200' });
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  await screen.findByRole('heading', { name: 'One mailbox has confirmed' });
});

test('ConfirmPage says with which email to sign in when both mailboxes have confirmed it', async () => {
  const { user } = await openConfirm(
    'token_hash=abc&type=email_change',
    authUser({ email: 'new@northline.example' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  await screen.findByText('From now on you sign in with new@northline.example.');
});

test('ConfirmPage asks to open the link again when it has none, as after a reload', async () => {
  await openConfirm('');
  await screen.findByRole('heading', { name: 'Open the link from the email' });
  screen.getByRole('button', { name: 'Send the link again' });
  screen.getByRole('link', { name: 'Back to sign in' });
});

test('ConfirmPage leads back to the profile when a link for a new email was used before', async () => {
  const server = new FakeServer();
  server.refuseAuth('POST', '/verify', 403, 'otp_expired', 'Email link is invalid or has expired');
  const opened = await openApp('/auth/confirm?token_hash=old&type=email_change', {
    server,
    signedInAs: profileWith(),
  });
  await screen.findByText(/If this link is for someone else, continuing signs you out/);
  await opened.user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  await screen.findByText(/Your profile shows whether a new email is pending/);
  expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile');
});

test('ConfirmPage warns a signed-in user that an invitation signs in another user', async () => {
  const server = new FakeServer();
  server.answer(getProfile, profileWith());
  await openApp('/auth/confirm?token_hash=abc&type=invite', { server, signedInAs: profileWith() });
  await screen.findByText(/You are signed in here as Maria Alvarez/);
});

test('ConfirmPage names the user of a link with tokens, and signs in only when the button is pressed', async () => {
  const eve = authSession({ refresh_token: 'of eve', user: authUser({ email: 'eve@northline.example' }) });
  const server = new FakeServer();
  server.answer(getProfile, profileWith());
  server.auth('GET', '/user', eve.user);
  const fragment = `access_token=${eve.access_token}&refresh_token=of+eve&expires_in=3600&token_type=bearer&type=signup`;
  const { user } = await openApp(`/auth/confirm#${fragment}`, { server, signedInAs: profileWith() });
  const mine = localStorage.getItem('canopy.session');
  await screen.findByText(/signed in here as Maria Alvarez/);
  screen.getByText('The link was for maria@northline.example.');
  expect(location.hash).toBe('');
  expect(localStorage.getItem('canopy.session')).toBe(mine);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(localStorage.getItem('canopy.session')).toContain('of eve');
});
