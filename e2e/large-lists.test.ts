import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { drawn } from './support/quiet.ts';
import { openAccount, rowOf, scrollDown } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
/** More than a browser loads whole. */
const total = 1021;

test('a list that is not loaded whole is searched, scrolled and left like any other', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  for (let number = 1001; number < 1000 + total; number += 20) {
    const batch = Array.from({ length: Math.min(20, 1000 + total - number) }, (_, index) => number + index);
    await Promise.all(
      batch.map((n) => storeUser(api, { email: `u${n}@northline.example`, full_name: `User ${n}` })),
    );
  }

  await page.goto('/users?sort=name');
  await rowOf(page, 'User 1001').waitFor();
  await page.getByText('1,021 users').waitFor();
  await expectAccessible(page);

  await page.getByRole('searchbox').first().fill('User 1399');
  await rowOf(page, 'User 1399').waitFor();
  await page.getByText('1 of 1,021 users').waitFor();
  await page.getByRole('searchbox').first().fill('');
  await rowOf(page, 'User 1001').waitFor();

  // Scrolled past what was loaded first, to a row of a later page, and back to it from its page.
  const link = page.getByRole('link', { name: 'User 1350', exact: true });
  await page.mouse.move(720, 600);
  const loading = page.locator('main tr[aria-busy]');
  while (!(await link.isVisible())) {
    if ((await loading.count()) === 0) await scrollDown(page, 900);
    await drawn(page);
  }
  await link.scrollIntoViewIfNeeded();
  const place = await settled(page, () => link.boundingBox());
  await link.click();
  await page.getByRole('heading', { name: 'User 1350' }).waitFor();
  await page.goBack();
  await link.waitFor();
  await expect.poll(() => link.boundingBox()).toEqual(place);

  await page.keyboard.press('End');
  await rowOf(page, 'User 2020').waitFor();
  await page.keyboard.press('Home');
  await rowOf(page, 'User 1001').waitFor();
});

async function settled<T>(page: Page, read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ; ) {
    await page.waitForTimeout(300);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}
