import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listUsers } from '../contract/users.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { quiet } from './support/quiet.ts';
import { countShifts, expectFewShifts, lookApart } from './support/shifts.ts';
import { assign, goTo, openAccount, rowOf, scrollDown } from './support/steps.ts';

/** Filters, order and views of the lists, which live in the address. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
const tom = { email: 'tom@northline.example', full_name: 'Tom Associate' };

test('users without a location are found, one gets a location and leaves the list, which a link and a reload keep', async () => {
  const { page, context } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeLocation(api, 'Mill Road');
  for (const user of [eva, tom]) await storeUser(api, user);
  await countShifts(page);
  await page.goto('/users');
  await rowOf(page, tom.full_name).waitFor();
  // The page handles keys a moment after it is visible.
  await quiet(page);
  await page.keyboard.press('f');
  await page.getByPlaceholder('Search filters...').waitFor();
  await page.keyboard.type('loc');
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog', { name: 'Location' });
  await popover.getByRole('checkbox', { name: /^None assigned/ }).check();
  await lookApart(page, 'list-filter', popover);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'hidden' });
  await page.getByText('3 users').waitFor();

  await assign(page, eva.full_name, 'Assign Locations', ['Mill Road']);
  await page.getByText('Locations of Eva Employee updated').waitFor();
  // It stays where it is until the question changes; the count is that of the filter.
  await rowOf(page, eva.full_name).getByText('Mill Road').waitFor();
  await page.getByText('2 of 3 users').waitFor();
  await lookApart(page, 'list-filtered', page.getByRole('button', { name: 'Location: None assigned' }));

  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect.poll(() => names(page)).toEqual([ada.full_name, tom.full_name]);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect.poll(() => names(page)).toEqual([tom.full_name, ada.full_name]);
  await expectAccessible(page);
  await expectFewShifts(page);

  await page.reload();
  await page.getByText('2 users').waitFor();
  await expect.poll(() => names(page)).toEqual([tom.full_name, ada.full_name]);
  const pasted = await context.newPage();
  await pasted.goto(page.url());
  await pasted.getByText('2 users').waitFor();
  await expect.poll(() => names(pasted)).toEqual([tom.full_name, ada.full_name]);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save current view…' }).click();
  const naming = page.getByRole('dialog', { name: 'Save view' });
  await naming.getByLabel('Name').fill('To be assigned');
  await look(page, 'list-save-view', naming);
  await naming.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('View To be assigned saved').waitFor();

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('3 users', { exact: true }).waitFor();
  await page.goBack();
  await page.getByText('2 of 3 users').waitFor();
  await goTo(page, '/users');
  await page.getByText('3 users', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'All users' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await look(page, 'list-views', views.getByRole('link', { name: 'To be assigned' }));
  await views.getByRole('link', { name: 'To be assigned' }).click();
  await page.getByText('2 of 3 users').waitFor();
  await page.getByRole('button', { name: 'To be assigned' }).waitFor();
});

function names(page: Page) {
  return page.getByRole('table', { name: 'Users' }).locator('tbody [data-row-main]').allTextContents();
}

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('Back and Escape lead to the list as it was left, with the row that was opened, at $width px', async (size) => {
  const { page } = await startJourney({ isShared: true });
  await page.setViewportSize(size);
  await openAccount(page, ada);
  const api = await apiOf(page);
  const { total } = (await api.call(listUsers, { query: {} })).ok();
  // At the second width the rows are loaded already.
  for (let number = 100; total === 1 && number < 160; number += 1)
    await storeUser(api, { email: `u${number}@northline.example`, full_name: `User ${number}` });
  await page.goto('/users?sort=name');
  const link = page.getByRole('link', { name: 'User 140' });
  const places = async () => [await link.boundingBox(), new URL(page.url()).search];
  await page.getByRole('link', { name: 'User 100' }).waitFor();
  await page.mouse.move(size.width / 2, size.height / 2);
  const top = async () =>
    ((await link.isVisible()) ? (await link.boundingBox())?.y : undefined) ?? size.height;
  while ((await top()) > size.height * 0.7) await scrollDown(page, 300);
  const before = await places();

  const openAndLeave = async (leave: () => Promise<unknown>) => {
    await page.getByRole('heading', { name: 'User 140' }).waitFor();
    // The page has set its title, so its effects have run.
    await expect.poll(() => page.title()).toContain('User 140');
    await leave();
    await link.waitFor();
    await expect.poll(places).toEqual(before);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('User 140');
  };
  await link.click();
  await openAndLeave(() => page.goBack());
  await page.keyboard.press('Enter');
  await openAndLeave(() => page.keyboard.press('Escape'));
  await page.keyboard.press('Enter');
  await openAndLeave(async () => {
    // Escape first closes an open popup.
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Edit User' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toMatch(/^\/users\/./);
    await page.keyboard.press('Escape');
  });

  // The text that was just typed belongs to the old list.
  await page.keyboard.press('/');
  await page.keyboard.type('u15');
  await page.getByRole('link', { name: 'User 150' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'User 151' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'User 151' }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('u15');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('User 151');
});
