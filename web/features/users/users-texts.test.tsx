import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openUsers(start: Partial<Chain> = {}, path = '/users') {
  const server = new FakeServer();
  serveChain(server, start);
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Users', level: 1, hidden: true });
  return opened;
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('the Users page has its title, what it is for and its button', async () => {
  await openUsers({ users: [makeUser()] });
  screen.getByText('Manage user accounts and permissions');
  screen.getByRole('button', { name: 'Add User' });
  const box = screen.getByPlaceholderText('Search users by name, email, or phone...');
  expect(box).toHaveProperty('type', 'search');
});

test('a row of the Users page names two locations and counts the others', async () => {
  const locations = ['Airport', 'Depot', 'Harbor'].map((name) => makeLocation({ name }));
  const ids = locations.map(({ id }) => id);
  await openUsers({
    locations: locations,
    users: [
      makeUser({ full_name: 'Two', location_ids: ids.slice(0, 2) }),
      makeUser({ full_name: 'Three', location_ids: ids }),
    ],
  });
  const [, two, three] = await screen.findAllByRole('row');
  await waitFor(() => expect(two?.textContent).toContain('AirportDepotActive'));
  expect(three?.textContent).toContain('AirportDepot+1 more');
});

test('a row of a list filtered by location names that location first', async () => {
  const ids = ['a', 'b', 'c'].map((letter) => `4be1fae6-8f9a-4b5c-9d3e-1f2a3b4c5d6${letter}`);
  const names = ['Airport', 'Depot', 'Harbor'];
  const locations = ids.map((id, index) => makeLocation({ id, name: names[index] ?? '' }));
  await openUsers({ locations, users: [makeUser({ location_ids: ids })] }, `/users?location=${ids[2]}`);
  const [, row] = await screen.findAllByRole('row');
  await waitFor(() => expect(row?.textContent).toContain('HarborAirport+1 more'));
});

test('the menu of a row closes after an action, and offers Activate for an inactive user', async () => {
  const { user } = await openUsers({ users: [makeUser({ full_name: 'Ann', is_active: false })] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Ann' }));
  expect(screen.queryByRole('menuitem', { name: 'Deactivate' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Activate' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await screen.findByText('Active');
});

test.each([
  ['Add New User', 'dialog=add', 'Create User'],
  ['Edit User', 'dialog=edit&id=ann', 'Update User'],
])("the dialog '%s' shows its fields and its buttons", async (title, search, button) => {
  const { user } = await openUsers({ users: [makeUser({ id: 'ann' })] }, `/users?${search}`);
  await screen.findByRole('button', { name: button });
  const dialog = within(screen.getByRole('dialog', { name: title }));
  dialog.getByText('Email Address', { exact: false, selector: 'label' });
  for (const label of ['Email Address', 'Full Name']) {
    expect(dialog.getByText(label, { selector: 'label' }).textContent).toBe(`${label} *`);
  }
  expect(dialog.getByText('Phone Number', { selector: 'label' }).textContent).toBe('Phone Number');
  expect(dialog.getByRole('checkbox', { name: 'Active User' })).toHaveProperty('checked', true);
  dialog.getByRole('button', { name: 'Cancel' });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  expect(location.search).toBe('');
});

test.each([
  ['locations', 'Assign Locations', replaceUserLocations],
  ['roles', 'Assign Roles', replaceUserRoles],
] as const)('the dialog that assigns %s reads Saving... and cannot be pressed twice', async (name, title, endpoint) => {
  const { user, server } = await openUsers(
    { users: [makeUser({ id: 'ann' })], locations: [makeLocation()] },
    `/users?dialog=${name}&id=ann`,
  );
  server.answer(endpoint, () => new Promise<never>(() => {}));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.click((await dialog.findAllByRole('checkbox'))[0] as HTMLElement);
  await user.dblClick(dialog.getByRole('button', { name: 'Update Assignments' }));
  expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
  expect(server.requests('PUT', `/api/users/ann/${name}`)).toHaveLength(1);
});

test.each([
  ['Assign Locations', 'location(s)'],
  ['Assign Roles', 'role(s)'],
])('the dialog %s resets the selection when it is canceled', async (action, noun) => {
  const { user } = await openUsers({ users: [makeUser({ full_name: 'Ann' })], locations: [makeLocation()] });
  async function openDialog() {
    await user.click(await screen.findByRole('button', { name: 'Actions for Ann' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: action }));
    await dialog.findByText(`0 ${noun} selected`);
    return dialog;
  }
  const dialog = await openDialog();
  await user.click(dialog.getAllByRole('checkbox')[0] as HTMLElement);
  await dialog.findByText(`1 ${noun} selected`);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await closed();
  await openDialog();
});
