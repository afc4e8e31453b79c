import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { allPermissions, type Permission } from '../../../../contract/access/permissions.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { addRecent, type FoundUser, search } from '../../../../contract/search.ts';
import { updateUser } from '../../../../contract/users.ts';
import { listViews } from '../../../../contract/views.ts';
import { loadProfile } from '../../../lib/account/auth-store.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import { allViewsQuery } from '../../../parts/views/views.api.ts';
import { makeDistrict, makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { startLive } from '../../../testing/fake-changes.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp, type Start } from '../../../testing/render-app.tsx';
import { createAppRouter } from '../../router.tsx';
import { ownPages } from '../popups/more-sheet.tsx';
import { hrefOf } from './box-results.ts';
import { rangesOf } from './mark.tsx';
import { isBoxOpen, takeTypedAhead } from './open-box.ts';
import { accessListEntry, salesEntries, screensOf } from './screens.ts';

afterEach(() => isBoxOpen.set(false));

const depot = makeLocation({ name: 'Depot', number: '104' });
const harbor = makeLocation({ name: 'Harbor', number: '1041', closed_on: '2026-10-31' });
const ann = makeUser({ full_name: 'Ann Hill', phone: '(518) 555-0101', location_ids: [depot.id] });
const other = makeUser({ full_name: 'Ann Hill', location_ids: [harbor.id], is_active: false });

async function openBox(start: Start = { signedInAs: profileWith() }) {
  const server = new FakeServer();
  const chain = serveChain(server, { locations: [depot, harbor], users: [ann, other] });
  const opened = await openApp('/dashboard', { ...start, server });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await opened.user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search locations and users' });
  return { ...opened, chain, box };
}

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('one list has locations, users with a location each, and pages; the arrow keys and Enter open one', async () => {
  const { user } = await openBox();
  await user.keyboard('ann');
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(names().slice(0, 2)).toEqual([
    `User: Ann HillDepot · ${ann.email}`,
    `User: Ann Hill · InactiveHarbor · ${other.email}`,
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('heading', { name: 'Ann Hill', level: 1 });
  expect(location.pathname).toBe(`/users/${other.id}`);
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
});

test('no key is lost that is typed while the box opens, and the focus goes back', async () => {
  const { user } = await openBox();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Users' });
  link.focus();
  // Quicker than a frame.
  await userEvent.setup({ delay: null }).keyboard('{Control>}k{/Control}ann');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'ann');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('Enter opens the location whose number was typed, and remembers it', async () => {
  startLive();
  const { user, server } = await openBox();
  const seen = vi.fn();
  server.answer(addRecent, ({ body }) => {
    seen(body);
    return { recent: [] };
  });
  await user.keyboard('104');
  await waitFor(() =>
    expect(names().slice(0, 2)).toEqual([
      expect.stringContaining('Depot (104)'),
      expect.stringContaining('Harbor (1041, closed)'),
    ]),
  );
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Depot', level: 1 });
  await waitFor(() => expect(seen).toHaveBeenCalledWith({ kind: 'location', id: depot.id }));
  // However it is opened.
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(main.getByRole('link', { name: 'Locations' }));
  await user.click(await screen.findByRole('link', { name: 'Harbor' }));
  await waitFor(() => expect(seen).toHaveBeenLastCalledWith({ kind: 'location', id: harbor.id }));
});

test('a new user who is named opens the form with the name and the email', async () => {
  const { user } = await openBox();
  await user.keyboard('new user Jane Doe jane@northline.example');
  await waitFor(() => expect(names()[0]).toBe('Act: Add User: Jane Doe jane@northline.example'));
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  expect(dialog.getByLabelText(/^Full Name/)).toHaveProperty('value', 'Jane Doe');
  expect(dialog.getByLabelText(/^Email Address/)).toHaveProperty('value', 'jane@northline.example');
});

test('a district is found by its name and by its number', async () => {
  const { user, box, chain } = await openBox();
  chain.districts.push(makeDistrict({ name: 'North', number: '4', location_count: 23 }));
  await queryClient().invalidateQueries({ queryKey: districtsQuery.queryKey });
  await user.type(box, 'district 4');
  await screen.findByRole('option', { name: /North.*District · 23 locations/ });
  await user.clear(box);
  await user.type(box, 'north');
  await user.click(await screen.findByRole('option', { name: /North.*District/ }));
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/districts\/district-/));
});

test('a watched built-in view is found once', async () => {
  const { user, server } = await openBox();
  const query = 'invitation=none&status=active';
  const copy = { id: 'copy', list: 'users', name: 'Not invited', query, is_shared: false } as const;
  const state = { is_own: true, gone: [], updated_at: '2026-11-20T21:05:00.000Z' };
  server.answer(listViews, {
    views: [
      { ...copy, ...state },
      { ...copy, ...state, id: 'own', name: 'Waiting' },
    ],
  });
  await queryClient().invalidateQueries(allViewsQuery);
  await user.keyboard('waiting');
  await screen.findByRole('option', { name: /Waiting/ });
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('not invited');
  expect(names().filter((name) => name?.startsWith('View: Not invited'))).toHaveLength(1);
});

test('Ctrl Enter opens a new tab, and the box stays', async () => {
  const { user } = await openBox();
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('depot');
  await screen.findByRole('option', { name: /Depot/ });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(openTab).toHaveBeenCalledWith(
    expect.stringMatching(new RegExp(`/locations/${depot.id}$`)),
    '_blank',
    'noopener',
  );
  expect(location.pathname).toBe('/dashboard');
  screen.getByRole('dialog', { name: 'Search' });
  openTab.mockRestore();
});

test('without a text it shows what was opened lately, and says what can be typed when that is nothing', async () => {
  const server = new FakeServer();
  serveChain(server, { locations: [depot], users: [ann] });
  const recent = [found(ann.id, 'Ann Hill'), found('zoe', 'Zoe Young')];
  const opened = await openApp('/dashboard', { signedInAs: { ...profileWith(), recent }, server });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await opened.user.keyboard('/');
  await screen.findByRole('combobox');
  expect(names()).toEqual([expect.stringContaining('Ann Hill'), expect.stringContaining('Zoe Young')]);
  // It is found before the server has answered.
  server.answer(search, () => new Promise(() => {}));
  await opened.user.keyboard('zoe');
  expect(names()[0]).toContain('Zoe Young');
  expect(server.requests('GET', '/api/recent')).toEqual([]);
});

test('Tab shows what may be done to the row, and an act opens its dialog', async () => {
  const { user } = await openBox();
  await user.keyboard('depot');
  await screen.findByRole('option', { name: /Depot/ });
  await user.keyboard('{Tab}');
  await screen.findByRole('combobox', { name: 'Actions for Depot (104)' });
  expect(names()).toEqual([
    'Act: Edit Location',
    'Act: Assign Users',
    'Act: Move to a District',
    'Act: Close Location',
    'Act: Delete Location',
  ]);
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Edit Location' });
});

test('arrow keys go around, the pointer chooses too, each key begins anew, and Escape leaves acts before the box', async () => {
  const { user, box } = await openBox();
  const chosen = () =>
    screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
  const options = () => screen.getAllByRole('option');
  await user.keyboard('ann');
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toEqual(['Search Users for “ann”']);
  expect(box.getAttribute('aria-activedescendant')).toBe(options().at(-1)?.id);
  await user.keyboard('{ArrowDown}');
  expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  await user.hover(options()[2] as HTMLElement);
  expect(chosen()).toEqual(['Search Users for “ann”']);
  await user.keyboard(' ');
  expect(chosen()[0]).toContain('User: Ann Hill');
  await user.keyboard('{Backspace}');
  expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Tab}');
  await screen.findByRole('combobox', { name: 'Actions for Ann Hill' });
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('combobox', { name: 'Search locations and users' })).toBe(box);
  expect(document.activeElement).toBe(box);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());
});

test('a key changes the rows in place, and a press acts on the row that it began on', async () => {
  const { user, box } = await openBox();
  await user.keyboard('depot');
  const first = await screen.findByRole('option', { name: /Depot/ });
  await user.pointer({ keys: '[MouseLeft>]', target: first });
  fireEvent.change(box, { target: { value: 'harbor' } });
  await waitFor(() => expect(first.textContent).toContain('Harbor'));
  expect(screen.getAllByRole('option')[0]).toBe(first);
  await user.pointer({ keys: '[/MouseLeft]', target: first });
  expect(location.pathname).toBe('/dashboard');
  await user.click(first);
  await screen.findByRole('heading', { name: 'Harbor', level: 1 });
});

test('deactivating asks first', async () => {
  const { user, server } = await openBox();
  const changed = vi.fn();
  server.answer(updateUser, ({ body }) => {
    changed(body);
    return { ...ann, is_active: false, roles: [], locations: [], districts: [] } as never;
  });
  await user.keyboard('> deactivate ann');
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.keyboard('{Enter}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate User' }));
  expect(changed).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await screen.findByText(/Ann Hill is inactive/);
  expect(changed).toHaveBeenCalledWith({ is_active: false });
});

test('a user without permissions finds no acts, and only the pages that they may open', async () => {
  const { user } = await openBox({ signedInAs: profileWith(['employee']) });
  await user.keyboard('> ');
  await waitFor(() => expect(names().length).toBeGreaterThan(0));
  expect(names().join()).not.toMatch(/Add|Import/);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('audit');
  await screen.findByText('Nothing found for “audit”');
});

const found = (id: string, name: string, tier = 3): FoundUser => ({
  ...{ kind: 'user', id, name, tier, weight: 1 },
  ...{ email: `${id}@northline.example`, phone: null, employee_number: null },
  ...{ is_active: true, location: 'Depot' },
});

/** Answers searches one by one, when the test says so. */
function answerByHand(server: FakeServer) {
  const waiting: { q: string | undefined; answer: (...users: FoundUser[]) => void }[] = [];
  server.answer(
    search,
    ({ query: { q } }) =>
      new Promise((resolve) => {
        waiting.push({ q, answer: (...users) => resolve({ users, locations: [] }) });
      }),
  );
  return waiting;
}

test('the newest text is asked for after the running question, whose answer never shows', async () => {
  const { user, server } = await openBox();
  const waiting = answerByHand(server);
  await user.keyboard('xyz');
  await waitFor(() => expect(waiting.map(({ q }) => q)).toEqual(['x']));
  await screen.findByText('Searching');
  expect(screen.queryByText(/^Nothing found/)).toBeNull();
  waiting[0]?.answer(found('old', 'Xaver Older'));
  await waitFor(() => expect(waiting.map(({ q }) => q)).toEqual(['x', 'xyz']));
  expect(names().join()).not.toContain('Older');
  waiting[1]?.answer(found('meant', 'Xyzzy Meant', 6));
  await screen.findByText('Did you mean');
  screen.getByRole('option', { name: /Xyzzy Meant/ });
});

test('Enter that is quicker than the answer opens its first row', async () => {
  const { user, server } = await openBox();
  const waiting = answerByHand(server);
  await user.keyboard('ann{Enter}');
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(location.pathname).toBe('/dashboard');
  waiting[0]?.answer(found('a', 'Older'));
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.answer(found(ann.id, 'Ann Hill'), found(other.id, 'Ann Hill'));
  await screen.findByRole('heading', { name: 'Ann Hill', level: 1 });
  expect(location.pathname).toBe(`/users/${ann.id}`);
});

test('nothing found leads to no list that finds nothing either, and offers what may be added', async () => {
  const { user } = await openBox();
  await user.keyboard('qqqq');
  await screen.findByText('Nothing found for “qqqq”');
  expect(names()).toEqual(['Act: Add User', 'Act: Add Location']);
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Add New User' });
});

test('an act that needs a row asks for it, is done to the one that is chosen, and Escape goes back', async () => {
  const recent = [found(ann.id, 'Ann Hill')];
  const { user } = await openBox({ signedInAs: { ...profileWith(), recent } });
  await user.keyboard('fire someone');
  await waitFor(() => expect(names()[0]).toBe('Act: Deactivate…Asks for a user'));
  await user.keyboard('{Enter}');
  const asking = await screen.findByRole('combobox', { name: 'Deactivate: Which user?' });
  await waitFor(() => expect(names()[0]).toContain('Ann Hill'));
  await user.keyboard('{Escape}');
  await screen.findByRole('combobox', { name: 'Search locations and users' });
  await user.keyboard('close store');
  await waitFor(() => expect(names()[0]).toContain('Close Location…'));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Close Location: Which location?' })).toBe(asking);
  await screen.findByText('Type the name of a location');
  await user.keyboard('depot');
  await waitFor(() => expect(names()).toEqual(['Act: Depot (104)Albany, NY']));
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: /^Close Depot/ });
});

test('the typed letters are marked, and a row that a phone or number found says so', async () => {
  const { user } = await openBox();
  const digits = (ann.phone ?? '').replace(/\D/g, '');
  expect(digits.length).toBeGreaterThan(6);
  await user.keyboard('an hi');
  await waitFor(() => expect(names()[0]).toContain('Ann Hill'));
  const marks = () =>
    [...document.querySelectorAll('[role=option]:first-child [data-marked]')].map((one) => one.textContent);
  expect(marks()).toEqual(expect.arrayContaining(['An', 'Hi']));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard(digits);
  await waitFor(() => expect(names()[0]).toContain(`Phone ${ann.phone}`));
  expect(marks().join('').replace(/\D/g, '')).toBe(digits);
});

test('marks are where folded letters stand in the text, of digits too, and of one and several', () => {
  const marked = (text: string, ...words: string[]) =>
    rangesOf(text, words).map(([from, to]) => text.slice(from, to));
  expect(marked('Ana López', 'lopez')).toEqual(['López']);
  expect(marked('Thomas Müller (12)', 'mul', '12')).toEqual(['Mül', '12']);
  expect(marked('Straße ﬁx', 'fix')).toEqual(['ﬁx']);
  expect(marked('+1 (518) 555-0101', '5185550101')).toEqual(['518) 555-0101']);
  expect(marked('manager in Virginia', 'managers', 'virg')).toEqual(['manager', 'Virg']);
  expect(marked('Poughkeepsie', 'ee', 'keep')).toEqual(['keep']);
  expect(marked('Depot', '')).toEqual([]);
});

test('what is typed before the field is there is kept for it, and Enter means the first row', () => {
  const press = (key: string) => fireEvent.keyDown(document.body, { key });
  isBoxOpen.set(true);
  for (const key of ['a', 'b', 'Backspace', 'n', 'Tab', 'n', ' ', 'h', 'Shift']) press(key);
  expect(press('i')).toBe(false);
  for (const key of ['Enter', 'x']) press(key);
  expect(takeTypedAhead()).toEqual({ text: 'ann hi', isEntered: true });
  expect(press('z')).toBe(true);
  isBoxOpen.set(false);
  isBoxOpen.set(true);
  press('Escape');
  expect([isBoxOpen.get(), takeTypedAhead().text]).toEqual([false, '']);
});

test('what was typed ahead is in the field as soon as it shows', async () => {
  const { user } = await openBox();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  act(() => {
    isBoxOpen.set(true);
    for (const key of [...'ann', 'Enter']) fireEvent.keyDown(document.body, { key });
  });
  await screen.findByRole('heading', { name: 'Ann Hill', level: 1 });
});

test('a search that failed says so beside what the browser finds, and is tried again', async () => {
  const { user, server } = await openBox();
  server.refuse(search, 'rate_limited', 'Too many requests');
  await user.keyboard('users');
  await screen.findByText(/^Locations and users could not be searched/);
  expect(names()).toContain('Page: Users');
  server.answer(search, { users: [found('u', 'Ursula Users')], locations: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /Ursula Users/ });
});

/** What the server asks for before it does the act, or answers the screen. */
const needs: Record<string, readonly string[]> = {
  'Add User': ['users.create'],
  'Add Location': ['locations.create'],
  // Either of them.
  'Import Users': ['users.create|users.update'],
  'Import Locations': ['locations.create|locations.update'],
  'Edit User': ['users.update'],
  Deactivate: ['users.deactivate'],
  Activate: ['users.deactivate'],
  'Assign Locations': ['users.assign_locations'],
  'Assign Roles': ['users.assign_roles'],
  Invite: ['users.invite'],
  'Delete User': ['users.delete'],
  'Edit Location': ['locations.update'],
  'Assign Users': ['users.assign_locations'],
  'Close Location': ['locations.update'],
  'Delete Location': ['locations.delete'],
  Districts: ['districts.read'],
  'Add District': ['districts.read', 'districts.manage', 'locations.all'],
  'Move to a District': ['districts.manage', 'locations.all'],
  Audit: ['audit.read'],
  Organization: ['settings.read'],
  Configuration: ['settings.read'],
  Email: ['mail.read', 'locations.all'],
  Roles: ['roles.read'],
  Registers: ['registers.read'],
  Sales: ['registers.read'],
  Exceptions: ['registers.read'],
  Departments: ['registers.read'],
  Stock: ['registers.read'],
  'Import Stock': ['registers.manage'],
  'Import sales': ['registers.read', 'registers.manage'],
  'Connect register': ['registers.read', 'registers.manage'],
  'Add Role': ['roles.read', 'roles.manage', 'locations.all'],
  Reopen: ['locations.update'],
};

const texts = [
  ...['s', 'r', 'audit', 'configuration', 'organization', 'email', 'departments', 'exceptions'],
  ...['>', '> ann', '> depot', 'stock', 'district'],
];

test('the box offers no screen and no act that the permissions do not allow, whichever they are', async () => {
  const { server } = await openBox();
  const sets: Permission[][] = [
    [...allPermissions],
    [],
    ...allPermissions.map((permission) => allPermissions.filter((other) => other !== permission)),
    ...fc.sample(fc.subarray([...allPermissions]), 20),
  ];
  const offered = new Set<string>();
  for (const permissions of sets) {
    const held = new Set<string>(permissions);
    server.answer(getProfile, profileWith([], { permissions }));
    await act(loadProfile);
    for (const text of texts) {
      fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
      for (const name of screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '')) {
        const label = name.replace(/^(Act|Page): /, '');
        const isRow = /^(User|Location|View): /.test(name);
        const known = isRow ? undefined : Object.keys(needs).find((one) => label.startsWith(one));
        if (known) offered.add(known);
        const missing = (known ? (needs[known] ?? []) : []).filter(
          (permission) => !permission.split('|').some((one) => held.has(one)),
        );
        expect(missing, `${name} is offered for ${text} with ${permissions.join()}`).toEqual([]);
        // What is found at all is read by a permission.
        if (name.startsWith('User: ')) expect(held).toContain('users.read');
        if (name.startsWith('Location: ')) expect(held).toContain('locations.read');
        if (name.includes('View of Users') || name.endsWith('this role'))
          expect(held).toContain('users.read');
      }
    }
  }
  expect([...offered].sort()).toEqual(Object.keys(needs).sort());
});

/** They only lead to other pages, or nobody has signed in yet. */
const mainPaths = ['/dashboard', '/locations', '/districts', '/users', '/sales', '/audit', '/imports'];
const notSearched = [
  ...['/', '/$', '/login', '/reset-password', '/auth/confirm', '/auth/callback', '/unsubscribe'],
  ...['/runs', '/import', '/notifications'],
];

test('every page of the router is found, and every section of the Profile page is there', async () => {
  const shown = screensOf([...Object.values(ownPages), ...mainPaths.map((to) => ({ to, label: to }))], []);
  const found = new Set(
    [...shown, accessListEntry(), ...salesEntries()].map(({ result }) => String(result.link?.to)),
  );
  const paths = Object.keys(createAppRouter().routesByPath).filter((path) => !path.includes('/$'));
  const acts = ['/import/sales'];
  expect(paths.filter((path) => ![...found, ...acts, ...notSearched].includes(path))).toEqual([]);
  await openApp('/profile', { signedInAs: profileWith(), server: new FakeServer() });
  const hashes = shown.flatMap(({ result }) => result.link?.hash ?? []);
  expect(hashes.length).toBe(8);
  for (const hash of hashes)
    await waitFor(() => expect([hash, document.getElementById(hash) !== null]).toEqual([hash, true]));
});

test('a row has the address that the router would give it', () => {
  expect(hrefOf({ to: '/users/$userId', params: { userId: 'a/b' } })).toBe('/users/a%2Fb');
  expect(hrefOf({ to: '/users', search: { q: 'ada & co' } })).toBe('/users?q=ada+%26+co');
  expect(hrefOf({ to: '/profile', hash: 'notifications' })).toBe('/profile#notifications');
});
