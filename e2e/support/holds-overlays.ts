import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { bobsPhone } from './hostile-chain.ts';
import { wide } from './look.ts';

/** What holds of the command box, the bell and the views, at the size that the page has. */

/** Behind an overlay, the rest is hidden from screen readers and outside of landmarks. */
async function expectSound(page: Page, name: string) {
  const about = `${name} at ${page.viewportSize()?.width} px`;
  await expect.poll(async () => (await wide(page)).join(), { message: about }).toBe('');
  await expectAccessible(page, ['region']);
}

/** Empty, it repeats no sidebar; acts that need a row stand apart; nothing found offers what may be added. */
export async function holdsCommandBox(page: Page) {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.waitFor();
  const options = page.getByRole('option');
  const areas = options.filter({ hasText: /^(Dashboard|Locations|Users|Audit)$/ });
  await expectSound(page, 'the empty command box');
  expect(await areas.count()).toBe(0);
  await field.fill('>');
  await options.filter({ hasText: 'Add User' }).waitFor();
  const plain = page.getByRole('group').filter({ has: page.getByText('Add User', { exact: true }) });
  expect(await plain.getByText('Edit User…', { exact: true }).count()).toBe(0);
  await page.getByRole('group', { name: 'To a user' }).getByText('Edit User…', { exact: true }).waitFor();
  await expectSound(page, 'acts in the command box');
  await field.fill('qqqq');
  await page.getByText('Nothing found for “qqqq”').waitFor();
  await options.first().getByText('Add User').waitFor();
  await field.fill(bobsPhone);
  // Who was found by a phone says so, with the marked digits.
  await options.first().locator('[data-marked]').first().waitFor();
  expect(await options.first().innerText()).toContain('Bob Lee');
  await expectSound(page, 'a phone in the command box');
  await page.keyboard.press('Escape');
}

/** Days as heads, what is alike as one row, and the act of each row in words. */
export async function holdsBell(page: Page) {
  await page.goto('/notifications');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const rows = panel.getByRole('listitem');
  await rows.first().waitFor();
  await panel.getByRole('heading', { name: 'Today', level: 3 }).waitFor();
  const texts = await rows.allInnerTexts();
  expect(texts.filter((text) => text.includes('accepted your invitation')).length).toBe(1);
  // That of a run comes with the run.
  const withoutAct = async () =>
    (await rows.allInnerTexts()).filter((text) => !/\n(Open|Undo…|Review)/.test(text));
  await expect.poll(withoutAct).toEqual([]);
  await expectSound(page, 'notifications');
}

/** A saved view has space for its name beside its buttons. */
export async function holdsViews(page: Page, name: string) {
  await page.getByRole('button', { name }).click();
  const link = page.getByRole('dialog', { name: 'Views' }).getByRole('link', { name });
  const { width } = (await link.boundingBox()) ?? { width: 0 };
  expect(width, `the view at ${page.viewportSize()?.width} px`).toBeGreaterThanOrEqual(180);
  await expectSound(page, 'views');
  await page.keyboard.press('Escape');
}
