import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDistricts } from '../../../contract/districts.ts';
import { listOwnSessions } from '../../../contract/sessions.ts';
import * as contract from '../../../contract/tokens.ts';
import { getOwnAccess } from '../../../contract/user-access.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { authUser, profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { toasts } from '../../testing/toasts.ts';

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function tokenWith(changes: Partial<contract.ApiToken> = {}): contract.ApiToken {
  return {
    ...{ id: 'e2b6f6c4-6a3d-4f64-9d1a-58a0c0f2b111', name: 'HR export', hint: 'Ab3d' },
    ...{ permissions: ['users.read'], scope: 'all', locations: [], districts: [], allowed_networks: [] },
    ...{ created_at: daysAhead(-10), expires_at: daysAhead(80), last_used_at: null, last_used_ip: null },
    is_renewed: false,
    ...changes,
  };
}

async function openTokens(tokens: contract.ApiToken[] = []) {
  const server = new FakeServer();
  server.answer(getOwnAccess, { roles: [], locations: [], covers: [] });
  server.answer(listOwnSessions, { sessions: [] });
  server.answer(listDistricts, { districts: [] });
  server.answer(contract.listTokens, () => ({ tokens }));
  server.auth('GET', '/user', authUser());
  const opened = await openApp('/profile', { server, signedInAs: profileWith() });
  const panel = within(await screen.findByRole('region', { name: 'API tokens' }));
  return { ...opened, panel };
}

test('a token says what it can do, when it expires, and when it was used', async () => {
  const { panel } = await openTokens([
    tokenWith({
      last_used_at: daysAhead(-2),
      last_used_ip: '203.0.113.7',
      allowed_networks: ['203.0.113.0/24'],
    }),
    tokenWith({
      ...{ id: 'e2b6f6c4-6a3d-4f64-9d1a-58a0c0f2b222', name: 'Old', expires_at: daysAhead(-1) },
      ...{ scope: 'locations', locations: [] },
    }),
  ]);
  const [first, second] = await panel.findAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^HR export…Ab3dCan see users at all locations\.Expires .* · Last used 2 days ago from 203\.0\.113\.7 · Only from 203\.0\.113\.0\/24/,
  );
  expect(second?.textContent).toMatch(/Expired.*what it was made for is gone.*Never used/);
  expect(panel.queryByRole('button', { name: 'Renew Old' })).toBeNull();
});

test('a new token begins without permission and scope, and its secret is shown once', async () => {
  const { panel, server, user } = await openTokens();
  await user.click(await panel.findByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New Token' }));
  await fill(user, dialog.getByLabelText(/^Name/), 'HR export');
  await user.click(dialog.getByRole('button', { name: 'Make token' }));
  await dialog.findByText('Choose at least one permission');
  dialog.getByText('Choose what it sees');
  await user.click(dialog.getByRole('button', { name: 'Read only' }));
  expect(dialog.queryByRole('checkbox', { name: 'Create and change roles' })).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'All locations' }));
  await fill(user, dialog.getByLabelText('Only from these networks'), '203.0.113.0/24, 10.0.0.1');
  const secret = 'cnp_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  server.answer(contract.createToken, { token: tokenWith(), secret });
  await user.click(dialog.getByRole('button', { name: 'Make token' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Token HR export' }));
  expect(shown.getByLabelText('Token')).toHaveProperty('value', secret);
  const body = server.requests('POST', '/api/tokens')[0]?.body as contract.TokenInput;
  expect(body).toMatchObject({ name: 'HR export', scope: 'all', lifetime_days: 90 });
  expect(body.allowed_networks).toEqual(['203.0.113.0/24', '10.0.0.1']);
  expect(body.permissions.every((one) => one.endsWith('.read'))).toBe(true);
});

test('when the password was entered long ago, it is asked for before the token is renewed', async () => {
  const { panel, server, user } = await openTokens([tokenWith()]);
  let isProven = false;
  server.auth('PUT', '/user', () => {
    isProven = true;
    return authUser();
  });
  server.answer(contract.renewToken, () => {
    if (!isProven) throw new Refusal('password_needed', 'Enter your password again to continue.');
    return { token: tokenWith(), secret: 'cnp_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' };
  });
  await user.click(await panel.findByRole('button', { name: 'Renew HR export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Renew Token' }));
  await user.click(dialog.getByRole('button', { name: 'Renew' }));
  await fill(user, await dialog.findByLabelText(/^Current Password/), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Renew' }));
  await screen.findByRole('dialog', { name: 'Token HR export' });
  expect(server.requests('POST', `/api/tokens/${tokenWith().id}/renew`).map(({ body }) => body)).toEqual([
    { overlap_days: 7 },
    { overlap_days: 7 },
  ]);
});

test('a token that is ended goes from the list', async () => {
  const tokens = [tokenWith()];
  const { panel, server, user } = await openTokens(tokens);
  server.answer(contract.endToken, () => {
    tokens.pop();
    return undefined;
  });
  await user.click(await panel.findByRole('button', { name: 'End HR export' }));
  await user.click(await screen.findByRole('button', { name: 'End token' }));
  await toasts.findByText('Token HR export ended');
  await waitFor(() => expect(panel.queryByText('HR export')).toBeNull());
});
