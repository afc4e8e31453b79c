import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvitation } from '../contract/invitations.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { goTo, openAccount, rowOf } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };

/** The system chooses the colors, and axe reads those of the theme. */
const systemColors = ['color-contrast'];

async function storeMany(api: Awaited<ReturnType<typeof apiOf>>) {
  for (let number = 10; number < 35; number += 1) await storeLocation(api, `Location ${number}`);
}

/** The texts of the elements of this selector that are painted in the system's color for what is chosen. */
function marked(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`(() => {
    const probe = document.createElement('i');
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
    document.body.append(probe);
    const chosen = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => getComputedStyle(element).backgroundColor === chosen)
      .map((element) => element.textContent.trim());
  })()`);
}

test('in forced colors, exactly one item of each group is marked, and axe finds nothing', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeMany(api);
  const user = await storeUser(api, eva);
  (await api.call(sendInvitation, { params: { id: user.id }, body: { by: 'mail' } })).ok();
  await page.emulateMedia({ forcedColors: 'active' });

  await goTo(page, '/users');
  await rowOf(page, eva.full_name).waitFor();
  expect(await marked(page, 'nav[aria-label=Main] a')).toEqual(['Users']);
  await page.getByRole('checkbox', { name: `Select ${eva.full_name}` }).check();
  const outline = await page.evaluate(
    `getComputedStyle(document.querySelector('[data-selected]')).outlineStyle`,
  );
  expect(outline).toBe('solid');
  await expectAccessible(page, systemColors);

  await goTo(page, '/settings?tab=roles');
  await page.getByRole('list', { name: 'Roles' }).waitFor();
  expect(await marked(page, 'nav[aria-label=Settings] a')).toEqual(['Roles']);
  await expectAccessible(page, systemColors);
  await goTo(page, '/settings');
  await page.getByRole('radio', { name: /^System/ }).waitFor();
  expect(await marked(page, 'fieldset label')).toEqual([expect.stringMatching(/^System/)]);

  await goTo(page, '/audit');
  await page.getByRole('button', { name: '7 days' }).click();
  await expect.poll(() => marked(page, 'fieldset button')).toEqual(['7 days']);
  await expectAccessible(page, systemColors);

  for (const [dialog, title] of [
    ['add', 'Add New User'],
    [`edit&id=${user.id}`, 'Edit User'],
    [`roles&id=${user.id}`, 'Assign Roles'],
    [`locations&id=${user.id}`, 'Assign Locations'],
    [`invitation&id=${user.id}`, 'Invitation'],
  ] as const) {
    await goTo(page, `/users?dialog=${dialog}`);
    await page.getByRole('dialog', { name: title }).waitFor();
    await quiet(page);
    await expectAccessible(page, systemColors);
  }
});

test('in a window as low as at a zoom of 400 %, nothing sticks, dialogs scroll with their head and foot, and menus scroll', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeMany(api);
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
