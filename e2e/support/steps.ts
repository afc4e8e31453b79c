import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Steps of a user on a page, by the words that the user reads. */

export interface Account {
  email: string;
  full_name: string;
  password: string;
}

/** Returns the text of the view after a sign-up, which returns to sign-in by itself. */
export async function signUp(page: Page, { email, full_name, password }: Account): Promise<string> {
  await page.goto('/login');
  // An empty system opens with the sign-up form.
  const heading = page.getByRole('heading', { name: 'Create your account' });
  await heading.or(page.getByRole('heading', { name: 'Sign In' })).waitFor();
  if (!(await heading.isVisible())) await page.getByRole('button', { name: 'Create one now' }).click();
  await page.getByRole('textbox', { name: 'Full Name' }).fill(full_name);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  // The view disappears after two seconds, which may be too short for a busy machine: the page itself records its
  // text.
  await page.evaluate(`
    globalThis.created = new Promise((resolve) => {
      const look = () => {
        const view = document.querySelector('[role=status]:has(h1)');
        if (view) resolve(view.innerText);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    null`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const said = await page.evaluate<string>('created');
  expect(said).toContain('Account Created!');
  return said;
}

/**
 * Creates the first account of a server and signs in through the API, for journeys that test something else. The page
 * shows its dashboard.
 */
export async function openAccount(page: Page, { email, full_name, password }: Account) {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/auth/v1${path}`, { data });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer;
  };
  await post('/signup', { email, password, data: { full_name } });
  const session = await post('/token?grant_type=password', { email, password });
  const context = page.context();
  const { cookies } = await context.storageState();
  const { origin } = new URL(session.url());
  const localStorage = [
    { name: 'canopy.session', value: await session.text() },
    { name: 'canopy.remember', value: 'yes' },
  ];
  await context.setStorageState({ cookies, origins: [{ origin, localStorage }] });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  if (new URL(page.url(), 'http://x').pathname !== '/login') await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Removes the session in a page that does not run the app, which would request its rows without a session. */
export async function forgetSession(page: Page) {
  await page.goto('/healthz');
  await page.evaluate('localStorage.clear()');
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /Administrator/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
}

export async function addLocation(page: Page, name: string, city: string) {
  await goTo(page, '/locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Location' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
  await dialog.getByRole('textbox', { name: 'City' }).fill(city);
  await dialog.getByRole('textbox', { name: 'State' }).fill('ny');
  await dialog.getByRole('textbox', { name: 'ZIP Code' }).fill('12207');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, name).waitFor();
}

export async function addUser(page: Page, { email, full_name }: Pick<Account, 'email' | 'full_name'>) {
  await goTo(page, '/users');
  await page.getByRole('button', { name: 'Add User' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Full Name' }).fill(full_name);
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, full_name).waitFor();
}

/**
 * Opens another page of the app as its links do, in a third of the processor time of a load. What tests a load, or what
 * a page shows that was open before, calls `page.goto`.
 */
export async function goTo(page: Page, path: string) {
  const { protocol, pathname, search } = new URL(page.url());
  if (protocol === 'about:') await page.goto(path);
  else if (pathname + search !== path)
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

export async function chooseAction(page: Page, name: string, action: string) {
  await rowOf(page, name).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Ticks exactly these in an assign dialog and saves. */
export async function assign(
  page: Page,
  name: string,
  what: 'Assign Roles' | 'Assign Locations',
  chosen: string[],
) {
  await chooseAction(page, name, what);
  const dialog = page.getByRole('dialog', { name: what });
  for (const label of chosen) await dialog.getByRole('checkbox', { name: new RegExp(label) }).check();
  await dialog.getByRole('button', { name: 'Update Assignments' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function askForReset(page: Page, email: string) {
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  // The sign-in form has an email field too, and stays visible a moment longer.
  await page.getByRole('heading', { name: 'Forgot password?' }).waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Ask for a reset link' }).click();
}

/** Types the new password twice on the page of an emailed link. */
export async function chooseNewPassword(page: Page, password: string) {
  await page.getByRole('textbox', { name: /^(New )?Password$/ }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await page.getByRole('button', { name: /^Set (new )?password$/ }).click();
}

/** Resolves once the password is saved. */
export async function leaveSavedPassword(page: Page) {
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
}

/** Turns the wheel, and waits until the page has scrolled: a busy machine scrolls late, and the next turn would go past a row. */
export async function scrollDown(page: Page, pixels: number) {
  const from = await scrolled(page);
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(from);
}

/** Returns the scroll position once it has not changed for two frames. */
function scrolled(page: Page): Promise<number> {
  return page.evaluate(`
    new Promise((done) => {
      const far = () => [...document.querySelectorAll('*')].reduce((sum, { scrollTop }) => sum + scrollTop, 0);
      const frame = (before) => requestAnimationFrame(() => requestAnimationFrame(() => far() === before ? done(before) : frame(far())));
      frame(far());
    })`);
}
