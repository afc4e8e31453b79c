import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLocationWatch, watchLocation } from '../../../../contract/notifications/watches.ts';
import * as contract from '../../../../contract/registers.ts';
import { compareSales, listSalesByLocation } from '../../../../contract/sales.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import {
  makeColumn,
  makeCompared,
  makeDay,
  makeDayDetails,
  makeSales,
  nothingHeld,
} from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104', time_zone: 'America/Chicago' });
const day = (changes: Partial<contract.SalesDay> = {}) => makeDay({ location_id: id, ...changes });

async function open(path: string, serve: (server: FakeServer) => void = () => {}, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  server.answer(contract.listReporting, { locations: [] });
  server.answer(compareSales, makeCompared([makeColumn()]));
  server.answer(contract.listSales, makeSales([]));
  server.answer(listSalesByLocation, {
    ...{
      from: '2026-03-14',
      to: '2026-03-14',
      against: 'week',
      base: null,
      locations: [],
      total: 0,
      next: null,
    },
  });
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

test('the reporting page names the locations that are missing first', async () => {
  const missing = { id, name: 'Mill Road 104', number: '104', has_reported: false, is_silent: true };
  const { user } = await open('/sales/reporting', (server) => {
    server.answer(contract.listReporting, {
      locations: [
        {
          ...missing,
          last_file_at: '2026-03-14T10:00:00.000Z',
          last_date: '2026-03-14',
          notified: {
            at: '2026-03-16T15:00:00.000Z',
            date: '2026-03-15',
            names: ['Dana Cole', 'Mia Lee', 'Pat Wu'],
            others: 1,
          },
        },
        {
          ...missing,
          id: 'other',
          name: 'Harbor 7',
          ...{ has_reported: true, is_silent: false },
          last_file_at: null,
          last_date: null,
          notified: null,
        },
        ...[['One'], []].map((names, n) => ({
          ...{ ...missing, id: `few${n}`, name: `Few ${n}`, is_silent: false, has_reported: true },
          ...{ last_file_at: null, last_date: null },
          notified: { at: '2026-03-16T15:00:00.000Z', date: null, names, others: 1 },
        })),
      ],
    });
  });
  const rows = async () => {
    const table = within(await screen.findByRole('table', { name: 'Locations' }));
    return table.getAllByRole('row').slice(1);
  };
  const texts = (await rows()).map((row) => row.textContent);
  expect(texts).toEqual([
    expect.stringMatching(
      /^Mill Road 104MissingSat, Mar 14, 2026.+, silentMar 15: Dana Cole, Mia Lee, 2 others$/,
    ),
    'Harbor 7 #104ReportedNone yetNone yet',
    'Few 0 #104ReportedNone yetNone yetOne, 1 other',
    'Few 1 #104ReportedNone yetNone yet1 user',
  ]);
  await user.click(screen.getByRole('button', { name: 'Reported: All locations' }));
  await user.click(await screen.findByRole('button', { name: 'Missing' }));
  await screen.findByText('1 location');
  expect(location.search).toBe('?show=missing');
  // Nothing is both: the list says so, and offers the way back.
  await user.type(screen.getByRole('searchbox', { name: 'Search locations...' }), 'harbor');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(async () => expect(await rows()).toHaveLength(4));
});

test('the sales of a location show its days in location time, departments, grades and products', async () => {
  const { fuel_by_grade, departments, products } = makeDayDetails();
  await open(`/locations/${id}/sales`, (server) => {
    server.answer(contract.getLocationSales, {
      ...{
        days: [day(), day({ fuel_gross: null, fuel_discounts: null })],
        held: nothingHeld,
        fuel_by_grade,
        departments,
        products,
      },
      ...{ from: null, to: null, problems: [], problem_count: 0 },
    });
  });
  await screen.findByRole('heading', { name: 'Sales of Mill Road 104' });
  screen.getByText('Location time (Chicago)');
  const table = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
  // The sums are those of the days. Before discounts they are not known of both.
  expect(table('Fuel by grade')).toEqual([
    ['Grade 001', '10.000', '3.049', '$30.49', '−$0.50', '$29.99'],
    ['All grades', '20.000', '—', '—', '—', '$59.98'],
  ]);
  expect(table('Departments')).toEqual([
    ['Snacks 12', 'Merchandise', '2', '50.0 %', '$3.00', '$3.00'],
    ['Merchandise', '', '', '', '$6.00', '$6.00'],
  ]);
  expect(table('Products')).toEqual([['Chips', '12345', '2']]);
});

const problemOf = (business_date: string, location_name = 'Airport 399') => ({
  ...{ location_id: id, location_name, business_date },
  problem: 'Its fuel adds up to more than $40,000,000.',
});

test('the sales of a location name the day that is left out, also when it has no other', async () => {
  await open(`/locations/${id}/sales`, (server) => {
    server.answer(contract.getLocationSales, {
      ...{ days: [], held: nothingHeld, fuel_by_grade: [], departments: [], products: [] },
      ...{ from: null, to: null, problems: [problemOf('2025-03-03')], problem_count: 1 },
    });
  });
  const sentence = await screen.findByText(/could not be computed/);
  expect(sentence.textContent).toBe(
    '1 day could not be computed and is left out: Mar 3, 2025 — Its fuel adds up to more than $40,000,000.',
  );
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  screen.getByText('No sales yet');
});

test('who is not assigned to a location watches its registers, and stops watching them', async () => {
  const { user, server } = await open(`/locations/${id}/sales`, (server) => {
    server.answer(contract.getLocationSales, {
      ...{ days: [], held: nothingHeld, fuel_by_grade: [], departments: [], products: [] },
      ...{ from: null, to: null, problems: [], problem_count: 0 },
    });
    server.answer(getLocationWatch, { is_watched: false, is_assigned: false });
    server.answer(watchLocation, ({ body }) => ({
      ...(body as { is_watched: boolean }),
      is_assigned: false,
    }));
  });
  await user.click(await screen.findByRole('button', { name: 'Watch' }));
  await screen.findByText('You watch Mill Road 104');
  await user.click(await screen.findByRole('button', { name: 'Stop watching' }));
  await screen.findByText('You no longer watch Mill Road 104');
  await screen.findByRole('button', { name: 'Watch' });
  const sent = server.requests('PUT', `/api/locations/${id}/watch`).map(({ body }) => body);
  expect(sent).toEqual([{ is_watched: true }, { is_watched: false }]);
});

test('the products of the chain have a name, where they are sold and their last price', async () => {
  const product = { code: '12345', name: 'Chips', location_count: 1, location_ids: [id] };
  const { user, server } = await open('/products', (server) => {
    server.answer(contract.listProducts, {
      products: [
        { ...product, last_price: 149, last_sold_on: '2026-03-14' },
        { ...product, code: '9', name: null, last_price: null, last_sold_on: null },
      ],
      ...{ total: 2, next: null },
    });
  });
  const table = within(await screen.findByRole('table', { name: 'Products' }));
  await waitFor(() =>
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['Chips12345Mill Road 104Mar 14, 2026$1.49', 'No name9Mill Road 104Not yet—']),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search products...' }), 'chips');
  await waitFor(() => expect(server.requests('GET', '/api/products').at(-1)?.query.q).toBe('chips'));
});
