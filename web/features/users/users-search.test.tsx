import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { listUsers } from '../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
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
