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
  test('has the three areas and highlights the active one', async () => {
    const { user } = await openShell({ signedInAs: profileWith(['employee']) });
    const areas = within(screen.getByRole('navigation', { name: 'Main' }));
    const names = areas.getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(['Dashboard', 'Locations', 'Users']);
    expect(areas.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
    await user.click(areas.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(areas.getByRole('link', { name: 'Locations' }).getAttribute('aria-current')).toBe('page');
  });

  test('shows Audit only to users who may read it', async () => {
    const areas = () => within(screen.getByRole('navigation', { name: 'Main' }));
    await openShell();
    await areas().findByRole('link', { name: 'Audit' });
    await openShell({ signedInAs: profileWith(['employee']) });
    await screen.findByText('Maria Alvarez');
    expect(areas().queryByRole('link', { name: 'Audit' })).toBeNull();
  });

  test("shows the name of who is signed in, or 'User' for somebody without one", async () => {
    const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));
    await openShell({ signedInAs: profileWith(['admin'], { full_name: 'Maria Alvarez' }) });
    await sidebar().findByText('Maria Alvarez');
    sidebar().getByText('Online');
    await openShell({ signedInAs: profileWith(['admin'], { full_name: null }) });
    await sidebar().findByText('User');
  });

  test('folds with the hamburger and stays folded', async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Close menu' }));
    await openShell();
    expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false');
    screen.getByRole('link', { name: 'Users' });
  });

  test('is a drawer on a phone, closed by following a link', async () => {
    setScreen({ width: 390 });
    const { user } = await openShell();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    await user.click(within(drawer).getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });
});

describe('the top bar', () => {
  test('Enter in the search opens Users with it', async () => {
    const { user } = await openShell();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '104{Enter}');
    await screen.findByRole('heading', { name: 'Users' });
    expect(location.pathname + location.search).toBe('/users?q=104');
  });

  test('Enter in the search stays with Locations where somebody looks at them, and each list leads to the other', async () => {
    const { user, server } = await openShell();
    serveChain(server, {
      locations: [makeLocation({ name: 'Depot 104' })],
      users: [makeUser({ full_name: 'Ann 104' })],
    });
    await user.click(screen.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    expect(screen.queryByRole('link', { name: 'Search in Users' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '104{Enter}');
    await screen.findByText('Depot 104');
    expect(location.pathname + location.search).toBe('/locations?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Users' }));
    await screen.findByText('Ann 104');
    expect(location.pathname + location.search).toBe('/users?q=104');
    await user.click(await screen.findByRole('link', { name: 'Search in Locations' }));
    await screen.findByText('Depot 104');
  });

  test('/ focuses the search', async () => {
    const { user } = await openShell();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
  });

  test('? lists the keys, but not while somebody types', async () => {
    const { user } = await openShell();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    within(dialog).getByText('Next row');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('Apps shows the areas that the user may open', async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Apps' }));
    const apps = within(await screen.findByRole('dialog', { name: 'Apps' }));
    expect(apps.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Locations',
      'Users',
      'Audit',
    ]);
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

  test("the label is always 'Administrator'; the menu greets by name and leads to the pages", async () => {
    const { user } = await openShell({ signedInAs: profileWith(['viewer']) });
    await user.click(screen.getByRole('button', { name: 'Administrator' }));
    await screen.findByText('Welcome Maria Alvarez!');
    screen.getByRole('menuitem', { name: 'Settings' });
    await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
    await screen.findByRole('heading', { name: 'Profile' });
  });

  test('Logout ends at the login page', async () => {
    const { user, server } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Administrator' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(location.pathname + location.search).toBe('/login');
    expect(server.requests('POST', '/auth/v1/logout')).toHaveLength(1);
    expect(localStorage.getItem('canopy.session')).toBeNull();
  });

  test('a failed logout only says so', async () => {
    const { user, server } = await openShell();
    server.auth('POST', '/logout', () => Response.json({ message: 'x' }, { status: 500 }));
    await user.click(screen.getByRole('button', { name: 'Administrator' }));
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
    'Failed to fetch user profile: The database is away',
  );
  server.answer(getProfile, profileWith());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Maria Alvarez');
  expect(screen.queryByRole('alert')).toBeNull();
});
