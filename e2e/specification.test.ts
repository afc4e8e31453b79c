import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Location } from '../contract/locations.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { quiet } from './support/quiet.ts';
import { chooseAction, forgetSession, goTo, openAccount, rowOf, signIn } from './support/steps.ts';

/** The parts of the specification that only a browser can measure: sizes, positions, focus, spinners, policies. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };

test('every screen passes axe in both themes, fits 390 px, and violates no policy', async () => {
  const { page } = await startJourney();
  await page.goto('/login');
  await look(page, 'sign-up', page.getByRole('heading', { name: 'Create your account' }));
  await page.getByRole('button', { name: 'Sign in here' }).click();
  await look(page, 'login', page.getByRole('heading', { name: 'Sign In' }));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await look(page, 'login-refused', page.getByText('Please enter a valid email address'));
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await look(page, 'forgot', page.getByRole('button', { name: 'Ask for a reset link' }));
  await page.goto('/reset-password?token_hash=of-an-email');
  await look(page, 'reset', page.getByRole('heading', { name: 'Set a new password' }));
  await page.goto('/reset-password');
  await look(page, 'reset-without-link', page.getByRole('heading', { name: 'Ask for a new link' }));
  await page.goto('/auth/confirm?token_hash=of-an-email&type=signup');
  await look(page, 'confirm', page.getByRole('button', { name: 'Confirm email' }));

  await openAccount(page, ada);
  await look(page, 'dashboard', page.getByText('Total Locations'));
  await goTo(page, '/locations');
  await look(page, 'locations-empty', page.getByText('No locations yet'));
  const api = await apiOf(page);
  const locations = await storeLocations(api);
  await page.goto('/locations');
  await look(page, 'locations', rowOf(page, 'Location 30'));
  await goTo(page, '/locations?q=nothing-like-it');
  await look(page, 'locations-not-found', page.getByText('No locations found'));
  await storeUser(api, { ...eva, locations: locations.slice(9, 12) });
  await goTo(page, '/users');
  await look(page, 'users', rowOf(page, eva.full_name).getByText('+1 more'));
  await lookAtMenu(page, { width: 1440, height: 900 });
  await lookAtMenu(page, { width: 390, height: 844 });
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const [screen, titles] of Object.entries(dialogs)) {
    await goTo(page, `/${screen}`);
    for (const [dialog, title] of Object.entries(titles)) {
      await openDialog(page, screen, dialog);
      const opened = page.getByRole(/delete/.test(dialog) ? 'alertdialog' : 'dialog', { name: title });
      await look(page, `${screen}-${dialog}`, opened);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
    }
  }

  await goTo(page, '/profile');
  await look(page, 'profile', page.getByRole('heading', { name: 'Your details' }));
  await goTo(page, '/settings');
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await tabs.first().waitFor();
  for (const label of await tabs.allTextContents()) {
    await tabs.filter({ hasText: label }).click();
    await quiet(page);
    await look(page, `settings-${label.toLowerCase()}`, tabs.filter({ hasText: label }));
  }
  await goTo(page, '/nowhere');
  await look(page, 'not-found', page.getByText('Page not found'));
  // About thirty screens, each checked by axe twice, take longer than other tests.
}, 600_000);

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

const dialogs: Record<string, Record<string, string>> = {
  locations: { add: 'Add New Location', edit: 'Edit Location', delete: 'Delete Location' },
  users: {
    add: 'Add New User',
    edit: 'Edit User',
    locations: 'Assign Locations',
    roles: 'Assign Roles',
    delete: 'Delete User',
  },
};

async function openDialog(page: Page, screen: string, dialog: string) {
  if (dialog === 'add') {
    await page.getByRole('button', { name: screen === 'users' ? 'Add User' : 'Add Location' }).click();
  } else if (screen === 'users') {
    const title = dialogs.users?.[dialog] ?? dialog;
    await chooseAction(page, eva.full_name, title);
  } else {
    const name = dialog === 'edit' ? 'Edit Location 30' : 'Delete Location 30';
    await page.getByRole('button', { name }).click();
  }
}

async function lookAtMenu(page: Page, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport);
  await page.getByRole('button', { name: `Actions for ${eva.full_name}` }).click();
  const menu = page.getByRole('menu');
  // It has its final position when it is visible.
  if (viewport.width < 768) {
    // A sheet at the lower edge.
    const placed = async () => {
      const { x, y, width, height } = await boxOf(menu);
      return { x, width, bottom: y + height };
    };
    await expect.poll(placed).toEqual({ x: 0, width: viewport.width, bottom: viewport.height });
  } else {
    const isInside = async () => {
      const { x, width } = await boxOf(menu);
      return x > 0 && x + width < viewport.width;
    };
    await expect.poll(isInside).toBe(true);
  }
  // While a menu is open, the rest is hidden from screen readers and outside of landmarks.
  await expectAccessible(page, ['region']);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

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
