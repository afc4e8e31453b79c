import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OwnProfile } from '../../../../contract/profile.ts';
import { roles as builtInRoles, makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const millRoad = makeLocation({ name: 'Mill Road' });
const airport = makeLocation({ name: 'Airport' });

/** Opens the Users screen for an actor who is in the list themselves. */
async function openUsers(roleNames: string[], search = '', locations = [millRoad, airport]) {
  const mine = roleNames.includes('admin') ? [] : locations;
  const changes: Partial<OwnProfile> = { full_name: 'Maria Alvarez', locations: mine };
  const profile = profileWith(roleNames, changes);
  const server = new FakeServer();
  const own = makeUser({
    id: profile.id,
    full_name: 'Maria Alvarez',
    role_ids: roleNames.map((name) => `role-${name}`),
    location_ids: mine.map(({ id }) => id),
  });
  const other = makeUser({
    full_name: 'Sam Other',
    role_ids: ['role-admin'],
    location_ids: own.location_ids,
  });
  const chain = serveChain(server, { users: [own, other], locations, roles: builtInRoles });
  const opened = await openApp(`/users${search.replace('me', own.id)}`, { server, signedInAs: profile });
  return { ...opened, server, chain, own };
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function openMenu(name: string, user: Awaited<ReturnType<typeof openUsers>>['user']) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return within(await screen.findByRole('menu'));
}

describe('a manager who changes her own locations', () => {
  test('AssignLocationsDialog does not save when a manager would leave all her locations, and says why', async () => {
    const { user, server, own } = await openUsers(['manager'], '?dialog=locations&id=me', [millRoad]);
    const dialog = await dialogOf('Assign Locations');
    await user.click(await dialog.findByRole('checkbox', { name: /^Mill Road/ }));
    dialog.getByText('You would lose access to Mill Road. Ask an administrator to do this.');
    expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
    dialog.getByText('Remove 1');
    await user.click(dialog.getByRole('checkbox', { name: /^Mill Road/ }));
    expect(dialog.queryByText(/You would lose/)).toBeNull();
    dialog.getByText('No changes yet');
    expect(server.requests('PUT', `/api/users/${own.id}/locations`)).toEqual([]);
  });

  test('AssignLocationsDialog says what a manager loses when she leaves one of several locations', async () => {
    const { user, chain } = await openUsers(['manager'], '?dialog=locations&id=me');
    const dialog = await dialogOf('Assign Locations');
    await user.click(await dialog.findByRole('checkbox', { name: /^Airport/ }));
    dialog.getByText('You will lose access to Airport. Only an administrator can give it back.');
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chain.users[0]?.location_ids).toEqual([millRoad.id]);
  });
});

describe('a user who changes their own roles', () => {
  test('AssignRolesDialog does not let a manager revoke the role that lets her manage, and says why', async () => {
    const { user } = await openUsers(['manager', 'viewer'], '?dialog=roles&id=me');
    const dialog = await dialogOf('Assign Roles');
    await user.click(await dialog.findByRole('checkbox', { name: 'manager' }));
    dialog.getByText('You would lose what the role manager allows. Ask an administrator to do this.');
    expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('checkbox', { name: 'manager' }));
    // The role manager has all permissions of viewer.
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    expect(dialog.queryByText(/You would lose/)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', false);
  });

  test('AssignRolesDialog says what administrators lose, and lets them go on', async () => {
    const { user, chain } = await openUsers(['admin'], '?dialog=roles&id=me');
    const dialog = await dialogOf('Assign Roles');
    await user.click(await dialog.findByRole('checkbox', { name: 'admin' }));
    dialog.getByText('You will lose what the role admin allows. Only an administrator can give it back.');
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chain.users[0]?.role_ids).toEqual([]);
  });

  test('AssignRolesDialog warns of no loss for another user', async () => {
    const { user, chain } = await openUsers(['admin']);
    await user.click((await openMenu('Sam Other', user)).getByRole('menuitem', { name: 'Assign Roles' }));
    const dialog = await dialogOf('Assign Roles');
    await user.click(await dialog.findByRole('checkbox', { name: 'admin' }));
    expect(dialog.queryByText(/You will lose/)).toBeNull();
    expect(chain.users).toHaveLength(2);
  });
});

describe('deactivating oneself', () => {
  test('the Users page asks administrators before they deactivate themselves', async () => {
    const { user, chain } = await openUsers(['admin']);
    await user.click((await openMenu('Maria Alvarez', user)).getByRole('menuitem', { name: 'Deactivate' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate Yourself' }));
    question.getByText(
      'Are you sure you want to deactivate your own account? You are signed out at once, on every device, and only an administrator can activate it again.',
    );
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(chain.users[0]?.is_active).toBe(true);
    await user.click((await openMenu('Maria Alvarez', user)).getByRole('menuitem', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(chain.users[0]?.is_active).toBe(false));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('EditUserDialog warns administrators before they deactivate themselves', async () => {
    const { user } = await openUsers(['admin'], '?dialog=edit&id=me');
    await screen.findByRole('button', { name: 'Update User' });
    const dialog = await dialogOf('Edit User');
    await user.click(dialog.getByRole('checkbox', { name: 'Active User' }));
    dialog.getByText(/You are signed out at once, on every device/);
    await user.click(dialog.getByRole('checkbox', { name: 'Active User' }));
    expect(dialog.queryByText(/You are signed out at once/)).toBeNull();
  });

  test('the menu of a row does not let managers deactivate themselves, and says why', async () => {
    const { user } = await openUsers(['manager']);
    const reason = 'You would lose all access. Ask an administrator to do this.';
    const menu = await openMenu('Maria Alvarez', user);
    const item = menu.getByRole('menuitem', { name: 'Deactivate' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.title).toBe(reason);
    await user.click(menu.getByRole('menuitem', { name: 'Edit User' }));
    const dialog = await dialogOf('Edit User');
    const box = dialog.getByRole('checkbox', { name: 'Active User' });
    expect(box).toHaveProperty('disabled', true);
    expect(box.title).toBe(reason);
  });
});

test('DeleteUserDialog says what deleting the own account means', async () => {
  const { user } = await openUsers(['admin']);
  await user.click((await openMenu('Maria Alvarez', user)).getByRole('menuitem', { name: 'Delete User' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete User' }));
  question.getByText('Are you sure you want to delete "Maria Alvarez"? This action cannot be undone.');
  question.getByText(
    'This is your own account: you are signed out at once, and you lose all access for good.',
  );
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await user.click((await openMenu('Sam Other', user)).getByRole('menuitem', { name: 'Delete User' }));
  await screen.findByText(/delete "Sam Other"/);
  expect(screen.queryByText(/your own account/)).toBeNull();
});
