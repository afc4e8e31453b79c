import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createRun } from '../../../contract/runs.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { makeRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

/** Users with more rows than the browser holds, of which every tenth is inactive. */
async function openLargeList(path = '/users') {
  const server = new FakeServer();
  const mill = makeLocation({ name: 'Mill Road' });
  const users = Array.from({ length: 700 }, (_, index) =>
    makeUser({
      full_name: index === 650 ? 'Zora Quist' : `User ${String(index).padStart(3, '0')}`,
      // Without a number, which a search for one would find.
      email: 'somebody@northline.example',
      is_active: index % 10 !== 0,
      location_ids: [mill.id],
    }),
  );
  const chain = serveChain(server, { users, locations: [mill], wholeListMaxRows: 100 });
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  const asked = () => server.requests('GET', '/api/users').map(({ query }) => query);
  return { ...opened, chain, asked };
}

const table = () => screen.findByRole('table', { name: 'Users' });
const searchBox = () => screen.getByRole('searchbox', { name: /^Search users/ });
const link = (name: string) => screen.findByRole('link', { name });

async function scrollTo(row: number) {
  const scroller = (await table()).parentElement as HTMLElement;
  scroller.scrollTop = row * 60;
  fireEvent.scroll(scroller);
}

test('the first rows show as always, with how many of the users are loaded, and their locations by name', async () => {
  const { asked } = await openLargeList();
  await link('User 000');
  await screen.findByText('Showing 100 of 700 users');
  expect((await table()).getAttribute('aria-rowcount')).toBe('701');
  expect((await screen.findAllByText('Mill Road')).length).toBeGreaterThan(0);
  expect(asked().map(({ limit }) => limit)).toEqual(['100']);
});

test('the rows that are scrolled to are loaded, a window at a time', async () => {
  const { asked } = await openLargeList();
  await screen.findByText('Showing 100 of 700 users');
  await scrollTo(90);
  await screen.findByText('Showing 300 of 700 users');
  await link('User 095');
  await scrollTo(290);
  await screen.findByText('Showing 500 of 700 users');
  await link('User 295');
  expect(asked().map(({ limit }) => limit)).toEqual(['100', '200', '200']);
});

test('a search is sent once for a pasted word', async () => {
  const { user, asked } = await openLargeList();
  await screen.findByText('Showing 100 of 700 users');
  await user.click(searchBox());
  await user.paste('zora q');
  await link('Zora Quist');
  await screen.findByText('1 of 700 users');
  expect(screen.queryByRole('link', { name: 'User 000' })).toBeNull();
  expect(asked().flatMap(({ q }) => q ?? [])).toEqual(['zora q']);
  await user.clear(searchBox());
  await user.type(searchBox(), 'nobody');
  await screen.findByText('No users found');
});

test('a key shows at once which of the first rows match, before the server answers with all that do', async () => {
  const { user, chain, asked } = await openLargeList();
  await screen.findByText('Showing 100 of 700 users');
  const reply = Promise.withResolvers<void>();
  chain.untilSearched = reply.promise;
  await user.click(searchBox());
  await user.paste('User 09');
  await link('User 095');
  expect(screen.queryByRole('link', { name: 'User 000' })).toBeNull();
  screen.getByText('Searching 700...');
  await user.type(searchBox(), '5');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'User 094' })).toBeNull());
  await link('User 095');
  expect(asked().flatMap(({ q }) => q ?? [])).toEqual(['User 09']);
  reply.resolve();
  await screen.findByText(/^\d+ of 700 users$/);
  await link('User 095');
  expect(asked().flatMap(({ q }) => q ?? [])).toEqual(['User 09', 'User 095']);
});

test('a search that none of the first rows matches leaves them until the server answers', async () => {
  const { user, chain } = await openLargeList();
  await screen.findByText('Showing 100 of 700 users');
  const reply = Promise.withResolvers<void>();
  chain.untilSearched = reply.promise;
  await user.click(searchBox());
  await user.paste('zora');
  await screen.findByText('Searching 700...');
  await link('User 000');
  reply.resolve();
  await link('Zora Quist');
});

test('filters and sorts are answered by the server', async () => {
  const { user } = await openLargeList('/users?status=inactive');
  await screen.findByText('70 of 700 users');
  await link('User 010');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('Showing 100 of 700 users');
  const name = screen.getByRole('button', { name: 'User' });
  await user.click(name);
  await user.click(name);
  await link('User 699');
  await screen.findByText('Showing 100 of 700 users');
});

test('End shows the last rows and focuses the last one of them, and Home the first', async () => {
  const { user } = await openLargeList();
  (await link('User 000')).focus();
  await screen.findByText('Showing 100 of 700 users');
  await user.keyboard('{End}');
  await screen.findByText('Showing the last 200 of 700 users');
  await scrollTo(400);
  await link('User 699');
  const last = (await table()).querySelector('[aria-rowindex="701"]');
  expect(last?.textContent).toContain('User 699');
  await user.keyboard('{Home}');
  await screen.findByText('Showing 100 of 700 users');
  await scrollTo(0);
  await link('User 000');
});

test('all that match are selected without their ids, and the bar says that some are not loaded', async () => {
  const { server, user } = await openLargeList('/users?status=active');
  await screen.findByText('Showing 100 of 630 matching users');
  serveRuns(server, [makeRun()]);
  const started: unknown[] = [];
  server.answer(createRun, ({ body }) => {
    started.push(body);
    return makeRun();
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select User 001' }));
  await user.click(await screen.findByRole('button', { name: /^Select all 630/ }));
  await screen.findByText('630 users selected');
  screen.getByText('Also those that are not loaded.');
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(started).toHaveLength(1));
  expect(started[0]).toMatchObject({ selection: { query: 'status=active' } });
});

test('a saved row shows at once, and the rows in view are read again', async () => {
  const { user, chain, asked } = await openLargeList();
  await screen.findByText('Showing 100 of 700 users');
  await user.click(await screen.findByRole('button', { name: 'Actions for User 001' }));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Edit User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  const field = await dialog.findByDisplayValue('User 001');
  await user.clear(field);
  await user.type(field, 'Renamed User');
  const before = asked().length;
  await user.click(dialog.getByRole('button', { name: /^(Save|Update)/ }));
  await link('Renamed User');
  expect(chain.users[1]?.full_name).toBe('Renamed User');
  await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  await screen.findByText(/^Showing \d+ of 700 users$/);
});
