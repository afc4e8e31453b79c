import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Location } from '../contract/locations.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { apiOf, storeLocation } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { quiet } from './support/quiet.ts';
import { chooseAction, forgetSession, goTo, openAccount, rowOf, signIn } from './support/steps.ts';

/** The parts of the specification that only a browser can measure: sizes, positions, focus, spinners, policies. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('the menu of a row is 192 px wide and 5 px below its button, and the assign dialogs scroll at 24rem', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  await storeLocations(await apiOf(page));
  await goTo(page, '/users');
  const button = rowOf(page, ada.full_name).getByRole('button').last();
  await button.click();
  // The menu has its final position when it is visible.
  const placed = async () => {
    const [menu, opener] = [await boxOf(page.getByRole('menu')), await boxOf(button)];
    return [menu.width, Math.round(menu.y - (opener.y + opener.height))];
  };
  await expect.poll(placed).toEqual([192, 5]);

  await page.getByRole('menuitem', { name: 'Assign Locations' }).click();
  const locations = page.getByRole('group', { name: 'Locations' });
  await locations.waitFor();
  await expect.poll(async () => (await boxOf(locations)).height).toBe(24 * 16);
  expect(await locations.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await page.keyboard.press('Escape');
  await chooseAction(page, ada.full_name, 'Assign Roles');
  const roles = page.getByRole('group', { name: 'Roles' });
  expect((await styleOf(roles)).maxHeight).toBe(`${24 * 16}px`);
});

test('a click outside closes a menu, and a dialog, which drops what was typed', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  await goTo(page, '/users');
  await rowOf(page, ada.full_name).getByRole('button').last().click();
  await page.getByRole('menu').waitFor();
  await page.mouse.click(600, 860);
  await page.getByRole('menu').waitFor({ state: 'hidden' });

  for (const [path, add, field] of [
    ['/locations', 'Add Location', 'Name'],
    ['/users', 'Add User', 'Full Name'],
  ] as const) {
    await goTo(page, path);
    const dialog = page.getByRole('dialog');
    for (const time of ['first', 'second']) {
      await page.getByRole('button', { name: add }).first().click();
      const box = dialog.getByRole('textbox', { name: field });
      await box.waitFor();
      expect(await box.inputValue()).toBe('');
      await box.fill('Depot 9');
      await page.mouse.click(20, 20);
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
      await question.waitFor();
      if (time === 'first') await look(page, `discard-${field}`, question);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      expect(await box.inputValue()).toBe('Depot 9');
      await page.mouse.click(20, 20);
      await question.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: add }).first().click();
    await dialog.waitFor();
    await page.mouse.click(20, 20);
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('a spinner turns while the app reads the session, and while it signs in', async () => {
  const { page, watch } = await startJourney({ isShared: true });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openAccount(page, ada);
  watch.allow(/ERR_FAILED|Failed to fetch|ERR_ABORTED/);
  const answer = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('canopy.session') ?? '{}');
    localStorage.setItem('canopy.session', JSON.stringify({ ...session, expires_at: 1 }));
  });
  await page.goto('/users');
  const loading = page.getByText('Loading...');
  await loading.waitFor();
  expect(await turning(loading)).toBe('spin');
  answer.resolve();
  await page.getByRole('heading', { name: 'Users' }).waitFor();

  await page.unroute('**/auth/v1/token*');
  await forgetSession(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/login');
  await signIn(page, ada);
  const button = page.getByRole('button', { name: 'Signing in...' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await turning(button)).toBe('spin');
  held.resolve();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('the key / moves the focus to the search of the page', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  for (const [path, name] of [
    ['/users', 'Search users by name, email, or phone...'],
    ['/locations', 'Search locations...'],
  ] as const) {
    await goTo(page, path);
    const box = page.getByPlaceholder(name, { exact: true });
    await box.waitFor();
    // The page handles keys once it is visible.
    await quiet(page);
    await page.keyboard.press('/');
    await expect.poll(() => box.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await box.inputValue()).toBe('');
  }
  await goTo(page, '/dashboard');
  await page.getByRole('button', { name: 'Search locations and users' }).waitFor();
  await quiet(page);
  await page.keyboard.press('/');
  const box = page.getByPlaceholder('Search locations and users', { exact: true });
  await expect.poll(() => box.evaluate((input) => input.matches(':focus'))).toBe(true);
  expect(await box.inputValue()).toBe('');
});

/** The animation name of the spinner beside this text. */
async function turning(words: Locator) {
  return (await styleOf(words.locator('svg').first())).animationName;
}

function styleOf(locator: Locator): Promise<{ maxHeight: string; animationName: string }> {
  return locator.evaluate((element) => {
    const { maxHeight, animationName } = element.ownerDocument.defaultView.getComputedStyle(element);
    return { maxHeight, animationName };
  });
}

async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

/** One after the other: the last is the first of the list. */
async function storeLocations(client: Client): Promise<Location[]> {
  const stored: Location[] = [];
  for (let number = 1; number <= 30; number += 1)
    stored.push(await storeLocation(client, `Location ${number}`));
  return stored;
}
