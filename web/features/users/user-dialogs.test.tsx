import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { sendInvitation } from '../../../contract/invitations.ts';
import { listLocations } from '../../../contract/locations.ts';
import { listRoles } from '../../../contract/roles.ts';
import {
  createUser,
  getUser,
  getUserLocations,
  getUserRoles,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp, type Start } from '../../testing/render-app.tsx';

interface OpenOptions {
  as?: string[];
  server?: FakeServer;
  config?: Start['config'];
  prepare?: () => void;
}

async function openDialog(
  search: string,
  title: string,
  start: Partial<Chain> = {},
  { as = ['admin'], server = new FakeServer(), config, prepare = () => {} }: OpenOptions = {},
) {
  const chain = serveChain(server, start);
  prepare();
  const opened = await openApp(`/users?${search}`, {
    server,
    signedInAs: profileWith(as),
    ...(config && { config }),
  });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  return { ...opened, chain, dialog };
}

/** Opens the list of a field, ticks or unticks a value, and closes the list. */
async function toggleIn(
  user: UserEvent,
  dialog: { getByRole: typeof screen.getByRole },
  field: 'Roles' | 'Locations',
  name: string | RegExp,
) {
  await user.click(dialog.getByRole('button', { name: new RegExp(`^${field}`) }));
  await user.click(await screen.findByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name })).toBeNull());
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('adding a user', () => {
  const openAdd = (start?: Partial<Chain>, options?: Parameters<typeof openDialog>[3]) =>
    openDialog('dialog=add', 'Add New User', start, options);

  test('AddUserDialog checks on submit first, and says what is created', async () => {
    const { user, dialog } = await openAdd();
    dialog.getByText('User account will be created. Authentication setup can be configured separately.');
    expect(dialog.getByLabelText('Active User')).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText('Please enter a valid email address');
    dialog.getByText('Full name is required');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Z');
    expect(dialog.queryByText('Full name is required')).toBeNull();
  });

  test('AddUserDialog creates the user under an id of its own and shows the row on top', async () => {
    const { user, dialog, chain, server } = await openAdd({ users: [makeUser()] });
    await fill(user, dialog.getByLabelText(/^Email Address/), ' Zoë@Northline.example ');
    await fill(user, dialog.getByLabelText(/^Full Name/), 'Zoë O’Brien');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await closed();
    await screen.findByText('Zoë O’Brien');
    expect(chain.users[0]).toMatchObject({ email: 'Zoë@Northline.example', phone: null, is_active: true });
    expect(server.requests('POST', '/api/users')[0]?.body).toHaveProperty(
      'id',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    );
  });

  test('AddUserDialog keeps what was typed when the email is taken, and gives the reason at the field', async () => {
    const { user, dialog, server } = await openAdd();
    const detail = 'Somebody already has this email address';
    server.refuse(createUser, 'email_taken', detail, { issues: [{ path: 'email', message: detail }] });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText(detail);
    expect(dialog.queryByText(/^Failed to create user profile/)).toBeNull();
    const field = dialog.getByLabelText(/^Email Address/);
    expect(field).toHaveProperty('value', 'zoe@northline.example');
    expect(document.activeElement).toBe(field);
    server.refuse(createUser, 'unavailable', 'The server is busy.');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText('Failed to create user profile: The server is busy.');
  });

  test('AddUserDialog asks a manager for at least one of their locations', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, dialog, chain } = await openAdd({ locations: [mill] }, { as: ['manager'] });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText('Select at least one location');
    await toggleIn(user, dialog, 'Locations', /^Mill Road 104/);
    await waitFor(() => expect(dialog.queryByText('Select at least one location')).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await closed();
    expect(chain.users[0]?.location_ids).toEqual([mill.id]);
  });

  test('AddUserDialog picks the only match on Enter in the filter of the locations, and creates no user', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, dialog, server } = await openAdd({ locations: [mill] }, { as: ['manager'] });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await user.click(dialog.getByRole('button', { name: 'Locations No locations' }));
    // Its search has the focus, so that a name can be typed at once.
    const filter = await screen.findByRole('searchbox', { name: 'Filter locations' });
    await waitFor(() => expect(document.activeElement).toBe(filter));
    await user.keyboard('mill{Enter}');
    expect(screen.getByRole('checkbox', { name: /^Mill Road 104/ })).toHaveProperty('checked', true);
    expect(server.requests('POST', '/api/users')).toEqual([]);
  });

  test('AddUserDialog shows the locations that were chosen first when the list is opened again', async () => {
    const locations = Array.from({ length: 12 }, (_, n) => makeLocation({ name: `Depot ${n + 11}` }));
    const { user, dialog } = await openAdd({ locations });
    await toggleIn(user, dialog, 'Locations', /^Depot 21/);
    await toggleIn(user, dialog, 'Locations', /^Depot 19/);
    await user.click(dialog.getByRole('button', { name: /^Locations/ }));
    const list = within(await screen.findByRole('group', { name: 'Locations' }));
    await waitFor(() => expect(list.getAllByRole('checkbox').length).toBeGreaterThan(3));
    const names = list.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(names.slice(0, 4).map((text) => text?.slice(0, 8))).toEqual([
      ...['Depot 19', 'Depot 21'],
      ...['Depot 11', 'Depot 12'],
    ]);
  });

  test('AddUserDialog gives roles, locations and an invitation, and retries only what failed', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, dialog, chain, server } = await openAdd({ locations: [mill] });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await toggleIn(user, dialog, 'Roles', 'employee');
    dialog.getByRole('button', { name: 'Roles employee' });
    await toggleIn(user, dialog, 'Locations', /^Mill Road 104/);
    dialog.getByRole('button', { name: 'Locations Mill Road 104' });
    await user.click(dialog.getByRole('checkbox', { name: 'Email an invitation' }));
    expect(dialog.queryByText(/^User account will be created/)).toBeNull();
    server.refuse(sendInvitation, 'unavailable', 'The server is busy.');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText('Zoë was added, but the invitation was not sent: The server is busy.');
    server.answer(sendInvitation, {
      state: 'invited',
      by: 'mail',
      sent_at: '2026-11-20T21:05:00.000Z',
      sent_by: 'Ada',
      expires_at: null,
      mail: 'sent',
      mail_problem: null,
      link: null,
    });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await closed();
    await screen.findByText('Zoë added and invited');
    expect(server.requests('POST', '/api/users')).toHaveLength(1);
    expect(server.requests('PUT', `/api/users/${chain.users[0]?.id}/roles`)).toHaveLength(1);
    expect(chain.users[0]).toMatchObject({ role_ids: ['role-employee'], location_ids: [mill.id] });
  });

  test('AddUserDialog says that the roles failed to load, and tries again', async () => {
    const server = new FakeServer();
    const { user, dialog, chain } = await openAdd(undefined, {
      server,
      prepare: () => server.refuse(listRoles, 'unavailable', 'The server is busy.'),
    });
    await dialog.findByText('Failed to load roles');
    serveChain(server, chain);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('button', { name: 'Roles No roles' });
  });

  test('AddUserDialog has one tab stop for the roles and one for the locations, and Enter opens a list', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, dialog } = await openAdd({ locations: [mill] });
    await dialog.findByRole('button', { name: 'Roles No roles' });
    dialog.getByLabelText(/^Full Name/).focus();
    const stops: (string | null | undefined)[] = [];
    for (let step = 0; step < 7; step += 1) {
      await user.tab();
      const stop = document.activeElement;
      stops.push(stop?.getAttribute('name') ?? stop?.textContent);
    }
    expect(stops.filter((stop) => stop?.endsWith('_ids'))).toEqual(['role_ids', 'location_ids']);
    expect(stops).toContain('is_invited');
    dialog.getByRole('button', { name: 'Roles No roles' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('checkbox', { name: 'admin' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('role_ids'));
    dialog.getByRole('button', { name: 'Create User' });
  });

  test('AddUserDialog shows the invite link where there is no mail server, to actors who may copy it', async () => {
    const server = new FakeServer();
    const { user, dialog, chain } = await openAdd(undefined, { server, config: { sends_email: false } });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await user.click(dialog.getByRole('checkbox', { name: 'Create an invite link' }));
    server.answer(sendInvitation, {
      ...{
        state: 'invited',
        by: 'link',
        sent_at: '2026-11-20T21:05:00.000Z',
        sent_by: 'Ada',
        expires_at: null,
      },
      ...{ mail: null, mail_problem: null },
      link: 'http://localhost:3000/auth/confirm?token_hash=abc',
    });
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    const added = within(await screen.findByRole('dialog', { name: 'Zoë added' }));
    expect(added.getByLabelText('Link')).toHaveProperty(
      'value',
      'http://localhost:3000/auth/confirm?token_hash=abc',
    );
    expect(
      server.requests('POST', `/api/users/${chain.users[0]?.id}/invitation`).map(({ body }) => body),
    ).toEqual([{ by: 'link' }]);
    await user.click(added.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await closed();
  });

  test('AddUserDialog says whom to ask for the link where there is no mail server, to other actors', async () => {
    const { user, dialog } = await openAdd(undefined, { as: ['manager'], config: { sends_email: false } });
    await user.click(dialog.getByRole('checkbox', { name: 'Create an invitation' }));
    dialog.getByText('This server has no mail server. Ask an administrator to give them the link.');
  });

  test('AddUserDialog says who was added and why the roles were refused, and retries with others', async () => {
    const { user, dialog, chain, server } = await openAdd();
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await toggleIn(user, dialog, 'Roles', 'employee');
    server.refuse(replaceUserRoles, 'conflict', 'One of the roles was just deleted.');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText(
      'Zoë was added, but the roles were not assigned: One of the roles was just deleted.',
    );
    // The user exists: only the remaining steps can still be changed.
    expect(dialog.queryByLabelText(/^Email Address/)).toBeNull();
    dialog.getByRole('button', { name: 'Roles employee' });
    expect(chain.users).toHaveLength(1);
    serveChain(server, chain);
    await toggleIn(user, dialog, 'Roles', 'employee');
    await toggleIn(user, dialog, 'Roles', 'viewer');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await closed();
    await screen.findByText('Zoë added');
    expect(server.requests('POST', '/api/users')).toHaveLength(1);
    expect(chain.users[0]).toMatchObject({ role_ids: ['role-viewer'] });
  });

  test('a change of roles is one request; what else it changes comes with the change log', async () => {
    const locations = Array.from({ length: 20 }, () => makeLocation());
    const ana = makeUser({ full_name: 'Ana', location_ids: locations.map(({ id }) => id) });
    const server = new FakeServer();
    serveChain(server, { users: [ana], locations });
    const { user } = await openApp(`/users?dialog=roles&id=${ana.id}`, { server, signedInAs: profileWith() });
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Roles' }));
    await user.click(await dialog.findByRole('checkbox', { name: /^viewer/ }));
    const before = server.seen.length;
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await screen.findByText('Roles of Ana updated');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const requests = server.seen.slice(before);
    // The open dialog follows its user, and so reads its own change.
    const own = `/api/users/${ana.id}/roles`;
    expect(requests.map(({ path }) => path).filter((path) => path !== own)).toEqual([]);
    expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  test('AddUserDialog says at the locations which one is refused, goes there, and creates nobody', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, dialog, chain, server } = await openAdd({ locations: [mill] });
    await fill(user, dialog.getByLabelText(/^Email Address/), 'zoe@northline.example');
    await user.type(dialog.getByLabelText(/^Full Name/), 'Zoë');
    await toggleIn(user, dialog, 'Locations', /^Mill Road 104/);
    const message = 'Mill Road 104 is closed. Reopen it to assign users to it.';
    server.refuse(createUser, 'validation_failed', message, { issues: [{ path: 'location_ids', message }] });
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await dialog.findByText(message);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: /^Locations/ }));
    expect(chain.users).toEqual([]);
    serveChain(server, chain);
    await toggleIn(user, dialog, 'Locations', /^Mill Road 104/);
    expect(dialog.queryByText(message)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await closed();
    expect(chain.users[0]).toMatchObject({ location_ids: [] });
  });

  test('AddUserDialog closes with Cancel and leaves the address', async () => {
    const { user, dialog } = await openAdd();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(location.search).toBe('');
  });
});

describe('editing a user', () => {
  async function openEdit(one = makeUser()) {
    const opened = await openDialog(`dialog=edit&id=${one.id}`, 'Edit User', { users: [one] });
    // Opened by its URL, it waits for the row.
    await screen.findByRole('button', { name: 'Update User' });
    return { ...opened, dialog: within(screen.getByRole('dialog', { name: 'Edit User' })) };
  }

  test('EditUserDialog keeps the email, prefills a missing name, and saves against the version seen', async () => {
    const one = makeUser({ full_name: null, email: 'nobody@northline.example', phone: '1' });
    const seen = one.updated_at;
    const { user, dialog, server } = await openEdit(one);
    expect(dialog.getByLabelText(/^Email Address/)).toHaveProperty('disabled', true);
    const name = dialog.getByLabelText(/^Full Name/);
    expect(name).toHaveProperty('value', 'User Name');
    await user.clear(name);
    await fill(user, name, 'Nora Body');
    await user.clear(dialog.getByLabelText('Phone Number'));
    await user.click(dialog.getByRole('button', { name: 'Update User' }));
    await closed();
    await screen.findByText('Nora Body');
    const [request] = server.requests('PATCH', `/api/users/${one.id}`);
    expect(request?.body).toEqual({ full_name: 'Nora Body', phone: null, employee_number: null });
    expect(request?.headers.get('if-match')).toBe(`"${seen}"`);
  });

  test('EditUserDialog says who changed the user meanwhile, and loads the new values when asked', async () => {
    const one = makeUser({ full_name: 'Old Name' });
    const { user, dialog, server } = await openEdit(one);
    server.refuse(updateUser, 'stale', 'Kofi Walker changed this after you opened it.', {
      changed: { by: 'Kofi Walker', at: '2026-11-21T12:00:00.000Z' },
    });
    await fill(user, dialog.getByLabelText(/^Full Name/), ' the Second');
    await user.click(dialog.getByRole('button', { name: 'Update User' }));
    await dialog.findByText('Failed to update user: Kofi Walker changed this after you opened it.');
    expect(dialog.getByLabelText(/^Full Name/)).toHaveProperty('value', 'Old Name the Second');
    const { role_ids: _, location_ids: __, ...profile } = one;
    server.answer(getUser, { ...profile, full_name: 'New Name', roles: [], locations: [], districts: [] });
    await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Full Name/)).toHaveProperty('value', 'New Name'));
    expect(dialog.queryByText(/Kofi Walker/)).toBeNull();
  });

  test('EditUserDialog reads Saving... while it saves', async () => {
    const { user, dialog, server } = await openEdit();
    server.answer(updateUser, () => new Promise<never>(() => {}));
    await user.click(dialog.getByRole('button', { name: 'Update User' }));
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
  });
});

describe('assigning locations', () => {
  const mill = () => makeLocation({ name: 'Mill Road 104', address: '12 Mill Road', zip: '12207' });
  const openAssign = (start: Partial<Chain>, options?: Parameters<typeof openDialog>[3]) =>
    openDialog(`dialog=locations&id=${start.users?.[0]?.id}`, 'Assign Locations', start, options);

  test('AssignLocationsDialog shows every location with its address and which are assigned, and replaces the set', async () => {
    const [one, two] = [mill(), makeLocation({ name: 'Harbor 7' })];
    const { user, dialog, chain } = await openAssign({
      locations: [one, two],
      users: [makeUser({ location_ids: [one.id] })],
    });
    const box = await dialog.findByRole('checkbox', {
      name: /^Mill Road 104 ?12 Mill Road, Albany, NY 12207$/,
    });
    expect(box).toHaveProperty('checked', true);
    dialog.getByText('1 location(s) selected');
    await user.click(box);
    await user.click(dialog.getByRole('checkbox', { name: /^Harbor 7/ }));
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await closed();
    expect(chain.users[0]?.location_ids).toEqual([two.id]);
    const [row] = screen.getAllByRole('row').slice(1);
    expect(row?.textContent).toContain('Harbor 7');
  });

  test('AssignLocationsDialog may leave a user without locations', async () => {
    const one = mill();
    const { user, dialog, chain } = await openAssign({
      locations: [one],
      users: [makeUser({ location_ids: [one.id] })],
    });
    await user.click(await dialog.findByRole('checkbox', { name: /^Mill Road/ }));
    dialog.getByText('0 location(s) selected');
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await closed();
    expect(chain.users[0]?.location_ids).toEqual([]);
    const [row] = screen.getAllByRole('row').slice(1);
    expect(row?.textContent).toContain('No locations');
  });

  test('AssignLocationsDialog changes nothing when it is canceled', async () => {
    const one = mill();
    const { user, dialog, chain, server } = await openAssign({
      locations: [one],
      users: [makeUser({ location_ids: [one.id] })],
    });
    await user.click(await dialog.findByRole('checkbox', { name: /^Mill Road/ }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await closed();
    expect(server.requests('PUT', `/api/users/${chain.users[0]?.id}/locations`)).toEqual([]);
  });

  test('AssignLocationsDialog filters thousands of locations and renders only those in sight', async () => {
    const locations = Array.from({ length: 3000 }, () => makeLocation());
    locations.push(mill());
    const { user, dialog } = await openAssign({ locations, users: [makeUser()] });
    const filter = await dialog.findByRole('searchbox', { name: 'Filter locations' });
    expect(dialog.getAllByRole('checkbox').length).toBeLessThan(40);
    await user.type(filter, '104');
    await dialog.findByRole('checkbox', { name: /^Mill Road 104/ });
  });

  test('AssignLocationsDialog moves through its locations with the arrow keys', async () => {
    const locations = [makeLocation({ name: 'A' }), makeLocation({ name: 'B' }), makeLocation({ name: 'C' })];
    const { user, dialog } = await openAssign({ locations, users: [makeUser()] });
    const [first, second, last] = await dialog.findAllByRole('checkbox');
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard(' ');
    expect(second).toHaveProperty('checked', true);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(last);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(first);
  });

  test('AssignLocationsDialog focuses its filter, where Enter takes the first match and never saves', async () => {
    const locations = [mill(), makeLocation({ name: 'Harbor Quay' }), makeLocation({ name: 'Harbor Pier' })];
    const { user, dialog, server } = await openAssign({ locations, users: [makeUser()] });
    const filter = await dialog.findByRole('searchbox', { name: 'Filter locations' });
    await waitFor(() => expect(document.activeElement).toBe(filter));
    await user.keyboard('harbor{Enter}');
    await dialog.findByText('1 location(s) selected');
    expect(dialog.getByRole('checkbox', { name: /^Harbor Pier/ })).toHaveProperty('checked', true);
    // The next text replaces it.
    await user.keyboard('104{Enter}');
    await dialog.findByText('2 location(s) selected');
    expect(dialog.getByRole('checkbox', { name: /^Mill Road/ })).toHaveProperty('checked', true);
    expect(server.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
    await user.clear(filter);
    await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(3));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(dialog.getAllByRole('checkbox')[0]);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(filter);
  });

  test('AssignLocationsDialog puts the location with the typed number first, and Enter takes it', async () => {
    const locations = [
      makeLocation({ name: 'Airport 12', number: '9', phone: '(518) 555-0394' }),
      makeLocation({ name: 'Airport 9', number: '394' }),
    ];
    const { user, dialog } = await openAssign({ locations, users: [makeUser()] });
    const filter = await dialog.findByRole('searchbox', { name: 'Filter locations' });
    await user.type(filter, '394');
    const first = () => dialog.getAllByRole('checkbox')[0]?.closest('label')?.textContent;
    await waitFor(() => expect(first()).toContain('(394)'));
    expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
    await user.keyboard('{Enter}');
    await dialog.findByText('1 location(s) selected');
    expect(dialog.getByRole('checkbox', { name: /^Airport 9/ })).toHaveProperty('checked', true);
  });

  test('AssignLocationsDialog empties its filter on the first Escape and closes on the second', async () => {
    const { user, dialog } = await openAssign({ locations: [mill()], users: [makeUser()] });
    const filter = await dialog.findByRole('searchbox', { name: 'Filter locations' });
    await user.type(filter, 'har{Escape}');
    expect(filter).toHaveProperty('value', '');
    await user.keyboard('{Escape}');
    await closed();
  });

  test('AssignLocationsDialog says that it could not load, cannot be saved then, and tries again', async () => {
    const server = new FakeServer();
    const users = [makeUser()];
    const { user, dialog } = await openAssign(
      { users, locations: [mill()] },
      { server, prepare: () => server.refuse(getUserLocations, 'forbidden', 'No') },
    );
    await dialog.findByText('Failed to load locations');
    expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
    server.answer(getUserLocations, { locations: [], districts: [], updated_at: 'now' });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('checkbox', { name: /^Mill Road/ });
  });

  test('AssignLocationsDialog says that the locations are loading, and that there is none', async () => {
    const server = new FakeServer();
    const list = Promise.withResolvers<void>();
    const { dialog } = await openAssign(
      { users: [makeUser()] },
      {
        server,
        prepare: () =>
          server.answer(listLocations, async () => {
            await list.promise;
            return { locations: [], total: 0, is_total_exact: true, next: null };
          }),
      },
    );
    await dialog.findByText('Loading locations...');
    expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
    list.resolve();
    await dialog.findByText('No locations available');
  });
});

describe('assigning roles', () => {
  const openAssign = (one = makeUser(), options?: Parameters<typeof openDialog>[3]) =>
    openDialog(`dialog=roles&id=${one.id}`, 'Assign Roles', { users: [one] }, options);

  test('AssignRolesDialog says that actors may not see the roles, instead of loading for good', async () => {
    const one = makeUser();
    const chain = { users: [one] };
    const profile = profileWith(['viewer']);
    const permissions = profile.permissions.filter((permission) => permission !== 'roles.read');
    const server = new FakeServer();
    serveChain(server, chain);
    await openApp(`/users?dialog=roles&id=${one.id}`, {
      server,
      signedInAs: { ...profile, permissions: [...permissions, 'users.assign_roles'] },
    });
    await screen.findByText('Your roles do not allow you to see the list of roles. Ask your administrator.');
    expect(screen.queryByText('Loading roles...')).toBeNull();
  });

  test('AssignRolesDialog lists roles by name with what they are for, and replaces the set', async () => {
    const one = makeUser({ role_ids: ['role-viewer'] });
    const { user, dialog, chain } = await openAssign(one);
    dialog.getByText('Select the roles for this user. Multiple roles can be assigned:');
    await dialog.findByText('1 role(s) selected');
    const boxes = dialog.getAllByRole('checkbox');
    expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
      'admin',
      'employee',
      'manager',
      'viewer',
    ]);
    dialog.getByText('Runs assigned locations and their staff');
    await user.click(dialog.getByRole('checkbox', { name: 'manager' }));
    expect(dialog.getByText('2 role(s) selected').parentElement?.textContent).toContain('managerviewer');
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await closed();
    expect(chain.users[0]?.role_ids).toEqual(['role-manager']);
  });

  test('AssignRolesDialog moves through its roles with the arrow keys', async () => {
    const { user, dialog } = await openAssign();
    const [first, second] = await dialog.findAllByRole('checkbox');
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(first);
  });

  test('AssignRolesDialog keeps the ticks when saving fails, and says why', async () => {
    const { user, dialog, server } = await openAssign();
    server.refuse(replaceUserRoles, 'last_admin', 'This is the last administrator who can sign in.');
    await user.click(await dialog.findByRole('checkbox', { name: 'manager' }));
    await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
    await dialog.findByText('Failed to assign roles: This is the last administrator who can sign in.');
    expect(dialog.getByRole('checkbox', { name: 'manager' })).toHaveProperty('checked', true);
  });

  test('AssignRolesDialog disables roles that allow more than the actor holds, with the reason', async () => {
    const { user, dialog } = await openAssign(makeUser({ role_ids: ['role-admin'] }), { as: ['manager'] });
    const admin = await dialog.findByRole('checkbox', { name: 'admin' });
    expect(admin.getAttribute('aria-disabled')).toBe('true');
    await user.click(admin);
    expect(admin).toHaveProperty('checked', true);
    dialog.getByText('It allows more than your own roles do, so you can neither grant nor revoke it.');
    expect(dialog.getByRole('checkbox', { name: 'manager' }).hasAttribute('aria-disabled')).toBe(false);
  });

  test('AssignRolesDialog says that it could not load and tries again', async () => {
    const server = new FakeServer();
    const { user, dialog } = await openAssign(makeUser(), {
      server,
      prepare: () => server.refuse(getUserRoles, 'forbidden', 'No'),
    });
    await dialog.findByText('Failed to load roles');
    server.answer(getUserRoles, { roles: [], updated_at: 'now' });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('0 role(s) selected');
  });

  test('AssignRolesDialog says that the roles are loading, and that there is none', async () => {
    const server = new FakeServer();
    const list = Promise.withResolvers<void>();
    const { dialog } = await openAssign(makeUser(), {
      server,
      prepare: () =>
        server.answer(listRoles, async () => {
          await list.promise;
          return { roles: [] };
        }),
    });
    await dialog.findByText('Loading roles...');
    list.resolve();
    await dialog.findByText('No roles available');
  });
});
