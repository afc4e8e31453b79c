import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvitation } from '../contract/invitations.ts';
import { closeLocation, type Location } from '../contract/locations.ts';
import { updateUser } from '../contract/users.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { forgetSession, openAccount } from './support/steps.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** For each size: the delay of the profile, which decides what is offered, and the delay of all other answers. */
const delays = [
  { profileMs: 400, restMs: 800 },
  { profileMs: 400, restMs: 0 },
];
/** How long nothing may arrive until a page counts as loaded: longer than the longest delay of its size. */
const quietMs = 1300;
const quietOfSize = [quietMs, 900];
/** Most of the time is waiting, so the paths of each size are walked by this many pages at once. */
const pagesEach = 2;
const admin = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'forecourt-7' };

/** The layout shift, in the browser's own measure, above which a page counts as moving. */
const mostShift = 0.02;

const inside = [
  '/dashboard',
  '/locations',
  '/users',
  '/users?q=ada',
  '/users?location=none&status=active',
  '/users?location=none&status=active&invitation=none',
  '/users?dialog=add',
  '/users?dialog=locations&id=USER',
  '/locations/LOCATION',
  '/locations/LOCATION?tab=waiting',
  '/locations/CLOSED',
  '/users/USER',
  '/users/INACTIVE',
  '/audit',
  '/runs',
  '/import/users',
  '/settings',
  '/settings?tab=configuration',
  '/settings?tab=email',
  '/settings?tab=roles',
  '/profile',
  '/no-such-page',
];

/** The pages that look different for a role than for an administrator. */
const insideAs = [
  { role: 'manager', size: sizes[1], paths: ['/dashboard', '/locations/LOCATION'] },
  { role: 'viewer', size: sizes[0], paths: ['/users', '/users/USER'] },
  { role: null, size: sizes[0], paths: ['/dashboard', '/users'] },
];

test('no screen shifts while it loads, on a desktop and on a phone, whatever comes late', async () => {
  const journey = await startJourney();
  const pages = [journey.page];
  while (pages.length < sizes.length * pagesEach) pages.push((await journey.addUser()).page);
  const [owner = journey.page] = pages;
  const walks = pages.map((page, at) => ({
    page,
    index: at % sizes.length,
    turn: Math.floor(at / sizes.length),
  }));
  for (const { page, index } of walks) {
    await page.setViewportSize(sizes[index] ?? { width: 0, height: 0 });
    await measureShifts(page);
  }
  await Promise.all(
    walks
      .filter(({ turn }) => turn === 0)
      .map(async ({ page }) => {
        await page.goto('/login');
        await page.getByRole('heading', { name: 'Create your account' }).waitFor();
        await expectStill(page, 'sign-up');
      }),
  );
  await openAccount(owner, admin);
  const ids = await fill(owner);
  const session = await owner.context().storageState();
  await forgetSession(owner);
  await Promise.all(
    walks.map(async ({ page, index, turn }) => {
      const ofTurn = <Item>(all: readonly Item[]) => all.filter((_, at) => at % pagesEach === turn);
      for (const path of ofTurn(['/login', '/reset-password', '/auth/confirm'])) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectStill(page, path);
      }
      await page.context().setStorageState(session);
      const { profileMs = 0, restMs = 0 } = delays[index] ?? {};
      await page.addInitScript(`(${delayAnswers.toString()})(${profileMs}, ${restMs})`);
      for (const path of ofTurn(inside)) {
        await page.goto(withIds(path, ids));
        // Behind a dialog it is no heading for screen readers.
        await page.locator('h1').first().waitFor();
        await expectStill(page, `${path} at ${sizes[index]?.width} px`, quietOfSize[index]);
      }
    }),
  );
});

test('no screen of a manager, a viewer or a user without a role shifts, and axe finds nothing on it', async () => {
  const journey = await startJourney();
  await openAccount(journey.page, admin);
  const ids = await fill(journey.page);
  await Promise.all(
    insideAs.map(async ({ role, size, paths }) => {
      const { page, watch } = await journey.addUser();
      // Data that a role may not see are requested once and refused.
      watch.allow(/status of 40[34]/);
      if (size) await page.setViewportSize(size);
      await measureShifts(page);
      const storage = await joinAs(journey.page, role, { id: ids.location });
      await page.context().setStorageState(storage);
      for (const path of paths) {
        await page.goto(withIds(path, ids));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await expectStill(page, `${path} of ${role ?? 'a user without a role'}`);
        await expectAccessible(page);
      }
    }),
  );
});

test.each(
  sizes,
)('a refused sign-in and the answer to Contact Support move no heading at $width px', async (size) => {
  const journey = await startJourney({ isShared: true });
  journey.watch.allow(/status of 400/);
  const { page } = journey;
  await page.setViewportSize(size);
  await openAccount(page, admin);
  await forgetSession(page);
  await page.goto('/login');
  const heading = page.getByRole('heading', { name: 'Sign In' });
  const button = page.getByRole('button', { name: 'Sign In' });
  const support = page.getByRole('button', { name: 'Contact Support' });
  await heading.waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("placeholder")'))
    .toBe('Enter email');
  await quiet(page);
  const tops = async () =>
    Promise.all([heading, button, support].map(async (one) => (await one.boundingBox())?.y));
  const before = await tops();
  await support.click();
  await page.getByText('Please ask your head office.').waitFor();
  expect(await tops()).toEqual(before);
  await page.getByPlaceholder('Enter email').fill(admin.email);
  await page.getByPlaceholder('Enter password').fill('wrong-password');
  await button.click();
  await page.getByRole('alert').waitFor();
  expect(await tops()).toEqual(before);
});

test('nothing but its rows moves when a list is scrolled', async () => {
  const { page } = await startJourney();
  await measureShifts(page);
  await openAccount(page, admin);
  await fill(page);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/locations');
  await page.getByRole('link', { name: 'Depot 22' }).hover();
  await expectStill(page, 'the list');
  for (let notch = 0; notch < 4; notch += 1) {
    await page.mouse.wheel(0, 120);
    await expectStill(page, `the list after ${notch + 1} notches`);
  }
  await page.getByRole('link', { name: 'Depot 11' }).waitFor();
});

test('the lists of the assign dialogs keep their height, and a search its place, while a user types or chooses a view', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, admin);
  const ids = await fill(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(`/users?dialog=locations&id=${ids.user}`);
    const dialog = page.getByRole('dialog', { name: 'Assign Locations' });
    const search = dialog.getByRole('searchbox', { name: 'Filter locations' });
    const list = dialog.getByRole('group', { name: 'Locations' });
    await list.getByRole('checkbox').first().waitFor();
    await quiet(page);
    const places = async () =>
      Promise.all([search, list, dialog].map(async (one) => (await one.boundingBox()) ?? null));
    const before = await places();
    await search.fill('Depot 13');
    await expect.poll(() => list.getByRole('checkbox').count()).toBe(1);
    expect(await places()).toEqual(before);
    await list.getByRole('checkbox').check();
    await dialog.getByText('Add 1', { exact: true }).waitFor();
    expect(await places()).toEqual(before);
    await search.fill('nowhere');
    await dialog.getByText('No locations found').waitFor();
    expect(await places()).toEqual(before);
  }
  // The names of views differ in length.
  await page.goto('/users');
  const list = page.getByRole('searchbox', { name: /^Search users/ });
  const before = await list.boundingBox();
  await page.getByRole('button', { name: 'All users' }).click();
  await page.getByRole('link', { name: 'No location' }).click();
  await page.getByRole('button', { name: 'No location' }).waitFor();
  expect(await list.boundingBox()).toEqual(before);
});

/** The text in a path that is replaced by these ids. */
interface Ids {
  location: string;
  closed: string;
  user: string;
  inactive: string;
}

function withIds(path: string, ids: Ids) {
  const known = path.replace('LOCATION', ids.location).replace('CLOSED', ids.closed);
  return known.replace('INACTIVE', ids.inactive).replace('USER', ids.user);
}

/** Twelve locations, one of them closed, a user with two of them, and an inactive one. */
async function fill(page: Page): Promise<Ids> {
  const api = await apiOf(page);
  const locations: Location[] = [];
  for (let number = 11; number <= 22; number += 1)
    locations.push(await storeLocation(api, `Depot ${number}`));
  const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
  const user = await storeUser(api, { ...eva, locations: locations.slice(0, 2) });
  const [first, closed] = locations;
  await api.call(closeLocation, { params: { id: closed?.id ?? '' }, body: { closed_on: '2026-03-02' } });
  const ian = { email: 'ian@northline.example', full_name: 'Ian Inactive' };
  const inactive = await storeUser(api, ian);
  await api.call(updateUser, { params: { id: inactive.id }, body: { is_active: false } });
  return { location: first?.id ?? '', closed: closed?.id ?? '', user: user.id, inactive: inactive.id };
}

/** Adds a user with this role at this location, who has joined. Returns the storage of their browser. */
async function joinAs(owner: Page, role: string | null, location: { id: string }) {
  const email = `${role ?? 'nobody'}@northline.example`;
  const api = await apiOf(owner);
  const roles = role ? [role] : [];
  const { id } = await storeUser(api, { email, full_name: `Robin ${role}`, roles, locations: [location] });
  const invited = (await api.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  const token_hash = new URL(invited.link ?? '').searchParams.get('token_hash');
  const ask = async (method: string, path: string, data: object, bearer = '') => {
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await owner.request.fetch(`/auth/v1${path}`, { method, data, ...(bearer && { headers }) });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { access_token } = await ask('POST', '/verify', { type: 'invite', token_hash });
  const { password } = admin;
  await ask('PUT', '/user', { password }, access_token);
  const session = await ask('POST', '/token?grant_type=password', { email, password });
  const { origin } = new URL(owner.url());
  const localStorage = [
    { name: 'canopy.session', value: JSON.stringify(session) },
    { name: 'canopy.remember', value: 'yes' },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}

/** Returns every layout shift of the page since it began to load, whatever caused it, with the elements that moved. */
async function measureShifts(page: Page) {
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        globalThis.shifts.push({ value, moved: sources.map(({ node }) => node?.nodeName + '.' + (node?.className ?? '')).join(' | ') });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/**
 * Runs in the page. Playwright's routes would do the same without the browser's cache: each page then loads and
 * compiles all code again.
 */
function delayAnswers(profileMs: number, restMs: number) {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.includes('/api/')) {
      const ms = url.endsWith('/api/profile') ? profileMs : restMs;
      await new Promise((done) => setTimeout(done, ms));
    }
    return send(input, init);
  };
}

async function expectStill(page: Page, name: string, quiet = quietMs) {
  // Late content arrives within this time. `networkidle` would never come when a delayed request
  // was aborted: its end is not always reported.
  const sinceLastMs = `performance.now() - Math.max(...performance.getEntries().map(({ responseEnd = 0 }) => responseEnd))`;
  await expect.poll(() => page.evaluate<number>(sinceLastMs)).toBeGreaterThan(quiet);
  const shifts = await page.evaluate<{ value: number; moved: string }[]>('globalThis.shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift);
}
