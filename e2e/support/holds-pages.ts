import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { listRoles } from '../../contract/roles.ts';
import { replaceUserRoles, updateUser } from '../../contract/users.ts';
import type { Client } from '../../server/testing/requests/client.ts';
import { resize, type Size } from './holds-lists.ts';
import { drawn, quiet } from './quiet.ts';

/** What holds on the pages of a user and a location, and in their dialogs, whatever the size of the window and the data. */

interface Head {
  /** Of the heading; lines are counted by their height. */
  lines: number;
  isClipped: boolean;
  /** The upper edge of the first card. */
  cardTop: number;
  /** The names of the acts in the head, and how far the last one is from the right edge of the content. */
  acts: string[];
  fromRight: number;
}

const readHead = `(() => {
  const main = document.querySelector('main');
  const heading = main.querySelector('h1');
  const box = heading.getBoundingClientRect();
  const acts = [...main.querySelector('header').querySelectorAll('button')].filter((one) => one.offsetWidth > 0);
  const card = main.querySelector('header ~ *');
  const edge = card.getBoundingClientRect();
  return {
    lines: Math.round(box.height / parseFloat(getComputedStyle(heading).lineHeight)),
    isClipped: heading.scrollWidth > heading.clientWidth + 1 || box.right > innerWidth || box.width === 0,
    cardTop: Math.round(edge.top),
    acts: acts.map((one) => one.textContent || one.getAttribute('aria-label')),
    fromRight: acts.length ? Math.round(edge.right - acts.at(-1).getBoundingClientRect().right) : 0,
  };
})()`;

const orders = new Map<string, string>();

/**
 * The whole name is the heading, its acts keep one order and the right edge at every width, and on a phone the first card
 * begins in the upper third.
 */
export async function holdsHead(page: Page, name: string, { width }: Size) {
  const about = `${name} at ${width} px`;
  const read = () => page.evaluate<Head>(readHead);
  await expect.poll(read, { message: about }).toMatchObject({ isClipped: false, fromRight: 0 });
  const head = await read();
  if (width < 768) expect(head.lines, about).toBeLessThanOrEqual(width < 390 ? 4 : 3);
  // A location has three lines of facts, and its district is the third.
  const most = new URL(page.url()).pathname.startsWith('/locations') ? 340 : 300;
  if (width === 390) expect(head.cardTop, about).toBeLessThanOrEqual(most);
  // The menu of a phone is in the bar.
  const order = head.acts.filter((act) => !act.startsWith('Actions')).join();
  if (order) expect(order, about).toBe(orders.get(name) ?? order);
  if (order) orders.set(name, order);
}

/** What both changed offers both values in a row that was free: nothing moves, and a thumb cannot miss. */
export async function holdsConflict(
  page: Page,
  api: Client,
  user: { id: string },
  widths: readonly number[],
) {
  const params = { id: user.id };
  const { roles } = (await api.call(listRoles, {})).ok();
  const ids = (...names: string[]) => roles.flatMap(({ id, name }) => (names.includes(name) ? id : []));
  for (const width of widths) {
    await resize(page, { width, height: width < 640 ? 844 : 900 });
    await page.goto(`/users/${user.id}?dialog=edit&id=${user.id}`);
    const edit = page.getByRole('dialog', { name: 'Edit User' });
    await edit.getByLabel('Phone Number').fill(`(518) 555-1${width}`);
    const body = { phone: `(518) 555-2${width}` };
    await takeTheirs(page, edit, 'phone', async () => {
      (await api.call(updateUser, { params, body })).ok();
    });
    expect(await edit.getByLabel('Phone Number').inputValue()).toBe(body.phone);
    await page.keyboard.press('Escape');

    (await api.call(replaceUserRoles, { params, body: { role_ids: ids('employee') } })).ok();
    // Over the list: the page of the user gets a row more.
    await page.goto(`/users?dialog=roles&id=${user.id}`);
    const assign = page.getByRole('dialog', { name: 'Assign Roles' });
    await assign.getByRole('checkbox', { name: 'admin' }).check();
    await takeTheirs(page, assign, 'roles', async () => {
      const role_ids = ids('employee', 'manager');
      (await api.call(replaceUserRoles, { params, body: { role_ids } })).ok();
    });
    expect(await assign.getByRole('checkbox', { name: 'manager' }).isChecked()).toBe(true);
    expect(await assign.getByRole('checkbox', { name: 'admin' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    (await api.call(replaceUserRoles, { params, body: { role_ids: ids('employee') } })).ok();
  }
}

async function takeTheirs(page: Page, dialog: Locator, what: string, change: () => Promise<void>) {
  const { width = 0 } = page.viewportSize() ?? {};
  await quiet(page);
  await page.evaluate('shifts.length = 0');
  await change();
  const said = dialog.getByText(`changed the ${what}, too`);
  await said.waitFor();
  const isCut = await said.evaluate(
    (text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1,
  );
  expect(isCut, `${what} at ${width} px`).toBe(false);
  await drawn(page);
  const sum = 'shifts.reduce((total, { value }) => total + value, 0)';
  expect(await page.evaluate(sum), `${what} at ${width} px`).toBeLessThanOrEqual(0.01);
  await dialog.getByRole('button', { name: 'Choose' }).click();
  for (const choice of ['Keep mine', 'Take theirs']) {
    const { height = 0 } = (await dialog.getByRole('button', { name: choice }).boundingBox()) ?? {};
    expect(height, `${choice} at ${width} px`).toBeGreaterThanOrEqual(width < 768 ? 44 : 36);
  }
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
}

interface Choices {
  /** Of the dialog and the group of its choices. */
  title: string;
  label: 'Locations' | 'Users';
  /** The address that opens it. */
  path: string;
  /** In the dialog, where one more press shows its choices. */
  press?: RegExp;
  chosen: readonly string[];
  total: number;
}

/** Opened at once, while the answers are still on their way: what is chosen is first, then all others by name. */
export async function holdsChosenFirst(page: Page, choices: readonly Choices[], widths: readonly number[]) {
  for (const width of widths) {
    await resize(page, { width, height: width < 640 ? 844 : 900 });
    for (const one of choices) await chosenAreFirst(page, one, `${one.title} at ${width} px`);
  }
}

async function chosenAreFirst(page: Page, choices: Choices, about: string) {
  const { title, label, path, press, chosen, total } = choices;
  await page.goto(path);
  const dialog = page.getByRole('dialog', { name: title });
  if (press) await dialog.getByRole('button', { name: press }).click();
  const list = page.getByRole('group', { name: label, exact: true });
  const names = new Map<number, string>();
  // Its pages come while it is scrolled.
  const scroll = async () => {
    const rows = await list
      .locator('[data-index]')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            [
              Number(row.getAttribute('data-index')),
              row.querySelector('[data-clipped-text]')?.textContent ?? '',
            ] as const,
        ),
      );
    for (const [index, name] of rows) names.set(index, name);
    await list.evaluate((box) => box.scrollBy(0, box.clientHeight / 2));
    return names.size;
  };
  await expect.poll(scroll, { message: about }).toBe(total);
  const all = [...names].sort(([a], [b]) => a - b).map(([, name]) => name);
  expect(all.slice(0, chosen.length), about).toEqual([...chosen].sort());
  const others = all.slice(chosen.length);
  expect(others, about).toEqual(others.toSorted(new Intl.Collator('en', { numeric: true }).compare));
}

/** Loads the page with its fonts held back until it is drawn: what replaces the fonts of the system moves nothing. */
export async function holdsLateFonts(page: Page, path: string, name: string, widths: readonly number[]) {
  for (const width of widths) {
    await resize(page, { width, height: width < 640 ? 844 : 900 });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    // The history comes last.
    await page.getByRole('link', { name: 'Open in Audit' }).waitFor();
    await drawn(page);
    await page.evaluate('shifts.length = 0');
    resolve();
    await page.evaluate('document.fonts.ready.then(() => null)');
    await drawn(page);
    await page.unroute(/\.woff2$/);
    const shifts = await page.evaluate<{ value: number }[]>('shifts');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `${name} at ${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01);
  }
}
