import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getProfile } from '../../../contract/profile.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { holdSession, openApp, type Start } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

async function openShell(start: Start = { signedInAs: profileWith() }) {
  const opened = await openApp('/dashboard', start);
  await screen.findByRole('heading', { name: 'Dashboard' });
  return opened;
}

describe('the sidebar', () => {
  test('the sidebar has the three areas and highlights the active one', async () => {
    const { user } = await openShell({ signedInAs: profileWith(['employee']) });
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
    expect(names).toEqual(expect.arrayContaining(['Audit', 'Imports', 'Profile', 'Settings']));
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

  test('Search on a phone opens over the whole height and leads to the list', async () => {
    setScreen({ width: 390 });
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Search' }));
    await user.type(sheet.getByRole('combobox'), '104{Enter}');
    await screen.findByRole('heading', { name: 'Users' });
    expect(location.pathname + location.search).toBe('/users?q=104');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the top bar', () => {
  test('Enter in the top search opens Users with it', async () => {
    const { user } = await openShell();
    await user.type(screen.getByRole('combobox', { name: 'Search locations and users' }), '104{Enter}');
    await screen.findByRole('heading', { name: 'Users' });
    expect(location.pathname + location.search).toBe('/users?q=104');
  });

  test('Enter in the top search stays with Locations on their page, and each list leads to the other', async () => {
    const { user, server } = await openShell();
    serveChain(server, {
      locations: [makeLocation({ name: 'Depot 104' })],
      users: [makeUser({ full_name: 'Ann 104' })],
    });
    await user.click(screen.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(screen.queryByRole('link', { name: 'Search in Users' })).toBeNull();
    await user.type(screen.getByRole('combobox', { name: 'Search locations and users' }), '104{Enter}');
    await screen.findByText('Depot 104');
    expect(location.pathname + location.search).toBe('/locations?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Users' }));
    await screen.findByText('Ann 104');
    expect(location.pathname + location.search).toBe('/users?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Locations' }));
    await screen.findByText('Depot 104');
  });

  test('the top search lists locations and users while the user types, and the arrow keys and Enter open one', async () => {
    const { user, server } = await openShell();
    const harbors = ['Harbor 1', 'Harbor 2', 'Harbor 3', 'Harbor 4', 'Harbor 5', 'Harbor 6'];
    serveChain(server, {
      locations: harbors.map((name) => makeLocation({ name })),
      users: [makeUser({ full_name: 'Ann Harborough' }), makeUser({ full_name: 'Ben Hill' })],
    });
    const box = screen.getByRole('combobox', { name: 'Search locations and users' });
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await user.type(box, 'harbor');
    const locations = within(await screen.findByRole('group', { name: 'Locations (6)' }));
    expect(locations.getAllByRole('option')).toHaveLength(6);
    locations.getByRole('option', { name: 'All 6 locations' });
    const users = within(await screen.findByRole('group', { name: 'Users (1)' }));
    const ann = users.getByRole('option', { name: /Ann Harborough/ });
    await user.keyboard('{ArrowDown>7}');
    expect(ann.getAttribute('aria-selected')).toBe('true');
    expect(box.getAttribute('aria-activedescendant')).toBe(ann.id);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Ann Harborough' });
    expect(location.pathname).toMatch(/^\/users\//);
    expect(screen.queryByRole('listbox')).toBeNull();

    await user.type(box, 'zzz');
    await screen.findByRole('group', { name: 'Locations (0)' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('the top search opens the location whose number was typed, and lists whole words before parts', async () => {
    const { user, server } = await openShell();
    serveChain(server, {
      locations: [
        makeLocation({ name: 'Nevada Boulevard', state: 'NV' }),
        makeLocation({ name: 'Harbor 1041', number: '1041', closed_on: '2026-10-31' }),
        makeLocation({ name: 'Depot', number: '104', state: 'VA' }),
      ],
    });
    const box = screen.getByRole('combobox', { name: 'Search locations and users' });
    const options = async (count: number) => {
      const group = within(await screen.findByRole('group', { name: `Locations (${count})` }));
      return group.getAllByRole('option').map((option) => option.firstChild?.textContent);
    };
    await user.type(box, 'va');
    expect(await options(2)).toEqual(['Depot (104)', 'Nevada Boulevard']);
    await user.clear(box);
    await user.type(box, '104');
    expect(await options(2)).toEqual(['Depot (104)', 'Harbor 1041 (1041, closed)']);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Depot', level: 1 });
  });

  test('the key / focuses the top search', async () => {
    const { user } = await openShell();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search locations and users' }));
  });

  test('Ctrl K focuses the top search, but not behind a dialog', async () => {
    const { user } = await openShell();
    const box = screen.getByRole('combobox', { name: 'Search locations and users' });
    await user.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(box);
    box.blur();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).not.toBe(box);
  });

  test('the key ? lists the keys, but not while the user types', async () => {
    const { user } = await openShell();
    await user.type(screen.getByRole('combobox', { name: 'Search locations and users' }), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
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
