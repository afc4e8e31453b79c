import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { openAccount } from './support/steps.ts';

/** Keys, focus and the width of a phone, which only a real browser shows. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('the command box finds, opens and acts by keyboard alone, remembers, and works on a phone', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  const api = await apiOf(page);
  const depot = await storeLocation(api, 'Boxwood Depot');
  await storeUser(api, {
    ...{ email: 'bea@northline.example', full_name: 'Bea Boxwood', roles: ['manager'], locations: [depot] },
  });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await quiet(page);

  await openBox(page);
  await page.keyboard.type('bea box');
  await option(page, /Bea Boxwood.*Boxwood Depot/).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bea Boxwood', level: 1 }).waitFor();

  // What was opened comes first, without a text.
  await openBox(page);
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Bea Boxwood');
  await page.keyboard.type('boxwoood');
  await page.getByText('Did you mean').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });

  await openBox(page);
  await page.keyboard.type('> assign roles bea');
  await option(page, /Assign Roles: Bea Boxwood/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Assign Roles/ }).waitFor();
  await page.keyboard.press('Escape');

  // No letter is lost while the code of the box is on its way.
  await page.addInitScript('globalThis.requestIdleCallback = () => 0');
  let late = 0;
  await page.route(/command-box[^/]*\.js$/, async (route) => {
    late += 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  for (const name of ['bea box', 'boxwood depot']) {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await expect.poll(() => box.inputValue()).toBe(name);
    await page.keyboard.type(' ');
    expect(await box.inputValue()).toBe(`${name} `);
  }
  expect(late).toBe(2);

  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('invite bea');
  await option(page, /Invite: Bea Boxwood/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invitation' }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('boxwood depot');
  const row = option(page, /Boxwood Depot/).first();
  await row.waitFor();
  await expectAccessible(page);
  await row.locator('[data-acts]').click();
  await option(page, 'Act: Edit Location').click();
  await page.getByRole('dialog', { name: 'Edit Location' }).waitFor();
});

/** A busy machine opens it after the next key would have been pressed. */
async function openBox(page: Page) {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect.poll(() => box.evaluate((input) => input.matches(':focus'))).toBe(true);
}
