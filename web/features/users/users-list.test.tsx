import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { tiers } from '../../../contract/lists/search-tiers.ts';
import { createRun } from '../../../contract/runs.ts';
import { search } from '../../../contract/search.ts';
import { listUsers } from '../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { startLive } from '../../testing/fake-changes.ts';
import { makeRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

/** More users than one page has, of whom every tenth is inactive. */
async function openList(path = '/users', { count = 1700, countedMaxRows = 10_000 } = {}) {
  const server = new FakeServer();
  const mill = makeLocation({ name: 'Mill Road' });
  const users = Array.from({ length: count }, (_, index) =>
    makeUser({
      full_name: index === 650 ? 'Zora Quist' : `User ${String(index).padStart(4, '0')}`,
      // Without a number, which a search for one would find.
      email: 'somebody@northline.example',
      is_active: index % 10 !== 0,
      location_ids: [mill.id],
    }),
  );
  const chain = serveChain(server, { users, locations: [mill], countedMaxRows });
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  const asked = () => server.requests('GET', '/api/users').map(({ query }) => query);
  const texts = () => asked().flatMap(({ q }) => q ?? []);
  return { ...opened, chain, asked, texts };
}

const table = () => screen.findByRole('table', { name: 'Users' });
const searchBox = () => screen.getByRole('searchbox', { name: /^Search users/ });
const link = (name: string) => screen.findByRole('link', { name });
const names = () =>
  [...document.querySelectorAll('tr[data-row] [data-row-main]')].map(({ textContent }) => textContent);

/** A search whose answer comes when the test wants it. */
function holdAnswers(chain: Awaited<ReturnType<typeof openList>>['chain']) {
  const reply = Promise.withResolvers<void>();
  chain.untilSearched = reply.promise;
  return () => reply.resolve();
}

async function scrollTo(row: number) {
  const scroller = (await table()).parentElement as HTMLElement;
  scroller.scrollTop = row * 60;
  fireEvent.scroll(scroller);
}

test('the first page shows with the number of users, and with the names of their locations', async () => {
  const { asked } = await openList();
  await link('User 0000');
  await screen.findByText('1,700 users');
  expect((await table()).getAttribute('aria-rowcount')).toBe('1701');
  expect((await screen.findAllByText('Mill Road')).length).toBeGreaterThan(0);
  expect(asked().map(({ limit }) => limit)).toEqual(['100']);
});

test('the next page is asked for two screens ahead', async () => {
  const { asked } = await openList();
  await link('User 0000');
  await scrollTo(40);
  await link('User 0045');
  expect(asked()).toHaveLength(1);
  await scrollTo(60);
  await waitFor(() => expect(asked().map(({ limit }) => limit)).toEqual(['100', '200']));
  await scrollTo(150);
  await link('User 0155');
});

test('above the number to which lists count, the count says that there are more', async () => {
  await openList('/users', { countedMaxRows: 500 });
  await screen.findByText('500+ users');
});

test('a list that is not large is loaded whole when the browser is idle, and then a search asks nothing', async () => {
  startLive();
  const { user, asked, texts } = await openList('/users', { count: 250 });
  await link('User 0000');
  await waitFor(() => expect(asked().map(({ limit }) => limit)).toEqual(['100', '1000']), {
    timeout: 10_000,
  });
  await user.type(searchBox(), 'user 024');
  await screen.findByText('11 of 250 users');
  expect(names()).toEqual(['User 0024', ...Array.from({ length: 10 }, (_, index) => `User 024${index}`)]);
  await user.type(searchBox(), 'x');
  await screen.findByText('No users found');
  expect(texts()).toEqual([]);
});

test('a name with a typing error offers the nearest one', async () => {
  const { user, server } = await openList('/users', { count: 700 });
  await link('User 0000');
  const zora = { id: 'z', name: 'Zora Quist', tier: tiers.typo, weight: 0, location: null, is_active: true };
  const of = { email: 'z@northline.example', phone: null, employee_number: null };
  server.answer(search, { users: [{ ...zora, ...of, kind: 'user' }], locations: [] });
  await user.type(searchBox(), 'zora qiust');
  await user.click(await screen.findByRole('button', { name: 'Zora Quist' }));
  await waitFor(() => expect(names()).toEqual(['Zora Quist']));
  expect(searchBox()).toHaveProperty('value', 'Zora Quist');
  const asked = server.requests('GET', '/api/search').map(({ query }) => query);
  expect(asked.at(-1)).toEqual({ q: 'zora qiust', kind: 'user' });
});

test('a key narrows the loaded rows at once, and the answer of the server only adds below them', async () => {
  const { user, chain, texts } = await openList();
  await link('User 0000');
  const reply = holdAnswers(chain);
  await user.type(searchBox(), '9');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'User 0000' })).toBeNull());
  const found = names();
  expect(found.slice(0, 3)).toEqual(['User 0009', 'User 0019', 'User 0029']);
  await screen.findByText('Searching 1,700...');
  reply();
  await screen.findByText(/^\d\d\d of 1,700 users$/);
  expect(names().slice(0, 15)).toEqual(found.slice(0, 15));
  await scrollTo(15);
  await link('User 0109');
  expect(texts()).toEqual(['9']);
});

test('a list says that it is searching only when the answer is late', async () => {
  const { user, chain } = await openList();
  await screen.findByText('1,700 users');
  const reply = holdAnswers(chain);
  await user.click(searchBox());
  await user.paste('User 009');
  expect(screen.queryByText(/^Searching/)).toBeNull();
  screen.getByText('1,700 users');
  await screen.findByText('Searching 1,700...');
  reply();
  await screen.findByText('12 of 1,700 users');
});

test('keys that are typed during a request are asked after it, once, and its own answer never shows', async () => {
  const { user, chain, texts } = await openList();
  await link('User 0000');
  const reply = holdAnswers(chain);
  await user.click(searchBox());
  await user.keyboard('n');
  await waitFor(() => expect(texts()).toEqual(['n']));
  const shown: string[][] = [];
  const watching = new MutationObserver(() => shown.push(names() as string[]));
  watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.keyboard(' zora');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(texts()).toEqual(['n']);
  shown.length = 0;
  reply();
  await screen.findByText('1 of 1,700 users');
  watching.disconnect();
  expect(names()).toEqual(['Zora Quist']);
  expect(texts()).toEqual(['n', 'n zora']);
  // Of the answer to "n", no row came on the screen that was not there.
  const former = new Set(Array.from({ length: 40 }, (_, index) => `User ${String(index).padStart(4, '0')}`));
  expect(shown.flat().filter((name) => name !== 'Zora Quist' && !former.has(name))).toEqual([]);
});

test('a question whose answer is here shows at once, and the one under way is given up', async () => {
  const { user, chain, server, texts } = await openList();
  await link('User 0000');
  const reply = holdAnswers(chain);
  await user.type(searchBox(), '9');
  await waitFor(() => expect(texts()).toEqual(['9']));
  await user.clear(searchBox());
  await screen.findByText('1,700 users');
  await link('User 0000');
  const search = server.requests('GET', '/api/users').find(({ query }) => query.q === '9');
  expect(search?.signal?.aborted).toBe(true);
  reply();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(names()[0]).toBe('User 0000');
});

test('"No users found" stands only after the answer; until then the rows before stay', async () => {
  const { user, chain } = await openList();
  await link('User 0000');
  const reply = holdAnswers(chain);
  await user.click(searchBox());
  await user.paste('nobody of this name');
  await screen.findByText('Searching 1,700...');
  expect(screen.queryByText('No users found')).toBeNull();
  await link('User 0000');
  expect((await table()).getAttribute('aria-busy')).toBe('true');
  reply();
  await screen.findByText('No users found');
});

test('a search among the hits of a complete answer asks nothing', async () => {
  const { user, texts } = await openList();
  await link('User 0000');
  await user.click(searchBox());
  await user.paste('User 065');
  await screen.findByText('11 of 1,700 users');
  await user.keyboard('1');
  await screen.findByText('1 of 1,700 users');
  expect(names()).toEqual(['User 0651']);
  expect(texts()).toEqual(['User 065']);
});

test('filters and orders are answered by the server, and the rows before stay until then', async () => {
  const { user, server } = await openList('/users?status=inactive');
  await screen.findByText('170 users');
  await link('User 0010');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('1,700 users');
  const sorted = Promise.withResolvers<void>();
  const { users } = { users: [makeUser({ full_name: 'Aaron First' })] };
  server.answer(listUsers, async () => {
    await sorted.promise;
    return { users, total: 1, is_total_exact: true, next: null };
  });
  await user.click(screen.getByRole('button', { name: 'User' }));
  await waitFor(async () => expect((await table()).getAttribute('aria-busy')).toBe('true'));
  await link('User 0000');
  sorted.resolve();
  await link('Aaron First');
  expect(screen.queryByRole('link', { name: 'User 0000' })).toBeNull();
});

test('an answer that fails is said, claims no count, and is asked for again', async () => {
  const { user, server } = await openList();
  await screen.findByText('1,700 users');
  server.answer(listUsers, () => {
    throw new Refusal('unavailable', 'The database is away.');
  });
  await user.type(searchBox(), 'zora');
  await screen.findByText(/The database is away\./);
  expect(screen.queryByText(/ of 1,700/)).toBeNull();
  expect(screen.queryByText('No users found')).toBeNull();
  server.answer(listUsers, {
    users: [makeUser({ full_name: 'Zora Quist' })],
    ...{ total: 1, is_total_exact: true, next: null },
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await link('Zora Quist');
  await screen.findByText('1 of 1,700 users');
});

test('a search in the URL that is longer than the server takes is cut', async () => {
  const { texts } = await openList(`/users?q=${'x'.repeat(300)}`);
  await screen.findByText('No users found');
  expect(searchBox()).toHaveProperty('value', 'x'.repeat(200));
  expect(new Set(texts())).toEqual(new Set(['x'.repeat(200)]));
});

test('End shows the last rows and focuses the last one of them, and Home the first', async () => {
  const { user } = await openList();
  (await link('User 0000')).focus();
  await screen.findByText('1,700 users');
  await user.keyboard('{End}');
  await link('User 1699');
  const last = (await table()).querySelector('[aria-rowindex="1701"]');
  expect(last?.textContent).toContain('User 1699');
  await user.keyboard('{Home}');
  await link('User 0000');
});

test('a whole question is selected with exceptions, and counted at that moment', async () => {
  const { server, user, chain } = await openList('/users?status=active');
  await screen.findByText('1,530 users');
  serveRuns(server, [makeRun()]);
  const started: unknown[] = [];
  server.answer(createRun, ({ body }) => {
    started.push(body);
    return makeRun();
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select User 0001' }));
  chain.users = chain.users.filter(({ full_name }) => full_name !== 'User 1699');
  await user.click(await screen.findByRole('button', { name: /^Select all 1,530/ }));
  await screen.findByText('1,529 users selected');
  await user.click(screen.getByRole('checkbox', { name: 'Select User 0002' }));
  await screen.findByText('1,528 users selected');
  expect(screen.getByRole('checkbox', { name: 'Select User 0003' })).toHaveProperty('checked', true);
  await scrollTo(60);
  await scrollTo(120);
  expect(await screen.findByRole('checkbox', { name: 'Select User 0137' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(started).toHaveLength(1));
  const { id } = chain.users.find(({ full_name }) => full_name === 'User 0002') ?? {};
  expect(started[0]).toMatchObject({ selection: { query: 'status=active', except: [id] } });
});

test('Print loads the rows first; printed otherwise, a list says what is missing', async () => {
  const { user, asked } = await openList();
  await screen.findByText('1,700 users');
  fireEvent(window, new Event('beforeprint'));
  await screen.findByText(/^Only the first 100 users are printed\./);
  fireEvent(window, new Event('afterprint'));
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await user.click(screen.getByRole('button', { name: /^Display/ }));
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  fireEvent(window, new Event('beforeprint'));
  const printed = await screen.findAllByRole('table', { name: 'Users' });
  expect(printed.some((one) => within(one).queryAllByRole('row').length === 1701)).toBe(true);
  expect(screen.queryByText(/^Only the first/)).toBeNull();
  fireEvent(window, new Event('afterprint'));
  expect(asked().map(({ limit }) => limit)).toEqual(['100', '200', '400', '800', '1000']);
});
