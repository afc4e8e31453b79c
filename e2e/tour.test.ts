import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvitation } from '../contract/invitations.ts';
import { closeLocation } from '../contract/locations.ts';
import { createRun, getRun } from '../contract/runs.ts';
import { updateUser } from '../contract/users.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeDepots, storeUser } from './support/chain.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { look, wide } from './support/look.ts';
import { takePictures } from './support/pictures.ts';
import { quiet } from './support/quiet.ts';
import { expectRings } from './support/rings.ts';
import { chooseAction, forgetSession, goTo, openAccount, rowOf } from './support/steps.ts';
import { delayAnswers, expectStill, measureShifts } from './support/still.ts';

/**
 * Each screen is opened once for a reader and a size, and asked for everything that holds on every screen: it does not
 * shift while it loads, axe finds nothing in either theme, it fits its window, its focus rings stand out, and forced
 * colors leave its states visible. The journeys fail by themselves when a page violates the security policy.
 */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'forecourt-7' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sizes = [desktop, phone];
/** For each size: the delay of the profile, which decides what is offered, and the delay of all other answers. */
const delays = [
  { profileMs: 400, restMs: 800 },
  { profileMs: 400, restMs: 0 },
];
const quietOfSize = [1300, 900];
/** Most of the time is waiting, so the screens of each size are walked by this many pages at once. */
const pagesEach = 2;

/** They differ from another of these screens by what they load only, or are looked at as dialogs. */
const alike = [
  '/users?q=ada',
  '/users?location=none&status=active',
  '/users?location=none&status=active&invitation=none',
  '/users?dialog=add',
  '/users?dialog=locations&id=USER',
];

/** With these paths, the screens of an administrator. */
const inside = [
  '/dashboard',
  '/locations',
  '/locations?q=nothing-like-it',
  '/users',
  ...alike,
  '/locations/LOCATION',
  '/locations/LOCATION?tab=waiting',
  '/locations/CLOSED',
  '/users/USER',
  '/users/INACTIVE',
  '/audit',
  '/imports',
  '/runs/RUN',
  '/import/users',
  '/settings',
  '/settings?tab=organization',
  '/settings?tab=configuration',
  '/settings?tab=email',
  '/settings?tab=roles',
  '/settings?tab=registers',
  '/settings?tab=diagnostics',
  '/profile',
  '/no-such-page',
];

/** The screens whose focus rings are looked at, and a name that one of the focused elements has. */
const ringed: Record<string, string>[] = [
  {
    '/dashboard': 'Canopy',
    '/users': 'Canopy',
    '/audit': 'Canopy',
    '/settings?tab=roles': 'Canopy',
    '/profile': 'Canopy',
  },
  { '/users': 'More' },
];

/** The pages that look different for a role than for an administrator. */
const insideAs = [
  { role: 'manager', size: phone, paths: ['/dashboard', '/locations/LOCATION'] },
  { role: 'viewer', size: desktop, paths: ['/users', '/users/USER'] },
  { role: null, size: desktop, paths: ['/dashboard', '/users'] },
];

/** The system chooses the colors, and axe reads those of the theme. */
const systemColors = ['color-contrast'];

test('every screen before sign-in stays still, passes axe in both themes, fits its window and shows its focus', async () => {
  const journey = await startJourney({ isShared: true });
  const pages = [journey.page, (await journey.addUser()).page];
  await Promise.all(
    pages.map(async (page, index) => {
      const size = sizes[index] ?? desktop;
      await page.setViewportSize(size);
      await measureShifts(page);
      const see = (name: string) => expectFits(page, `${name} at ${size.width} px`);
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      await expectStill(page, 'sign-up');
      await see('sign-up');
      await expectRingsInBothThemes(page, 9, 'Create Account');
      await page.getByRole('button', { name: 'Sign in here' }).click();
      await page.getByRole('heading', { name: 'Sign In' }).waitFor();
      await see('login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Please enter a valid email address').waitFor();
      await see('login-refused');
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page.getByRole('button', { name: 'Ask for a reset link' }).waitFor();
      await see('forgot');
      for (const path of [
        '/reset-password',
        '/reset-password?token_hash=of-an-email',
        '/auth/confirm',
        '/auth/confirm?token_hash=of-an-email&type=signup',
      ]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectStill(page, path);
        await see(path);
      }
    }),
  );
});

test('every screen of an administrator stays still, passes axe in both themes, fits its window and violates no policy', async () => {
  const journey = await startJourney({ isShared: true });
  const { page: owner } = journey;
  await openAccount(owner, ada);
  await look(owner, 'dashboard-empty', owner.getByText('Total Locations'));
  await goTo(owner, '/locations');
  await look(owner, 'locations-empty', owner.getByText('No locations yet'));
  const ids = await storeChain(owner);
  await goTo(owner, '/settings');
  const tabs = owner.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await tabs.first().waitFor();
  expect(await tabs.count()).toBe(inside.filter((path) => path.startsWith('/settings')).length);
  const session = await owner.context().storageState();
  await forgetSession(owner);

  const walks = await Promise.all(
    sizes.flatMap((size, index) =>
      Array.from({ length: pagesEach }, async (_, turn) => {
        const { page } = await journey.addUser();
        await page.setViewportSize(size);
        await measureShifts(page);
        return { page, index, turn };
      }),
    ),
  );
  await Promise.all(
    walks.map(async ({ page, index, turn }) => {
      const width = `${sizes[index]?.width} px`;
      if (turn === 0) {
        await page.goto('/login');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectStill(page, `/login at ${width}`);
      }
      await page.context().setStorageState(session);
      await delayAnswers(page, delays[index] ?? { profileMs: 0, restMs: 0 });
      for (const path of inside.filter((_, at) => at % pagesEach === turn)) {
        const name = `${path} at ${width}`;
        await page.goto(withIds(path, ids));
        // Behind a dialog it is no heading for screen readers.
        await page.locator('h1').first().waitFor();
        await expectStill(page, name, quietOfSize[index]);
        await expectHeight(page, name);
        if (!alike.includes(path)) await expectFits(page, name);
        const ring = ringed[index]?.[path];
        if (ring) await expectRingsInBothThemes(page, 22, ring);
      }
    }),
  );
});

test('every dialog and menu passes axe in both themes and in forced colors, where exactly one item of each group is marked', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  const ids = await storeChain(page);
  await goTo(page, '/users?q=eva');
  await lookAtMenu(page, desktop);
  await lookAtMenu(page, phone);
  await page.setViewportSize(desktop);
  for (const [screen, titles] of Object.entries(dialogs)) {
    await goTo(page, screen === 'users' ? '/users?q=eva' : '/locations?q=depot%2050');
    for (const [dialog, title] of Object.entries(titles)) {
      await openDialog(page, screen, title);
      const opened = page.getByRole(/Delete/.test(title) ? 'alertdialog' : 'dialog', { name: title });
      await look(page, `${screen}-${dialog}`, opened);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
    }
  }

  await page.emulateMedia({ forcedColors: 'active' });
  await goTo(page, '/users?q=eva');
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
    [`edit&id=${ids.user}`, 'Edit User'],
    [`roles&id=${ids.user}`, 'Assign Roles'],
    [`locations&id=${ids.user}`, 'Assign Locations'],
    [`invitation&id=${ids.user}`, 'Invitation'],
  ] as const) {
    await goTo(page, `/users?dialog=${dialog}`);
    await page.getByRole('dialog', { name: title }).waitFor();
    await quiet(page);
    await expectAccessible(page, systemColors);
  }
});

test('no screen of a manager, a viewer or a user without a role shifts, and axe finds nothing on it', async () => {
  const journey = await startJourney({ isShared: true });
  await openAccount(journey.page, ada);
  const ids = await storeChain(journey.page);
  await Promise.all(
    insideAs.map(async ({ role, size, paths }) => {
      const { page, watch } = await journey.addUser();
      // Data that a role may not see are requested once and refused.
      watch.allow(/status of 40[34]/);
      await page.setViewportSize(size);
      await measureShifts(page);
      await page.context().setStorageState(await joinAs(journey, role, ids.location));
      for (const path of paths) {
        await page.goto(withIds(path, ids));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const name = `${path} of ${role ?? 'a user without a role'}`;
        await expectStill(page, name);
        await expectAccessible(page);
      }
    }),
  );
});

/** Inside, the document never scrolls: `main` and the lists in it do. */
async function expectHeight(page: Page, name: string) {
  const excess = 'document.documentElement.scrollHeight - innerHeight';
  expect(await page.evaluate(excess), `${name}: the document is higher than its window`).toBe(0);
}

/** What holds on every screen, at any moment: a phone is wide enough, and on a desktop axe reads it in both themes. */
async function expectFits(page: Page, name: string) {
  if (page.viewportSize()?.width === phone.width)
    return expect.poll(() => wide(page), { message: name }).toEqual([]);
  await expectAccessible(page);
  await takePictures(page, name.replace(/\W+/g, '-'));
}

/** The next Tab reaches the first element of the page again. */
const fromTop = `
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex')`;

async function expectRingsInBothThemes(page: Page, stops: number, name: string) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(fromTop);
    expect((await expectRings(page, stops)).join()).toContain(name);
  }
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

async function openDialog(page: Page, screen: string, title: string) {
  if (title.startsWith('Add'))
    await page.getByRole('button', { name: screen === 'users' ? 'Add User' : 'Add Location' }).click();
  else if (screen === 'users') await chooseAction(page, eva.full_name, title);
  else await page.getByRole('button', { name: title.replace('Location', 'Depot 50') }).click();
}

/** It has its final position when it is visible. */
async function lookAtMenu(page: Page, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport);
  await page.getByRole('button', { name: `Actions for ${eva.full_name}` }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  if (viewport.width < 768) {
    // A sheet at the lower edge.
    const placed = async () => {
      const { x = 0, y = 0, width, height = 0 } = (await menu.boundingBox()) ?? {};
      return { x, width, bottom: y + height };
    };
    await expect.poll(placed).toEqual({ x: 0, width: viewport.width, bottom: viewport.height });
  } else {
    const isInside = async () => {
      const { x = 0, width = 0 } = (await menu.boundingBox()) ?? {};
      return x > 0 && x + width < viewport.width;
    };
    await expect.poll(isInside).toBe(true);
  }
  // While a menu is open, the rest is hidden from screen readers and outside of landmarks.
  await expectAccessible(page, ['region']);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

/** The text in a path that is replaced by these ids. */
interface Ids {
  location: string;
  closed: string;
  user: string;
  inactive: string;
  run: string;
}

function withIds(path: string, ids: Ids) {
  const known = path.replace('LOCATION', ids.location).replace('CLOSED', ids.closed);
  return known.replace('INACTIVE', ids.inactive).replace('USER', ids.user).replace('RUN', ids.run);
}

let stored: Promise<Ids> | null = null;

/** Stores it once for all tests: lists that are longer than a window, a closed location, an inactive user, runs. */
function storeChain(page: Page): Promise<Ids> {
  stored ??= apiOf(page).then(fill);
  return stored;
}

async function fill(api: Client): Promise<Ids> {
  const depots = await storeDepots(api, 40);
  const [first, closed] = depots;
  const user = await storeUser(api, { ...eva, locations: depots.slice(0, 3) });
  const ian = { email: 'ian@northline.example', full_name: 'Ian Inactive' };
  const inactive = await storeUser(api, ian);
  await api.call(updateUser, { params: { id: inactive.id }, body: { is_active: false } });
  const others = await Promise.all(
    Array.from({ length: 38 }, (_, n) =>
      storeUser(api, {
        ...{ email: `user${n}@northline.example`, full_name: `User ${n}` },
        locations: n === 0 ? depots : depots.slice(0, 1),
      }),
    ),
  );
  const params = { id: closed?.id ?? '' };
  (await api.call(closeLocation, { params, body: { closed_on: '2026-03-02' } })).ok();
  const selection = { ids: others.map(({ id }) => id) };
  const body = { about: 'users', act: { act: 'deactivate' }, selection } as const;
  const runs = await Promise.all([1, 2, 3, 4].map(async () => (await api.call(createRun, { body })).ok().id));
  const stateOf = async (id: string) => (await api.call(getRun, { params: { id } })).ok().state;
  for (const id of runs) await expect.poll(() => stateOf(id)).toBe('planned');
  return {
    ...{ location: first?.id ?? '', closed: closed?.id ?? '', user: user.id, inactive: inactive.id },
    run: runs[0] ?? '',
  };
}

/** Adds a user with this role at this location, who has joined. Returns the storage of their browser. */
async function joinAs({ page: owner }: Journey, role: string | null, location: string) {
  const email = `${role ?? 'nobody'}@northline.example`;
  const api = await apiOf(owner);
  const roles = role ? [role] : [];
  const { id } = await storeUser(api, {
    email,
    full_name: `Robin ${role}`,
    roles,
    locations: [{ id: location }],
  });
  const invited = (await api.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  const token_hash = new URL(invited.link ?? '').searchParams.get('token_hash');
  const ask = async (method: string, path: string, data: object, bearer = '') => {
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await owner.request.fetch(`/auth/v1${path}`, { method, data, ...(bearer && { headers }) });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { access_token } = await ask('POST', '/verify', { type: 'invite', token_hash });
  const { password } = ada;
  await ask('PUT', '/user', { password }, access_token);
  const session = await ask('POST', '/token?grant_type=password', { email, password });
  const { origin } = new URL(owner.url());
  const localStorage = [
    { name: 'canopy.session', value: JSON.stringify(session) },
    { name: 'canopy.remember', value: 'yes' },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}
