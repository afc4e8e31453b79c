import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Role } from '../../../../contract/roles.ts';
import { getRun } from '../../../../contract/runs.ts';
import { listUserValues } from '../../../../contract/users.ts';
import { type Chain, makeLocation, makeUser, roles, serveChain } from '../../../testing/fake-chain.ts';
import { endedRun } from '../../../testing/fake-runs.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

const harbor = () => makeLocation({ id: '00000000-0000-4000-8000-000000000001', name: 'Harbor 394' });

/** Ann and Cy without a location, Bob at the harbor and inactive. */
const crew = () => [
  makeUser({ id: 'ann', full_name: 'Ann Young', email: 'z@northline.example', invitation: 'joined' }),
  makeUser({ id: 'bob', full_name: 'Bob Xu', is_active: false, location_ids: [harbor().id] }),
  makeUser({ id: 'cy', full_name: 'Cy Abe', email: 'a@northline.example', role_ids: ['role-manager'] }),
];

async function openUsers(search = '', start: Partial<Chain> = {}, roles = ['admin']) {
  const server = new FakeServer();
  const chain = serveChain(server, { users: crew(), locations: [harbor()], ...start });
  const opened = await openApp(`/users${search}`, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('heading', { name: 'Users', level: 1 });
  return { ...opened, chain };
}

async function expectNames(names: string[]) {
  await waitFor(() => {
    const links = within(screen.getByRole('table', { name: 'Users', hidden: true })).getAllByRole('link', {
      hidden: true,
    });
    expect(links.map((link) => link.textContent)).toEqual(names);
  });
}

async function expectAddress(search: string) {
  await waitFor(() => expect(decodeURIComponent(location.search)).toBe(search));
}

test('a filter is added by keyboard, counts what it finds, applies at once and is one step in the history', async () => {
  const { user } = await openUsers();
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  const before = history.length;
  await user.keyboard('f');
  await user.type(await screen.findByRole('searchbox', { name: 'Search filters...' }), 'stat{Enter}');
  const popover = within(await screen.findByRole('dialog', { name: 'Status' }));
  const active = popover.getByRole('checkbox', { name: /^Active/ });
  await waitFor(() => expect(active.closest('label')?.textContent).toBe('Active2'));
  await user.click(active);
  await expectNames(['Ann Young', 'Cy Abe']);
  await screen.findByText('2 of 3 users');
  await expectAddress('?status=active');
  await user.click(popover.getByRole('button', { name: 'is not' }));
  await expectNames(['Bob Xu']);
  await expectAddress('?status=not:active');
  expect(history.length).toBe(before + 1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Status: not Active' });
  await user.click(screen.getByRole('button', { name: 'Remove the filter Status' }));
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await expectAddress('');
});

test('a filter without a search box takes letters and Enter, and one Escape leaves a filter, also with a text in its box', async () => {
  const { user } = await openUsers();
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await user.keyboard('f');
  await user.type(await screen.findByRole('searchbox', { name: 'Search filters...' }), 'stat{Enter}');
  await screen.findByRole('checkbox', { name: /^Inactive/ });
  await user.keyboard('i{Enter}');
  await expectAddress('?status=inactive');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('f');
  await user.type(await screen.findByRole('searchbox', { name: 'Search filters...' }), 'loc{Enter}');
  await user.type(await screen.findByRole('searchbox', { name: /^Search location/ }), 'har{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an address with filters shows them by name and together, and Clear takes them away', async () => {
  const { user } = await openUsers(`?location=not:none&status=active,inactive&role=none`);
  await expectNames(['Bob Xu']);
  screen.getByRole('button', { name: 'Location: any' });
  screen.getByRole('button', { name: 'Status: Active, Inactive' });
  screen.getByRole('button', { name: 'Role: No roles' });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
});

test('a filter names its location', async () => {
  await openUsers(`?location=${harbor().id}`);
  await screen.findByRole('button', { name: 'Location: Harbor 394' });
  await expectNames(['Bob Xu']);
});

test('the Location filter finds numbers, towns and states, the exact number first, and names closed ones', async () => {
  const locations = [
    makeLocation({ name: 'Harbor 1041', city: 'Troy', state: 'NY' }),
    makeLocation({ name: 'Mill Road', number: '104', city: 'Albany', state: 'NY', closed_on: '2026-10-31' }),
    ...Array.from({ length: 9 }, (_, n) => makeLocation({ name: `Depot ${n}`, city: 'Dallas', state: 'TX' })),
  ];
  const { user, server } = await openUsers('', { locations });
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await user.keyboard('f');
  await user.type(await screen.findByRole('searchbox', { name: 'Search filters...' }), 'loc{Enter}');
  const popover = within(await screen.findByRole('dialog', { name: 'Location' }));
  const box = await popover.findByRole('searchbox');
  const shown = () =>
    within(popover.getByRole('list', { name: 'Location' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('[data-clipped-text]')?.textContent ?? item.textContent);
  const type = async (text: string) => {
    await user.clear(box);
    await user.type(box, text);
    await waitFor(() => expect(server.seen.at(-1)?.query.find).toBe(text));
  };
  const both = ['Mill Road (104, closed)', 'Harbor 1041'];
  for (const [text, names] of [
    ['104', both],
    ['troy, harbor', ['Harbor 1041']],
    ['texas', Array.from({ length: 9 }, (_, n) => `Depot ${n}`)],
    ['new york', both.toReversed()],
    ['nowhere', ['Nothing found']],
    ['104', both],
  ] as const) {
    await type(text);
    // The former rows stay until the answer is there.
    await waitFor(() => expect(shown()).toEqual(names));
  }
  await user.keyboard('{Enter}');
  await expectAddress(`?location=${locations[1]?.id}`);
});

test('a filter asks once for its counts, says "many" for those that are not exact, and is tried again', async () => {
  const server = new FakeServer();
  serveChain(server, { users: crew(), locations: [harbor()] });
  const answered = Promise.withResolvers<void>();
  server.answer(listUserValues, async () => {
    await answered.promise;
    const values = [
      { value: 'active', count: 10_000, is_exact: false },
      { value: 'inactive', count: 1, is_exact: true },
    ];
    return { values, has_more: false };
  });
  const { user } = await openApp('/users?status=active', { server, signedInAs: profileWith(['admin']) });
  await user.click(await screen.findByRole('button', { name: 'Status: Active' }));
  const popover = within(await screen.findByRole('dialog', { name: 'Status' }));
  const active = popover.getByRole('checkbox', { name: /^Active/ });
  // It can be chosen before it is counted, and nothing is said of what is not known.
  expect(active.closest('label')?.textContent).toBe('Active');
  answered.resolve();
  await waitFor(() => expect(active.closest('label')?.textContent).toBe('Activemany'));
  await user.click(active);
  await user.click(popover.getByRole('checkbox', { name: /^Inactive/ }));
  expect(server.requests('GET', '/api/users/values').map(({ query }) => query)).toEqual([
    { field: 'status', status: 'active' },
  ]);
  await user.keyboard('{Escape}');
  server.refuse(listUserValues, 'rate_limited', 'Too many requests');
  await user.click(screen.getByRole('button', { name: 'Status: Inactive' }));
  const again = within(await screen.findByRole('dialog', { name: 'Status' }));
  await again.findByText(/^The values did not load/);
  server.answer(listUserValues, { values: [{ value: 'active', count: 2, is_exact: true }], has_more: true });
  await user.click(again.getByRole('button', { name: 'Try again' }));
  await again.findByText('Type to find others.');
});

test('users are filtered by the state of their locations, which is found by its name', async () => {
  const states = ['TX', 'NY', 'VA', 'WV', 'OH', 'PA', 'MD', 'DE', 'NJ'];
  const locations = states.map((state, n) =>
    makeLocation({ id: `00000000-0000-4000-8000-00000000010${n}`, state }),
  );
  const users = [
    makeUser({ full_name: 'Ann Young', location_ids: [`${locations[0]?.id}`] }),
    makeUser({ full_name: 'Bob Xu', location_ids: [`${locations[0]?.id}`, `${locations[1]?.id}`] }),
    makeUser({ full_name: 'Cy Abe' }),
  ];
  const { user } = await openUsers('?state=not:NY', { locations, users });
  await expectNames(['Ann Young', 'Cy Abe']);
  await user.click(screen.getByRole('button', { name: 'State: not NY' }));
  const popover = within(await screen.findByRole('dialog', { name: 'State' }));
  await user.click(popover.getByRole('button', { name: 'is' }));
  await expectNames(['Bob Xu']);
  await user.type(popover.getByRole('searchbox'), 'texas');
  const texas = await popover.findByRole('checkbox');
  await waitFor(() => expect(texas.closest('label')?.textContent).toBe('TXTexas2'));
  await user.click(texas);
  await expectNames(['Ann Young', 'Bob Xu']);
  await expectAddress('?state=NY,TX');
});

test('a filter names a location that is gone as no longer available, and finds no user', async () => {
  await openUsers('?location=00000000-0000-4000-8000-00000000000f');
  await screen.findByRole('button', { name: 'Location: no longer available' });
  await screen.findByText('No users match these filters');
});

test('a list that its filters leave empty offers to clear them', async () => {
  const { user } = await openUsers('?status=inactive&invitation=joined');
  await screen.findByText('No users match these filters');
  screen.getByText('0 users');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
});

test('a search that its filters leave empty says both, and either can be cleared', async () => {
  const { user } = await openUsers('?status=inactive&q=zzzz');
  await screen.findByText('No users found');
  screen.getByText('No user with Status: Inactive matches “zzzz”.');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Try adjusting your search criteria.');
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
});

test('filters that do not fit into the bar are folded into a count, which opens them', async () => {
  const widths = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(500);
  const { user } = await openUsers('?location=none&status=active&role=none');
  const count = await screen.findByRole('button', { name: '+1 more filters' });
  expect(screen.queryByRole('button', { name: 'Location: None assigned' })).toBeNull();
  await user.click(count);
  const popover = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(popover.getByRole('button', { name: 'Location: None assigned' }));
  const values = within(await screen.findByRole('dialog', { name: 'Location' }));
  expect(values.getByRole('checkbox', { name: /^None assigned/ })).toHaveProperty('checked', true);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: '+1 more filters' }));
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
  await expectAddress('');
  widths.mockRestore();
});

test('what an address names and the list does not know is said above it, and nothing is done to all its rows', async () => {
  const { user } = await openUsers('?color=red&status=asleep&sort=shoe&hide=contact,hat&density=huge');
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  screen.getByText(
    'This address has filters that are not known: status=asleep, sort=shoe, color=red, hide=contact,hat, density=huge',
  );
  expect(screen.queryByRole('columnheader', { name: 'Contact' })).toBeNull();
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByRole('dialog', { name: 'Views' });
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Remove them' }));
  await expectAddress('');
  expect((await screen.findAllByRole('checkbox')).length).toBeGreaterThan(0);
  screen.getByRole('button', { name: 'Export' });
});

test('one unknown filter beside a known one: rows follow the known one', async () => {
  await openUsers('?invitation=not_invited&role=none');
  await screen.findByText('This address has a filter that is not known: invitation=not_invited');
  await expectNames(['Ann Young', 'Bob Xu']);
});

test('Backspace in the empty search removes the last filter', async () => {
  const { user } = await openUsers('?status=active&role=none');
  await expectNames(['Ann Young']);
  await user.click(screen.getByRole('searchbox', { name: /^Search users/ }));
  await user.keyboard('{Backspace}');
  await expectAddress('?status=active');
});

test('the head of a column sorts up, down and then newest first again', async () => {
  const { user } = await openUsers();
  const head = () => screen.getByRole('columnheader', { name: 'User' });
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  expect(head().getAttribute('aria-sort')).toBe('none');
  const press = () => user.click(within(head()).getByRole('button', { name: 'User' }));
  await user.click(screen.getByRole('button', { name: 'Contact' }));
  await expectNames(['Cy Abe', 'Bob Xu', 'Ann Young']);
  await press();
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await expectAddress('?sort=name');
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  await press();
  await expectNames(['Cy Abe', 'Bob Xu', 'Ann Young']);
  expect(head().getAttribute('aria-sort')).toBe('descending');
  await press();
  await expectAddress('');
});

test('Display sorts by every field, also one without a column, in both directions', async () => {
  const { user } = await openUsers();
  await user.click(await screen.findByRole('button', { name: 'Display' }));
  const display = within(await screen.findByRole('dialog', { name: 'Display' }));
  const field = display.getByRole('combobox', { name: 'Sort by' });
  expect(field).toHaveProperty('value', 'created_at');
  expect(display.getByRole('button', { name: 'newest first' }).getAttribute('aria-pressed')).toBe('true');
  await user.selectOptions(field, 'Last sign-in');
  await expectAddress('?sort=last_sign_in');
  await user.click(display.getByRole('button', { name: 'newest first' }));
  await expectAddress('?sort=-last_sign_in');
  await screen.findByRole('button', { name: 'Display (changed)', hidden: true });
  await user.selectOptions(field, 'Created');
  await expectAddress('');
});

test('the filter by second factor finds users without one, and is offered only to actors who may reset one', async () => {
  const users = [
    makeUser({ full_name: 'Ann Young', has_second_factor: true }),
    makeUser({ full_name: 'Bob Xu' }),
  ];
  const { user } = await openUsers('?second_factor=none', { users });
  await expectNames(['Bob Xu']);
  screen.getByRole('button', { name: 'Second factor: Not set up' });
  await user.click(screen.getByRole('button', { name: 'Remove the filter Second factor' }));
  await expectNames(['Ann Young', 'Bob Xu']);
  await user.keyboard('f');
  await screen.findByRole('button', { name: 'Second factor' });
});

test('the filter by second factor is not offered to a manager', async () => {
  const { user } = await openUsers('', {}, ['manager']);
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await user.keyboard('f');
  await screen.findByRole('button', { name: 'Last sign-in' });
  expect(screen.queryByRole('button', { name: 'Second factor' })).toBeNull();
});

test('a printed list is a table of text on phones too, and names what was asked for', async () => {
  setScreen({ width: 390 });
  await openUsers('?status=active&q=example&sort=name');
  await screen.findByRole('list', { name: 'Users' });
  expect(screen.queryByText(/“example”/)).toBeNull();
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  await screen.findByText('“example” · Status: Active · 2 users · by name, A to Z');
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  const heads = table.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['User', 'Contact', 'Roles', 'Locations', 'Status', 'Created']);
  const [first, second, ...others] = table.getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('Ann Young');
  expect(second?.textContent).toContain('Cy Abe');
  expect(others).toEqual([]);
  expect(table.queryByRole('link')).toBeNull();
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).toBeNull();
});

test('columns can be left out and rows made compact, in the address', async () => {
  const { user } = await openUsers();
  await user.click(await screen.findByRole('button', { name: 'Display' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Created' }));
  await user.click(screen.getByRole('checkbox', { name: 'Compact rows' }));
  await expectAddress('?hide=created_at&density=compact');
  const heads = screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent);
  expect(heads).toEqual(['User', 'Contact', 'Roles', 'Locations', 'Status', 'Actions']);
});

test('a window that is too narrow for rows of one line offers none, and shows the facts that have no columns', async () => {
  setScreen({ width: 900 });
  const users = [
    makeUser({ full_name: 'Ada Ash', phone: '555-0100', created_at: '2026-10-30T12:00:00.000Z' }),
    makeUser({ full_name: 'Bo Birch', created_at: '2026-10-29T12:00:00.000Z' }),
  ];
  const { user } = await openUsers('?density=compact', { users });
  await screen.findByText('555-0100 · since Oct 30, 2026');
  screen.getByText('since Oct 29, 2026');
  await user.click(screen.getByRole('button', { name: 'Display' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Contact' }));
  await screen.findByText('since Oct 30, 2026');
  expect(screen.queryByRole('checkbox', { name: 'Compact rows' })).toBeNull();
  await expectAddress('?density=compact&hide=contact');
});

test('a phone filters and sorts in one sheet that says how many users are left', async () => {
  setScreen({ width: 390 });
  const { user } = await openUsers();
  await user.click(await screen.findByRole('button', { name: 'Filter & sort' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter & sort' }));
  await user.click(sheet.getByRole('button', { name: /^Status ?Any$/ }));
  await user.click(sheet.getByRole('checkbox', { name: /^Inactive/ }));
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Sort by' }), 'Name');
  await user.click(sheet.getByRole('button', { name: 'Z to A' }));
  await user.click(await sheet.findByRole('button', { name: 'Show 1 user' }));
  await screen.findByRole('button', { name: 'Filter & sort (2)' });
  await expectAddress('?status=inactive&sort=-name');
});

test('the views beside the title lead to filtered lists, and the button names the one on screen', async () => {
  const allId = '00000000-0000-4000-8000-00000000000a';
  const [admin, ...others] = roles as [Role, ...Role[]];
  const { user } = await openUsers('', {
    roles: [{ ...admin, id: allId, permissions: ['locations.all'] }, ...others],
    users: [...crew(), makeUser({ full_name: 'Ada Owner', role_ids: [allId] })],
  });
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  const views = within(await screen.findByRole('dialog', { name: 'Views' }));
  expect(views.getByRole('link', { name: 'All users' }).getAttribute('aria-current')).toBe('page');
  await user.click(views.getByRole('link', { name: 'No location' }));
  // Users with access to all locations need none of their own.
  await expectAddress(`?location=none&role=not:${allId}&status=active`);
  await screen.findByRole('button', { name: 'No location' });
  await expectNames(['Ann Young', 'Cy Abe']);
});

const runId = '00000000-0000-4000-8000-00000000000a';

test('a filter by a run shows the users whom it changed, names the run, and is removed like any other', async () => {
  const server = new FakeServer();
  serveChain(server, {
    users: crew(),
    locations: [harbor()],
    changedBy: { [runId]: ['bob', 'cy', 'elsewhere'] },
  });
  const title = 'Import users from people.csv';
  server.answer(getRun, endedRun({ title }));
  const { user } = await openApp(`/users?run=${runId}`, { server, signedInAs: profileWith(['admin']) });
  await expectNames(['Bob Xu', 'Cy Abe']);
  screen.getByText('2 users');
  const chip = screen.getByRole('button', { name: `Changed by: ${title}, Nov 20, 2026` });
  await user.click(chip);
  const popover = within(await screen.findByRole('dialog', { name: 'Changed by' }));
  const box = popover.getByRole('checkbox');
  await waitFor(() => expect(box.closest('label')?.textContent).toBe(`${title}, Nov 20, 2026`));
  expect(popover.queryByRole('button', { name: 'is not' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Remove the filter Changed by' }));
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
  await expectAddress('');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('button', { name: 'Second factor' });
  expect(screen.queryByRole('button', { name: 'Changed by' })).toBeNull();
});

test('a filter by a run that is gone shows nobody, and says so', async () => {
  const server = new FakeServer();
  serveChain(server, { users: crew(), locations: [harbor()] });
  server.refuse(getRun, 'not_found', 'This run does not exist, or is not one of yours.');
  const { user } = await openApp(`/users?run=${runId}`, { server, signedInAs: profileWith(['admin']) });
  await screen.findByText('Changed by: a run that is gone. Clear the filters to see more.');
  screen.getByRole('button', { name: 'Changed by: a run that is gone' });
  expect(screen.queryByText('Ann Young')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expectNames(['Ann Young', 'Bob Xu', 'Cy Abe']);
});
