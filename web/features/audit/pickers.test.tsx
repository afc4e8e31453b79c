import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { wholeListMaxRows } from '../../../contract/fields/limits.ts';
import { pickerQueries } from '../../../contract/lists/fixtures/picker-queries.ts';
import { chainLocations, chainUsers } from '../../../contract/lists/fixtures/search-chain.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const modes = [
  ['whole', wholeListMaxRows],
  ['large', 2],
] as const;

/** The chain's rows are the oldest ones, behind more newer ones than the server answers at once. */
function serve(largerThan: number) {
  const server = new FakeServer();
  const newer = Array.from({ length: 250 }, (_, n) => n);
  const millRoad = makeLocation({ ...chainLocations[0] });
  const chain = serveChain(server, {
    locations: [
      millRoad,
      ...newer.map((n) =>
        makeLocation({ name: `Sawmill x${n}`, address: `Nearspringfield x${n}`, state: 'OH' }),
      ),
      ...chainLocations.slice(1).map((row) => makeLocation(row)),
    ],
    users: [
      ...newer.map((n) => makeUser({ full_name: `Anton Dellasmith ${n}`, location_ids: [millRoad.id] })),
      ...chainUsers.map(({ location: _, ...row }) => makeUser(row)),
    ],
    wholeListMaxRows: largerThan,
  });
  server.answer(listAudit, { entries: [], next: null });
  return { server, chain, millRoad };
}

describe.each(modes)('of a %s list,', (_, largerThan) => {
  test.each(['users', 'locations'] as const)('pickers show the best matches of %s first', async (kind) => {
    const { server } = serve(largerThan);
    const { user } = await openApp('/audit', { server, signedInAs: profileWith() });
    const name = kind === 'users' ? 'User: All users' : 'Location: All locations';
    await user.click(await screen.findByRole('button', { name }));
    const box = await screen.findByRole('searchbox', { name: `Search ${kind}...` });
    for (const [text, ...first] of pickerQueries[kind]) {
      await user.clear(box);
      await user.click(box);
      await user.paste(text);
      const shown = () =>
        within(screen.getByRole('list', { name: 'Found' }))
          .getAllByRole('button')
          .slice(0, first.length)
          .map((button) => button.firstElementChild?.textContent?.replace(/ \(\d+\)$/, ''));
      await expect.poll(() => [text, shown()], { timeout: 5000 }).toEqual([text, first]);
    }
  });

  test('users to assign are the best of those who are not assigned yet', async () => {
    const { server, millRoad } = serve(largerThan);
    const none = {
      users: [],
      waiting: [],
      to_invite: [],
      next: null,
      managers: { total: 0, role_id: 'role-manager', first: [] },
    };
    const counts = { total: 0, can_see: 0, cannot_see: 0, hidden_count: 0, is_open_to_all: false };
    server.answer(listLocationUsers, { ...none, ...counts });
    const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await user.click(await screen.findByRole('button', { name: 'Assign Users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Users' }));
    await user.click(await dialog.findByRole('searchbox'));
    await user.paste('smith');
    const boxes = () => dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    await expect
      .poll(() => boxes().slice(0, 4), { timeout: 5000 })
      .toEqual([
        expect.stringMatching(/^John Smith/),
        expect.stringMatching(/^John Smith/),
        expect.stringMatching(/^Johnny Smithers/),
        expect.stringMatching(/^Jonathan Smith/),
      ]);
    expect(boxes().filter((text) => text?.includes('Dellasmith'))).toEqual([]);
  });

  test('options keep their places while others change the list: what is added comes last', async () => {
    const { others } = await findLive(largerThan);
    const shown = () =>
      within(screen.getByRole('list', { name: 'Found' }))
        .getAllByRole('button')
        .map((button) => button.firstElementChild?.textContent);
    await screen.findByText('Johnny Smithers');
    const before = shown();
    expect(before.length).toBeGreaterThan(2);
    others.putUsers(makeUser({ full_name: 'Aaron John' }));
    await screen.findByText('Aaron John');
    expect(shown()).toEqual([...before, 'Aaron John']);
  });
});

/** The filter by user finds 'john' while others change the list. */
async function findLive(size: number) {
  startLive();
  const { server, chain } = serve(size);
  const others = serveChanges(server, chain);
  const { user } = await openApp('/audit', { server, signedInAs: profileWith() });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await user.click(await screen.findByRole('button', { name: 'User: All users' }));
  await user.click(await screen.findByRole('searchbox', { name: 'Search users...' }));
  await user.paste('john');
  return { others, user, chain };
}

test('an option that others removed keeps its place, and cannot be chosen', async () => {
  const { others, user, chain } = await findLive(wholeListMaxRows);
  const options = () => within(screen.getByRole('list', { name: 'Found' })).getAllByRole('listitem');
  const place = () => options().findIndex(({ textContent }) => textContent?.startsWith('Johnny Smithers'));
  await screen.findByText('Johnny Smithers');
  const [before, count] = [place(), options().length];
  others.removeUser(chain.users.find(({ full_name }) => full_name === 'Johnny Smithers')?.id ?? '');
  await screen.findByText('No longer offered');
  expect([place(), options().length]).toEqual([before, count]);
  await user.click(screen.getByText('Johnny Smithers'));
  await screen.findByText('No longer offered.');
  screen.getByRole('list', { name: 'Found' });
});
