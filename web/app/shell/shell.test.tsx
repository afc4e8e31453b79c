import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { getProfile } from '../../../contract/profile.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp, type Start } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';
import { isBoxOpen } from './command-box/open-box.ts';

afterEach(() => isBoxOpen.set(false));

async function openShell(start: Start = { signedInAs: profileWith() }) {
  const opened = await openApp('/dashboard', start);
  await screen.findByRole('heading', { name: 'Dashboard' });
  return opened;
}

describe('the sidebar', () => {
  test('the sidebar has the three areas and highlights the active one', async () => {
    const { user } = await openShell({ signedInAs: profileWith(['employee'], { has_districts: false }) });
    const areas = within(screen.getByRole('navigation', { name: 'Main' }));
    const names = areas.getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(['Dashboard', 'Locations', 'Users']);
    expect(areas.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
    await user.click(areas.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(areas.getByRole('link', { name: 'Locations' }).getAttribute('aria-current')).toBe('page');
  });

  test('the sidebar shows Audit only to users who may read it', async () => {
    const areas = () => within(screen.getByRole('navigation', { name: 'Main' }));
    await openShell();
    await areas().findByRole('link', { name: 'Audit' });
    await openShell({ signedInAs: profileWith(['employee']) });
    await screen.findByText('Maria Alvarez');
    expect(areas().queryByRole('link', { name: 'Audit' })).toBeNull();
  });

  const day = '/locations/3f1c2f7e-0000-4000-8000-000000000000/sales';
  test.each([
    '/sales',
    '/sales/exceptions',
    '/sales/reporting',
    '/stock',
    '/products',
    '/register-files',
    day,
    `${day}/2026-03-14`,
  ])('the sidebar is complete in its first frame on %s, and marks Sales alone', async (path) => {
    await openApp(path, { signedInAs: profileWith() });
    const areas = within(await screen.findByRole('navigation', { name: 'Main' }));
    const names = areas.getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(['Dashboard', 'Locations', 'Districts', 'Users', 'Sales', 'Audit', 'Imports']);
    const marked = areas.getAllByRole('link', { current: 'page' });
    expect(marked.map((link) => link.textContent)).toEqual(['Sales']);
  });

  test('a chain without registers has no Sales, and nobody without the permission has it', async () => {
    const sales = () => screen.queryByRole('link', { name: 'Sales' });
    await openShell({ signedInAs: profileWith(['admin'], { has_registers: false }) });
    expect(sales()).toBeNull();
    await openShell({ signedInAs: profileWith(['employee']) });
    expect(sales()).toBeNull();
    await openShell({ signedInAs: profileWith(['viewer']) });
    screen.getByRole('link', { name: 'Sales' });
  });

  test.each(['/imports', '/import', '/runs'])('the address %s leads to Imports', async (path) => {
    await openApp(path, { server: new FakeServer(), signedInAs: profileWith(['viewer']) });
    await screen.findByRole('heading', { name: 'Imports and bulk changes' });
    expect(window.location.pathname).toBe('/imports');
  });

  test('the address /notifications opens the panel of the bell', async () => {
    await openApp('/notifications', { server: new FakeServer(), signedInAs: profileWith() });
    await screen.findByRole('dialog', { name: 'Notifications' });
    expect(window.location.pathname).toBe('/dashboard');
  });

  test('the sidebar shows Imports to users who may start one, and marks it on the page of an import', async () => {
    const areas = () => within(screen.getByRole('navigation', { name: 'Main' }));
    const { user } = await openShell();
    await user.click(await areas().findByRole('link', { name: 'Imports' }));
    await screen.findByRole('heading', { name: 'Imports and bulk changes' });
    await user.click(screen.getAllByRole('link', { name: 'Import users' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Import users' });
    const marked = areas().getAllByRole('link', { current: 'page' });
    expect(marked.map((link) => link.textContent)).toEqual(['Imports']);
    await openShell({ signedInAs: profileWith(['viewer']) });
    await screen.findByText('Maria Alvarez');
    expect(areas().queryByRole('link', { name: 'Imports' })).toBeNull();
  });

  test("the sidebar shows the name of the signed-in user, or 'User' without a name", async () => {
    const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));
    await openShell({ signedInAs: profileWith(['admin'], { full_name: 'Maria Alvarez' }) });
    await sidebar().findByText('Maria Alvarez');
    sidebar().getByText('Online');
    await openShell({ signedInAs: profileWith(['admin'], { full_name: null }) });
    await sidebar().findByText('User');
  });

  test('the sidebar names nobody until the profile is here', async () => {
    const profile = Promise.withResolvers<ReturnType<typeof profileWith>>();
    await openApp('/dashboard', { signedInAs: profile.promise });
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    expect(sidebar.queryByText('User')).toBeNull();
    profile.resolve(profileWith());
    await sidebar.findByText('Maria Alvarez');
  });

  test('the sidebar folds with the hamburger and stays folded', async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    await openShell();
    expect(screen.getByRole('button', { name: 'Expand sidebar' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
    screen.getByRole('link', { name: 'Users' });
  });
});

describe('on a phone', () => {
  test('the bottom bar of a phone leads to the areas, and More to the rest, in place of sidebar and Apps', async () => {
    setScreen({ width: 390 });
    const { user } = await openShell();
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Apps' })).toBeNull();
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    await waitFor(() =>
      expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
        'Dashboard',
        'Locations',
        'Users',
      ]),
    );
    await user.click(bar.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(bar.getByRole('link', { name: 'Locations' }).getAttribute('aria-current')).toBe('page');

    await user.click(bar.getByRole('button', { name: 'More' }));
    const more = within(await screen.findByRole('dialog', { name: 'More' }));
    const names = more.getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(expect.arrayContaining(['Districts', 'Audit', 'Imports', 'Profile', 'Settings']));
    expect(names).not.toContain('Users');
    more.getByText('Maria Alvarez');
    await user.click(more.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Settings' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('More on a phone switches the theme and logs out', async () => {
    setScreen({ width: 390 });
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
  });

  test('Search on a phone opens the command box, which leads to the list', async () => {
    setScreen({ width: 390 });
    const { user, server } = await openShell();
    serveChain(server, { locations: [], users: [makeUser({ full_name: 'Ann 104' })] });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const box = within(await screen.findByRole('dialog', { name: 'Search' }));
    await user.type(box.getByRole('combobox'), '104');
    await box.findByRole('option', { name: /Ann 104/ });
    await user.click(box.getByRole('option', { name: 'Search Users for “104”' }));
    await screen.findByRole('heading', { name: 'Users' });
    expect(location.pathname + location.search).toBe('/users?q=104');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

async function typeInBox(user: Awaited<ReturnType<typeof openShell>>['user'], text: string) {
  await user.click(screen.getByRole('button', { name: 'Search locations and users' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search locations and users' }), text);
}

describe('the top bar', () => {
  test('the last row of the search opens Users', async () => {
    const { user, server } = await openShell();
    serveChain(server, { locations: [], users: [makeUser({ full_name: 'Ann 104' })] });
    await typeInBox(user, '1049');
    await screen.findByText('Nothing found for “1049”');
    expect(screen.queryByRole('option', { name: /^Search/ })).toBeNull();
    await user.keyboard('{Backspace}');
    await screen.findByRole('option', { name: /Ann 104/ });
    await user.keyboard('{ArrowUp}{Enter}');
    await screen.findByRole('heading', { name: 'Users' });
    expect(location.pathname + location.search).toBe('/users?q=104');
  });

  test('the search leads to the list at hand first, and each list leads to the other', async () => {
    const { user, server } = await openShell();
    serveChain(server, {
      locations: [makeLocation({ name: 'Depot 104' })],
      users: [makeUser({ full_name: 'Ann 104' })],
    });
    await user.click(screen.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(screen.queryByRole('link', { name: 'Search in Users' })).toBeNull();
    await typeInBox(user, '104');
    await screen.findByRole('option', { name: /Depot 104/ });
    const links = screen.getAllByRole('option').slice(-2);
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Search Locations for “104”',
      'Search Users for “104”',
    ]);
    await user.click(screen.getByRole('option', { name: 'Search Locations for “104”' }));
    await screen.findByText('Depot 104');
    expect(location.pathname + location.search).toBe('/locations?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Users' }));
    await screen.findByText('Ann 104');
    expect(location.pathname + location.search).toBe('/users?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Locations' }));
    await screen.findByText('Depot 104');
  });

  test('the key / and Ctrl K open the search, but not behind a dialog', async () => {
    const { user } = await openShell();
    const box = () => screen.findByRole('combobox', { name: 'Search locations and users' });
    for (const keys of ['/', '{Control>}k{/Control}']) {
      await user.keyboard(keys);
      const opened = await box();
      await waitFor(() => expect(document.activeElement).toBe(opened));
      expect((document.activeElement as HTMLInputElement).value).toBe('');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('the key ? lists the keys, but not while the user types', async () => {
    const { user } = await openShell();
    await typeInBox(user, '?');
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    within(dialog).getByText('Next row');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('Apps shows the areas that the user may open', async () => {
    const namesFor = async (role: string) => {
      const { user } = await openShell({ signedInAs: profileWith([role]) });
      await user.click(screen.getByRole('button', { name: 'Apps' }));
      const apps = within(await screen.findByRole('dialog', { name: 'Apps' }));
      return apps.getAllByRole('link').map((link) => link.textContent);
    };
    const forAll = ['Dashboard', 'Locations', 'Users'];
    expect(await namesFor('admin')).toEqual(expect.arrayContaining([...forAll, 'Audit']));
    const forEmployee = await namesFor('employee');
    expect(forEmployee).toEqual(expect.arrayContaining(forAll));
    expect(forEmployee).not.toContain('Audit');
  });

  test("the bell says 'Nothing new'", async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Notifications' }));
    await screen.findByText('Nothing new');
  });

  test('the theme switches and is remembered', async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await openShell();
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  test("the label of the user menu is always 'Administrator'; the menu greets by name and leads to the pages", async () => {
    const { user } = await openShell({ signedInAs: profileWith(['viewer']) });
    await user.click(screen.getByRole('button', { name: /^Administrator/ }));
    await screen.findByText('Welcome Maria Alvarez!');
    screen.getByRole('menuitem', { name: 'Settings' });
    await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
    await screen.findByRole('heading', { name: 'Profile' });
  });

  test("the user menu shows the user's roles, and whether they see all locations, below 'Administrator'", async () => {
    const access = () =>
      screen.getByRole('button', { name: /^Administrator/ }).textContent?.replace(/^MA/, '');
    await openShell({ signedInAs: profileWith(['viewer']) });
    await waitFor(() => expect(access()).toBe('Administrator viewer'));
    await openShell({ signedInAs: profileWith(['admin']) });
    await waitFor(() => expect(access()).toBe('Administrator admin · All locations'));
    await openShell({ signedInAs: profileWith([]) });
    await waitFor(() => expect(access()).toBe('Administrator No role'));
  });

  test('Logout ends at the login page', async () => {
    const { user, server } = await openShell();
    await user.click(screen.getByRole('button', { name: /^Administrator/ }));
    // A screen reader finds the menu in the landmark of its button.
    const logout = await screen.findByRole('menuitem', { name: 'Logout' });
    expect(logout.closest('header')).not.toBeNull();
    await user.click(logout);
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(location.pathname + location.search).toBe('/login');
    expect(server.requests('POST', '/auth/v1/logout')).toHaveLength(1);
    expect(localStorage.getItem('canopy.session')).toBeNull();
  });

  test('a failed logout shows why, and the page stays', async () => {
    const { user, server } = await openShell();
    server.auth('POST', '/logout', () => Response.json({ message: 'x' }, { status: 500 }));
    await user.click(screen.getByRole('button', { name: /^Administrator/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Sign out failed: /);
    screen.getByRole('heading', { name: 'Dashboard' });
  });
});

test('a profile that does not load says why, and can be tried again', async () => {
  const server = new FakeServer();
  server.refuse(getProfile, 'unavailable', 'The database is away');
  holdSession();
  const { user } = await openApp('/dashboard', { server });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to fetch user profile: The database is away.',
  );
  server.answer(getProfile, profileWith());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Maria Alvarez');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('g and a letter go to an area, c adds a row to a list, and neither does anything in a field or a dialog', async () => {
  const server = new FakeServer();
  serveChain(server, { users: [makeUser()], locations: [makeLocation()] });
  const { user } = await openShell({ signedInAs: profileWith(), server });
  for (const [keys, heading] of [
    ['gl', 'Locations'],
    ['gd', 'Dashboard'],
    ['gs', 'Sales'],
    ['ga', 'Audit'],
    ['gu', 'Users'],
  ] as const) {
    await user.keyboard(keys);
    await screen.findByRole('heading', { name: heading, level: 1 });
  }
  await user.keyboard('/');
  await user.keyboard('cgd');
  expect(screen.getByRole('searchbox', { name: /^Search users/ })).toHaveProperty('value', 'cgd');
  await user.clear(document.activeElement as HTMLElement);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('c');
  const dialog = await screen.findByRole('dialog', { name: 'Add New User' });
  within(dialog).getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('gl');
  screen.getByRole('dialog', { name: 'Add New User' });
  expect(location.pathname).toBe('/users');
});
