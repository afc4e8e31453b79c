import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listNotifications } from '../../../contract/notifications.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { hover, leave, listsHearHands } from '../../testing/hand.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const names = ['Ada Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood'];

async function openUsers(path = '/users', { roles = ['admin'], wholeListMaxRows = 20_000 } = {}) {
  startLive();
  const server = new FakeServer();
  const users = names.map((full_name) => makeUser({ full_name }));
  const chain = serveChain(server, { users, locations: [makeLocation()], wholeListMaxRows });
  const others = serveChanges(server, chain);
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('link', { name: 'Ada Ash' });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await listsHearHands();
  return { ...opened, chain, others, users };
}

const shown = () =>
  within(screen.getByRole('table', { name: 'Users' }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('data-row-main'))
    .map((link) => link.textContent);

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement;
const changes = (server: FakeServer) => server.requests('GET', '/api/changes').length;

test('a row that another user adds shows at once, and a changed one is marked', async () => {
  const { others, users } = await openUsers();
  others.putUsers(makeUser({ full_name: 'Zoe Zelkova', created_at: '2027-01-01T00:00:00.000Z' }));
  await screen.findByRole('link', { name: 'Zoe Zelkova' });
  expect(shown()[0]).toBe('Zoe Zelkova');
  others.putUsers({ ...(users[1] as (typeof users)[0]), full_name: 'Ben Beech' });
  await screen.findByRole('link', { name: 'Ben Beech' });
  expect(rowOf('Ben Beech').dataset.marked).toBe('true');
  expect(rowOf('Ada Ash').dataset.marked).toBeUndefined();
});

test('while the pointer is at the list, rows keep still; Show brings what waits', async () => {
  const { others, users, user } = await openUsers();
  hover(rowOf('Cy Cedar'));
  others.putUsers(makeUser({ full_name: 'Zoe Zelkova', created_at: '2027-01-01T00:00:00.000Z' }), {
    ...(users[0] as (typeof users)[0]),
    full_name: 'Ada Alder',
  });
  others.removeUser(users[1]?.id ?? '');
  await screen.findByText(/^1 new · 1 left/);
  expect(shown()).toEqual(['Ada Alder', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  expect(rowOf('Ben Birch').getAttribute('aria-disabled')).toBe('true');
  within(rowOf('Ben Birch')).getByText('Deleted by another user just now');
  expect(screen.getByText('4 users')).toBeDefined();
  expect((await screen.findByText(/^[12] changes? in Users$/)).getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shown()).toEqual(['Zoe Zelkova', 'Ada Alder', 'Cy Cedar', 'Di Dogwood']));
  expect(screen.queryByText(/new ·/)).toBeNull();
});

test('what waits shows when the pointer has left', async () => {
  const { others } = await openUsers();
  hover(rowOf('Cy Cedar'));
  others.putUsers(makeUser({ full_name: 'Zoe Zelkova', created_at: '2027-01-01T00:00:00.000Z' }));
  await screen.findByText(/^1 new/);
  leave();
  await waitFor(() => expect(shown()[0]).toBe('Zoe Zelkova'));
});

test('a list that opens under the hand keeps still, also when it is fetched again', async () => {
  const { chain, users, user, server } = await openUsers();
  await user.click(screen.getByRole('link', { name: 'Ada Ash' }));
  await screen.findByRole('heading', { name: 'Ada Ash', level: 1 });
  // Nobody tells of it, and the list is old enough to be fetched again.
  chain.users = chain.users.filter(({ id }) => id !== users[1]?.id);
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
  const before = server.requests('GET', '/api/users').length;
  window.history.back();
  await screen.findByText(/^1 left/);
  expect(server.requests('GET', '/api/users')).toHaveLength(before + 1);
  expect(shown()).toEqual(names);
  expect(document.activeElement?.textContent).toBe('Ada Ash');
  (document.activeElement as HTMLElement).blur();
  await waitFor(() => expect(shown()).toEqual(['Ada Ash', 'Cy Cedar', 'Di Dogwood']));
});

test('a row keeps its place by its old sort key, and what the user does shows at once', async () => {
  const { others, users, user, server } = await openUsers('/users?sort=name');
  hover(rowOf('Cy Cedar'));
  others.putUsers({ ...(users[0] as (typeof users)[0]), full_name: 'Zed Ash' });
  await screen.findByText(/^1 moved/);
  expect(shown()).toEqual(['Zed Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  await user.click(screen.getByRole('button', { name: 'Actions for Ben Birch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await waitFor(() => expect(within(rowOf('Ben Birch')).getByText('Inactive')).toBeDefined());
  expect(shown()).toEqual(['Zed Ash', 'Ben Birch', 'Cy Cedar', 'Di Dogwood']);
  expect(server.requests('PATCH', `/api/users/${users[1]?.id}`)).toHaveLength(1);
});

test('a row that left the filter stays with its reason, and a click on it says why and does nothing', async () => {
  const { others, users, user } = await openUsers('/users?status=active');
  hover(rowOf('Cy Cedar'));
  others.putUsers({ ...(users[0] as (typeof users)[0]), is_active: false });
  await within(rowOf('Ada Ash')).findByText('Deactivated by another user just now');
  await user.click(screen.getByRole('link', { name: 'Ada Ash' }));
  await screen.findByText('Deactivated by another user just now.');
  expect(window.location.pathname).toBe('/users');
});

test('a large list on the server holds still too', async () => {
  const { others } = await openUsers('/users', { wholeListMaxRows: 2 });
  hover(rowOf('Cy Cedar'));
  others.putUsers(makeUser({ full_name: 'Zoe Zelkova', created_at: '2027-01-01T00:00:00.000Z' }));
  await screen.findByText(/^1 new/);
  expect(shown()[0]).toBe('Ada Ash');
  leave();
  await waitFor(() => expect(shown()[0]).toBe('Zoe Zelkova'));
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
    others.putUsers({ ...(users[0] as (typeof users)[0]), full_name: `Ada ${index}` });
  await screen.findByRole('link', { name: 'Ada 29' });
  expect(changes(server) - before).toBeLessThanOrEqual(2);
});

test('after a reset the list is read again, and after a change of scope it is cleared first', async () => {
  const { others, chain, server } = await openUsers();
  chain.users = [makeUser({ full_name: 'Eve Elm' }), ...chain.users];
  others.reset(['users']);
  await screen.findByRole('link', { name: 'Eve Elm' });
  server.answer((await import('../../../contract/users.ts')).listUsers, () => new Promise(() => {}));
  others.reset(['users'], true);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ada Ash' })).toBeNull());
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
