import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit.ts';
import {
  getAttention,
  getBreakdown,
  getDashboard,
  getJoinersAndLeavers,
  getOwnLocations,
  getRecentChanges,
} from '../../../contract/dashboard.ts';
import { type District, listDistricts } from '../../../contract/districts.ts';
import { noAccessMessage } from '../../../contract/http/errors.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { getSalesTiles } from '../../../contract/registers.ts';
import { makeDistrict } from '../../testing/fake-chain.ts';
import { nothingHeld } from '../../testing/fake-registers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp, type Start } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

/** Opens the dashboard after the answers of the server are set. */
async function openDashboard(
  prepare: (server: FakeServer) => void,
  profile: OwnProfile = profileWith(),
  start: Start = {},
) {
  // A page without requests: one that nobody answers would look like a lost network.
  const opened = await openApp('/nowhere', { signedInAs: profile, ...start });
  prepare(opened.server);
  await opened.user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: 'Dashboard' });
  return opened;
}

const card = (name: string) => screen.findByRole('region', { name });
const dashboard = { total_locations: 1234, new_locations: 3, setup: null };

function entry(changes: Partial<AuditEntry>): AuditEntry {
  return {
    id: crypto.randomUUID(),
    at: new Date(Date.now() - 5 * 60_000).toISOString(),
    action: 'user.updated',
    sentence: 'Maria Alvarez edited Eli Employee',
    actor: { id: 'maria', name: 'Maria Alvarez' },
    subject: { type: 'user', id: 'eli', name: 'Eli Employee' },
    changes: [],
    locations: [],
    via: 'screen',
    run_id: null,
    token: null,
    ...{ ip: null, user_agent: null, device: null },
    ...changes,
  };
}

describe('the tiles', () => {
  test('the Dashboard page welcomes and shows the four tiles', async () => {
    await openDashboard((server) => server.answer(getDashboard, dashboard), profileWith(), {
      config: { product_name: 'Northline' },
    });
    await screen.findByText('Welcome to Northline store management');
    await screen.findByText('1,234');
    for (const [label, ...texts] of tiles) {
      for (const text of texts) await within(await card(label)).findByText(text);
    }
    const link = within(await card('Total Locations')).getByRole('link', { name: 'Total Locations' });
    expect(link.getAttribute('href')).toBe('/locations');
  });

  const tiles = [
    ['Total Locations', '1,234', '+3 in 30 days'],
    ['Revenue Today', '$0', 'No register connected'],
    ['Active Products', '0', 'No catalog connected'],
    ['Low Stock Items', '0', 'No inventory connected'],
  ] as const;

  test('the tiles of a chain with registers say what came in, when and from how many, and who is missing', async () => {
    const as_of = new Date(2026, 2, 14, 9, 5).toISOString();
    const { server, user } = await openDashboard((server) => {
      server.answer(getDashboard, dashboard);
      server.refuse(getSalesTiles, 'internal', 'The server failed.');
    });
    const revenue = within(await card('Revenue Today'));
    expect((await revenue.findByRole('alert')).textContent).toContain('The server failed.');
    expect(revenue.queryByText('$0')).toBeNull();
    server.answer(getSalesTiles, {
      has_figures: true,
      revenue: { amount: 1234567, as_of, reported: 9, missing: 3, yesterday: null, held: nothingHeld },
      products: { active: 4321 },
      stock: null,
    });
    await user.click(revenue.getByRole('button', { name: 'Try again' }));
    await revenue.findByText('$12,346');
    revenue.getByText(/as of 09:05 AM/);
    const missing = revenue.getByRole('link', { name: /^9 of 12\s*reported$/ });
    expect(missing.getAttribute('href')).toBe('/sales/reporting');
    within(await card('Active Products')).getByText('4,321');
    const stock = within(await card('Low Stock Items'));
    stock.getByText('—');
    stock.getByText('No stock list yet');
  });

  const lottery = { amount: 48700, count: 1, departments: [{ code: '30', name: 'Lottery' }] };
  test.each([
    ['2 of 2 reported, $487 undecided', { undecided: lottery, proposed_excluded: lottery }],
    ['2 of 2 reported, without $487 (proposed)', { proposed_excluded: lottery }],
  ])('the tile of revenue says what nobody decided about: %s', async (note, held) => {
    await openDashboard((server) => {
      server.answer(getDashboard, dashboard);
      const counts = { reported: 2, missing: 0, yesterday: null };
      const revenue = { amount: 100, as_of: null, ...counts, held: { ...nothingHeld, ...held } };
      server.answer(getSalesTiles, { has_figures: true, revenue, products: null, stock: null });
    });
    const tile = await card('Revenue Today');
    await within(tile).findByText('$1');
    expect(tile.textContent).toContain(note);
  });

  test('before a file names products, their tile says no 0', async () => {
    await openDashboard((server) => {
      server.answer(getDashboard, dashboard);
      const revenue = {
        amount: 100,
        as_of: null,
        reported: 1,
        missing: 0,
        yesterday: null,
        held: nothingHeld,
      };
      server.answer(getSalesTiles, { has_figures: true, revenue, products: null, stock: null });
    });
    const products = within(await card('Active Products'));
    await products.findByText('No active product known');
    products.getByText('—');
    expect(products.queryByText('0')).toBeNull();
  });

  test('the tile of low stock counts it, says where stock is known, and leads to its page', async () => {
    await openDashboard((server) => {
      server.answer(getDashboard, dashboard);
      server.answer(getSalesTiles, {
        ...{ has_figures: true, revenue: null, products: null, stock: { low: 7, recount: 2, locations: 3 } },
      });
    });
    const stock = within(await card('Low Stock Items'));
    await stock.findByText('7');
    expect((await card('Low Stock Items')).textContent).toContain('At 3 locations, 2 to count again');
    expect(stock.getByRole('link', { name: 'Low Stock Items' }).getAttribute('href')).toBe('/stock');
    within(await card('Revenue Today')).getByText('No register at your locations');
    within(await card('Active Products')).getByText('No register at your locations');
  });

  const files = { has_figures: true, products: { active: 5 }, stock: { low: 2, recount: 0, locations: 1 } };
  const nothing = { revenue: null, products: null, stock: null };
  const before = { has_figures: false, ...nothing };
  const ofToday = {
    amount: 700,
    as_of: null,
    reported: 1,
    missing: 3,
    yesterday: 9_800_000,
    held: nothingHeld,
  };
  const specified = ['$0 No register connected', '0 No catalog connected', '0 No inventory connected'];
  const denied = ["— You can't see sales", "— You can't see sales", "— You can't see sales"];
  const elsewhere = [
    '— No register at your locations',
    '— No register at your locations',
    '— No register at your locations',
  ];
  const known = [
    '$7 1 of 4 reported, yesterday $98,000',
    '5 Listed, or sold in 90 days',
    '2 Known at 1 location',
  ];
  const connected = { ...files, revenue: ofToday };
  const away = { has_figures: true, ...nothing };
  // Who has no role is shown no tiles.
  const readers = ['admin', 'manager', 'viewer'].flatMap((role) => [
    [role, 'before the first file', before, specified] as const,
    [role, 'with registers at their locations', connected, known] as const,
    [role, 'with registers at other locations only', away, elsewhere] as const,
  ]);
  test.each([
    ...readers,
    ['employee', 'before the first file', before, specified] as const,
    ['employee', 'with registers at their locations or others', away, denied] as const,
  ])('the tiles say to a user with the role %s %s what is true', async (role, _, tiles, expected) => {
    await openDashboard(
      (server) => {
        server.answer(getDashboard, dashboard);
        server.answer(getSalesTiles, tiles);
      },
      profileWith([role]),
    );
    const textOf = async (name: string) =>
      [...(await card(name)).querySelectorAll('p')]
        .slice(1)
        .map(({ textContent }) => textContent)
        .join(' ');
    const names = ['Revenue Today', 'Active Products', 'Low Stock Items'];
    await waitFor(async () => expect(await Promise.all(names.map(textOf))).toEqual(expected));
  });

  test('the Dashboard page says why it failed, and tries again', async () => {
    const { server, user } = await openDashboard((server) =>
      server.refuse(getDashboard, 'forbidden', 'You may not.'),
    );
    const alert = await within(await card('Total Locations')).findByRole('alert');
    expect(alert.textContent).toContain('Failed to load the dashboard: You may not.');
    server.answer(getDashboard, dashboard);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('1,234');
    // The other cards loaded all the same.
    await within(await card('Recent changes')).findByText('Nothing was changed in the last 90 days.');
  });
});

describe('Needs attention', () => {
  const at = (
    check: 'users_without_role' | 'users_not_invited' | 'locations_without_manager',
    count: number,
  ) => ({
    check,
    count,
    list: check === 'locations_without_manager' ? ('locations' as const) : ('users' as const),
    filters: { status: 'active' } as Record<string, string>,
  });

  test('Needs attention names what was found, and folds what is clear', async () => {
    await openDashboard((server) =>
      server.answer(getAttention, {
        checks: [
          at('locations_without_manager', 0),
          at('users_without_role', 1191),
          at('users_not_invited', 0),
        ],
      }),
    );
    const attention = within(await card('Needs attention'));
    const row = await attention.findByRole('link');
    expect(row.textContent).toBe('Active users without a roleAssign roles1,191');
    expect(row.getAttribute('href')).toMatch(/^\/users/);
    attention.getByText('2 checks are clear: managers of locations, users not invited');
  });

  test('Needs attention says when all is clear', async () => {
    await openDashboard((server) => server.answer(getAttention, { checks: [at('users_without_role', 0)] }));
    const attention = within(await card('Needs attention'));
    await attention.findByText('All clear');
    attention.getByText('1 check is clear: roles of users');
    expect(attention.queryByRole('link')).toBeNull();
  });

  test('Needs attention fails alone, and tries again', async () => {
    const { server, user } = await openDashboard((server) => {
      server.refuse(getAttention, 'rate_limited', 'Too many requests.');
      server.answer(getDashboard, dashboard);
    });
    const attention = within(await card('Needs attention'));
    await attention.findByText('Failed to check what needs attention: Too many requests.');
    await screen.findByText('1,234');
    server.answer(getAttention, { checks: [at('users_without_role', 4)] });
    await user.click(attention.getByRole('button', { name: 'Try again' }));
    await attention.findByRole('link', { name: /without a role/ });
  });

  test('Needs attention is shown only to users who may act', async () => {
    const viewer = profileWith(['viewer']);
    const { server } = await openDashboard(() => {}, viewer);
    await card('Recent changes');
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
    expect(server.requests('GET', '/api/dashboard/attention')).toEqual([]);
  });
});

describe('Recent changes', () => {
  test('Recent changes says who did what, with links to what still has a page', async () => {
    const tagged = { id: 'location-1', name: 'Harbor 394' };
    await openDashboard((server) =>
      server.answer(getRecentChanges, {
        entries: [
          entry({ locations: [tagged] }),
          entry({ action: 'user.deleted', sentence: 'Maria Alvarez deleted Eli Employee' }),
          entry({
            action: 'location.updated',
            sentence: 'Maria Alvarez edited the location Harbor 394',
            subject: { type: 'location', ...tagged },
            locations: [tagged],
          }),
        ],
      }),
    );
    const changes = within(await card('Recent changes'));
    const rows = await changes.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Maria Alvarez edited Eli Employee Harbor 3945 min ago',
      'Maria Alvarez deleted Eli Employee5 min ago',
      'Maria Alvarez edited the location Harbor 3945 min ago',
    ]);
    const links = changes.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/audit', '/users/eli', '/locations/location-1']);
    expect(rows[0]?.querySelector('strong')?.textContent).toBe('Maria Alvarez');
  });

  test('Recent changes is shown only to users who may read the audit log', async () => {
    const { server } = await openDashboard(() => {}, profileWith(['employee']));
    await card('Your locations');
    expect(screen.queryByRole('region', { name: 'Recent changes' })).toBeNull();
    expect(server.requests('GET', '/api/dashboard/recent-changes')).toEqual([]);
  });
});

describe('the charts', () => {
  const weeks = [
    { starts_on: '2026-11-09', joined: 34, left: 21 },
    { starts_on: '2026-11-30', joined: 1200, left: 0 },
  ];

  test('Joiners and leavers names each week, for readers in a table, and leads through them with the arrow keys', async () => {
    const { user } = await openDashboard((server) => server.answer(getJoinersAndLeavers, { weeks }));
    const chart = within(await card('Joiners and leavers'));
    await chart.findByText('+1,234');
    chart.getByText('−21');
    const rows = within(chart.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Week', 'Joined', 'Left'],
      ['Nov 9–15', '34', '21'],
      ['Nov 30–Dec 6', '1,200', '0'],
    ]);
    const first = chart.getByRole('img', { name: 'Nov 9–15: 34 joined, 21 left' });
    const last = chart.getByRole('img', { name: 'Nov 30–Dec 6: 1,200 joined, 0 left' });
    expect([first, last].map((column) => column.getAttribute('tabindex'))).toEqual(['-1', '0']);
    last.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect([first, last].map((column) => column.getAttribute('tabindex'))).toEqual(['0', '-1']);
    // Its small table.
    chart.getByText('34 joined, 21 left');
    await user.keyboard('{Escape}');
    expect(chart.queryByText('34 joined, 21 left')).toBeNull();
  });

  test('the shares show the first five with links to the list, and can be switched', async () => {
    const roles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, index) => ({
      ...{ id: `role-${name}`, name, color: null },
      users: 100 - index,
    }));
    const { user } = await openDashboard((server) =>
      server.answer(getBreakdown, {
        roles: [{ id: null, name: '', color: null, users: 1500 }, ...roles],
        states: [{ state: 'NY', locations: 12 }],
      }),
    );
    const shares = within(await card('Active users by role'));
    const rows = await shares.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['No role1,500', 'a100', 'b99', 'c98', 'd97']);
    shares.getByText('and 3 more roles');
    await user.click(shares.getByRole('radio', { name: 'Open locations by state' }));
    const states = within(await card('Open locations by state')).getAllByRole('listitem');
    expect(states.map((row) => row.textContent)).toEqual(['NY12']);
  });
});

describe('Your locations', () => {
  const place = { city: 'Albany', state: 'NY' };
  test('Your locations stands in place of the charts for users without access to all locations', async () => {
    const { server } = await openDashboard(
      (server) =>
        server.answer(getOwnLocations, {
          locations: [
            {
              id: 'a',
              name: 'Airport',
              ...place,
              today: null,
              users: 12,
              waiting: 3,
              managers: ['Mia Manager', 'Max Other'],
            },
            { id: 'b', name: 'Bridge', ...place, today: null, users: 0, waiting: 0, managers: [] },
          ],
          total: 9,
        }),
      profileWith(['manager']),
    );
    const own = within(await card('Your locations'));
    const rows = within(await own.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells[0]?.slice(1)).toEqual(['12', '3', 'Mia Manager and 1 more']);
    expect(cells[1]?.slice(1)).toEqual(['0', '0', 'No manager']);
    expect(own.getByRole('link', { name: 'Airport' }).getAttribute('href')).toBe('/locations/a');
    expect(own.getByRole('link', { name: 'All 9 locations' }).getAttribute('href')).toBe('/locations');
    expect(screen.queryByRole('region', { name: 'Joiners and leavers' })).toBeNull();
    expect(server.requests('GET', '/api/dashboard/breakdown')).toEqual([]);
  });

  test('Your locations tells today of those who report, and "—" of what nobody knows', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const silent = { has_register: true, is_silent: true, has_reported: false, last_file_at: ago(3000) };
    const today = {
      ...{ revenue: 97_495, change: { until: 11, now: 41_640, base: 40_000 }, low_stock: 2 },
      ...{ has_register: true, has_reported: true, is_silent: false, last_file_at: ago(5) },
    };
    const unknown = { revenue: null, change: null, low_stock: null };
    const none = { has_register: false, has_reported: false, is_silent: false, last_file_at: null };
    const staff = { ...place, users: 12, waiting: 3, managers: ['Mia Manager'] };
    const locations = [
      { id: 'a', name: 'Airport', ...staff, today },
      { id: 'b', name: 'Bridge', ...staff, waiting: 0, today: { ...unknown, ...silent } },
      { id: 'c', name: 'Corner', ...staff, waiting: null, today: { ...unknown, ...none } },
    ];
    await openDashboard(
      (server) => server.answer(getOwnLocations, { locations, total: 3 }),
      profileWith(['manager']),
    );
    const own = within(await card('Your locations'));
    const table = within(await own.findByRole('table'));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows[0]).toEqual(['Location', 'Revenue today', 'Change', 'Register', 'Low stock', 'Not joined']);
    const [, airport = [], bridge = [], corner = []] = rows;
    expect(airport.slice(1)).toEqual(['$975▲ 4.1 %', '▲ 4.1 %', 'Reported5 min ago', '2', '3']);
    expect(bridge.slice(1)).toEqual(['—', '—', 'Silent2 days ago', '—', '0']);
    expect(corner.slice(1)).toEqual(['—', '—', 'No register', '—', '—']);
    const [change] = table.getAllByText('▲ 4.1 %');
    expect(change?.dataset.tooltip).toBe('Until 11 AM, against the same hours a week ago');
    // The lines of a phone say the same.
    expect(airport[0]).toBe('AirportAlbany, NYReported5 min ago2 low · 3 not joined');
    expect(table.getByRole('link', { name: '2' }).getAttribute('href')).toBe('/stock?location=a');
  });
});

test('a user without a role reads only whom to ask', async () => {
  const { server } = await openDashboard(() => {}, profileWith([]));
  await screen.findByText(noAccessMessage);
  expect(screen.queryByText('Total Locations')).toBeNull();
  expect(server.seen.filter(({ path }) => path.startsWith('/api/dashboard/'))).toEqual([]);
});

test('an empty system shows the steps to set it up, ticked as they are done', async () => {
  const setup = { has_locations: true, has_users: false, has_invited: false };
  await openDashboard((server) =>
    server.answer(getDashboard, { total_locations: 1, new_locations: 1, setup }),
  );
  const steps = within(await card('Set up Canopy')).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.includes('(done)'))).toEqual([true, false, false, true]);
  const links = steps.map((step) => within(step).getByRole('link').getAttribute('href'));
  expect(links).toEqual([
    '/locations?dialog=add',
    '/users?dialog=add',
    '/users',
    '/settings?tab=configuration',
  ]);
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

test('the last figures stay, with their time, when the server cannot be reached', async () => {
  const { server, user } = await openDashboard((server) => {
    server.answer(getDashboard, dashboard);
    server.answer(getRecentChanges, { entries: [entry({})] });
  });
  await screen.findByText('1,234');
  await within(await card('Recent changes')).findByRole('listitem');
  await user.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  server.isAway = true;
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  const time = /as of \d\d:\d\d [AP]M/;
  await within(await card('Total Locations')).findByText(time);
  screen.getByText('1,234');
  const changes = within(await card('Recent changes'));
  await changes.findByText(time);
  changes.getByRole('listitem');
});

const titles = () =>
  screen.getAllByRole('region').map((region) => {
    const id = region.getAttribute('aria-labelledby') ?? '';
    return document.getElementById(id)?.textContent;
  });
const tiles = ['Total Locations', 'Revenue Today', 'Active Products', 'Low Stock Items'];

test('on a phone as on a desktop, the four tiles come first, then what needs attention', async () => {
  setScreen({ width: 390 });
  await openDashboard(() => {});
  await card('Needs attention');
  expect(titles().slice(0, 6)).toEqual([...tiles, 'Needs attention', 'Recent changes']);
});

test.each([
  [390, ['Needs attention', 'Your locations', 'Recent changes']],
  [1440, ['Your locations', 'Needs attention', 'Recent changes']],
])('at %s px a manager reads the tiles first, then %s', async (width, cards) => {
  setScreen({ width });
  await openDashboard(
    (server) => server.answer(getOwnLocations, { locations: [], total: 0 }),
    profileWith(['manager']),
  );
  await card('Your locations');
  expect(titles().slice(0, 7)).toEqual([...tiles, ...cards]);
});

describe('of a district', () => {
  const district = (end: number, name: string) =>
    makeDistrict({ id: `11111111-1111-4111-8111-00000000000${end}`, name });
  const [north, south] = [district(1, 'North'), district(2, 'South')];
  const serve = (districts: readonly District[]) => (server: FakeServer) => {
    server.answer(listDistricts, { districts: [...districts] });
    server.answer(getDashboard, ({ query }) => ({
      ...dashboard,
      total_locations: query.district ? 7 : 1234,
    }));
    server.answer(getSalesTiles, ({ query }) => ({
      has_figures: true,
      revenue: {
        ...{ amount: query.district ? 70000 : 990000, as_of: null, reported: 6, missing: 1 },
        ...{ yesterday: null, held: nothingHeld },
      },
      products: { active: 5 },
      stock: { low: 4, recount: 0, locations: 3 },
    }));
    server.answer(getAttention, ({ query }) => ({
      checks: [
        { check: 'users_without_role' as const, count: 2, list: 'users' as const, filters: { ...query } },
      ],
    }));
    server.answer(getRecentChanges, { entries: [] });
    server.answer(getOwnLocations, { locations: [], total: 9 });
    server.answer(getJoinersAndLeavers, { weeks: [] });
    server.answer(getBreakdown, { roles: [], states: [] });
  };

  test('who sees two districts opens one, and every figure and link is of it', async () => {
    const { server, user } = await openDashboard(serve([north, south]));
    await screen.findByText('1,234');
    await user.click(await screen.findByRole('button', { name: 'District: All districts' }));
    await user.click(await screen.findByRole('checkbox', { name: /North/ }));
    await screen.findByText('7');
    await user.keyboard('{Escape}');
    expect(location.pathname + location.search).toBe(`/dashboard?district=${north.id}`);
    screen.getByRole('button', { name: 'District: North' });
    await screen.findByText('$700');
    const linked = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    const of = `?district=${north.id}`;
    expect(linked('Total Locations')).toBe(`/locations${of}`);
    expect(linked('Revenue Today')).toBe(`/sales${of}`);
    expect(linked(/^6 of 7/)).toBe(`/sales/reporting${of}`);
    expect(linked('Active Products')).toBe(`/products${of}`);
    expect(linked('Low Stock Items')).toBe(`/stock${of}`);
    expect(linked('All 9 locations')).toBe(`/locations${of}`);
    expect(linked('Open audit')).toBe(`/audit${of}`);
    await screen.findByText('Active users without a role');
    expect(linked(/Active users without a role/)).toBe(`/users${of}`);
    // The charts are of the chain.
    expect(screen.queryByRole('region', { name: 'Joiners and leavers' })).toBeNull();
    const asked = ['', '/sales', '/attention', '/recent-changes', '/locations'].map(
      (path) => server.requests('GET', `/api/dashboard${path}`).at(-1)?.query,
    );
    expect(asked).toEqual(asked.map(() => ({ district: north.id })));
    await user.click(screen.getByRole('button', { name: 'Clear district' }));
    await screen.findByText('1,234');
    expect(location.search).toBe('');
  });

  test('a district is found by its number', async () => {
    const many = Array.from({ length: 9 }, (_, n) =>
      makeDistrict({ name: `Area ${n}`, number: `${n + 50}` }),
    );
    const { user } = await openDashboard(serve(many));
    await user.click(await screen.findByRole('button', { name: 'District: All districts' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Search district...' }), 'district 54');
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
    screen.getByRole('checkbox', { name: /^Area 4/ });
  });

  test('who sees one district has nothing to choose', async () => {
    await openDashboard(serve([north]));
    await screen.findByText('1,234');
    expect(screen.queryByRole('button', { name: /^District/ })).toBeNull();
  });

  test('an address that names no district says so, and asks for all', async () => {
    const server = new FakeServer();
    serve([north])(server);
    await openApp('/dashboard?district=north', { signedInAs: profileWith(), server });
    await screen.findByText(/not known: district=north/);
    await expect.poll(() => server.requests('GET', '/api/dashboard').at(-1)?.query).toEqual({});
  });
});
