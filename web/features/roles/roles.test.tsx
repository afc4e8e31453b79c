import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OwnProfile } from '../../../contract/profile.ts';
import {
  type CountedRole,
  createRole,
  deleteRole,
  getRole,
  listRoles,
  updateRole,
} from '../../../contract/roles.ts';
import { roles as builtIn } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const nightLead: CountedRole = {
  ...(builtIn.find((role) => role.name === 'viewer') as CountedRole),
  id: 'role-night',
  name: 'Night Lead',
  description: 'Closes the location',
  color: 'ochre',
  is_builtin: false,
  permissions: ['locations.read', 'users.read'],
  ...{ user_count: 2, service_count: 1 },
};

async function openRoles(signedInAs: OwnProfile = profileWith(), path = '/settings?tab=roles') {
  const server = new FakeServer();
  const roles = [...builtIn.map((role) => ({ ...role, user_count: 1, service_count: 0 })), nightLead];
  server.answer(listRoles, () => ({ roles }));
  const app = await openApp(path, { signedInAs, server });
  const list = await screen.findByRole('list', { name: 'Roles' });
  const row = (name: string) => {
    const found = within(list)
      .getAllByRole('listitem')
      .find((item) => within(item).queryByText(name, { exact: true }));
    if (!found) throw new Error(`No role ${name}`);
    return within(found);
  };
  return { ...app, server, roles, row };
}

test('RolesPanel shows what each role is for, how much it allows and how many users hold it', async () => {
  const { row } = await openRoles();
  row('admin').getByText('Built-in');
  row('admin').getByText('All permissions');
  row('Night Lead').getByText('Closes the location');
  row('Night Lead').getByText('2 permissions');
  expect(row('Night Lead').getAllByText(/2 users/)).not.toHaveLength(0);
  expect(row('Night Lead').queryByText('Built-in')).toBeNull();
});

describe('adding a role', () => {
  test('AddRoleDialog sends name, description, color and the ticked permissions, and closes', async () => {
    const { user, server, roles } = await openRoles();
    server.answer(createRole, ({ body }) => {
      const made = { ...nightLead, ...(body as CountedRole), user_count: 0, service_count: 0 };
      roles.push(made);
      return made;
    });
    await user.click(screen.getByRole('button', { name: 'Add Role' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Role' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Name is required');
    await fill(user, dialog.getByLabelText(/Name/), '  Fuel Lead ');
    await fill(user, dialog.getByLabelText('Description'), 'Runs the pumps');
    await user.click(dialog.getByRole('radio', { name: 'Rose' }));
    const users = within(dialog.getByRole('group', { name: 'Users' }));
    await user.click(users.getByRole('checkbox', { name: 'See the users of these locations' }));
    await user.click(users.getByRole('checkbox', { name: 'Add users' }));
    await user.click(users.getByRole('checkbox', { name: 'Add users' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Fuel Lead');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requests('POST', '/api/roles')[0]?.body).toMatchObject({
      name: 'Fuel Lead',
      description: 'Runs the pumps',
      color: 'rose',
      permissions: ['users.read'],
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('AddRoleDialog keeps what was typed when the name is taken, and gives the reason under the field', async () => {
    const { user, server } = await openRoles();
    const message = 'Another role has this name already';
    server.refuse(createRole, 'conflict', message, { issues: [{ path: 'name', message }] });
    await user.click(screen.getByRole('button', { name: 'Add Role' }));
    const dialog = within(await screen.findByRole('dialog'));
    await fill(user, dialog.getByLabelText(/Name/), 'MANAGER');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText(message);
    expect(dialog.queryByText(/^Failed to create role/)).toBeNull();
    expect(dialog.getByLabelText(/Name/)).toHaveProperty('value', 'MANAGER');
  });

  test('AddRoleDialog explains what access to all locations means, and offers only permissions that the actor holds', async () => {
    const permissions = ['locations.all', 'roles.read', 'roles.manage', 'users.read'];
    const { user } = await openRoles(profileWith([], { permissions }));
    await user.click(screen.getByRole('button', { name: 'Add Role' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/Otherwise everything below applies only to assigned locations/);
    dialog.getByText(/Works only together with access to all locations/);
    expect(dialog.getByRole('checkbox', { name: 'Delete users' })).toHaveProperty('disabled', true);
    expect(dialog.getByRole('checkbox', { name: 'See roles' })).toHaveProperty('disabled', false);
    expect(dialog.getAllByText('You do not hold this yourself, so you cannot grant it.')).not.toHaveLength(0);
  });
});

describe('editing a role', () => {
  test('EditRoleDialog has one box for all permissions of a group, and says in a sentence what the role can do', async () => {
    const { user } = await openRoles();
    await user.click(screen.getByRole('button', { name: 'Edit Night Lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }));
    dialog.getByText('Can see assigned locations and their users.');
    const all = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'All user permissions' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await user.click(all);
    expect([all.checked, all.indeterminate]).toEqual([true, false]);
    expect(dialog.getByRole('checkbox', { name: 'Delete users' })).toHaveProperty('checked', true);
    dialog.getByText(/add, edit, deactivate, delete, and invite users/);
    await user.click(all);
    expect([all.checked, all.indeterminate]).toEqual([false, false]);
    dialog.getByText('Can see assigned locations.');
  });

  test('EditRoleDialog starts from the role, and saves against the version that was seen', async () => {
    const { user, server } = await openRoles();
    server.answer(updateRole, ({ body }) => ({ ...nightLead, ...(body as Partial<CountedRole>) }));
    await user.click(screen.getByRole('button', { name: 'Edit Night Lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }));
    expect(dialog.getByLabelText(/Name/)).toHaveProperty('value', 'Night Lead');
    expect(dialog.getByRole('radio', { name: 'Ochre' })).toHaveProperty('checked', true);
    dialog.getByText(/Otherwise everything below applies only to assigned locations/);
    await user.click(dialog.getByRole('checkbox', { name: 'Read the audit log' }));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const [sent] = server.requests('PATCH', '/api/roles/role-night');
    expect(sent?.headers.get('if-match')).toBe(`"${nightLead.updated_at}"`);
    expect(sent?.body).toMatchObject({
      name: 'Night Lead',
      permissions: ['locations.read', 'users.read', 'audit.read'],
    });
  });

  test('EditRoleDialog says who changed the role meanwhile, and loads the new values when asked', async () => {
    const { user, server } = await openRoles();
    server.refuse(updateRole, 'stale', 'Ada Owner changed this after you opened it.', {
      changed: { by: 'Ada Owner', at: '2026-11-20T21:05:00.000Z' },
    });
    server.answer(getRole, { ...nightLead, description: 'Newer words' });
    await user.click(screen.getByRole('button', { name: 'Edit Night Lead' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await dialog.findByText(/Ada Owner changed this after you opened it/);
    await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
    await expect.poll(() => dialog.getByLabelText('Description')).toHaveProperty('value', 'Newer words');
  });

  test('EditRoleDialog leaves name and color of a built-in role alone', async () => {
    const { user, server } = await openRoles();
    server.answer(updateRole, () => nightLead);
    await user.click(screen.getByRole('button', { name: 'Edit viewer' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/Name/)).toHaveProperty('disabled', true);
    expect(dialog.queryByRole('radio')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await expect.poll(() => server.requests('PATCH', '/api/roles/role-viewer')).toHaveLength(1);
    const [sent] = server.requests('PATCH', '/api/roles/role-viewer');
    expect(sent?.body).not.toHaveProperty('name');
    expect(sent?.body).not.toHaveProperty('color');
  });

  test('EditRoleDialog changes nothing of admin but whether it asks for a second factor', async () => {
    const { user, row, server } = await openRoles();
    server.answer(updateRole, () => ({ ...nightLead, name: 'admin', requires_second_factor: true }));
    expect(row('admin').queryByRole('button', { name: 'Delete admin' })).toBeNull();
    await user.click(row('admin').getByRole('button', { name: 'Edit admin' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }));
    dialog.getByText(/The role admin always allows everything/);
    expect(dialog.getByLabelText('Description')).toHaveProperty('disabled', true);
    expect(dialog.getByRole('checkbox', { name: 'Delete locations' }).closest('fieldset')).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(dialog.getByRole('checkbox', { name: 'Require a second factor' }));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await expect.poll(() => server.requests('PATCH', '/api/roles/role-admin')).toHaveLength(1);
    expect(server.requests('PATCH', '/api/roles/role-admin')[0]?.body).toEqual({
      requires_second_factor: true,
    });
  });
});

describe('deleting a role', () => {
  test('DeleteRoleDialog asks first, with how many users lose the role', async () => {
    const { user, server, roles } = await openRoles();
    server.answer(deleteRole, () => {
      roles.pop();
      return undefined;
    });
    await user.click(screen.getByRole('button', { name: 'Delete Night Lead' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Role' }));
    question.getByText('Are you sure you want to delete "Night Lead"? This action cannot be undone.');
    question.getByText('2 users have it and lose its permissions.');
    question.getByText(/It owns 1 service account: tokens are refused at once/);
    question.getByRole('link', { name: 'Service accounts' });
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => screen.queryByText('Night Lead')).toBeNull();
  });

  test('DeleteRoleDialog stays open and says why when the server refuses', async () => {
    const { user, server } = await openRoles();
    server.refuse(deleteRole, 'forbidden', 'You cannot edit the role Night Lead.');
    await user.click(screen.getByRole('button', { name: 'Delete Night Lead' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await question.findByText('Failed to delete role: You cannot edit the role Night Lead.');
  });

  test('RolesPanel offers no deletion of built-in roles', async () => {
    const { row } = await openRoles();
    for (const name of ['manager', 'employee', 'viewer']) {
      expect(row(name).queryByRole('button', { name: `Delete ${name}` })).toBeNull();
    }
  });
});

test('RolesPanel lets actors who may only see roles look, and change nothing', async () => {
  const { row, user } = await openRoles(profileWith(['viewer']));
  expect(screen.queryByRole('button', { name: 'Add Role' })).toBeNull();
  expect(row('Night Lead').queryByRole('button', { name: 'Delete Night Lead' })).toBeNull();
  await user.click(row('Night Lead').getByRole('button', { name: 'View Night Lead' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role' }));
  dialog.getByText('You may see roles, but not change them.');
  expect(dialog.getByRole('checkbox', { name: 'Require a second factor' })).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('button', { name: 'Update' })).toBeNull();
});

test('RolesPanel says why actors without access to all locations cannot change roles', async () => {
  const reason = 'Roles apply at all locations, so only users with access to all locations can change them.';
  const permissions = profileWith().permissions.filter((permission) => permission !== 'locations.all');
  const { row, user } = await openRoles(profileWith([], { permissions }));
  screen.getByText(reason, { exact: false });
  const add = screen.getByRole('button', { name: 'Add Role' });
  expect(add).toHaveProperty('disabled', true);
  expect(add.title).toBe(reason);
  expect(row('Night Lead').queryByRole('button', { name: 'Delete Night Lead' })).toBeNull();
  await user.click(row('Night Lead').getByRole('button', { name: 'View Night Lead' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role' }));
  dialog.getByText(reason);
  expect(dialog.getByRole('checkbox', { name: 'Require a second factor' })).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('button', { name: 'Update' })).toBeNull();
});

test('the Settings page does not offer the tab Roles to an employee', async () => {
  await openApp('/settings?tab=roles', { signedInAs: profileWith(['employee']) });
  await screen.findByRole('radio', { name: /Dark/ });
  expect(screen.queryByRole('link', { name: 'Roles' })).toBeNull();
});

test('RolesPanel says why it did not load, and tries again', async () => {
  const server = new FakeServer();
  server.refuse(listRoles, 'forbidden', 'Not now.');
  const { user } = await openApp('/settings?tab=roles', { signedInAs: profileWith(), server });
  await screen.findByText('Failed to fetch roles: Not now.');
  server.answer(listRoles, { roles: [nightLead] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Night Lead');
});
