import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { goTo, openAccount, rowOf } from './support/steps.ts';

/** Keyboard use and focus, which only a real browser shows. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
const tom = { email: 'tom@northline.example', full_name: 'Tom Till' };

test('menus and dialogs can be opened, used and closed by keyboard, and return the focus', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeLocation(api, 'Mill Road');
  await storeUser(api, eva);
  await goTo(page, '/users');
  const actions = `Actions for ${eva.full_name}`;

  await tabTo(page, actions);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Edit User');
  await page.keyboard.press('Escape');
  await expectFocus(page, actions);
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'Edit User');
  await page.keyboard.press('Tab');
  await page.getByRole('menu').waitFor({ state: 'hidden' });

  await page.keyboard.press('Shift+Tab');
  await choose(page, actions, 'Assign Locations');
  await expectFocus(page, 'Filter locations');
  await page.keyboard.type('nothing');
  await page.getByText('No locations found').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type('mill');
  await page.getByRole('checkbox', { name: /^Mill Road/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 location(s) selected').waitFor();
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, /^Mill Road/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await rowOf(page, eva.full_name).getByText('Mill Road').waitFor();
  await expectFocus(page, actions);
  await choose(page, actions, 'Assign Roles');
  await page.keyboard.press('Escape');
  await expectFocus(page, actions);

  await choose(page, actions, 'Invite');
  await page.getByRole('dialog', { name: 'Invitation' }).waitFor();
  await tabTo(page, 'Create link');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Cancel invitation');
  await page.keyboard.press('Enter');
  await page.getByText('Not invited yet').waitFor();
  await expectFocus(page, /^Invitation/);
  await page.keyboard.press('Escape');
  await expectFocus(page, actions);

  await tabTo(page, /Administrator/);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Profile');
  await page.keyboard.press('Escape');
  await expectFocus(page, /Administrator/);
});

test('an element that is removed while focused passes the focus to the page, and a toast gives it back', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  await storeUser(await apiOf(page), eva);
  await goTo(page, '/users');
  await rowOf(page, eva.full_name).waitFor();
  const actions = `Actions for ${eva.full_name}`;
  await tabTo(page, actions);
  await choose(page, actions, 'Deactivate');
  // The menu stays under the pointer until the focus is in it.
  await page.getByText(/is inactive/).hover();
  await expectFocus(page, actions);
  // A toast returns the focus to the element that had it.
  for (const button of ['Undo', 'Dismiss']) {
    await page.keyboard.press('F6');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expectFocus(page, actions);
  }
  await choose(page, actions, 'Delete User');
  await expectFocus(page, 'Cancel');
  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await rowOf(page, eva.full_name).waitFor({ state: 'hidden' });
  // Its row is gone, so the focus goes to the page or to the previous element.
  await expectFocus(page, /^Users|^Add User/);

  await goTo(page, '/audit');
  await page.getByRole('button', { name: 'User: All users' }).waitFor();
  await tabTo(page, 'User: All users');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Search users...');
  await page.keyboard.type('ada');
  // It takes the first row that is found, as soon as it is.
  await page.keyboard.press('Enter');
  await expectFocus(page, 'User: Ada Owner');
  await tabTo(page, 'Clear user');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'User: All users');
});

test('an open dialog keeps the focus, however fast Tab is pressed and whatever changes in it', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  await storeUser(await apiOf(page), tom);
  await goTo(page, '/users');
  await rowOf(page, tom.full_name).waitFor();
  // Collects the elements outside of the open dialog that get the focus.
  await page.evaluate(`
    globalThis.escapes = [];
    document.addEventListener('focusin', ({ target }) => {
      const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
      if (dialog && !dialog.contains(target) && !target.hasAttribute('data-base-ui-focus-guard'))
        escapes.push(target.getAttribute('aria-label') ?? target.textContent);
    });
  `);
  const hurry = async (key: string) => {
    // Does not wait for a paint in between.
    await Promise.all(Array.from({ length: 25 }, () => page.keyboard.press(key)));
    expect(await page.evaluate('escapes')).toEqual([]);
    expect(
      await page.evaluate('document.activeElement.closest("[role=dialog], [role=alertdialog]") !== null'),
    ).toBe(true);
  };
  const answered = Promise.withResolvers<void>();
  await page.route('**/invitation', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const actions = `Actions for ${tom.full_name}`;
  await tabTo(page, actions);
  await choose(page, actions, 'Invite');
  await page.getByText('Loading invitation...').waitFor();
  await hurry('Tab');
  answered.resolve();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  await hurry('Tab');
  await hurry('Shift+Tab');
  await tabTo(page, 'Create link');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Cancel invitation');
  await page.keyboard.press('Enter');
  await page.getByText('Not invited yet').waitFor();
  await hurry('Tab');
  // No key reaches the search behind the dialog.
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('/');
  await hurry('Tab');
  await page.keyboard.press('Escape');
  await expectFocus(page, actions);
});

test('the menu of a row closes when the window changes between phone and desktop width', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  await goTo(page, '/users');
  const button = page.getByRole('button', { name: `Actions for ${ada.full_name}` });
  for (const [from, to] of [
    [800, 700],
    [700, 800],
  ] as const) {
    await page.setViewportSize({ width: from, height: 844 });
    await button.click();
    await page.getByRole('menu').waitFor();
    await page.setViewportSize({ width: to, height: 844 });
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await button.waitFor();
  }
});

/** Moves from the focused button of a menu to one of its items. */
async function choose(page: Page, button: string, item: string) {
  await expectFocus(page, button);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Edit User');
  for (let at = 'Edit User'; at !== item; at = await focused(page)) {
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus when it opens.
    await expect.poll(() => focused(page)).not.toBe(at);
  }
  await expectFocus(page, item);
  await page.keyboard.press('Enter');
}

async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  const isThere = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  const passed: string[] = [];
  // Elements that depend on an answer of the server appear some rounds later.
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const text = await focused(page);
    if (isThere(text)) {
      // A dialog may still be about to move it, after many keys in a hurry.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      if (isThere(await focused(page))) return;
      continue;
    }
    passed.push(text);
    await page.keyboard.press(key);
  }
  throw new Error(`${name} is not reached by ${key}, only ${[...new Set(passed)].join(' · ')}`);
}

function expectFocus(page: Page, name: string | RegExp) {
  const matching =
    typeof name === 'string' ? expect.stringMatching(exactly(name)) : expect.stringMatching(name);
  return expect.poll(() => focused(page)).toEqual(matching);
}

function exactly(name: string) {
  return new RegExp(`^${name.replaceAll(/[.*+?()]/g, '\\$&')}$`);
}

/** The name of the focused element; empty without one. */
function focused(page: Page): Promise<string> {
  return page.locator(':focus').evaluateAll(([element]) => {
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });
}
