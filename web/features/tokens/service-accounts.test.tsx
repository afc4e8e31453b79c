import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { builtInRoles } from '../../../contract/access/permissions.ts';
import { listDistricts } from '../../../contract/districts.ts';
import { type CountedRole, listRoles } from '../../../contract/roles.ts';
import * as contract from '../../../contract/service-accounts.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { toasts } from '../../testing/toasts.ts';

const idOf = (digit: number) => `e2b6f6c4-6a3d-4f64-9d1a-58a0c0f2b1${digit}1`;
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const roles: CountedRole[] = builtInRoles.map(({ name, description, permissions }, at) => ({
  ...{ id: idOf(at), name, description, color: null, is_builtin: true, permissions: [...permissions] },
  ...{ requires_second_factor: false, updated_at: daysAhead(-9), user_count: 1, service_count: 0 },
}));
const [admin] = roles;

const token = {
  ...{ id: idOf(8), name: 'Nightly', hint: 'Ab3d', allowed_networks: [], created_at: daysAhead(-80) },
  ...{ expires_at: daysAhead(10), last_used_at: daysAhead(-70), last_used_ip: null, is_renewed: false },
};

function accountWith(changes: Partial<contract.ServiceAccount> = {}): contract.ServiceAccount {
  return {
    ...{ id: idOf(9), name: 'HR export', purpose: 'Payroll', owner_role: { id: idOf(0), name: 'admin' } },
    ...{ has_owner: true, is_active: true, created_at: daysAhead(-80), updated_at: daysAhead(-80) },
    ...{ permissions: ['users.read'], scope: 'all', locations: [], districts: [], tokens: [token] },
    ...changes,
  };
}

async function openAccounts(accounts: contract.ServiceAccount[], more = '') {
  const server = new FakeServer();
  server.answer(listRoles, { roles });
  server.answer(listDistricts, { districts: [] });
  server.answer(contract.listServiceAccounts, () => ({ accounts }));
  const path = `/settings?tab=service-accounts${more}`;
  return { ...(await openApp(path, { server, signedInAs: profileWith() })), server };
}

test('the list says what each may, who owns it, and what is wrong', async () => {
  await openAccounts([
    accountWith(),
    accountWith({ id: idOf(7), name: 'Feed', owner_role: null, has_owner: false, tokens: [] }),
    accountWith({ id: idOf(6), name: 'Sync', has_owner: false }),
  ]);
  const list = await screen.findByRole('list', { name: 'Service accounts' });
  const [first, second, third] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^HR exportPayrollCan see users at all locations\.Owned by admin · 1 token · Expires .* · Last used \w/,
  );
  expect(second?.textContent).toMatch(/Refused without an owner role.*No working token · Never used/);
  expect(third?.textContent).toContain('Needs an owner');
});

test('a new account begins without permission and scope, and offers what the owner role has', async () => {
  const accounts: contract.ServiceAccount[] = [];
  const { user, server } = await openAccounts(accounts);
  await user.click(await screen.findByRole('button', { name: 'New Service Account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New Service Account' }));
  await user.click(dialog.getByRole('button', { name: 'Make account' }));
  await dialog.findByText('Choose at least one permission');
  dialog.getByText('Choose what it sees');
  dialog.getByText('Choose a role', { selector: 'p' });
  await fill(user, dialog.getByLabelText(/^Name/), 'HR export');
  await user.selectOptions(dialog.getByLabelText(/^Owner role/), 'employee');
  expect(dialog.queryByRole('radio', { name: 'All locations' })).toBeNull();
  expect(dialog.queryByRole('checkbox', { name: 'Delete users' })).toBeNull();
  await user.selectOptions(dialog.getByLabelText(/^Owner role/), 'admin');
  await user.click(dialog.getByRole('button', { name: 'Read only' }));
  await user.click(dialog.getByRole('radio', { name: 'All locations' }));
  server.answer(contract.createServiceAccount, () => {
    accounts.push(accountWith({ tokens: [] }));
    return accountWith({ tokens: [] });
  });
  server.answer(contract.listAccountCalls, { calls: [] });
  await user.click(dialog.getByRole('button', { name: 'Make account' }));
  // It opens, so that its first token is made.
  await screen.findByText('No tokens, so no program uses it.');
  const body = server.requests('POST', '/api/service-accounts')[0]?.body as contract.ServiceAccountInput;
  expect(body).toMatchObject({ name: 'HR export', purpose: '', owner_role_id: admin?.id, scope: 'all' });
  expect(body.permissions.every((one) => one.endsWith('.read'))).toBe(true);
});

test('an account shows its tokens and calls, suggests to end what is unused, and is deactivated', async () => {
  const accounts = [accountWith()];
  const { user, server } = await openAccounts(accounts, `&dialog=account&id=${idOf(9)}`);
  const call = { at: daysAhead(-1), route: 'GET /api/users', status: 403, ip: '203.0.113.7' };
  server.answer(contract.listAccountCalls, { calls: [call] });
  const row = await screen.findByRole('row', { name: /GET \/api\/users/ });
  within(row).getByText('403');
  await screen.findByText(/Unused for 60 days/);
  await user.click(screen.getByRole('button', { name: 'End it?' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'End Token' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  server.answer(contract.updateServiceAccount, () => {
    accounts[0] = accountWith({ is_active: false, tokens: [] });
    return accountWith({ is_active: false, tokens: [] });
  });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Service Account' }));
  dialog.getByText(/1 token will end/);
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await toasts.findByText('Service account HR export deactivated');
  await screen.findByText('Inactive');
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
});

test('who edits an account that another user changed meanwhile is told, and loads the new values', async () => {
  const accounts = [accountWith()];
  const { user, server } = await openAccounts(accounts, `&dialog=account&id=${idOf(9)}`);
  server.answer(contract.listAccountCalls, { calls: [] });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Service Account' }));
  server.refuse(contract.updateServiceAccount, 'stale', 'Ada Owner changed this after you opened it.');
  await fill(user, dialog.getByLabelText('Purpose'), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await dialog.findByText(/Ada Owner changed this after you opened it/);
  accounts[0] = accountWith({ purpose: 'Theirs', updated_at: daysAhead(-1) });
  await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
  await expect.poll(() => dialog.getByLabelText('Purpose')).toHaveProperty('value', 'Theirs');
  server.answer(contract.updateServiceAccount, () => accountWith());
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const [, last] = server.requests('PATCH', `/api/service-accounts/${idOf(9)}`);
  expect(last?.headers.get('if-match')).toBe(`"${accounts[0].updated_at}"`);
});

test('an account that may more than its reader is shown, and not changed', async () => {
  const permissions = ['users.read', 'users.delete'];
  const own = profileWith(['viewer']);
  const server = new FakeServer();
  server.answer(listRoles, { roles });
  server.answer(contract.listServiceAccounts, { accounts: [accountWith({ permissions })] });
  server.answer(contract.listAccountCalls, { calls: [] });
  const signedInAs = { ...own, permissions: [...own.permissions, 'tokens.manage'] };
  await openApp(`/settings?tab=service-accounts&dialog=account&id=${idOf(9)}`, { server, signedInAs });
  await screen.findByText(/permissions that you do not have/);
  for (const name of ['Edit', 'Deactivate', 'New token', 'Renew Nightly', 'End Nightly'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
