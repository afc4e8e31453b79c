import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createUser, deleteUser, updateUser } from '../contract/users.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { apiOf, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { countShifts, expectFewShifts } from './support/shifts.ts';
import { openAccount, rowOf } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'forecourt-7' };

/** How many changes the driver makes; `LIVE_CHANGES=1000 npm test -- live` makes as many as the issue asks for. */
const changesMax = Number(process.env.LIVE_CHANGES ?? 100);

/** Opens a page and waits until it follows the changes of others. */
async function follow(page: Page, path: string) {
  const streaming = page.waitForResponse((answer) => answer.url().endsWith('/api/stream'));
  await page.goto(path);
  await streaming;
}

async function fill(api: Client, count: number) {
  for (let from = 0; from < count; from += 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, count - from) }, (_, index) =>
        storeUser(api, { email: `u${from + index}@northline.example`, full_name: nameOf(from + index) }),
      ),
    );
  }
}

const nameOf = (index: number) => `User ${String(index).padStart(3, '0')}`;

test('while others change the list, a hand that clicks by sight hits the row that it saw, and nothing moves', async () => {
  const journey = await startJourney();
  const { page } = journey;
  await openAccount(page, ada);
  const api = await apiOf(page);
  await fill(api, 40);
  // The page of a user whom the driver has just deleted.
  journey.watch.allow(/status of 404/);
  await countShifts(page);
  await follow(page, '/users?sort=name');
  await rowOf(page, nameOf(0)).waitFor();
  const driving = drive(api, changesMax);
  let clicks = 0;
  let isOver = false;
  void driving.finally(() => {
    isOver = true;
  });
  const random = randomFrom(7);
  while (!isOver || clicks < 10) {
    const x = 400 + random(300);
    const y = 300 + random(500);
    await page.mouse.move(x, y, { steps: 4 });
    // What the hand sees when it has arrived.
    const seen = await rowAt(page, x, y);
    if (!seen) continue;
    await page.waitForTimeout(50 + random(200));
    await page.mouse.down();
    await page.waitForTimeout(30 + random(80));
    await page.mouse.up();
    clicks += 1;
    // It opened a user, or did nothing.
    const { pathname } = new URL(page.url());
    if (pathname !== '/users') expect(pathname, `click ${clicks}`).toBe(`/users/${seen}`);
    if (pathname !== '/users') await page.goBack();
    await page.getByRole('table', { name: 'Users' }).waitFor();
    if (random(3) === 0) await page.mouse.move(20, 800);
    if (random(3) === 0) await page.waitForTimeout(600);
  }
  await driving;
  expect(clicks).toBeGreaterThanOrEqual(10);
  await expectFewShifts(page);
});

async function rowAt(page: Page, x: number, y: number): Promise<string | null> {
  return page.evaluate<string | null>(
    `document.elementFromPoint(${x}, ${y})?.closest('[data-row]')?.dataset.row ?? null`,
  );
}

/** Adds, renames, switches and deletes users at random. */
async function drive(api: Client, count: number) {
  const random = randomFrom(3);
  const ids: string[] = [];
  for (let change = 0; change < count; change++) {
    const id = ids[random(Math.max(1, ids.length))];
    const kind = id ? random(4) : 0;
    const params = { id: id ?? '' };
    if (kind === 0) {
      const body = { email: `n${change}@northline.example`, full_name: `New ${nameOf(random(900))}` };
      ids.push((await api.call(createUser, { body })).ok().id);
    }
    if (kind === 1) await api.call(updateUser, { params, body: { full_name: nameOf(random(900)) } });
    if (kind === 2) await api.call(updateUser, { params, body: { is_active: random(2) === 0 } });
    if (kind === 3) {
      await api.call(deleteUser, { params });
      ids.splice(ids.indexOf(id ?? ''), 1);
    }
    await new Promise((resolve) => setTimeout(resolve, random(120)));
  }
}

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Counts the streams that the browser has open. */
function watchStreams(context: BrowserContext) {
  const open = new Set<unknown>();
  context.on('request', (request) => request.url().endsWith('/api/stream') && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return open;
}

test('two tabs share a stream; the server is killed and comes back, one tab signs out, another user signs in', async () => {
  const journey = await startJourney();
  const { page, context } = journey;
  journey.watch.allow(/Failed to load resource|ERR_/);
  await openAccount(page, ada);
  const open = watchStreams(context);
  await follow(page, '/users');
  const other = await context.newPage();
  await other.goto('/users');
  await rowOf(other, 'Ada Owner').waitFor();
  await journey.restartServer('kill');
  const api = await apiOf(page);
  await storeUser(api, { email: 'nora@northline.example', full_name: 'Nora New' });
  for (const tab of [page, other]) await rowOf(tab, 'Nora New').waitFor();
  expect(open.size).toBe(1);

  await page.getByRole('button', { name: /Administrator/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign In' }).waitFor();
  await expect.poll(() => open.size).toBe(0);
});
