import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { openAccount, rowOf } from './support/steps.ts';

/** In kB, as they come over the wire: compressed with brotli. `npm run bench -- --only web` says which of them is missed. */
const limits = { login: 118, users: 199 };
const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('the login page and Users load no more code and styles before they show than they may', async () => {
  const { page, addUser } = await startJourney({ isShared: true });
  await withoutIdleTime(page);
  await openAccount(page, ada);

  await page.goto('/users');
  await rowOf(page, 'Ada Owner').waitFor();
  const users = await loaded(page);
  expect(users.kB, users.files).toBeLessThanOrEqual(limits.users);

  const { page: stranger } = await addUser();
  await withoutIdleTime(stranger);
  await stranger.goto('/login');
  await stranger.getByPlaceholder('Enter email').waitFor();
  const login = await loaded(stranger);
  expect(login.kB, login.files).toBeLessThanOrEqual(limits.login);
});

/** What a page fetches ahead, it fetches when it is idle (`whenIdle`). */
function withoutIdleTime(page: Page) {
  return page.addInitScript('globalThis.requestIdleCallback = () => 0');
}

async function loaded(page: Page): Promise<{ kB: number; files: string }> {
  await quiet(page);
  const entries = await page.evaluate<[name: string, bytes: number][]>(`
    performance.getEntriesByType('resource')
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
      .filter(([name]) => /\\.(js|css)$/.test(name))`);
  // A file of the browser's cache has its size, too.
  const bytes = entries.reduce((sum, [, size]) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  return { kB: bytes / 1000, files: entries.map(([name, size]) => `${name} ${size}`).join('\n') };
}
