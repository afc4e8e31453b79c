import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createRun } from '../contract/runs.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { goTo, openAccount } from './support/steps.ts';

/** `main` and the lists in it scroll, and the document never does: it would move the bars out of the window. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const rows = 40;

test('no page is higher than its window, on a desktop and on a phone', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  const locations = await Promise.all(
    Array.from({ length: rows }, (_, index) => storeLocation(api, `Store ${index}`)),
  );
  const users = await Promise.all(
    Array.from({ length: rows }, (_, index) =>
      storeUser(api, {
        email: `user${index}@northline.example`,
        full_name: `User ${index}`,
        locations: index === 0 ? locations : locations.slice(0, 1),
      }),
    ),
  );
  const selection = { ids: users.map(({ id }) => id) };
  const runs = await Promise.all(
    Array.from({ length: 4 }, async () =>
      (await api.call(createRun, { body: { about: 'users', act: { act: 'deactivate' }, selection } })).ok(),
    ),
  );
  const paths = [
    '/dashboard',
    '/locations',
    `/locations/${locations[0]?.id}`,
    '/users',
    `/users/${users[0]?.id}`,
    '/audit',
    '/runs',
    `/runs/${runs[0]?.id}`,
    '/import/users',
    '/profile',
    '/settings',
    '/settings?tab=roles',
    '/nowhere',
  ];
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await goTo(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // A run is planned a moment after it was created.
      if (path.startsWith('/runs/')) await page.getByText('User 0', { exact: true }).waitFor();
      await quiet(page);
      expect(await excess(page), `${path} at ${viewport.width} px`).toBe(0);
    }
  }
});

/** By how many pixels the document is higher than the window. */
function excess(page: Page) {
  return page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
}
