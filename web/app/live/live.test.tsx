import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { listUsers } from '../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const names = ['Ada Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood'];

async function openUsers(path = '/users', { roles = ['admin'], more = 0 } = {}) {
  startLive();
  const server = new FakeServer();
  const users = [
    ...names.map((full_name) => makeUser({ full_name })),
    ...Array.from({ length: more }, (_, index) => makeUser({ full_name: `Zz ${index}` })),
  ];
  const chain = serveChain(server, { users: [...users], locations: [makeLocation()] });
  const others = serveChanges(server, chain);
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('link', { name: 'Ada Ash' });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  return { ...opened, chain, others, users: users as [User, User, User, User] };
}

type User = ReturnType<typeof makeUser>;
const zoe = () => makeUser({ full_name: 'Zoe Zelkova', created_at: '2027-01-01T00:00:00.000Z' });
const later = { updated_at: '2027-01-01T00:00:00.000Z' };
const lists = (server: FakeServer) => server.requests('GET', '/api/users').map(({ query }) => query);

const shown = () =>
  within(screen.getByRole('table', { name: 'Users' }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('data-row-main'))
    .map((link) => link.textContent);

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement;
const changes = (server: FakeServer) => server.requests('GET', '/api/changes').length;

test('a value that another user changes shows at once and is marked; a new row waits for Show', async () => {
  const { others, users, user, server } = await openUsers();
  others.putUsers({ ...users[1], ...later, full_name: 'Ben Beech' });
  await screen.findByRole('link', { name: 'Ben Beech' });
  expect(rowOf('Ben Beech').dataset.marked).toBe('true');
  expect(rowOf('Ada Ash').dataset.marked).toBeUndefined();
  expect(lists(server)).toHaveLength(1);
  const added = zoe();
  others.putUsers(added);
  await screen.findByText(/^1 change ·/);
  expect(shown()).toEqual(['Ada Ash', 'Ben Beech', 'Cy Cedar', 'Di Dogwood']);
  await screen.findByText('5 users');
  // Whether it matches, and how many do.
  expect(lists(server).slice(1)).toEqual([
    { ids: added.id, limit: '1', include: 'refs' },
    { limit: '1', include: 'refs' },
  ]);
  expect((await screen.findByText('1 change in Users')).getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shown()[0]).toBe('Zoe Zelkova'));
  expect(screen.queryByText(/change/)).toBeNull();
});

test('a row that another user deletes is emptied in its place, says by whom, and does nothing', async () => {
  const { others, users, user, server } = await openUsers();
  server.answer(listAudit, { entries: [deletion(users[1].id)], next: null });
  others.removeUser(users[1].id);
  const note = await screen.findByText('Deleted by Nina Castellanos');
  expect(shown()).toEqual(['Ada Ash', 'Cy Cedar', 'Di Dogwood']);
  const row = note.closest('tr') as HTMLElement;
  expect(row.getAttribute('aria-disabled')).toBe('true');
  expect(row.previousElementSibling?.textContent).toContain('Ada Ash');
  expect(within(row).queryByRole('checkbox')).toBeNull();
  await screen.findByText('3 users');
  await user.click(row);
  await screen.findByText('Deleted by Nina Castellanos.');
  expect(window.location.pathname).toBe('/users');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(screen.queryByText('Deleted by Nina Castellanos')).toBeNull());
});

test('a selected row that is deleted is named in the bar, and is not acted on', async () => {
  const { others, users, user, server } = await openUsers();
  server.refuse(listAudit, 'forbidden', 'No');
  await user.click(screen.getByRole('checkbox', { name: 'Select Ada Ash' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Ben Birch' }));
  await screen.findByText('2 users selected');
  others.removeUser(users[1].id);
  await screen.findByText('Deleted meanwhile: Ben Birch');
  screen.getByText('1 user selected');
  await screen.findByText('Deleted by another user');
});

test('rows keep their places by an old sort key, and one that no longer matches stays until Show', async () => {
  const { others, users, user } = await openUsers('/users?sort=name&status=active');
  others.putUsers({ ...users[0], ...later, full_name: 'Zed Ash' });
  await screen.findByRole('link', { name: 'Zed Ash' });
  expect(shown()).toEqual(['Zed Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  expect(screen.queryByText(/change/)).toBeNull();
  others.putUsers({ ...users[2], ...later, is_active: false });
  await screen.findByText(/^1 change ·/);
  expect(shown()).toEqual(['Zed Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  within(rowOf('Cy Cedar')).getByText('Inactive');
  await screen.findByText('3 users');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shown()).toEqual(['Ben Birch', 'Di Dogwood', 'Zed Ash']));
});

test('what does not match, or sorts behind the last loaded row, is no change', async () => {
  const { others, server } = await openUsers('/users?status=active', { more: 1200 });
  const before = lists(server).length;
  others.putUsers(makeUser({ full_name: 'Old Oak', created_at: '2020-01-01T00:00:00.000Z' }));
  others.putUsers({ ...zoe(), is_active: false });
  await waitFor(() => expect(lists(server).length).toBeGreaterThan(before));
  // The last loaded row is asked about, too, to see what comes before it.
  expect(lists(server)[before]?.ids?.split(',').length).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(/change/)).toBeNull();
});

test('a list that was searched keeps its rows, and counts what others change in them', async () => {
  const { others, users, user } = await openUsers();
  await user.type(screen.getByRole('searchbox', { name: /^Search users/ }), 'di');
  await waitFor(() => expect(shown()).toEqual(['Di Dogwood']));
  others.putUsers({ ...users[3], ...later, full_name: 'Eve Elm', email: 'eve@northline.example' });
  await screen.findByRole('link', { name: 'Eve Elm' });
  await screen.findByText(/^1 change ·/);
  others.putUsers({ ...users[0], ...later, full_name: 'Adina Ash' });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shown()).toEqual(['Adina Ash']));
});

test('what the user adds stands on top, what they delete goes, and what they deactivate stays outside of the filter', async () => {
  const { user, server, others, users } = await openUsers('/users?sort=name&status=active');
  await user.click(screen.getByRole('button', { name: 'Add User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  await user.type(await dialog.findByLabelText(/Email Address/), 'new@northline.example');
  await user.type(dialog.getByLabelText(/Full Name/), 'Mia New');
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await screen.findByRole('link', { name: 'Mia New' });
  expect(shown()).toEqual(['Mia New', 'Ada Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  expect(rowOf('Mia New').dataset.marked).toBe('true');
  await screen.findByText('5 users');

  await user.click(screen.getByRole('button', { name: 'Actions for Ben Birch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await within(rowOf('Ben Birch')).findByText('Inactive');
  others.putUsers({ ...users[1], ...later, is_active: false });
  await screen.findByText('4 users');
  expect(shown()).toEqual(['Mia New', 'Ada Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  expect(screen.queryByText(/change/)).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Actions for Cy Cedar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete User' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shown()).toEqual(['Mia New', 'Ada Ash', 'Ben Birch', 'Di Dogwood']));
  expect(server.requests('DELETE', `/api/users/${users[2].id}`)).toHaveLength(1);
});

test('a question that was left with changes in its rows is asked again when it comes back', async () => {
  const { user, others, users } = await openUsers('/users?status=active');
  others.putUsers({ ...users[1], ...later, is_active: false });
  await screen.findByText(/^1 change ·/);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('4 users');
  window.history.back();
  await screen.findByText('3 of 4 users');
  expect(shown()).toEqual(['Ada Ash', 'Cy Cedar', 'Di Dogwood']);
  expect(screen.queryByText(/change/)).toBeNull();
});

test('a save of roles makes at most two requests besides its own', async () => {
  const { user, server, others, users } = await openUsers();
  const before = server.seen.length;
  await user.click(screen.getByRole('button', { name: 'Actions for Ben Birch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await within(rowOf('Ben Birch')).findByText('Inactive');
  others.putUsers({ ...users[1], ...later, is_active: false });
  await waitFor(() => expect(changes(server)).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const made = server.seen.slice(before).filter(({ method }) => method === 'GET');
  expect(made.map(({ path }) => path)).toEqual(['/api/covers', '/api/changes']);
});

test('readers of own locations see that there are changes, but not how many, and only when the first rows are others', async () => {
  const { others, chain, users, user, server } = await openUsers('/users', { roles: ['manager'] });
  chain.users = chain.users.map((one) => (one.id === users[1].id ? { ...one, ...later, phone: '555' } : one));
  others.reset(['users']);
  await screen.findByText('555');
  expect(screen.queryByText(/Changes/)).toBeNull();
  chain.users = [zoe(), ...chain.users.filter(({ id }) => id !== users[2].id)];
  others.reset(['users']);
  await screen.findByText(/^Changes ·/);
  await screen.findByText('No longer visible to you');
  expect(shown()).toEqual(['Ada Ash', 'Ben Birch', 'Di Dogwood']);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shown()).toEqual(['Zoe Zelkova', 'Ada Ash', 'Ben Birch', 'Di Dogwood']));
  expect(lists(server).length).toBeLessThanOrEqual(6);
});

test('Back shows the rows at once and asks again only for those in view', async () => {
  const { chain, users, user, server } = await openUsers('/users', { more: 300 });
  await user.click(screen.getByRole('link', { name: 'Ada Ash' }));
  await screen.findByRole('heading', { name: 'Ada Ash', level: 1 });
  // Nobody tells of it, and the rows are old.
  chain.users = chain.users.map((one) => (one.id === users[1].id ? { ...one, ...later, phone: '555' } : one));
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 10_000);
  const before = lists(server).length;
  window.history.back();
  await screen.findByRole('table', { name: 'Users' });
  expect(shown().slice(0, 4)).toEqual(names);
  await screen.findByText('555');
  expect(lists(server).slice(before)).toEqual([{ limit: '100', include: 'refs' }]);
  expect(document.activeElement?.textContent).toBe('Ada Ash');
});

test.each([
  ['the same row', 'Ada Ash', 1],
  ['another row that came under the pointer', 'Ben Birch', 0],
])('a click on %s', async (_, released, opened) => {
  await openUsers();
  fireEvent.pointerDown(rowOf('Ada Ash'));
  fireEvent.click(screen.getByRole('link', { name: released }), { detail: 1 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(window.location.pathname.startsWith('/users/') ? 1 : 0).toBe(opened);
});

test('a click counts whose press was before the code that watches presses', async () => {
  await openUsers();
  const box = screen.getByRole('checkbox', { name: 'Select Ada Ash' });
  fireEvent.click(box, { detail: 1 });
  await waitFor(() => expect(box).toHaveProperty('checked', true));
});

test('a double click needs the same row twice', async () => {
  const { user } = await openUsers();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ada Ash' }));
  fireEvent.pointerDown(rowOf('Ben Birch'));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ben Birch' }), { detail: 2 });
  expect(screen.getByRole('checkbox', { name: 'Select Ben Birch' })).toHaveProperty('checked', false);
});

test('changes are fetched once a second at most, and never two at a time', async () => {
  const { others, server, users } = await openUsers();
  const before = changes(server);
  for (let index = 0; index < 30; index++)
    others.putUsers({ ...users[0], ...later, full_name: `Ada ${index}` });
  await screen.findByRole('link', { name: 'Ada 29' });
  expect(changes(server) - before).toBeLessThanOrEqual(2);
});

test('after a change of scope the list is cleared before it is read again', async () => {
  const { others, server, chain, users } = await openUsers();
  const reply = Promise.withResolvers<void>();
  server.answer(listUsers, async () => {
    await reply.promise;
    return { users: [users[1]], total: 1, is_total_exact: true, next: null };
  });
  chain.users = [users[1]];
  others.reset(['users'], true);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ada Ash' })).toBeNull());
  reply.resolve();
  await screen.findByText('1 user');
  expect(shown()).toEqual(['Ben Birch']);
});

test.each([
  ['session_ended', 'Your session has ended. Please sign in again.'],
  ['deactivated', /deactivated/],
] as const)('the stream says %s', async (reason, sentence) => {
  const { others } = await openUsers();
  others.stream.send('bye', { reason });
  await screen.findByText(sentence);
  expect(window.location.pathname).toBe('/login');
});

test('a stream that breaks, or ends with its time, is opened again', async () => {
  const { others } = await openUsers();
  others.stream.send('bye', { reason: 'lifetime' });
  others.stream.end();
  await waitFor(() => expect(others.stream.opened).toBe(2));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  others.stream.end();
  await waitFor(() => expect(others.stream.opened).toBe(3), { timeout: 5_000 });
});

test('what changed before the stream is there shows on a page without a list, too', async () => {
  startLive();
  const server = new FakeServer();
  const others = serveChanges(server, serveChain(server, { users: [], locations: [] }));
  const profile = { ...profileWith(), cursor: others.cursor() };
  let unseen = 0;
  server.answer(listNotifications, () => ({
    notifications: [],
    unseen,
    unread: unseen,
    next: null,
    time_zone: 'America/Chicago',
  }));
  others.change('notifications');
  await openApp('/dashboard', { server, signedInAs: profile });
  await screen.findByRole('button', { name: 'Notifications' });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  unseen = 1;
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
});

function deletion(id: string) {
  return {
    ...{ id: 'entry', at: '2026-11-24T10:00:00.000Z', action: 'user.deleted', sentence: 'deleted Ben Birch' },
    actor: { id: 'nina', name: 'Nina Castellanos' },
    subject: { type: 'user', id, name: 'Ben Birch' },
    ...{
      changes: [],
      locations: [],
      via: 'web',
      run_id: null,
      token: null,
      ip: null,
      user_agent: null,
      device: null,
    },
  };
}
