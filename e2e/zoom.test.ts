import { expect, test } from 'vitest';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { goTo, openAccount } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };

test('in a window as low as at a zoom of 400 %, nothing sticks, dialogs scroll with their head and foot, and menus scroll', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  for (let number = 10; number < 35; number += 1) await storeLocation(api, `Location ${number}`);
  const user = await storeUser(api, eva);
  for (const size of [
    { width: 320, height: 256 },
    { width: 360, height: 225 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/locations');
    await page
      .getByRole('link', { name: /^Location / })
      .first()
      .waitFor();
    const bars = [
      page.getByRole('banner'),
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('searchbox').first(),
    ];
    const before = await Promise.all(bars.map(async (bar) => (await bar.boundingBox())?.y ?? 0));
    await page.locator('main').evaluate((main) => main.parentElement?.scrollBy(0, 400));
    const after = await Promise.all(bars.map(async (bar) => (await bar.boundingBox())?.y ?? 0));
    expect(after.map((y, index) => Math.round((before[index] ?? 0) - y))).toEqual([400, 400, 400]);
    // The rows further down are drawn.
    await page.locator('main').evaluate((main) => main.parentElement?.scrollBy(0, 1_200));
    await page
      .getByRole('link', { name: /^Location 1\d$/ })
      .first()
      .waitFor();

    await goTo(page, `/users?dialog=edit&id=${user.id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    const title = dialog.getByRole('heading', { name: 'Edit User' });
    await dialog.getByRole('textbox', { name: /^Full Name/ }).waitFor();
    await dialog.evaluate((box) => box.scrollTo(0, 0));
    const top = (await title.boundingBox())?.y ?? 0;
    await dialog.evaluate((box) => box.scrollTo(0, 100));
    expect(Math.round(top - ((await title.boundingBox())?.y ?? 0))).toBe(100);

    // A menu is higher than the window: its last item is scrolled to.
    await goTo(page, '/users');
    await page.getByRole('button', { name: `Actions for ${eva.full_name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete User' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  }
});
