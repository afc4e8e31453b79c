import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { getDashboard } from '../../../contract/dashboard.ts';
import { setupRequiredMessage } from '../../../contract/http/errors.ts';
import { getProfile } from '../../../contract/profile.ts';
import { FakeServer, type Seen } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { authUser, guardedSession, phone, profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp } from '../../testing/render-app.tsx';

const begun = { ...phone, id: '44444444-4444-4444-8444-444444444444', status: 'unverified' };
const set = { ...phone, id: '55555555-5555-4555-8555-555555555555', factor_type: 'recovery_code' };
const codes = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(16));

/** An auth server that stores the devices. */
function factorServer(factors: (typeof phone)[] = []) {
  const server = new FakeServer();
  const state = { factors: [...factors], needsPassword: false };
  const session = () => guardedSession('aal2', state.factors);
  server.auth('GET', '/user', () => authUser({ factors: state.factors }));
  server.auth('POST', '/token', session);
  server.auth('PUT', '/user', ({ body }: Seen) => {
    const { current_password } = body as { current_password: string };
    if (current_password !== 'correct horse') {
      return refusal('current_password_invalid', 'The current password is wrong');
    }
    state.needsPassword = false;
    return authUser({ factors: state.factors });
  });
  server.auth('POST', '/factors', ({ body }: Seen) => {
    if (state.needsPassword) return refusal('reauthentication_needed', 'Enter your password again first');
    const { friendly_name } = body as { friendly_name: string };
    state.factors.push({ ...begun, friendly_name });
    const totp = {
      qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      secret: 'ABCDEFGHIJKLMNOP',
      uri: '',
    };
    return { id: begun.id, type: 'totp', friendly_name, totp };
  });
  server.auth('POST', '/factors/:id/challenge', { id: 'challenge', type: 'totp', expires_at: 0 });
  server.auth('POST', '/factors/:id/verify', () => {
    state.factors = state.factors.map((factor) => ({ ...factor, status: 'verified' }));
    return session();
  });
  server.auth('DELETE', '/factors/:id', ({ path }: Seen) => {
    const id = path.split('/').at(-1);
    state.factors = state.factors.filter((factor) => factor.id !== id);
    return { id };
  });
  server.auth('GET', '/factors/recovery-codes', {
    id: set.id,
    type: 'recovery_code',
    total: 10,
    remaining: 2,
  });
  const made = () => {
    state.factors = [...state.factors.filter(({ id }) => id !== set.id), set];
    return { id: set.id, type: 'recovery_code', friendly_name: null, total: 10, codes };
  };
  server.auth('POST', '/factors/recovery-codes', made);
  server.auth('POST', '/factors/recovery-codes/regenerate', made);
  server.answer(getProfile, profileWith());
  return { server, state };
}

function refusal(code: string, message: string) {
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  return Response.json({ code, message }, { status: 400, headers });
}

async function openCard(factors: (typeof phone)[] = []) {
  const { server, state } = factorServer(factors);
  holdSession(guardedSession('aal2', factors));
  const opened = await openApp('/profile', { server });
  const card = within(await screen.findByRole('region', { name: 'Second factor' }));
  return { ...opened, state, card };
}

describe('SecondFactorPanel', () => {
  test('sets up a device with its name, its key, a first code and the recovery codes', async () => {
    const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes');
    const { user, server, card } = await openCard();
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    expect(await screen.findByLabelText(/Name of the device/)).toHaveProperty('value', 'My phone');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    screen.getByText('ABCD EFGH IJKL MNOP');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));

    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    list.getByText('7777-7777-7777-7777');
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(await (save.mock.calls[0]?.[0] as Blob).text()).toContain('7777-7777-7777-7777');
    // Neither Escape nor a hasty press closes the codes.
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'I saved these codes' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await card.findByText('My phone');
    await card.findByText(/2 recovery codes are left. Make new ones soon./);
    expect(server.requests('POST', '/auth/v1/factors')[0]?.body).toMatchObject({ friendly_name: 'My phone' });
  });

  test('removes a device whose setup is canceled', async () => {
    const { user, state, card } = await openCard();
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(state.factors).toEqual([]));
  });

  test('makes no recovery codes when the setup is canceled while its code is checked', async () => {
    const { user, server, card } = await openCard();
    let answer: () => void = () => undefined;
    const checked = new Promise<void>((done) => {
      answer = done;
    });
    server.auth('POST', '/factors/:id/verify', () => checked.then(() => guardedSession('aal2', [])));
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await vi.waitFor(() =>
      expect(server.requests('POST', `/auth/v1/factors/${begun.id}/verify`)).toHaveLength(1),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    answer();
    // The next setup comes after all requests of the canceled one.
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(server.requests('POST', '/auth/v1/factors/recovery-codes')).toEqual([]);
  });

  test('says why a device was not set up, and keeps its name', async () => {
    const { user, server, card } = await openCard();
    const words = 'One of your devices has this name already';
    server.refuseAuth('POST', '/factors', 422, 'mfa_factor_name_conflict', words);
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    await user.clear(await screen.findByLabelText(/Name of the device/));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Give this device a name');
    await fill(user, screen.getByLabelText(/Name of the device/), 'Tablet');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(`The device could not be set up: ${words}`);
    expect(screen.getByLabelText(/Name of the device/)).toHaveProperty('value', 'Tablet');
  });

  test('asks for the password only when the server requires it', async () => {
    const { user, state, card } = await openCard();
    state.needsPassword = true;
    await user.click(await card.findByRole('button', { name: 'Set up authenticator app' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }));
    const goOn = () => user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(dialog.queryByLabelText(/Current Password/)).toBeNull();
    await goOn();
    await dialog.findByText('Enter your password to continue.');
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Current Password/));
    await goOn();
    await dialog.findByText('Please enter your current password');
    await fill(user, dialog.getByLabelText(/Current Password/), 'wrong horse');
    await goOn();
    await dialog.findByText('Your password could not be checked: The current password is wrong');
    await user.clear(dialog.getByLabelText(/Current Password/));
    await fill(user, dialog.getByLabelText(/Current Password/), 'correct horse');
    await goOn();
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  });

  test('asks for a code when the server requires one to remove a device', async () => {
    const { user, server, card } = await openCard([phone]);
    server.refuseAuth('DELETE', '/factors/:id', 422, 'insufficient_aal', 'Enter a code first');
    await card.findByText(/You have no recovery codes/);
    await user.click(card.getByRole('button', { name: 'Remove My phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove device' }));
    dialog.getByText(/It is your only one/);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('Enter a code to continue.');
    await user.type(dialog.getByLabelText('Code'), '123456');
    server.auth('DELETE', '/factors/:id', { id: phone.id });
    server.auth('GET', '/user', authUser());
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await card.findByRole('button', { name: 'Set up authenticator app' });
    expect(server.requests('POST', `/auth/v1/factors/${phone.id}/verify`)).toHaveLength(1);
  });

  test('makes new recovery codes', async () => {
    const { user, server, card } = await openCard([phone, set]);
    await card.findByText(/2 recovery codes are left/);
    await user.click(card.getByRole('button', { name: 'New recovery codes' }));
    await user.click(await screen.findByRole('button', { name: 'Make codes' }));
    await screen.findByText('3333-3333-3333-3333');
    expect(server.requests('POST', '/auth/v1/factors/recovery-codes/regenerate')).toHaveLength(1);
  });
});

describe('a user whose role requires a second factor', () => {
  const demanded = profileWith(['employee'], { second_factor: { is_set_up: false, is_required: true } });

  test('sees only the setup, and the app after the recovery codes', async () => {
    const { server } = factorServer();
    server.answer(getProfile, demanded);
    holdSession();
    const { user } = await openApp('/dashboard', { server });
    await screen.findByText(setupRequiredMessage);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Set up authenticator app' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    server.answer(getProfile, { ...demanded, second_factor: { is_set_up: true, is_required: true } });
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('checkbox', { name: 'I saved these codes' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByRole('heading', { name: 'Dashboard' });
  });

  test('sees the setup after the next refusal when the role begins to require it', async () => {
    const { server } = factorServer();
    const { user } = await openApp('/profile', { server, signedInAs: profileWith(['employee']) });
    await screen.findByRole('heading', { name: 'Your details' });
    server.answer(getProfile, demanded);
    server.refuse(getDashboard, 'second_factor_setup_required', setupRequiredMessage);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Protect your account' });
    expect(localStorage.getItem('canopy.session')).not.toBeNull();
  });

  test('can sign out instead', async () => {
    const { server } = factorServer();
    server.answer(getProfile, demanded);
    holdSession();
    const { user } = await openApp('/dashboard', { server });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
  });
});
