import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listLocations } from '../contract/locations.ts';
import { listUsers, replaceUserLocations, updateUser } from '../contract/users.ts';
import { createView } from '../contract/views.ts';
import { expectAccessible } from './support/axe.ts';
import { storeUser } from './support/chain.ts';
import {
  holdsEverywhere,
  holdsInside,
  marked,
  noteAreas,
  routeOf,
  routesOf,
} from './support/holds-everywhere.ts';
import * as lists from './support/holds-lists.ts';
import { holdsBell, holdsCommandBox, holdsViews } from './support/holds-overlays.ts';
import { holdsChosenFirst, holdsConflict, holdsHead, holdsLateFonts } from './support/holds-pages.ts';
import * as ofSales from './support/holds-sales.ts';
import * as hostile from './support/hostile-chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { takePictures } from './support/pictures.ts';
import { quiet } from './support/quiet.ts';
import { expectRings } from './support/rings.ts';
import { chooseAction, forgetSession, goTo, openAccount, rowOf } from './support/steps.ts';
import { delayAnswers, expectStill, measureShifts } from './support/still.ts';

/**
 * One tour: each screen of the router is loaded on a desktop and on a phone, with answers that take 3 seconds, and resized
 * to the other sizes, with one hostile chain. It is asked for all that holds on every screen: it does not shift, fits,
 * passes axe in both themes, has room for thumbs, marks its area also in forced colors; and for what holds on it alone.
 * The journeys fail by themselves when a page violates the security policy.
 */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: hostile.password };
const { eva, bob } = hostile;

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** The first one is loaded, the others are reached by resizing, the last ones without another question to axe. */
const onDesktop = {
  sizes: [desktop, { width: 1920, height: 1080 }, { width: 1023, height: 800 }],
  // The profile decides what is offered, so it comes before the rest here and after it there.
  delays: { profileMs: 400, restMs: 3000 },
};
const onPhone = {
  sizes: [phone, { width: 641, height: 900 }, { width: 320, height: 256 }],
  delays: { profileMs: 3000, restMs: 2000 },
};
const walks = [onDesktop, onPhone];
type Walk = typeof onDesktop;
/** Most of the time is waiting, so the screens of each size are walked by this many pages at once. */
const pagesEach = 3;
/** How long nothing may arrive until a page counts as loaded. */
const quietMs = 500;

interface Screen {
  path: string;
  /** Differs from another by what it loads only, or is looked at as a dialog. */
  isAlike?: boolean;
  /** At each size. */
  holds?: (page: Page, size: lists.Size) => Promise<unknown>;
  /** At the end, on the desktop. */
  last?: (page: Page) => Promise<unknown>;
  /** A name that one of the focused elements has, on the desktop or on the phone. */
  ring?: { desktop?: string; phone?: string };
}

/** The screens of an administrator. */
function screensOf(chain: hostile.Chain): Screen[] {
  const { location, day } = chain;
  const added = new Date(chain.bob.created_at).toLocaleDateString('en-US', { dateStyle: 'medium' });
  const bobsAccess = ['employee', 'Depot 41', 'Active', 'Not invited', added];
  const bobsFacts = [bob.full_name, bob.email, hostile.bobsPhone, ...bobsAccess];
  const table = async (page: Page) => {
    await lists.holdsNoScroller(page);
    await lists.holdsBulkBar(page);
  };
  const ofList = { holds: lists.holdsList, isAlike: true };
  const salesOf = (columns: number, locations = '3 of 3'): Screen => ({
    path: '',
    holds: async (page, size) => {
      await ofSales.holdsSales(page, size);
      await ofSales.holdsComparison(page, { columns, locations });
    },
    last: ofSales.expectComparedExport,
    isAlike: true,
  });
  const frame = {
    holds: (page: Page, { width }: lists.Size) => (width < 1200 ? Promise.resolve() : lists.holdsFrame(page)),
  };
  const dayOf = (units: '1' | '—') => ({
    holds: (page: Page, size: lists.Size) => ofSales.holdsDay(page, units, size),
    last: (page: Page) => ofSales.onPaper(page, () => ofSales.holdsDay(page, units)),
  });
  // Of a bulk act, above the rows.
  const saidOnce = (change: string) => async (page: Page) =>
    expect((await page.locator('main').innerText()).split(change).length - 1).toBe(1);
  const headOf = (name: string) => (page: Page, size: lists.Size) => holdsHead(page, name, size);
  return [
    { path: '/dashboard', holds: lists.holdsHome, ring: { desktop: 'Canopy' } },
    { path: '/notifications', isAlike: true },
    { path: '/locations', holds: lists.holdsList, last: table },
    { path: '/locations?q=nothing-like-it' },
    { path: '/locations?status=open', ...ofList },
    { path: '/locations?status=open&state=NY&staff=not:nobody', ...ofList },
    {
      path: '/users',
      holds: lists.holdsList,
      last: table,
      ring: { desktop: 'Canopy', phone: 'More' },
    },
    { path: '/locations?density=compact', isAlike: true, last: lists.holdsNoScroller },
    { path: '/users?density=compact', isAlike: true, last: lists.holdsNoScroller },
    { path: '/users?status=active', ...ofList },
    { path: '/users?status=active&invitation=none,joined,joining&last_sign_in=never', ...ofList },
    { path: '/users?status=inactive&invitation=expired', isAlike: true, holds: lists.holdsChips },
    { path: '/users?location=none&status=active', isAlike: true },
    {
      path: '/users?q=bob%20lee',
      isAlike: true,
      holds: (page, size) => lists.holdsRowFacts(page, chain.bob.id, bobsFacts, size),
    },
    { path: '/users?dialog=add', isAlike: true },
    { path: `/users?dialog=locations&id=${chain.user}`, isAlike: true },
    {
      path: `/locations/${location}`,
      holds: async (page, size) => {
        await headOf(hostile.longLocation)(page, size);
        await lists.holdsLocationPage(page, size);
      },
    },
    { path: `/locations/${location}?tab=waiting`, holds: lists.holdsLocationPage },
    { path: `/locations/${chain.closed}` },
    { path: `/users/${chain.max}`, holds: headOf(hostile.longUser) },
    { path: `/users/${chain.bob.id}`, holds: headOf(bob.full_name), isAlike: true },
    { path: `/users/${chain.inactive}` },
    { path: `/users/${chain.max}/access` },
    { path: '/users/access-list' },
    { path: `/locations/${location}/access` },
    {
      ...salesOf(7, '2 of 3'),
      path: '/sales',
      isAlike: false,
      last: async (page) => {
        await ofSales.expectComparedExport(page);
        await ofSales.expectLooksApart(page);
      },
    },
    { path: '/sales?show=both', holds: ofSales.holdsSales },
    { path: '/sales?show=departments', holds: ofSales.holdsSales },
    { path: '/sales?show=left_out', holds: ofSales.holdsSales, isAlike: true },
    { ...salesOf(0, '2 of 3'), path: `/sales?from=${day}&to=${day}&show=locations` },
    { ...salesOf(20), path: '/sales?period=last_28&against=before&figure=merchandise' },
    { ...salesOf(12), path: '/sales?period=last_90&against=before&figure=fuel_volume&show=locations' },
    {
      ...salesOf(11),
      path: `/sales?from=${hostile.dayBefore(364)}&to=${hostile.dayBefore(0)}&against=year&figure=fuel_volume`,
    },
    { path: '/sales/exceptions' },
    { path: '/sales/reporting', ...frame },
    {
      path: '/stock?show=all',
      holds: async (page, size) => {
        await frame.holds(page, size);
        await ofSales.holdsStock(page, size);
      },
      last: async (page) => {
        await ofSales.expectStockExport(page);
        await ofSales.onPaper(page, () => ofSales.holdsStock(page));
      },
    },
    { path: '/products', ...frame },
    { path: '/register-files', ...frame },
    { path: `/locations/${location}/sales` },
    { path: `/locations/${location}/sales/${day}`, ...dayOf('1') },
    { path: `/locations/${location}/sales/${chain.fedDay}`, ...dayOf('—'), isAlike: true },
    { path: '/import/sales' },
    { path: `/import/sales/${chain.closes}` },
    { path: '/districts' },
    { path: `/districts/${chain.district}` },
    { path: '/audit', ring: { desktop: 'Canopy' } },
    { path: '/imports' },
    { path: `/runs/${chain.planned}`, holds: saidOnce('Status Active → Inactive') },
    { path: `/runs/${chain.done}` },
    { path: `/runs/${chain.imported}` },
    { path: '/import/users' },
    { path: '/settings' },
    { path: '/settings?tab=organization' },
    { path: '/settings?tab=configuration' },
    { path: '/settings?tab=email' },
    { path: '/settings?tab=company-sign-in' },
    { path: '/settings?tab=service-accounts' },
    { path: '/settings?tab=roles', ring: { desktop: 'Canopy' } },
    { path: '/settings?tab=registers' },
    { path: '/settings?tab=diagnostics' },
    { path: '/settings/departments' },
    { path: '/settings/api?q=invitation#get-api-users-id-invitation' },
    { path: '/profile', ring: { desktop: 'Canopy' } },
    { path: '/no-such-page' },
  ];
}

/** The system chooses the colors, and axe reads those of the theme. */
const systemColors = ['color-contrast'];

test('every screen before sign-in stays still, passes axe in both themes, fits its window and shows its focus', async () => {
  const journey = await startJourney({ isShared: true });
  const pages = [journey.page, (await journey.addUser()).page];
  await Promise.all(
    walks.map(async ({ sizes }, index) => {
      const page = pages[index] ?? journey.page;
      const [size = desktop] = sizes;
      await page.setViewportSize(size);
      await measureShifts(page);
      const visited = new Set<string>();
      const see = async (name: string) => {
        visited.add(await routeOf(page));
        for (const one of sizes) {
          await lists.resize(page, one);
          await holdsEverywhere(page, `${name} at ${one.width} px`, one);
        }
        await lists.resize(page, size);
        await expectAccessible(page);
        await takePictures(page, name.replace(/\W+/g, '-'));
      };
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
        '/auth/callback',
        '/unsubscribe',
      ]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectStill(page, path);
        await see(path);
      }
      expect([...visited].sort()).toEqual((await routesOf(page, 'outside')).sort());
    }),
  );
});

test('every screen of the router stays still, passes axe in both themes, fits at every size and violates no policy', {
  timeout: 1_200_000,
}, async () => {
  const journey = await startJourney({ isShared: true });
  const { page: owner } = journey;
  await openAccount(owner, ada);
  await look(owner, 'dashboard-empty', owner.getByText('Total Locations'));
  await goTo(owner, '/locations');
  await look(owner, 'locations-empty', owner.getByText('No locations yet'));
  const screens = screensOf(await storeOnce(owner));
  await goTo(owner, '/settings');
  const tabs = owner.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await tabs.first().waitFor();
  expect(await tabs.count()).toBe(screens.filter(({ path }) => /^\/settings(\?|$)/.test(path)).length);
  const routes = await routesOf(owner, 'inside');
  const session = await owner.context().storageState();
  await forgetSession(owner);

  const visited = new Set<string>();
  const failures: string[] = [];
  await Promise.all(
    walks.flatMap((walk) =>
      Array.from({ length: pagesEach }, async (_, turn) => {
        const { page } = await journey.addUser();
        await measureShifts(page);
        await noteAreas(page);
        await page.context().setStorageState(session);
        await delayAnswers(page, walk.delays);
        for (const screen of screens.filter((_, at) => at % pagesEach === turn))
          visited.add(await visit(page, screen, walk).catch((error) => `${failures.push(String(error))}`));
      }),
    ),
  );
  // Of all screens at once: a run takes minutes.
  expect(failures).toEqual([]);
  expect([...visited].sort(), 'Screens of the router that the tour does not visit').toEqual(routes.sort());
});

/** Returns its route. */
async function visit(page: Page, { path, isAlike = false, holds, last, ring }: Screen, { sizes }: Walk) {
  const [size = desktop] = sizes;
  const isDesktop = size === desktop;
  await page.setViewportSize(size);
  await page.goto(path);
  // Behind a dialog it is no heading for screen readers.
  await page.locator('h1').first().waitFor();
  await expectStill(page, `${path} at ${size.width} px`, quietMs);
  const route = await routeOf(page);
  for (const one of sizes) {
    const name = `${path} at ${one.width} px`;
    await lists.resize(page, one);
    await holdsInside(page, name);
    await holdsEverywhere(page, name, one);
    await holds?.(page, one);
  }
  await lists.resize(page, size);
  if (!isAlike) {
    // axe does not read generated text, which the heads of tables have on phones.
    await expectAccessible(page, isDesktop ? [] : ['empty-table-header']);
    if (isDesktop) {
      await takePictures(page, path.replace(/\W+/g, '-'));
      await page.emulateMedia({ forcedColors: 'active' });
      const current = await page.locator('nav[aria-label=Main] [aria-current]').allTextContents();
      expect(await marked(page, 'nav[aria-label=Main] a'), path).toEqual(current.map((text) => text.trim()));
      await page.emulateMedia({ forcedColors: 'none' });
    }
  }
  const name = isDesktop ? ring?.desktop : ring?.phone;
  if (name) await expectRingsInBothThemes(page, 22, name);
  if (isDesktop) await last?.(page);
  if (isDesktop && /^(?!\/import).*(sales|stock|products|register-files)/.test(path))
    await ofSales.expectPrintable(page, path);
  return route;
}

test('every dialog and menu passes axe in both themes and in forced colors, where exactly one item of each group is marked', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  const ids = await storeOnce(page);
  await goTo(page, '/users?q=eva');
  await lookAtMenu(page, desktop);
  await lookAtMenu(page, phone);
  const view = {
    list: 'users',
    name: hostile.longView,
    query: 'status=active&role=none',
    is_shared: false,
  } as const;
  (await ids.api.call(createView, { body: { ...view, id: randomUUID() } })).ok();
  for (const size of [phone, desktop]) {
    await lists.resize(page, size);
    await goTo(page, `/users?${view.query}`);
    await holdsViews(page, view.name);
  }
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

test('what comes late in a page, in a dialog or with its fonts moves nothing', async () => {
  const journey = await startJourney({ isShared: true });
  await openAccount(journey.page, ada);
  const { bob: lee, max, api, location, day } = await storeOnce(journey.page);
  const session = await journey.page.context().storageState();
  const open = async (restMs: number) => {
    const { page } = await journey.addUser();
    await page.context().setStorageState(session);
    await measureShifts(page);
    if (restMs > 0) await delayAnswers(page, { profileMs: 100, restMs });
    return page;
  };
  const widths = [phone.width, desktop.width];
  const [conflict, between, fonts] = await Promise.all([open(500), open(3000), open(0)]);
  await Promise.all([
    holdsConflict(conflict, api, lee, [320, phone.width, 641, 1023, desktop.width, 1920]),
    (async () => {
      // The tour loads its screens at the other sizes.
      const paths = [`/users/${lee.id}`, `/users/${max}`, `/locations/${location}`, '/sales', '/stock'];
      for (const path of [...paths, `/locations/${location}/sales/${day}`])
        for (const size of [onDesktop.sizes[2], onPhone.sizes[1]]) {
          await lists.resize(between, size ?? phone);
          await between.goto(path);
          await between.locator('h1').first().waitFor();
          await expectStill(between, `${path} at ${size?.width} px`, quietMs);
        }
      for (const size of [desktop, phone]) {
        await lists.resize(between, size);
        await between.goto('/import/users');
        await between.getByRole('button', { name: 'Choose a file' }).waitFor();
        const file = {
          name: 'users.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('E-mail,Name\nno email,Dan\n'),
        };
        await between.locator('input[type=file]').setInputFiles(file);
        await between.getByRole('button', { name: 'Preview' }).waitFor();
        await expectStill(between, `the columns of a file at ${size.width} px`, quietMs);
      }
    })(),
    holdsLateFonts(fonts, `/users/${max}`, hostile.longUser, widths),
  ]);
});

test('no screen of a manager, a viewer, an employee or a user without a role shifts, and axe finds nothing on it', async () => {
  const journey = await startJourney({ isShared: true });
  await openAccount(journey.page, ada);
  const { api, depots, location, day, user } = await storeOnce(journey.page);
  const long = { id: location };
  const join = (role: string | null, locations: { id: string }[]) => {
    const email = `${role ?? 'nobody'}@northline.example`;
    const roles = role ? [role] : [];
    return hostile.storeJoined(journey.page, api, { email, full_name: `Robin ${role}`, roles, locations });
  };
  const manager = await join('manager', [long, ...depots.slice(2, 8)]);
  const viewer = await join('viewer', depots.slice(2, 4));
  const employee = await join('employee', [long]);
  const nobody = await join(null, []);
  const sales = ['/sales', `/locations/${location}/sales`, `/locations/${location}/sales/${day}`];
  const register = ['/sales/exceptions', '/sales/reporting', '/stock', '/products', '/register-files'];
  await Promise.all(
    (
      [
        [manager, onPhone, ['/dashboard', `/locations/${location}`, ...sales, '/users']],
        [manager, onDesktop, ['/dashboard', `/locations/${location}`, ...sales, ...register]],
        // Without registers at their locations.
        [viewer, onDesktop, ['/users', `/users/${user}`, '/sales', '/stock']],
        [viewer, onPhone, ['/sales', '/stock']],
        [nobody, onDesktop, ['/dashboard', '/users']],
      ] as const
    ).map(async ([session, { sizes, delays }, paths]) => {
      const { page, watch } = await journey.addUser();
      // Data that a role may not see are requested once and refused.
      watch.allow(/status of 40[34]/);
      const [size = desktop] = sizes;
      await page.setViewportSize(size);
      await measureShifts(page);
      await noteAreas(page);
      await delayAnswers(page, delays);
      const visits = paths.map((path) => [session, path] as const);
      // The second user of a browser that keeps what the first one saw.
      const second = session === manager && size === desktop ? ([[employee, '/dashboard']] as const) : [];
      for (const [of, path] of [...visits, ...second]) {
        await page.context().setStorageState(of);
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await expectStill(page, `${path} at ${size.width} px`, quietMs);
        await holdsInside(page, path);
        await expectAccessible(page);
        if (of === employee) expect(await page.getByText("You can't see sales").count()).toBe(3);
        if (of !== manager) continue;
        if (path === '/dashboard') await lists.holdsHome(page, size);
        if (path === `/locations/${location}`) await lists.holdsLocationPage(page, size);
        if (path === '/users') await expectNote(page, api, long);
      }
    }),
  );
});

test('with 300 locations the chart fits and says the same, choices are in order, and the command box stays apart', async () => {
  const journey = await startJourney({ isShared: true });
  const { page } = journey;
  await openAccount(page, ada);
  const { api, bob: lee, location } = await storeOnce(page);
  const stores = await hostile.storeManySales(page, api);
  const session = await page.context().storageState();
  const open = async (delays?: typeof onPhone.delays) => {
    const { page } = await journey.addUser();
    await page.context().setStorageState(session);
    await measureShifts(page);
    if (delays) await delayAnswers(page, delays);
    return page;
  };
  const total = (await api.call(listLocations, { query: { status: 'open' } })).ok().total;
  const others = (await api.call(listUsers, { query: { location: `not:${location}` } })).ok().total;
  const locations = { label: 'Locations', chosen: [], total } as const;
  const last = stores.slice(-2);
  const params = { id: lee.id };
  const location_ids = last.map(({ id }) => id);
  (await api.call(replaceUserLocations, { params, body: { location_ids } })).ok();
  // Another test changes it.
  (await api.call(updateUser, { params, body: { phone: hostile.bobsPhone } })).ok();
  const [chart, choices, box] = await Promise.all([open(), open({ profileMs: 100, restMs: 3000 }), open()]);
  await Promise.all([
    (async () => {
      for (const count of [1, 4, 60, null])
        await seeSales(
          chart,
          stores.slice(0, count ?? 0),
          count === null ? '302 of 303' : `${count} of ${count}`,
        );
    })(),
    holdsChosenFirst(
      choices,
      [
        {
          ...locations,
          title: 'Assign Locations',
          path: `/users?dialog=locations&id=${lee.id}`,
          chosen: last.map(({ name, number }) => `${name} (${number})`),
        },
        { ...locations, title: 'Add New User', path: '/users?dialog=add', press: /^Locations/ },
        { ...locations, title: 'Connect Register', path: '/settings?tab=registers&dialog=add' },
        {
          title: 'Assign Users',
          label: 'Users',
          path: `/locations/${location}?dialog=assign`,
          chosen: [],
          total: others,
        },
      ],
      [phone.width, desktop.width],
    ),
    (async () => {
      for (const size of [desktop, phone]) {
        await lists.resize(box, size);
        await holdsCommandBox(box);
        await holdsBell(box);
      }
    })(),
  ]);
});

/** At each size. The keys lead through the chart to the days of a column. */
async function seeSales(page: Page, stores: readonly { id: string }[], locations: string) {
  const filter = stores.map(({ id }) => id).join();
  await page.goto(`/sales?show=locations${filter && `&location=${filter}`}`);
  const sums = page.getByRole('region', { name: 'Sums' });
  await sums.getByText(/^Same locations: /).waitFor();
  for (const size of [...onDesktop.sizes, phone, ...onPhone.sizes.slice(1)]) {
    await lists.resize(page, size);
    await holdsEverywhere(page, `Sales of ${locations} at ${size.width} px`, size);
    await ofSales.holdsSales(page, size);
    await ofSales.holdsComparison(page, { columns: 7, locations });
  }
  await lists.resize(page, desktop);
  const columns = sums.getByRole('group', { name: 'Revenue by day' }).getByRole('button');
  await columns.last().focus();
  await page.keyboard.press('ArrowLeft');
  const before = await columns.nth(5).getAttribute('aria-label');
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe(before);
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=.*to=/);
}

/** A user who comes while a manager reads the list. */
async function expectNote(page: Page, api: hostile.Chain['api'], location: { id: string }) {
  await page.setViewportSize({ width: 320, height: 844 });
  const nora = { email: 'nora@northline.example', full_name: 'Nora New', locations: [location] };
  const { id } = await storeUser(api, nora);
  (await api.call(updateUser, { params: { id }, body: { full_name: 'Nora Newer' } })).ok();
  for (const width of [320, 390]) {
    await lists.resize(page, { width, height: 844 });
    await lists.holdsNote(page);
  }
}

let stored: Promise<hostile.Chain> | null = null;

/** For all tests of this file. */
function storeOnce(page: Page): Promise<hostile.Chain> {
  stored ??= hostile.storeChain(page);
  return stored;
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
