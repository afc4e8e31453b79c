import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { addUser, assign, chooseAction, forgetSession, openAccount, rowOf, signIn } from './support/steps.ts';

/** The parts of the specification that only a browser can measure: sizes, positions, focus, spinners, policies. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee', password: 'unused' };

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
  await page.goto('/locations');
  await look(page, 'locations-empty', page.getByText('No locations yet'));
  await addLocations(page, 30);
  await page.goto('/locations');
  await look(page, 'locations', rowOf(page, 'Location 30'));
  await page.goto('/locations?q=nothing-like-it');
  await look(page, 'locations-not-found', page.getByText('No locations found'));
  await addUser(page, eva);
  await assign(page, eva.full_name, 'Assign Locations', ['Location 10', 'Location 11', 'Location 12']);
  // A toast comes under the pointer, whose tooltip is in no landmark.
  await page.mouse.move(0, 0);
  await look(page, 'users', rowOf(page, eva.full_name).getByText('+1 more'));
  await lookAtMenu(page, { width: 1440, height: 900 });
  await lookAtMenu(page, { width: 390, height: 844 });
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const [screen, titles] of Object.entries(dialogs)) {
    for (const [dialog, title] of Object.entries(titles)) {
      await page.goto(`/${screen}`);
      await openDialog(page, screen, dialog);
      await look(
        page,
        `${screen}-${dialog}`,
        page.getByRole(/delete/.test(dialog) ? 'alertdialog' : 'dialog', { name: title }),
      );
    }
  }

  await page.goto('/profile');
  await look(page, 'profile', page.getByRole('heading', { name: 'Your details' }));
  await page.goto('/settings');
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await tabs.first().waitFor();
  for (const label of await tabs.allTextContents()) {
    await tabs.filter({ hasText: label }).click();
    await page.waitForLoadState('networkidle');
    await look(page, `settings-${label.toLowerCase()}`, tabs.filter({ hasText: label }));
  }
  await page.goto('/nowhere');
  await look(page, 'not-found', page.getByText('Page not found'));
  // About thirty screens, each checked by axe twice, take longer than other tests.
}, 600_000);

test('the menu of a row is 192 px wide and 5 px below its button, and the assign dialogs scroll at 24rem', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  await addLocations(page, 30);
  await page.goto('/users');
  const button = rowOf(page, ada.full_name).getByRole('button').last();
  await button.click();
  const menu = await boxOf(page.getByRole('menu'));
  const opener = await boxOf(button);
  expect(menu.width).toBe(192);
  expect(menu.y - (opener.y + opener.height)).toBeCloseTo(5, 0);

  await page.getByRole('menuitem', { name: 'Assign Locations' }).click();
  const locations = page.getByRole('group', { name: 'Locations' });
  await locations.waitFor();
  expect((await boxOf(locations)).height).toBe(24 * 16);
  expect(await locations.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await page.keyboard.press('Escape');
  await chooseAction(page, ada.full_name, 'Assign Roles');
  const roles = page.getByRole('group', { name: 'Roles' });
  expect((await styleOf(roles)).maxHeight).toBe(`${24 * 16}px`);
});

test('a click outside closes a menu, and a dialog, which drops what was typed', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  await page.goto('/users');
  await rowOf(page, ada.full_name).getByRole('button').last().click();
  await page.getByRole('menu').waitFor();
  await page.mouse.click(600, 860);
  await page.getByRole('menu').waitFor({ state: 'hidden' });

  for (const [path, add, field] of [
    ['/locations', 'Add Location', 'Name'],
    ['/users', 'Add User', 'Full Name'],
  ] as const) {
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    for (const _ of ['first', 'second']) {
      await page.getByRole('button', { name: add }).first().click();
      const box = dialog.getByRole('textbox', { name: field });
      await box.waitFor();
      expect(await box.inputValue()).toBe('');
      await box.fill('Depot 9');
      await page.mouse.click(20, 20);
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
      await look(page, `discard-${field}`, question);
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
  const { page, watch } = await startJourney();
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
  const { page } = await startJourney();
  await openAccount(page, ada);
  for (const [path, name] of [
    ['/users', 'Search users by name, email, or phone...'],
    ['/locations', 'Search locations...'],
    ['/dashboard', 'Search locations and users'],
  ] as const) {
    await page.goto(path);
    const box = page.getByPlaceholder(name, { exact: true });
    await box.waitFor();
    await page.keyboard.press('/');
    expect(await box.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await box.inputValue()).toBe('');
  }
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
  const { x, y, width, height } = await boxOf(page.getByRole('menu'));
  if (viewport.width < 768) {
    // A sheet at the lower edge.
    expect({ x, width, bottom: y + height }).toEqual({
      x: 0,
      width: viewport.width,
      bottom: viewport.height,
    });
  } else {
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(viewport.width);
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

/** Creates locations by requests, in the session of the signed-in user. */
async function addLocations(page: Page, count: number) {
  await page.evaluate(async (count) => {
    const { access_token } = JSON.parse(localStorage.getItem('canopy.session') ?? '{}');
    for (let n = 1; n <= count; n++) {
      const location = {
        name: `Location ${n}`,
        address: `${n} Main Street`,
        city: 'Albany',
        state: 'NY',
        zip: '12207',
      };
      const answer = await fetch('/api/locations', {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(location),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  }, count);
}
