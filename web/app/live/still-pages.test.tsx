import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const places = ['Cedar', 'Dune', 'Elm'].map((name) => makeLocation({ name }));
const [cedar, dune, elm] = places.map(({ id }) => id) as [string, string, string];
const [ann, bob, cy] = ['Ann Ash', 'Bob Beech', 'Cy Cone'].map((full_name) =>
  makeUser({ full_name, location_ids: [dune, elm] }),
) as [Row, Row, Row];
type Row = ReturnType<typeof makeUser>;

async function openPage(path: string, shown: string) {
  startLive();
  const server = new FakeServer();
  const chain = serveChain(server, { users: [ann, bob, cy], locations: places });
  server.answer(listLocationUsers, answerOf([bob, cy]));
  const others = serveChanges(server, chain);
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  await screen.findByRole('link', { name: shown });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  return { ...opened, others, server };
}

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li') as HTMLElement;
const linksOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the locations of a user keep their places until Show, and what the user removes leaves at once', async () => {
  const { others, user } = await openPage(`/users/${ann.id}`, 'Dune');
  others.putUsers({ ...ann, location_ids: [cedar, elm], updated_at: '2026-11-24T10:00:00.000Z' });
  await screen.findByText(/^2 changes ·/);
  expect(linksOf('Locations 2')).toEqual(['Dune', 'Elm']);
  within(rowOf('Dune')).getByText('Removed by another user just now');
  await user.click(screen.getByRole('link', { name: 'Dune' }));
  expect(location.pathname).toBe(`/users/${ann.id}`);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(linksOf('Locations 2')).toEqual(['Cedar', 'Elm']));
  await user.click(screen.getByRole('button', { name: 'Remove Elm' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(linksOf('Locations 1')).toEqual(['Cedar']));
});

test('the users of a location keep their places until Show', async () => {
  const label = 'Users who can see this location';
  const { others, server, user } = await openPage(`/locations/${dune}`, 'Bob Beech');
  server.answer(listLocationUsers, answerOf([ann, bob]));
  others.change('users');
  await screen.findByText(/^2 changes ·/);
  expect(linksOf(label)).toEqual(['Bob Beech', 'Cy Cone']);
  within(rowOf('Cy Cone')).getByText('Left this list just now');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(linksOf(label)).toEqual(['Ann Ash', 'Bob Beech']));
});

function answerOf(users: readonly Row[]): Answer<typeof listLocationUsers> {
  const counts = {
    total: users.length,
    can_see: users.length,
    cannot_see: 0,
    joining: 0,
    hidden_count: 0,
    services: null,
  };
  return {
    users: users.map(({ id, email, full_name }) => ({
      ...{ id, email, full_name, phone: null, is_active: true, last_sign_in_at: null, invitation: null },
      ...{ roles: [], assigned: { at: ann.created_at, by: 'Ada Owner' } },
      ...{ through: null, cover: null, all_locations_roles: [], blockers: [] },
    })),
    ...{ ...counts, next: null, waiting: [], to_invite: [], is_open_to_all: false },
    managers: { total: 0, role_id: 'role-manager', first: [] },
  };
}
