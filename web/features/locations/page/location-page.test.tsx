import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { sendInvitation } from '../../../../contract/invitations.ts';
import {
  type AccessListUser,
  assignUser,
  listLocationUsers,
  removeUser,
} from '../../../../contract/location-access.ts';
import { getLocation } from '../../../../contract/locations.ts';
import { makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer, type Seen } from '../../../testing/fake-server.ts';
import { fill } from '../../../testing/fill.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

const millRoad = makeLocation({
  id: '00000000-0000-4000-8000-000000000104',
  name: 'Mill Road 104',
  address: '12 Mill Road',
});
const role = (name: string) => ({ id: `role-${name}`, name, description: '', color: null });
const assigned = { at: '2026-11-20T21:05:00.000Z', by: 'Ada Owner' };

function linked(full_name: string, changes: Partial<AccessListUser> = {}): AccessListUser {
  const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@northline.example`;
  return {
    ...{
      id: `user-${full_name.replaceAll(' ', '-')}`,
      email,
      full_name,
      phone: null,
      is_active: true,
      last_sign_in_at: null,
      invitation: 'joined',
    },
    ...{ roles: [role('employee')], assigned, through: null, all_locations_roles: [], blockers: [] },
    ...{ cover: null, ...changes },
  };
}

const ada = linked('Ada Owner', { roles: [role('admin')], assigned: null, all_locations_roles: ['admin'] });
const eva = linked('Eva Employee', { last_sign_in_at: '2026-11-21T14:30:00.000Z' });
const lea = linked('Lea Leaver', { is_active: false, blockers: ['deactivated'] });
const riley = linked('Riley Roleless', {
  roles: [],
  blockers: ['no_role'],
  assigned: { ...assigned, by: null },
});

const opening = {
  ...{ id: 'entry-1', at: '2026-11-20T21:05:00.000Z', action: 'location.created' },
  ...{ sentence: 'Ada Owner opened Mill Road 104', actor: { id: 'ada', name: 'Ada Owner' }, changes: [] },
  ...{
    subject: { type: 'location', id: millRoad.id, name: 'Mill Road 104' },
    locations: [],
    via: 'screen',
    run_id: null,
    token: null,
  },
  ...{ ip: null, user_agent: null, device: null },
};

type Page = Answer<typeof listLocationUsers>;

const nina = { id: 'user-nina', name: 'Nina Okafor', phone: '(518) 555-0110', invitation: 'joined' } as const;
const managed = { total: 1, role_id: 'role-manager', first: [nina] };

/** Opens the location's page with a server that has these users; the test may change the array meanwhile. */
async function openLocation(users: AccessListUser[], page: Partial<Page> = {}, roles = ['admin']) {
  const server = new FakeServer();
  const chain = serveChain(server, { locations: [{ ...millRoad }] });
  server.answer(listAudit, { entries: [opening], next: null });
  server.answer(listLocationUsers, ({ query }) => pageOf(users, query, page));
  const opened = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('heading', { name: 'Mill Road 104', level: 1 });
  return { ...opened, chain };
}

function pageOf(users: AccessListUser[], { list, q = '' }: Seen['query'], page: Partial<Page>): Page {
  const seeing = users.filter((one) => one.blockers.length === 0);
  const kept = users.filter((one) => one.blockers.length > 0);
  const rows = (list === 'cannot_see' ? kept : seeing).filter((one) => one.email.includes(q));
  const counts = { total: rows.length, can_see: seeing.length, cannot_see: kept.length };
  return {
    users: rows,
    ...counts,
    next: null,
    waiting: [],
    to_invite: [],
    managers: managed,
    hidden_count: 0,
    joining: 0,
    is_open_to_all: false,
    services: null,
    ...page,
  };
}

const listOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .flatMap((item) => (item.querySelector('ul') ? [item.textContent] : []));

describe('the page of a location', () => {
  test('the page of a location says of each user why they can see it and when they last signed in', async () => {
    await openLocation([ada, eva]);
    const [first, second] = await listOf('Users who can see this location');
    expect(first).toContain('admin role, all locations');
    expect(first).toContain('Last sign-in: Never');
    expect(second).toContain('Assigned by Ada Owner · Nov 20, 2026');
    expect(second).toMatch(/Last sign-in: .*ago|Last sign-in: Nov 2\d, 2026|Last sign-in: just now/);
    screen.getByRole('link', { name: 'Has access 2' });
    expect(screen.getByRole('link', { name: 'Eva Employee' }).getAttribute('href')).toBe(`/users/${eva.id}`);
  });

  test('the page of a location lists linked users who cannot see it apart, with the reason', async () => {
    const waiting = [
      { reason: 'no_role' as const, users: 1 },
      { reason: 'inactive' as const, users: 1 },
    ];
    const { user, server } = await openLocation([ada, lea, riley], { waiting });
    await user.click(await screen.findByRole('link', { name: 'Waiting 2' }));
    const [first, second] = await listOf('Users who cannot see this location yet');
    expect(first).toContain('Inactive');
    expect(screen.getByText('No role that can see locations').className).not.toContain('bad');
    expect(second).toContain('Assigned by another administrator · Nov 20, 2026');
    expect(second).toContain('No role that can see locations');
    const head = screen.getByText(/^2 are waiting/);
    expect(head.textContent).toBe('2 are waiting: 1 without a role, 1 inactive.');
    expect(window.location.search).toBe('?tab=waiting');
    await user.click(within(head).getByRole('link', { name: '1 without a role' }));
    expect(window.location.search).toBe('?tab=waiting&reason=no_role');
    const asked = () => server.requests('GET', `/api/locations/${millRoad.id}/users`).at(-1)?.query;
    await waitFor(() => expect(asked()).toEqual({ list: 'cannot_see', reason: 'no_role' }));
    await user.click(await screen.findByRole('link', { name: 'Show all' }));
    expect(window.location.search).toBe('?tab=waiting');
  });

  test('the page of a location names the page, and its address and phone are links', async () => {
    const server = new FakeServer();
    const withPhone = { ...millRoad, phone: '(518) 555-1002' };
    serveChain(server, { locations: [withPhone] });
    server.answer(listLocationUsers, ({ query }) => pageOf([eva], query, {}));
    await openApp(`/locations/${withPhone.id}`, { server, signedInAs: profileWith() });
    await waitFor(() => expect(document.title).toBe('Mill Road 104 · Canopy'));
    const phone = screen.getByRole('link', { name: '(518) 555-1002' });
    expect(phone.getAttribute('href')).toBe('tel:5185551002');
    const map = screen.getByRole('link', { name: '12 Mill Road, Albany, NY 12207' });
    expect(map.getAttribute('href')).toContain('query=12+Mill+Road%2C+Albany%2C+NY+12207');
  });

  test('the page of a location shows a role of a user and how many more', async () => {
    await openLocation([linked('Rita Roles', { roles: ['one', 'two', 'three', 'four'].map(role) })]);
    const [row] = await listOf('Users who can see this location');
    expect(row).toContain('one+3 more');
  });

  test('the page of a location opens all roles of a user in place, and closes them', async () => {
    const { user } = await openLocation([linked('Rita Roles', { roles: ['one', 'two', 'three'].map(role) })]);
    const more = await screen.findByRole('button', { name: '+2 more: roles of Rita Roles' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    more.focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    const opened = document.getElementById(more.getAttribute('aria-controls') ?? '');
    expect(opened?.textContent).toBe('twothree');
    await user.keyboard(' ');
    expect(more.textContent).toBe('+2 more');
  });

  test('the page of a location asks for the location and both lists at once', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    const answer = Promise.withResolvers<void>();
    server.answer(getLocation, async () => {
      await answer.promise;
      return { ...millRoad, assigned_count: 1 };
    });
    server.answer(listLocationUsers, ({ query }) => pageOf([eva, lea], query, {}));
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    const asked = () =>
      server.requests('GET', `/api/locations/${millRoad.id}/users`).map(({ query }) => query.list);
    await waitFor(() => expect(asked()).toEqual(['can_see', 'cannot_see']));
    answer.resolve();
    await screen.findByText('Eva Employee');
    expect(asked()).toEqual(['can_see', 'cannot_see']);
  });

  test('the page of a location counts users whom the actor may not see', async () => {
    await openLocation([eva], { hidden_count: 2 }, ['manager']);
    await screen.findByText('2 more users see every location through their role.');
    screen.getByRole('link', { name: 'Has access 3' });
  });

  test('the page of a location asks for a manager where none is assigned', async () => {
    const { user } = await openLocation([eva], { managers: { ...managed, total: 0, first: [] } });
    await user.click(await screen.findByRole('button', { name: 'Assign a manager' }));
    await screen.findByRole('dialog', { name: 'Assign Users' });
  });

  test('the page of a location names its managers with their phones, and leads to all of them', async () => {
    const abe = { id: 'user-abe', name: 'Abe Absent', phone: null, invitation: null };
    await openLocation([eva], { managers: { total: 7, role_id: 'role-manager', first: [nina, abe] } });
    const managers = within(await screen.findByRole('region', { name: 'Managers' }));
    const phone = await managers.findByRole('link', { name: '(518) 555-0110' });
    expect(phone.getAttribute('href')).toBe('tel:5185550110');
    expect(managers.getByRole('link', { name: 'Nina Okafor' }).getAttribute('href')).toBe('/users/user-nina');
    managers.getByText('Not invited');
    const all = managers.getByRole('link', { name: 'All 7' }).getAttribute('href');
    expect(all).toBe(`/users?location=${millRoad.id}&role=role-manager&status=active`);
  });

  test('the page of a location says what is to do, and shows those who lack a role', async () => {
    const waiting = [
      { reason: 'not_invited' as const, users: 34 },
      { reason: 'expired' as const, users: 1 },
      { reason: 'invited' as const, users: 5 },
      { reason: 'no_role' as const, users: 2 },
    ];
    const { user } = await openLocation([eva, riley], { waiting, to_invite: [{ id: 'nora', name: 'Nora' }] });
    const todo = within(await screen.findByRole('region', { name: 'To do' }));
    await todo.findByText('34 not invited, 1 invite expired. You can invite 1.');
    await todo.findByRole('button', { name: 'Invite 1' });
    expect(todo.queryByText(/5 invited/)).toBeNull();
    todo.getByText('2 without a role');
    await user.click(todo.getByRole('link', { name: 'Show' }));
    expect(window.location.search).toBe('?tab=waiting&reason=no_role');
    await screen.findByText('Riley Roleless');
  });

  test.each([
    ['invited', 'Invited', undefined],
    ['joining', 'Joining', 'Opened the invitation, no password yet'],
    ['expired', 'Invite expired', undefined],
    ['failed', 'Invite failed', undefined],
    [null, 'Not invited', undefined],
  ] as const)('the invitation %s reads %s in the access list and among the managers', async (invitation, word, hint) => {
    const nora = linked('Nora New', { invitation });
    const manager = { id: nora.id, name: 'Nora New', phone: null, invitation };
    const managers = { total: 1, role_id: 'role-manager', first: [manager] };
    await openLocation([nora], { managers, joining: invitation === 'joining' ? 1 : 0 });
    const list = await screen.findByRole('list', { name: 'Users who can see this location' });
    const region = within(await screen.findByRole('region', { name: 'Managers' }));
    for (const place of [within(list), region])
      expect((await place.findByText(word)).dataset.tooltip).toBe(hint);
    const todo = within(await screen.findByRole('region', { name: 'To do' }));
    if (invitation !== 'joining') return void (await todo.findByText('Nothing to do.'));
    await todo.findByText('1 joining');
    const href = todo.getByRole('link', { name: 'Show' }).getAttribute('href');
    expect(href).toBe(`/users?location=${millRoad.id}&invitation=joining&status=active`);
  });

  test('the page of a location says that nothing is to do only when it knows', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    const answer = Promise.withResolvers<void>();
    server.answer(listLocationUsers, async ({ query }) => {
      await answer.promise;
      return pageOf([eva], query, {});
    });
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    const todo = within(await screen.findByRole('region', { name: 'To do' }));
    expect(todo.queryByText('Nothing to do.')).toBeNull();
    answer.resolve();
    await todo.findByText('Nothing to do.');
  });

  test('the page of a location has its facts, its lamp and one Edit', async () => {
    const { user } = await openLocation([eva]);
    screen.getByText('Open');
    const labels = screen.getAllByText(/^(Number|Phone|Address|District|Time zone|Created)$/, {
      selector: 'dt',
    });
    expect(labels.map((label) => label.textContent)).toEqual([
      'Number',
      'Phone',
      'Address',
      'District',
      'Time zone',
      'Created',
    ]);
    await user.click(screen.getByRole('button', { name: 'Actions for Mill Road 104' }));
    const items = await screen.findAllByRole('menuitem');
    const texts = items.map((item) => item.textContent);
    expect(texts).toEqual(['Show Users', 'Move to a District', 'Close Location', 'Delete Location']);
    expect(items[0]?.getAttribute('href')).toBe(`/users?location=${millRoad.id}`);
  });

  test('the page of a location shows its frame and says after two seconds that it goes on loading', async () => {
    const server = new FakeServer();
    serveChain(server);
    server.answer(getLocation, () => new Promise<never>(() => {}));
    server.answer(listLocationUsers, () => new Promise<never>(() => {}));
    server.answer(listAudit, { entries: [], next: null });
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await screen.findByText('Address');
    screen.getByRole('link', { name: 'Waiting' });
    screen.getByRole('region', { name: 'Managers' });
    expect(screen.queryByText('Still trying…')).toBeNull();
    expect(await screen.findAllByText('Still trying…')).not.toEqual([]);
    expect(screen.getByText('Waiting').closest('.invisible')).toBeNull();
  });

  test('the content of a closed location stays the same when its notice comes', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    const answer = Promise.withResolvers<void>();
    server.answer(getLocation, async () => {
      await answer.promise;
      return { ...millRoad, closed_on: '2026-11-01', assigned_count: 0 };
    });
    server.answer(listLocationUsers, ({ query }) => pageOf([eva], query, {}));
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    const tab = await screen.findByRole('link', { name: /^Waiting/ });
    tab.focus();
    answer.resolve();
    await screen.findByRole('region', { name: 'Closed' });
    expect(document.activeElement).toBe(tab);
    await waitFor(() => expect(tab.closest('.opacity-0')).toBeNull());
  });

  test('the page of a location shows its own changes as history, in a tab', async () => {
    const { user, server } = await openLocation([eva]);
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'History' }));
    await screen.findByText('Ada Owner opened Mill Road 104');
    const all = await screen.findByRole('link', { name: 'Open in Audit' });
    expect(all.getAttribute('href')).toBe(`/audit?location=${millRoad.id}&only=changes`);
    const [asked] = server.requests('GET', '/api/audit');
    expect(asked?.query).toMatchObject({ location: millRoad.id, only: 'changes' });
  });

  test('the page of a location is edited, and left when it is deleted', async () => {
    const { user } = await openLocation([eva]);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Location' });
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.clear(name);
    await fill(user, name, 'Mill Road 105');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await screen.findByRole('heading', { name: 'Mill Road 105', level: 1 });
    await user.click(screen.getByRole('button', { name: 'Actions for Mill Road 105' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Location' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'Locations', level: 1 });
  });

  test('the page of a location warns when access is not enforced', async () => {
    await openLocation([eva], { is_open_to_all: true });
    await screen.findByText(/everybody who signs in has access to all locations/);
  });

  test('the page of a location shows more users on demand', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.answer(listLocationUsers, ({ query }) =>
      pageOf(
        [query.after ? lea : eva].map((one) => ({ ...one, blockers: [] })),
        query,
        {
          total: 2,
          next: query.after ? null : eva.id,
        },
      ),
    );
    const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Lea Leaver');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test.each([
    [
      'a location that is gone or out of scope',
      'not_found',
      'This location does not exist, or is not one of yours.',
    ],
    ['an address without an id', 'validation_failed', 'Must be a UUID'],
  ] as const)('the page of %s says why it shows nothing, and leads back', async (_what, code, detail) => {
    const server = new FakeServer();
    serveChain(server);
    server.refuse(getLocation, code, detail);
    await openApp('/locations/other', { server, signedInAs: profileWith(['manager']) });
    await screen.findByText('This location does not exist, or is not one of yours.');
    screen.getByRole('link', { name: 'Go to Locations' });
  });

  test('the page of a location shows the location to an actor who may not see its users, and says why', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.refuse(listLocationUsers, 'forbidden', 'You are not allowed to do this. Ask your administrator.');
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith([]) });
    await screen.findByRole('link', { name: '12 Mill Road, Albany, NY 12207' });
    await screen.findByText('You are not allowed to do this. Ask your administrator.');
    expect(screen.queryByRole('button', { name: 'Assign Users' })).toBeNull();
  });

  test('the page of a location does not say that nobody was found while the next search runs', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    const reply = Promise.withResolvers<void>();
    server.answer(listLocationUsers, async ({ query }) => {
      if (query.q === 'eva') await reply.promise;
      return pageOf([eva], query, {});
    });
    const { user } = await openApp(`/locations/${millRoad.id}?q=xyz`, { server, signedInAs: profileWith() });
    await screen.findByText('No users found');
    const box = screen.getByRole('searchbox', { name: /^Search users/ });
    await user.clear(box);
    await user.type(box, 'eva');
    await screen.findByText('Searching...');
    expect(screen.queryByText('No users found')).toBeNull();
    reply.resolve();
    await screen.findByText('Eva Employee');
  });

  test('the page of a location says what failed, and tries again', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.refuse(listLocationUsers, 'conflict', 'Not now');
    const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await screen.findByText('Failed to fetch users: Not now');
    server.answer(listLocationUsers, ({ query }) => pageOf([eva], query, {}));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Eva Employee');
  });
});

describe('assigning and removing', () => {
  test('AssignUsersDialog offers users who are not assigned yet, assigns the picked ones and shows them', async () => {
    const users = [ada];
    const { server, user, chain } = await openLocation(users);
    chain.users.push(
      makeUser({ id: 'user-eva', full_name: 'Eva Employee' }),
      makeUser({ id: 'user-there', full_name: 'Already There', location_ids: [millRoad.id] }),
    );
    server.answer(assignUser, () => {
      users.push(eva);
      return undefined;
    });
    await user.click(screen.getByRole('button', { name: 'Assign Users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Users' }));
    await dialog.findByRole('searchbox');
    expect(dialog.queryByText('Already There')).toBeNull();
    dialog.getByText('0 user(s) selected');
    await user.click(await dialog.findByRole('checkbox', { name: /Eva Employee/ }));
    await user.click(dialog.getByRole('button', { name: 'Assign' }));
    const reason = await screen.findByText(/^Assigned by Ada Owner/);
    expect(reason.textContent).toBe('Assigned by Ada Owner · Nov 20, 2026');
    expect(screen.queryByRole('dialog')).toBeNull();
    const [put] = server.requests('PUT', `/api/locations/${millRoad.id}/users/user-eva`);
    expect(put?.body).toBeUndefined();
  });

  test('the page of a location has its search on a phone before the users are loaded', async () => {
    setScreen({ width: 390 });
    const server = new FakeServer();
    serveChain(server, { locations: [{ ...millRoad }] });
    server.answer(listAudit, { entries: [opening], next: null });
    server.answer(listLocationUsers, () => new Promise<Page>(() => {}));
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await screen.findByRole('searchbox', { name: /^Search users/ });
    screen.getByText('Loading users...');
  });

  test('AssignUsersDialog puts the user with the typed number first, names their roles, and Enter picks them', async () => {
    const { user, chain } = await openLocation([ada]);
    chain.users.push(
      makeUser({ full_name: 'Ann Associate', employee_number: '1077' }),
      makeUser({ full_name: 'Bob Boss', employee_number: '77', role_ids: ['role-manager'] }),
    );
    await user.click(screen.getByRole('button', { name: 'Assign Users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Users' }));
    await user.type(await dialog.findByRole('searchbox'), '77{Enter}');
    dialog.getByText('1 user(s) selected');
    const [first, second] = dialog.getAllByRole('checkbox', { name: /Ann|Bob/ });
    await dialog.findByRole('checkbox', { name: /Bob Boss.* · manager$/ });
    expect([first, second]).toEqual([
      dialog.getByRole('checkbox', { name: /Bob Boss/, checked: true }),
      dialog.getByRole('checkbox', { name: /Ann Associate/, checked: false }),
    ]);
  });

  test('AssignUsersDialog stays open and names the user whose assignment was refused', async () => {
    const { server, user, chain } = await openLocation([ada]);
    chain.users.push(makeUser({ full_name: 'Bob Boss' }));
    server.refuse(assignUser, 'forbidden', 'This user has permissions that you do not have.');
    await user.click(screen.getByRole('button', { name: 'Assign Users' }));
    await user.click(await screen.findByRole('checkbox', { name: /Bob Boss/ }));
    await user.click(screen.getByRole('button', { name: 'Assign' }));
    await screen.findByText(
      'Bob Boss: Failed to assign the user: This user has permissions that you do not have.',
    );
    screen.getByText('1 user(s) selected');
  });

  test('RemoveUserDialog asks first, and removes the user from the list', async () => {
    const users = [ada, eva];
    const { server, user } = await openLocation(users);
    server.answer(removeUser, () => {
      users.pop();
      return undefined;
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Eva Employee' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from Location' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove from Location' }));
    question.getByText('Are you sure you want to remove "Eva Employee" from "Mill Road 104"?');
    question.getByText('They lose access immediately.');
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Eva Employee')).toBeNull());
  });

  test('RemoveUserDialog does not let a manager leave her only location, and warns her at one of several', async () => {
    const profile = profileWith(['manager']);
    const own = linked('Maria Alvarez', { id: profile.id, roles: [role('manager')] });
    const openAs = async (locations: { id: string }[]) => {
      const server = new FakeServer();
      serveChain(server, { locations: [millRoad] });
      server.answer(listLocationUsers, ({ query }) => pageOf([own], query, {}));
      const signedInAs = { ...profile, locations: locations as typeof profile.locations };
      const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs });
      await user.click(await screen.findByRole('button', { name: 'Actions for Maria Alvarez' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Remove from Location' }));
      return within(await screen.findByRole('alertdialog', { name: 'Remove from Location' }));
    };
    const last = await openAs([millRoad]);
    last.getByText('You would lose access to Mill Road 104. Ask an administrator to do this.');
    expect(last.getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', true);
    const several = await openAs([millRoad, makeLocation()]);
    several.getByText('You lose access immediately. Only an administrator can give it back.');
    expect(several.getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', false);
  });

  test('the menu of a row disables Remove for a user who holds more than the actor', async () => {
    const boss = linked('Bob Boss', { roles: [role('admin')], all_locations_roles: ['admin'] });
    const { user } = await openLocation([boss, eva], {}, ['manager']);
    const isDisabled = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      const item = await screen.findByRole('menuitem', { name: 'Remove from Location' });
      await user.keyboard('{Escape}');
      return item.hasAttribute('data-disabled');
    };
    expect(await isDisabled('Bob Boss')).toBe(true);
    expect(await isDisabled('Eva Employee')).toBe(false);
  });

  test('the page of a location invites everybody who waits for an invitation, and says how many', async () => {
    const nora = linked('Nora New', { blockers: ['not_joined'], invitation: null });
    const ines = linked('Ines Invited', { blockers: ['not_joined'], invitation: 'invited' });
    // He is not on the first page of the list.
    const theo = linked('Theo Third');
    const to_invite = [nora, theo].map(({ id, full_name }) => ({ id, name: full_name ?? '' }));
    const waiting = [{ reason: 'not_invited' as const, users: 2 }];
    const { user, server } = await openLocation([nora, ines, lea], { to_invite, waiting });
    const sent = { state: 'invited', by: 'mail', sent_at: null, expires_at: null, sent_by: null } as const;
    server.answer(sendInvitation, {
      ...sent,
      mail: null,
      mail_problem: null,
      link: null,
    });
    await user.click(await screen.findByRole('link', { name: 'Waiting 3' }));
    await screen.findByText('Invited');
    await user.click(await screen.findByRole('button', { name: 'Invite 2' }));
    await screen.findByText('2 users invited');
    expect(server.requests('POST', `/api/users/${nora.id}/invitation`)).toHaveLength(1);
    expect(server.requests('POST', `/api/users/${theo.id}/invitation`)).toHaveLength(1);
    expect(server.requests('POST', `/api/users/${ines.id}/invitation`)).toHaveLength(0);
  });
});
