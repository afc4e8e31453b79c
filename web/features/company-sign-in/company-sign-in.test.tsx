import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { companySignInProblems } from '../../../contract/auth/company-sign-in-problems.ts';
import * as contract from '../../../contract/company-sign-in.ts';
import { describeInvitation } from '../../../contract/invitations.ts';
import { getProfile } from '../../../contract/profile.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { authUser, profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp } from '../../testing/render-app.tsx';

const config = { company_sign_in: { name: 'Entra', is_required: false } };

describe('the login page', () => {
  test('has the button above the form only where company sign-in is on', async () => {
    await openApp('/login', { config });
    const button = await screen.findByRole('button', { name: 'Continue with Entra' });
    const follows =
      button.compareDocumentPosition(screen.getByLabelText('Email')) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows).toBeTruthy();
  });

  test('is that of the specification without company sign-in', async () => {
    await openApp('/login');
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(screen.queryByText(/Continue with|or with your password/)).toBeNull();
  });
});

describe('the page that the provider comes back to', () => {
  test.each([
    'access_denied',
    'email_not_of_company',
    'account_exists',
  ] as const)('says why: %s', async (code) => {
    await openApp(`/auth/callback?error_code=${code}&error_description=Pay+here`, { config });
    await screen.findByText(companySignInProblems[code]('Entra'));
    expect(screen.queryByText(/Pay here/)).toBeNull();
    screen.getByRole('link', { name: 'Back to sign in' });
    expect(location.search).toBe('');
  });

  test('shows no text of the URL for a code that it does not know', async () => {
    await openApp('/auth/callback?error_code=constructor', { config });
    await screen.findByText(companySignInProblems.unexpected_failure());
  });
});

test('an invitation is accepted through the company, and only so where it is required', async () => {
  const server = new FakeServer();
  server.answer(describeInvitation, { invitation: { name: 'Nina Novak', invited_by: 'Ada Owner' } });
  const path = '/auth/confirm?type=invite&token_hash=secret';
  await openApp(path, { config: { company_sign_in: { name: 'Entra', is_required: true } }, server });
  await screen.findByRole('button', { name: 'Continue with Entra' });
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
});

const addresses = {
  redirect_uri: 'https://canopy.example.com/auth/v1/callback',
  backchannel_logout_uri: 'https://canopy.example.com/auth/v1/backchannel-logout',
  post_logout_redirect_uri: 'https://canopy.example.com/login',
  ...{ connected_users: 0, bypassing_users: 1 },
};

describe('Settings', () => {
  test('saves what was typed: domains as a list, and no secret when none was typed', async () => {
    const server = new FakeServer();
    server.answer(contract.getCompanySignIn, { provider: null, ...addresses });
    const { user } = await openApp('/settings?tab=company-sign-in', { signedInAs: profileWith(), server });
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Entra');
    await user.type(screen.getByRole('textbox', { name: /^Issuer/ }), 'https://id.example.com');
    await user.type(screen.getByRole('textbox', { name: /^Client ID/ }), 'canopy');
    await user.type(screen.getByRole('textbox', { name: 'Email Domains' }), 'Example.com, other.example');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const [sent] = server.requests('PUT', '/api/company-sign-in') as { body: Record<string, unknown> }[];
    expect(sent?.body).toMatchObject({
      label: 'Entra',
      domains: ['example.com', 'other.example'],
      state: 'off',
    });
    expect(sent?.body).not.toHaveProperty('client_secret');
  });

  test('says who could sign in if the provider fails, before it is required', async () => {
    const server = new FakeServer();
    server.answer(contract.getCompanySignIn, { provider: null, ...addresses });
    const { user } = await openApp('/settings?tab=company-sign-in', { signedInAs: profileWith(), server });
    await user.selectOptions(await screen.findByLabelText('Company sign-in is'), 'required');
    screen.getByText(/^One user could sign in if the provider fails/);
  });
});

test('the profile offers to connect, with the password when it was entered long ago', async () => {
  const server = new FakeServer();
  server.auth('GET', '/user', authUser());
  server.refuseAuth('GET', '/user/identities/authorize', 400, 'reauthentication_needed', 'Sign in again');
  const { user } = await openApp('/profile', { signedInAs: profileWith(), config, server });
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Entra' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByLabelText(/^Current Password/);
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Please enter your current password');
});

describe('a user without a password', () => {
  const own = authUser({
    app_metadata: { provider: 'email', providers: ['email', 'custom:main'], has_password: false },
    identities: [
      { identity_id: 'i', id: 's', user_id: 'u', provider: 'custom:main', identity_data: {} },
    ] as never,
  });

  test('signs in again at the provider where others enter the password', async () => {
    const server = new FakeServer();
    server.answer(contract.getCompanySignIn, { provider: null, ...addresses });
    let isProven = false;
    server.answer(contract.updateCompanySignIn, () => {
      if (!isProven) throw new Refusal('password_needed', 'Enter your password again to continue.');
      return { provider: null, ...addresses };
    });
    const url = 'https://id.example.com/authorize';
    server.auth('GET', '/user/identities/authorize', { url });
    const tab = { location: { assign: vi.fn() }, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    server.answer(getProfile, profileWith());
    holdSession({ user: own });
    const { user } = await openApp('/settings?tab=company-sign-in', { server, config });
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Entra');
    await user.type(screen.getByRole('textbox', { name: /^Issuer/ }), 'https://id.example.com');
    await user.type(screen.getByRole('textbox', { name: /^Client ID/ }), 'canopy');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.click(await screen.findByRole('button', { name: 'Sign in again with Entra' }));
    await screen.findByText('Sign in at Entra in the other tab. Then continue here.');
    expect(tab.location.assign).toHaveBeenCalledWith(url);
    expect(screen.queryByLabelText(/^Current Password/)).toBeNull();
    expect(screen.queryByText('Company sign-in is saved.')).toBeNull();
    const [asked] = server.requests('GET', '/auth/v1/user/identities/authorize');
    expect(asked?.query).toMatchObject({ max_age: '900' });
    open.mockRestore();

    isProven = true;
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Company sign-in is saved.');
    expect(screen.queryByRole('button', { name: 'Sign in again with Entra' })).toBeNull();
  });

  test('sets one on the profile without a current one', async () => {
    const server = new FakeServer();
    server.answer(getProfile, profileWith());
    holdSession({ user: own });
    await openApp('/profile', { server, config });
    await screen.findByRole('button', { name: 'Set password' });
    expect(screen.queryByLabelText(/^Current Password/)).toBeNull();
  });
});
