import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendInvitation } from '../../../contract/invitations.ts';
import { replaceUserLocations, updateUser } from '../../../contract/users.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { toasts } from '../../testing/toasts.ts';

async function openUsers(start: Partial<Chain>, path = '/users') {
  const server = new FakeServer();
  const chain = serveChain(server, start);
  const { user } = await openApp(path, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Users', level: 1 });
  const choose = async (name: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { user, server, chain, choose };
}

const ahmed = () => makeUser({ full_name: 'Ahmed Le', email: 'ahmed@northline.example' });

test('a toast says what ended with a deactivation, and Undo activates the user', async () => {
  const { user, server, chain, choose } = await openUsers({ users: [ahmed()] });
  server.answer(updateUser, ({ body }) => {
    const { is_active } = body as { is_active: boolean };
    const { role_ids, location_ids, ...row } = Object.assign(chain.users[0] as object, {
      is_active,
    }) as Chain['users'][number];
    const count = { sessions: 2, tokens: 1, invitations: 1, links: 0, sent_invitations: 2, covers: [] };
    const ended = { at: row.updated_at, ...count, managed_districts: 1, service_accounts: 2 };
    return { ...row, roles: [], locations: [], districts: [], ...(!is_active && { ended }) };
  });
  await choose('Ahmed Le', 'Deactivate');
  await toasts.findByText('Ahmed Le is inactive. 2 sessions ended.');
  expect(screen.getByRole('main').textContent).not.toContain('sessions ended');
  await user.click(toasts.getByRole('button', { name: 'Details' }));
  toasts.getByText(
    'Ended: 2 sessions · 1 API token · 1 pending invitation · 2 invitations they sent. Roles and locations are kept. They manage 1 district, shown without a manager until they are active again or another is chosen. 2 service accounts need an owner. Sessions, invite links and covers do not come back.',
  );
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  await toasts.findByText('Ahmed Le is active. Roles and locations are as before.');
  await waitFor(() => expect(toasts.queryByText(/is inactive/)).toBeNull());
  expect(chain.users[0]?.is_active).toBe(true);
});

test('the toast of an activation replaces the one of the deactivation', async () => {
  const { user, choose } = await openUsers({ users: [ahmed()] });
  await choose('Ahmed Le', 'Deactivate');
  await toasts.findByText('Ahmed Le is inactive.');
  await user.click(toasts.getByRole('button', { name: 'Details' }));
  toasts.getByText('Roles and locations are kept.');
  await choose('Ahmed Le', 'Activate');
  await toasts.findByText(/^Ahmed Le is active/);
  await waitFor(() => expect(toasts.queryByText(/is inactive/)).toBeNull());
});

test('a toast ends when the page of its user is opened', async () => {
  const { user, choose } = await openUsers({ users: [ahmed()] });
  await choose('Ahmed Le', 'Edit User');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  const name = await dialog.findByRole('textbox', { name: /^Full Name/ });
  await user.clear(name);
  await fill(user, name, 'Ahmed Lee');
  await user.click(dialog.getByRole('button', { name: 'Update User' }));
  await toasts.findByText('Ahmed Lee updated');
  await user.click(within(screen.getByRole('table')).getByRole('link', { name: 'Ahmed Lee' }));
  await screen.findByRole('heading', { name: 'Ahmed Lee', level: 1 });
  await waitFor(() => expect(toasts.queryByText('Ahmed Lee updated')).toBeNull());
});

test('a toast with Undo stays when the page of its user is opened', async () => {
  const { user, choose } = await openUsers({ users: [ahmed()] });
  await choose('Ahmed Le', 'Deactivate');
  await toasts.findByText('Ahmed Le is inactive.');
  await user.click(within(screen.getByRole('table')).getByRole('link', { name: 'Ahmed Le' }));
  await screen.findByRole('heading', { name: 'Ahmed Le', level: 1 });
  toasts.getByText('Ahmed Le is inactive.');
});

test('an added user stands on top, also when the search does not find them', async () => {
  const { user } = await openUsers({ users: [ahmed()] }, '/users?q=ahmed');
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  await fill(user, dialog.getByRole('textbox', { name: /^Email/ }), 'nora@northline.example');
  await fill(user, dialog.getByRole('textbox', { name: /^Full Name/ }), 'Nora New');
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await toasts.findByText('Nora New added');
  const row = (await within(screen.getByRole('table')).findByText('Nora New')).closest('tr');
  expect(row?.dataset.marked).toBe('true');
  expect(row?.getAttribute('aria-rowindex')).toBe('2');
  expect(screen.getByRole('searchbox', { name: /^Search users by/ })).toHaveProperty('value', 'ahmed');
});

test('an added user is named in a toast whose Open leads to their page', async () => {
  const { user } = await openUsers({ users: [ahmed()] });
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  await fill(user, dialog.getByRole('textbox', { name: /^Email/ }), 'nora@northline.example');
  await fill(user, dialog.getByRole('textbox', { name: /^Full Name/ }), 'Nora New');
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await toasts.findByText('Nora New added');
  await user.click(toasts.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'Nora New', level: 1 });
});

test('an invitation is not said to be sent where there is no mail server', async () => {
  const server = new FakeServer();
  serveChain(server, {});
  server.answer(sendInvitation, {
    state: 'invited',
    by: 'mail',
    sent_at: '2026-11-20T21:05:00.000Z',
    sent_by: 'Ada',
    expires_at: null,
    mail: 'kept',
    mail_problem: null,
    link: null,
  });
  const config = { sends_email: false };
  const signedInAs = profileWith(['manager'], {
    permissions: [...profileWith(['manager']).permissions, 'locations.all'],
  });
  const { user } = await openApp('/users?dialog=add', { server, signedInAs, config });
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  await fill(user, dialog.getByRole('textbox', { name: /^Email/ }), 'nora@northline.example');
  await fill(user, dialog.getByRole('textbox', { name: /^Full Name/ }), 'Nora New');
  await user.click(dialog.getByRole('checkbox', { name: 'Create an invitation' }));
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await toasts.findByText('Nora New added, invitation created');
});

test('an edited user is named in a toast and the row is marked', async () => {
  const { user, choose } = await openUsers({ users: [ahmed()] });
  await choose('Ahmed Le', 'Edit User');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await user.type(dialog.getByRole('textbox', { name: /^Full Name/ }), 'e');
  await user.click(dialog.getByRole('button', { name: 'Update User' }));
  await toasts.findByText('Ahmed Lee updated');
  expect(toasts.queryByRole('button', { name: 'Show' })).toBeNull();
  const row = (await within(screen.getByRole('table')).findByText('Ahmed Lee')).closest('tr');
  expect(row?.dataset.marked).toBe('true');
});

test('a deleted user is named in a toast', async () => {
  const { user, choose } = await openUsers({ users: [ahmed()] });
  await choose('Ahmed Le', 'Delete User');
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await toasts.findByText('Ahmed Le deleted');
});

test('Undo gives a user the locations they had, and says why where it cannot', async () => {
  const locations = [makeLocation({ name: 'Airport 1' }), makeLocation({ name: 'Depot 2' })];
  const before = [locations[0]?.id ?? ''];
  const { user, server, chain, choose } = await openUsers({
    locations,
    users: [{ ...ahmed(), location_ids: before }],
  });
  const assignDepot = async () => {
    await choose('Ahmed Le', 'Assign Locations');
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Locations' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Depot 2/ }));
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await toasts.findByText('Locations of Ahmed Le updated');
  };
  await assignDepot();
  const saved = chain.users[0]?.updated_at;
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  await toasts.findByText('Locations of Ahmed Le are as before');
  expect(chain.users[0]?.location_ids).toEqual(before);
  const [, undone] = server.requests('PUT', `/api/users/${chain.users[0]?.id}/locations`);
  expect(undone?.headers.get('if-match')).toContain(saved);

  await assignDepot();
  server.refuse(replaceUserLocations, 'stale', 'Someone else changed this user.');
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  await toasts.findByText('Locations of Ahmed Le are not as before: Someone else changed this user.');
});
