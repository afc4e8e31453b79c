import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { pickerQueries } from '../../../contract/lists/fixtures/picker-queries.ts';
import { chainLocations, chainUsers } from '../../../contract/lists/fixtures/search-chain.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { listLocations } from '../../../contract/locations.ts';
import { getUserLocations, listUsers } from '../../../contract/users.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer, type Seen } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

/** The chain's rows are the oldest ones, behind more newer ones than a page has. */
function serve() {
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
  });
  server.answer(listAudit, { entries: [], next: null });
  return { server, chain, millRoad };
}

const options = () =>
  within(screen.getByRole('list', { name: 'Found' }))
    .getAllByRole('button')
    .map((button) => button.firstElementChild?.textContent?.replace(/ \(\d+\)$/, ''));

test.each(['users', 'locations'] as const)('pickers show the best matches of %s first', async (kind) => {
  const { server } = serve();
  const { user } = await openApp('/audit', { server, signedInAs: profileWith() });
  const name = kind === 'users' ? 'User: All users' : 'Location: All locations';
  await user.click(await screen.findByRole('button', { name }));
  const box = await screen.findByRole('searchbox', { name: `Search ${kind}...` });
  for (const [text, ...first] of pickerQueries[kind]) {
    await user.clear(box);
    await user.click(box);
    await user.paste(text);
    const shown = () => options().slice(0, first.length);
    await expect.poll(() => [text, shown()], { timeout: 5000 }).toEqual([text, first]);
  }
});

test('users to assign are the best of those who are not assigned yet', async () => {
  const { server, millRoad } = serve();
  const none = {
    users: [],
    waiting: [],
    to_invite: [],
    next: null,
    managers: { total: 0, role_id: 'role-manager', first: [] },
  };
  const counts = {
    total: 0,
    can_see: 0,
    cannot_see: 0,
    joining: 0,
    hidden_count: 0,
    is_open_to_all: false,
    services: null,
  };
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

test('options keep their places while others change the list', async () => {
  startLive();
  const { server, chain } = serve();
  const others = serveChanges(server, chain);
  const { user } = await openApp('/audit', { server, signedInAs: profileWith() });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await user.click(await screen.findByRole('button', { name: 'User: All users' }));
  await user.click(await screen.findByRole('searchbox', { name: 'Search users...' }));
  await user.paste('john');
  await screen.findByText('Johnny Smithers');
  const before = options();
  const asked = server.requests('GET', '/api/changes').length;
  others.putUsers(makeUser({ full_name: 'Aaron John' }));
  others.removeUser(chain.users.find(({ full_name }) => full_name === 'Johnny Smithers')?.id ?? '');
  await waitFor(() => expect(server.requests('GET', '/api/changes').length).toBeGreaterThan(asked));
  expect(options()).toEqual(before);
});

/** Answers searches of users one by one, when the test says so. */
function answerByHand(server: FakeServer) {
  const waiting: { q: string; answer: (names: string[]) => void }[] = [];
  server.answer(listUsers, ({ query: { q } }: Seen) => {
    const answerOf = (names: string[]) => ({
      ...{
        users: names.map((full_name) => makeUser({ id: crypto.randomUUID(), full_name })),
        total: names.length,
        is_total_exact: true,
        next: null,
      },
    });
    if (!q) return answerOf(['Ann', 'Bob']);
    return new Promise((resolve) => {
      waiting.push({ q, answer: (names) => resolve(answerOf(names)) });
    });
  });
  return waiting;
}

async function openUserFilter(server: FakeServer) {
  const { user } = await openApp('/audit', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: 'User: All users' }));
  const box = await screen.findByRole('searchbox', { name: 'Search users...' });
  await screen.findByText('Bob');
  return { user, box };
}

test('the newest text is asked for after the running question, whose answer never shows', async () => {
  const { server } = serve();
  const waiting = answerByHand(server);
  const { user, box } = await openUserFilter(server);
  await user.type(box, 'cyd');
  await waitFor(() => expect(waiting.map(({ q }) => q)).toEqual(['c']));
  expect(options()).toEqual(['Ann', 'Bob']);
  await screen.findByText('Searching…');
  waiting[0]?.answer(['Cara', 'Cyd Only']);
  await waitFor(() => expect(waiting.map(({ q }) => q)).toEqual(['c', 'cyd']));
  expect(options()).toEqual(['Ann', 'Bob']);
  waiting[1]?.answer(['Cyd Only']);
  await waitFor(() => expect(options()).toEqual(['Cyd Only']));
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
});

test('Enter that is quicker than the answer takes its first row, and nothing without a text', async () => {
  const { server } = serve();
  const waiting = answerByHand(server);
  const { user, box } = await openUserFilter(server);
  await user.type(box, '{Enter}');
  screen.getByRole('list', { name: 'Found' });
  await user.type(box, 'c{Enter}');
  await waitFor(() => expect(waiting).toHaveLength(1));
  screen.getByRole('list', { name: 'Found' });
  waiting[0]?.answer(['Cara', 'Cyd']);
  await waitFor(() => expect(location.search).toMatch(/^\?user=/));
  expect(screen.queryByRole('list', { name: 'Found' })).toBeNull();
});

test('"Nothing found" stands only after the answer, and a search that failed can be tried again', async () => {
  const { server } = serve();
  const waiting = answerByHand(server);
  const { user, box } = await openUserFilter(server);
  await user.type(box, 'x');
  await screen.findByText('Searching…');
  expect(screen.queryByText('Nothing found')).toBeNull();
  waiting[0]?.answer([]);
  await screen.findByText('Nothing found');
  server.refuse(listUsers, 'rate_limited', 'Too many requests');
  await user.type(box, 'y');
  await screen.findByRole('alert');
  expect(screen.queryByText('Nothing found')).toBeNull();
  answerByHand(server);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

const numbered = Array.from({ length: 301 }, (_, n) =>
  makeLocation({ name: `Depot ${String(n).padStart(3, '0')}` }),
);

/** The chosen ones are the last by name, and one is closed. */
async function openAssign(prepare: (server: FakeServer, chain: Chain) => void = () => {}) {
  const server = new FakeServer();
  const closed = makeLocation({ name: 'Acme', closed_on: '2026-10-31' });
  const locations = [...numbered.toReversed(), closed];
  const chosen = [...numbered.slice(295), closed];
  const ann = makeUser({ full_name: 'Ann', location_ids: chosen.map(({ id }) => id) });
  const chain = serveChain(server, { locations, users: [ann] });
  prepare(server, chain);
  const opened = await openApp(`/users?dialog=locations&id=${ann.id}`, { server, signedInAs: profileWith() });
  const dialog = await screen.findByRole('dialog', { name: 'Assign Locations' });
  const names = () =>
    within(dialog)
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.querySelector('[data-clipped-text]')?.textContent);
  return { ...opened, server, chain, dialog: within(dialog), names };
}

test('the chosen locations come first, closed ones too, then all others by name to the last', async () => {
  const { user, dialog, names } = await openAssign();
  await dialog.findByText('7 location(s) selected');
  await dialog.findByText('Depot 000');
  const first = ['Acme (closed)', ...numbered.slice(295).map(({ name }) => name)];
  expect(names().slice(0, 8)).toEqual([...first, 'Depot 000']);
  dialog.getAllByRole('checkbox')[0]?.focus();
  for (const last of ['Depot 099', 'Depot 199', 'Depot 294']) {
    await user.keyboard('{End}');
    await waitFor(() => expect(names()).toContain(last));
  }
  await user.keyboard('{End}');
  await waitFor(() => expect(names().at(-1)).toBe('Depot 294'));
  // Not one twice.
  expect(new Set(names()).size).toBe(names().length);
});

test('an unchecked location keeps its place, and "Selected" shows those that were chosen', async () => {
  const { user, dialog, names } = await openAssign();
  await user.click(await dialog.findByRole('checkbox', { name: /^Depot 297/ }));
  expect(names()[3]).toBe('Depot 297');
  await dialog.findByText('6 location(s) selected');
  await user.click(dialog.getByRole('button', { name: 'Selected (6)' }));
  expect(names()).toEqual(['Acme (closed)', ...[295, 296, 298, 299, 300].map((n) => `Depot ${n}`)]);
  await user.type(dialog.getByRole('searchbox'), 'acme');
  expect(names()).toEqual(['Acme (closed)']);
});

test('a chosen location that is closed is found, others that are closed are not', async () => {
  const { user, dialog, names } = await openAssign((_, chain) => {
    chain.locations.push(makeLocation({ name: 'Acme Two', closed_on: '2026-10-31' }));
  });
  await user.type(await dialog.findByRole('searchbox'), 'acme');
  await waitFor(() => expect(names()).toEqual(['Acme (closed)']));
  await user.clear(dialog.getByRole('searchbox'));
  await user.type(dialog.getByRole('searchbox'), 'nowhere');
  await dialog.findByText('No locations found');
});

test('a page that did not load is tried again, and the rows before it stay', async () => {
  let isAway = true;
  const { user, dialog, names } = await openAssign((server) => {
    server.answer(listLocations, ({ query }) => {
      const start = query.after ? Number(query.after) : 0;
      if (start > 0 && isAway) throw new TypeError('Failed to fetch');
      const next = start + 100 < numbered.length ? String(start + 100) : null;
      return {
        locations: numbered.slice(start, start + 100),
        total: numbered.length,
        is_total_exact: true,
        next,
      };
    });
    server.answer(getUserLocations, {
      ...{ locations: [], districts: [], updated_at: '2026-11-20T21:05:00.000Z' },
    });
  });
  await dialog.findByText('Depot 000');
  dialog.getAllByRole('checkbox')[0]?.focus();
  await user.keyboard('{End}');
  await dialog.findByText('The rest did not load.', {}, { timeout: 6000 });
  expect(names()).toContain('Depot 099');
  isAway = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(dialog.queryByText('The rest did not load.')).toBeNull());
  dialog.getAllByRole('checkbox')[0]?.focus();
  await user.keyboard('{End}');
  await waitFor(() => expect(names()).toContain('Depot 199'));
});
