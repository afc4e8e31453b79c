import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { listUsers } from '../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const carlos = makeUser({ full_name: 'Carlos Müller' });

/** A long list whose later pages never arrive; `answer` answers searches. */
async function openHalfLoaded(path: string, answer: () => Promise<void>) {
  const users = Array.from({ length: 250 }, () => makeUser());
  const server = new FakeServer();
  const chain = serveChain(server, { users });
  server.answer(listUsers, async ({ query }) => {
    if (query.after) await new Promise(() => {});
    const isSearch = Boolean(query.q ?? query.sort);
    if (isSearch) await answer();
    const found = isSearch ? [carlos] : users.slice(0, 100);
    const total = isSearch ? 1 : users.length;
    const next = isSearch ? null : 'more';
    return { users: found, total, is_total_exact: true, next, included: { roles: [], locations: [] } };
  });
  server.answer(listAudit, { entries: [], next: null });
  const nobody = {
    users: [],
    total: 0,
    can_see: 0,
    cannot_see: 0,
    to_invite: [],
    managers: { total: 0, role_id: 'role-manager', first: [] },
    waiting: [],
    hidden_count: 0,
    is_open_to_all: false,
  };
  server.answer(listLocationUsers, { ...nobody, next: null });
  return { ...(await openApp(path, { server, signedInAs: profileWith() })), chain };
}

const searchBox = () => screen.getByRole('searchbox', { name: /^Search users/ });

test('the count on the Users page claims nothing while a search runs', async () => {
  const reply = Promise.withResolvers<void>();
  const { user } = await openHalfLoaded('/users', () => reply.promise);
  await screen.findByText('250 users');
  await user.type(searchBox(), 'carlos');
  screen.getByText('Searching 250...');
  expect(screen.queryByText(/ of 250/)).toBeNull();
  expect(screen.queryByText('No users found')).toBeNull();
  reply.resolve();
  await screen.findByText('Carlos Müller');
  screen.getByText('1 of 250 users');
});

test('an order shows no row before the server has sorted all of them, so that none moves', async () => {
  const reply = Promise.withResolvers<void>();
  const { chain } = await openHalfLoaded('/users?sort=name', () => reply.promise);
  await screen.findByText('250 users');
  expect(screen.queryByRole('link', { name: chain.users[0]?.full_name ?? '' })).toBeNull();
  reply.resolve();
  await screen.findByRole('link', { name: 'Carlos Müller' });
});

test('a search in the URL that is longer than the server takes is cut', async () => {
  const { server } = await openHalfLoaded(`/users?q=${'x'.repeat(300)}`, async () => {});
  await screen.findByText('Carlos Müller');
  expect(searchBox()).toHaveProperty('value', 'x'.repeat(200));
  const asked = server.requests('GET', '/api/users').flatMap(({ query }) => query.q ?? []);
  expect(new Set(asked)).toEqual(new Set(['x'.repeat(200)]));
});

test('the Users page claims neither a count nor that nobody was found when a search fails, and searches again', async () => {
  let fails = true;
  const { user } = await openHalfLoaded('/users', async () => {
    if (fails) throw new Refusal('unavailable', 'The database is away.');
  });
  await screen.findByText('250 users');
  await user.type(searchBox(), 'carlos');
  await screen.findByText(/The database is away\./);
  expect(screen.queryByText(/ of 250/)).toBeNull();
  expect(screen.queryByText('No users found')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Carlos Müller');
  screen.getByText('1 of 250 users');
});

test('UserFilter does not say that nothing was found while it searches', async () => {
  const reply = Promise.withResolvers<void>();
  const { user } = await openHalfLoaded('/audit', () => reply.promise);
  await user.click(await screen.findByRole('button', { name: /^User/ }));
  await user.type(await screen.findByRole('searchbox', { name: 'Search users...' }), 'carlos');
  await screen.findByText('Searching...');
  expect(screen.queryByText('Nothing found')).toBeNull();
  reply.resolve();
  await screen.findByText('Carlos Müller');
  await waitFor(() => expect(screen.queryByText('Searching...')).toBeNull());
});

test('AssignUsersDialog says why it offers nobody when the search failed', async () => {
  const { user, chain } = await openHalfLoaded('/users', async () => {
    throw new TypeError('Failed to fetch');
  });
  const mill = makeLocation();
  chain.locations.push(mill);
  await screen.findByText('250 users');
  await user.click(screen.getByRole('link', { name: 'Locations' }));
  await user.click(await screen.findByRole('link', { name: mill.name }));
  await user.click(await screen.findByRole('button', { name: 'Assign Users' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Users' }));
  await user.type(await dialog.findByRole('searchbox'), 'carlos');
  await dialog.findByText(/The server cannot be reached/);
  expect(dialog.queryByText('No users found')).toBeNull();
});
