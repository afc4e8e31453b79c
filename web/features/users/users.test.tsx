import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getProfile } from '../../../contract/profile.ts';
import { listRoles, type Role } from '../../../contract/roles.ts';
import { deleteUser, listUsers, updateUser } from '../../../contract/users.ts';
import { loadProfile } from '../../lib/account/auth-store.ts';
import {
  type Chain,
  makeDistrict,
  makeLocation,
  makeUser,
  roles,
  serveChain,
} from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

async function openUsers(start: Partial<Chain> = {}, { path = '/users', roles = ['admin'] } = {}) {
  const server = new FakeServer();
  const chain = serveChain(server, start);
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  // Hidden, when the URL opens a dialog.
  await screen.findByRole('heading', { name: 'Users', level: 1, hidden: true });
  return { ...opened, chain };
}

const carlos = () =>
  makeUser({ full_name: 'Carlos Müller', email: 'carlos@northline.example', phone: '(518) 555-1002' });
const yuki = () =>
  makeUser({ full_name: 'Yuki Reyes', email: 'Yuki@northline.example', role_ids: ['role-admin'] });

/** The rows of the table without its head. */
async function rows() {
  const table = await screen.findByRole('table', { name: 'Users' });
  return within(table).getAllByRole('row').slice(1);
}

async function openMenu(user: Awaited<ReturnType<typeof openUsers>>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return within(await screen.findByRole('menu'));
}

describe('the list of users', () => {
  test('a row names the districts of a user before their locations, and the rest behind a count', async () => {
    const north = makeDistrict({ id: 'north', name: 'District 4' });
    const locations = ['Airport', 'Depot', 'Mill'].map((name) => makeLocation({ id: name, name }));
    const ann = makeUser({ full_name: 'Ann Lee', location_ids: locations.map(({ id }) => id) });
    const { user } = await openUsers({
      users: [ann],
      locations,
      districts: [north],
      given: { [ann.id]: ['north'] },
    });
    const row = within(await screen.findByRole('row', { name: /Ann Lee/ }));
    const chip = await row.findByText('District 4');
    within(chip).getByRole('img', { name: 'District' });
    row.getByText('Airport');
    expect(row.queryByText('Depot')).toBeNull();
    await user.click(row.getByRole('button', { name: '+2 more: locations of Ann Lee' }));
    const popover = within(await screen.findByRole('dialog', { name: 'Locations of Ann Lee' }));
    expect(popover.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/districts/north',
      ...['Airport', 'Depot', 'Mill'].map((id) => `/locations/${id}`),
    ]);
  });

  test('the Users page shows contact, roles, locations, status and when each user was created, newest first', async () => {
    const locations = ['Airport 1', 'Depot 2', 'Harbor 3', 'Mill 4'].map((name) => makeLocation({ name }));
    await openUsers({
      locations: locations,
      users: [
        {
          ...carlos(),
          role_ids: ['role-employee', 'role-manager'],
          location_ids: locations.map(({ id }) => id),
        },
        { ...yuki(), is_active: false },
        makeUser({ full_name: null, email: 'nobody@northline.example' }),
      ],
    });
    const [first, second, third] = await rows();
    expect(first?.textContent).toContain('Carlos Müllercarlos@northline.example');
    expect(first?.textContent).toContain('(518) 555-1002employeemanagerAirport 1Depot 2+2 moreActive');
    expect(first?.textContent).toMatch(/[A-Z][a-z]{2} \d+, \d{4}\s\d\d:\d\d [AP]M$/);
    expect(second?.textContent).toContain('adminAll locationsInactive');
    expect(third?.textContent).toContain('No namenobody@northline.example');
    await waitFor(() => expect(third?.textContent).toContain('No rolesNo locationsActive'));
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['User', 'Contact', 'Roles', 'Locations', 'Status', 'Created', 'Actions']);
    screen.getByText('3 users');
  });

  test('a row opens its page, and with Ctrl, Shift or another button the browser does what it does with a link', async () => {
    const { user } = await openUsers({ users: [{ ...carlos(), id: 'carlos' }] });
    const link = await screen.findByRole('link', { name: 'Carlos Müller' });
    expect(link.getAttribute('href')).toBe('/users/carlos');
    const isLeftToBrowser = (init: MouseEventInit) => {
      let isLeft = false;
      const look = (event: Event) => {
        isLeft = !event.defaultPrevented;
        event.preventDefault();
      };
      document.addEventListener('click', look, { once: true });
      fireEvent.click(link, init);
      return isLeft;
    };
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
      expect(isLeftToBrowser(init)).toBe(true);
    expect(location.pathname).toBe('/users');
    await user.click(link);
    await screen.findByRole('heading', { name: 'Carlos Müller', level: 1 });
  });

  test('the key e edits the focused user, but not one whose roles allow more than those of the actor', async () => {
    const { user } = await openUsers({ users: [carlos(), yuki()] }, { roles: ['manager'] });
    (await screen.findByRole('link', { name: 'Yuki Reyes' })).focus();
    await user.keyboard('e');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('k');
    await user.keyboard('e');
    const dialog = await screen.findByRole('dialog', { name: 'Edit User' });
    await within(dialog).findByDisplayValue('Carlos Müller');
  });

  test('the Users page has no column of actions for users who can do nothing to others', async () => {
    await openUsers({ users: [carlos()] }, { roles: ['viewer'] });
    await rows();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['User', 'Contact', 'Roles', 'Locations', 'Status', 'Created']);
  });

  test('the rest of the locations and roles of a user opens below the count, with links to the locations', async () => {
    const locations = ['Airport 1', 'Depot 2', 'Harbor 3'].map((name) => makeLocation({ name }));
    const { user } = await openUsers({
      locations,
      users: [
        { ...carlos(), location_ids: locations.map(({ id }) => id) },
        { ...yuki(), role_ids: ['role-admin', 'role-employee', 'role-manager', 'role-viewer'] },
      ],
    });
    await user.click(await screen.findByRole('button', { name: '+1 more: locations of Carlos Müller' }));
    const all = within(await screen.findByRole('dialog', { name: 'Locations of Carlos Müller' }));
    expect(all.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Airport 1',
      'Depot 2',
      'Harbor 3',
    ]);
    expect(all.getByRole('link', { name: 'Harbor 3' }).getAttribute('href')).toBe(
      `/locations/${locations[2]?.id}`,
    );
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: '+2 more: roles of Yuki Reyes' }));
    const roles = await screen.findByRole('dialog', { name: 'Roles of Yuki Reyes' });
    expect(within(roles).getAllByRole('listitem')).toHaveLength(4);
  });

  test("a row of the Users page says 'All locations' of users whose role sees them all", async () => {
    const all = [makeLocation({ name: 'Airport 1' })];
    const assigned = all.map(({ id }) => id);
    await openUsers({
      locations: all,
      users: [
        { ...yuki(), location_ids: assigned },
        { ...carlos(), role_ids: ['role-manager'], location_ids: assigned },
      ],
    });
    const [admin, manager] = await rows();
    await waitFor(() => expect(admin?.textContent).toContain('adminAll locations'));
    expect(admin?.textContent).not.toContain('Airport 1');
    expect(manager?.textContent).toContain('managerAirport 1');
  });

  test('the Users page searches in the browser by name, email or phone, whatever the accents and punctuation', async () => {
    const { user, server } = await openUsers({ users: [carlos(), yuki()] });
    const box = await screen.findByRole('searchbox', { name: 'Search users by name, email, or phone...' });
    for (const [text, name] of [
      ['MULLER', 'Carlos Müller'],
      ['yuki@', 'Yuki Reyes'],
      ['5185551002', 'Carlos Müller'],
      ['555-1002', 'Carlos Müller'],
    ] as const) {
      await user.clear(box);
      await user.type(box, text);
      const [row, ...others] = await rows();
      expect(row?.textContent).toContain(name);
      expect(others).toEqual([]);
      screen.getByText('1 of 2 users');
    }
    await user.clear(box);
    await user.type(box, 'zzz');
    await screen.findByText('No users found');
    screen.getByText('Try adjusting your search criteria.');
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(server.requests('GET', '/api/users').filter(({ query }) => query.q)).toEqual([]);
  });

  test('the Users page renders only the rows in sight', async () => {
    await openUsers({ users: Array.from({ length: 1000 }, () => makeUser()) });
    await screen.findByText('1,000 users');
    expect((await rows()).length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  });

  test('the Users page offers to add the first user when there is none', async () => {
    const { user } = await openUsers();
    await screen.findByText('No users yet');
    screen.getByText('Get started by adding your first user.');
    await user.click(screen.getAllByRole('button', { name: 'Add User' })[1] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Add New User' });
  });

  test('the Users page says that it is loading', async () => {
    const server = new FakeServer();
    serveChain(server);
    server.answer(listUsers, () => new Promise<never>(() => {}));
    await openApp('/users', { server, signedInAs: profileWith() });
    await screen.findByText('Loading users...');
  });

  test.each([
    '/users',
    '/locations',
    '/dashboard',
  ])('a user without a role reads at %s only whom to ask', async (path) => {
    const helper = { name: 'Ada Owner', email: 'ada@northline.example' };
    await openApp(path, { signedInAs: profileWith([], { helper }) });
    await screen.findByText(/^You do not have access to this yet.*Ada Owner can help:/);
    expect(screen.getByRole('link', { name: helper.email }).getAttribute('href')).toBe(
      `mailto:${helper.email}`,
    );
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('button')).toBeNull();
    expect(main.queryByRole('searchbox')).toBeNull();
  });

  test('a user without a role requests no list, also after a reload', async () => {
    localStorage.setItem('canopy.no-role', 'yes');
    const { server, user } = await openApp('/users', { signedInAs: profileWith([]) });
    await screen.findByText(/^You do not have access to this yet/);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByText(/^You do not have access to this yet/);
    expect(server.requests('GET', '/api/users')).toEqual([]);
  });

  test('the Users page names roles for actors who may not list them', async () => {
    const { server } = await openUsers({ users: [yuki()] }, { roles: ['employee'] });
    const [row] = await rows();
    await within(row as HTMLElement).findByText('admin');
    expect(server.requests('GET', '/api/roles')).toEqual([]);
  });

  test('the Users page shows blocks with name, status, roles and menu on a phone', async () => {
    setScreen({ width: 390 });
    const { user } = await openUsers({ users: [yuki()] });
    const list = within(await screen.findByRole('list', { name: 'Users' }));
    list.getByText('Yuki Reyes');
    list.getByText('Active');
    list.getByText('admin');
    await openMenu(user, 'Yuki Reyes');
  });

  test('nobody reads No locations while it is unknown what their roles allow', async () => {
    const rolesHere = Promise.withResolvers<void>();
    const district = { ...(roles[0] as Role), id: 'role-district', name: 'district', is_builtin: false };
    const all = [...roles, { ...district, permissions: ['locations.all' as const] }];
    const server = new FakeServer();
    serveChain(server, {
      roles: all,
      users: [
        makeUser({ full_name: 'Dora', role_ids: ['role-district'] }),
        makeUser({ full_name: 'Ada', role_ids: ['role-admin'] }),
        makeUser({ full_name: 'Newt' }),
      ],
    });
    server.answer(listRoles, async () => {
      await rolesHere.promise;
      return { roles: all.map((role) => ({ ...role, user_count: null, service_count: null })) };
    });
    await openApp('/users', { server, signedInAs: profileWith() });
    await screen.findByText('Dora');
    const [dora, ada, newt] = await rows();
    expect(dora?.textContent).toContain('districtLoading...');
    expect(dora?.textContent).not.toContain('No locations');
    // The role with every permission is known by its name, and nobody without a role sees a location.
    expect(ada?.textContent).toContain('adminAll locations');
    expect(newt?.textContent).toContain('No rolesNo locations');
    rolesHere.resolve();
    await waitFor(() => expect(dora?.textContent).toContain('districtAll locations'));
  });

  test('on a phone rows have boxes only after Select or a long press', async () => {
    setScreen({ width: 390 });
    const { user } = await openUsers({ users: [yuki()] });
    const link = await screen.findByRole('link', { name: 'Yuki Reyes' });
    const box = { name: 'Select Yuki Reyes' };
    expect(screen.queryByRole('checkbox', box)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for users' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Select' }));
    await screen.findByRole('checkbox', box);
    await user.click(screen.getByRole('button', { name: 'More for users' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Stop selecting' }));
    await waitFor(() => expect(screen.queryByRole('checkbox', box)).toBeNull());
    fireEvent.pointerDown(link, { pointerType: 'touch' });
    expect(await screen.findByRole('checkbox', box)).toHaveProperty('checked', true);
    fireEvent.pointerUp(link, { pointerType: 'touch' });
    fireEvent.click(link);
    // The press did not open the page of the user as well.
    expect(location.pathname).toBe('/users');
    await screen.findByText('1 user selected');
  });

  test('on a phone rows that come after Select was pressed have boxes', async () => {
    setScreen({ width: 390 });
    const server = new FakeServer();
    serveChain(server, { users: [yuki()] });
    const here = Promise.withResolvers<void>();
    server.answer(listUsers, async () => {
      await here.promise;
      return { users: [yuki()], total: 1, is_total_exact: true, next: null };
    });
    const { user } = await openApp('/users', { server, signedInAs: profileWith() });
    await user.click(await screen.findByRole('button', { name: 'More for users' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Select' }));
    here.resolve();
    await screen.findByRole('checkbox', { name: 'Select Yuki Reyes' });
  });

  test('a compact row names every fact of a user or counts it', async () => {
    const names = ['Airport 1', 'Depot 2', 'Harbor 3'];
    const locations = names.map((name) => makeLocation({ name }));
    const ids = locations.map(({ id }) => id);
    const held = ['role-admin', 'role-employee', 'role-manager', 'role-viewer'];
    const people = [1, 2, 3, 4].map((count) =>
      makeUser({
        full_name: `User ${count}`,
        employee_number: `150${count}`,
        phone: `(518) 555-100${count}`,
        is_active: count % 2 === 0,
        role_ids: held.slice(1, count),
        location_ids: ids.slice(0, count - 1),
      }),
    );
    await openUsers({ locations, users: people }, { path: '/users?density=compact' });
    const shown = await rows();
    await waitFor(() => expect(shown[3]?.textContent).toContain('Airport 1'));
    for (const [index, user] of people.entries()) {
      const row = within(shown[index] as HTMLElement);
      const text = shown[index]?.textContent ?? '';
      for (const fact of [user.full_name, user.email, `#${user.employee_number}`, user.phone, 'Not invited'])
        expect(text).toContain(fact);
      expect(text).toContain(user.is_active ? 'Active' : 'Inactive');
      for (const [of, all, known] of [
        ['roles', user.role_ids, held.map((id) => id.slice(5))],
        ['locations', user.location_ids, names],
      ] as const) {
        const named = known.filter((name) => row.queryByText(name)).length;
        const rest = row.queryByRole('button', { name: new RegExp(`more: ${of} of`) });
        expect([user.full_name, of, named + Number(/\d+/.exec(rest?.textContent ?? '0'))]).toEqual([
          ...[user.full_name, of],
          all.length,
        ]);
        if (all.length === 0) row.getByText(`No ${of}`);
      }
    }
  });

  test('the Users page shows markup as text', async () => {
    await openUsers({ users: [makeUser({ full_name: '<img src=x onerror=alert(1)>' })] });
    await screen.findByText('<img src=x onerror=alert(1)>');
  });

  test('the Users page drops its rows when another user signs in', async () => {
    const { user } = await openUsers({ users: [carlos()] });
    await screen.findByText('Carlos Müller');
    await user.click(screen.getByRole('button', { name: /Administrator/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(screen.queryByText('Carlos Müller')).toBeNull();
  });
});

describe('the menu of a row', () => {
  test('the menu of a row holds the actions and closes on Escape', async () => {
    const { user } = await openUsers({ users: [carlos()] });
    const menu = await openMenu(user, 'Carlos Müller');
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Edit User',
      'Assign Locations',
      'Assign Roles',
      'Invite',
      'Deactivate',
      'Delete User',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('the menu of a row deactivates and activates at once, whatever else was changed meanwhile', async () => {
    const one = carlos();
    const { user, server } = await openUsers({ users: [one] });
    await user.click((await openMenu(user, 'Carlos Müller')).getByText('Deactivate'));
    await screen.findByText('Inactive');
    await user.click((await openMenu(user, 'Carlos Müller')).getByText('Activate'));
    await screen.findByText('Active');
    const requests = server.requests('PATCH', `/api/users/${one.id}`);
    expect(requests.map(({ body }) => body)).toEqual([{ is_active: false }, { is_active: true }]);
    expect(requests.map(({ headers }) => headers.get('if-match'))).toEqual([null, null]);
  });

  test('the Users page says why a user could not be deactivated', async () => {
    const one = yuki();
    const { user, server } = await openUsers({ users: [one] });
    server.refuse(updateUser, 'last_admin', 'This is the last administrator who can sign in.');
    await user.click((await openMenu(user, 'Yuki Reyes')).getByText('Deactivate'));
    await screen.findByText(
      'Failed to deactivate Yuki Reyes: This is the last administrator who can sign in.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.requests('PATCH', `/api/users/${one.id}`)).toHaveLength(2));
    server.isAway = true;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Failed to deactivate Yuki Reyes: The server cannot be reached\./);
    server.isAway = false;
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/Failed to deactistrator/)).toBeNull());
  });

  test('the menu of a row disables what a manager may not do to an administrator, and leaves out what a manager never may', async () => {
    const { user } = await openUsers({ users: [yuki(), carlos()] }, { roles: ['manager'] });
    const disabled = (menu: Awaited<ReturnType<typeof openMenu>>) =>
      menu.getAllByRole('menuitem').map((item) => item.getAttribute('aria-disabled') === 'true');
    const menu = await openMenu(user, 'Yuki Reyes');
    expect(disabled(menu)).toEqual([true, true, true, true, true]);
    expect(menu.getByRole('menuitem', { name: 'Edit User' }).title).toBe(
      'Their roles allow more than your own do.',
    );
    expect(menu.queryByRole('menuitem', { name: 'Delete User' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(disabled(await openMenu(user, 'Carlos Müller'))).toEqual([false, false, false, false, false]);
  });

  test('a row has no menu for a viewer, who may change nobody', async () => {
    await openUsers({ users: [carlos()] }, { roles: ['viewer'] });
    await screen.findByText('Carlos Müller');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });
});

test.each([
  'add',
  'edit',
  'locations',
  'delete',
])('a link to the dialog %s opens the list alone for a viewer, and says why', async (dialog) => {
  await openUsers(
    { users: [{ ...carlos(), id: 'carlos' }] },
    { roles: ['viewer'], path: `/users?q=carlos&dialog=${dialog}&id=carlos` },
  );
  await screen.findByText('Your roles do not allow this. Ask your administrator.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(window.location.search).toBe('?q=carlos'));
});

test('a dialog keeps what was typed when its permission is taken away meanwhile', async () => {
  const path = '/users?dialog=edit&id=carlos';
  const { user, server } = await openUsers({ users: [{ ...carlos(), id: 'carlos' }] }, { path });
  await screen.findByRole('dialog', { name: 'Edit User' });
  await user.type(await screen.findByLabelText(/^Full Name/), ' Junior');
  server.answer(getProfile, profileWith(['viewer']));
  // Loaded again, as when the session is refreshed.
  await loadProfile();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Actions for/, hidden: true })).toBeNull(),
  );
  expect(screen.getByLabelText(/^Full Name/)).toHaveProperty('value', 'Carlos Müller Junior');
});

describe('deleting a user', () => {
  test('DeleteUserDialog asks by name or, lacking one, by email, and removes the row', async () => {
    const nameless = makeUser({ full_name: null, email: 'nobody@northline.example' });
    const { user } = await openUsers({ users: [carlos(), nameless] });
    await user.click((await openMenu(user, 'nobody@northline.example')).getByText('Delete User'));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText(
      'Are you sure you want to delete "nobody@northline.example"? This action cannot be undone.',
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await rows()).toHaveLength(1);
    screen.getByText('1 user');
  });

  test('DeleteUserDialog says what the user loses', async () => {
    const locations = [makeLocation({ name: 'Airport 1' }), makeLocation({ name: 'Depot 2' })];
    const joined = makeUser({
      full_name: 'Ann Park',
      role_ids: ['role-manager'],
      location_ids: locations.map(({ id }) => id),
      last_sign_in_at: '2026-11-20T08:00:00.000Z',
    });
    const { user } = await openUsers({ users: [joined], locations });
    await user.click((await openMenu(user, 'Ann Park')).getByText('Delete User'));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('This revokes 1 role and 2 locations, and signs the user out everywhere.');
  });

  test('DeleteUserDialog stays open and says why when the server refuses', async () => {
    const { user, server } = await openUsers({ users: [yuki()] });
    await user.click((await openMenu(user, 'Yuki Reyes')).getByText('Delete User'));
    server.refuse(deleteUser, 'last_admin', 'This is the last administrator who can sign in.');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText('Failed to delete user: This is the last administrator who can sign in.');
  });
});
