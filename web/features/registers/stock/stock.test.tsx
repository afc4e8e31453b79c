import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSalesTiles } from '../../../../contract/registers.ts';
import { exportStock, listStock, type StockItem } from '../../../../contract/stock.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104' });

/** The year is not said. */
const thisYear = `${new Date().getFullYear()}-03-18`;

function makeItem(changes: Partial<StockItem> = {}): StockItem {
  return {
    ...{ id: 'item-1', location_id: id, location_name: mill.name, location_number: '104' },
    ...{ code: '49000000443', name: 'Cola 20 oz', on_hand: 2500, reorder_point: 6000 },
    ...{ counted: 24_000, counted_at: thisYear, sold_since: 21_500, is_active: true, is_low: true },
    is_oversold: false,
    ...changes,
  };
}

async function open(path: string, serve: (server: FakeServer) => void, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

const stockOf = (items: StockItem[], locations = 1) => ({
  items,
  total: items.length,
  locations,
  next: null,
});

test('the Stock page shows what is low, what was counted and how much is missing to the reorder point', async () => {
  const unknown = makeItem({
    ...{ id: 'item-2', name: null, code: '9', on_hand: 0, reorder_point: 0, counted_at: null },
    ...{ counted: -1000, sold_since: 0, is_oversold: true },
  });
  const oversold = makeItem({
    ...{
      id: 'item-3',
      on_hand: 0,
      reorder_point: null,
      counted: 65_000,
      sold_since: 102_000,
      is_oversold: true,
    },
  });
  const { user } = await open('/stock', (server) => {
    server.answer(listStock, stockOf([makeItem(), unknown, oversold], 12));
    server.answer(getSalesTiles, {
      ...{ has_figures: true, revenue: null, products: null, stock: { low: 3, recount: 2, locations: 12 } },
    });
  });
  const rows = (await screen.findAllByRole('row')).slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['Cola 20 oz 49000000443', 'Mill Road 104', '24 on Mar 18, 21.5 sold since', '2.5', '6', '3.5'],
    ['9', 'Mill Road 104', 'Listed below zero · Count again', '0', '0', '0'],
    // No more is subtracted than was there.
    ['Cola 20 oz 49000000443', 'Mill Road 104', '65 on Mar 18, 102 sold since · Count again', '0', '—', ''],
  ]);
  screen.getByRole('heading', { name: 'Stock' });
  screen.getByText('Counts less sales since, known at 12 locations');
  await user.click(await screen.findByRole('button', { name: '2 to count again' }));
  await screen.findByRole('button', { name: 'Show: Low stock to count again' });
  expect(location.search).toBe('?show=recount');
});

test('the Stock page filters and sorts in its URL, shows all stock, and exports what it shows', async () => {
  const { user, server } = await open('/stock', (server) => {
    server.answer(listStock, stockOf([makeItem()]));
    server.file(exportStock, 'Location\r\n', 'stock.csv');
  });
  URL.createObjectURL = () => 'blob:stock';
  URL.revokeObjectURL = () => {};
  await user.click(await screen.findByRole('button', { name: 'Product' }));
  await waitFor(() => expect(location.search).toBe('?sort=product'));
  await user.click(screen.getByRole('button', { name: 'Product' }));
  await waitFor(() => expect(location.search).toBe('?sort=-product'));
  await user.click(screen.getByRole('button', { name: 'Show: Low stock' }));
  await user.click(await screen.findByRole('button', { name: 'All stock' }));
  await screen.findByRole('button', { name: 'Show: All stock' });
  await user.click(screen.getByRole('button', { name: 'Location: All locations' }));
  await user.click(await screen.findByRole('checkbox', { name: /Mill Road 104/ }));
  await user.keyboard('{Escape}');
  const asked = { sort: '-product', show: 'all', location: id };
  await waitFor(() => expect(server.requests('GET', '/api/stock').at(-1)?.query).toMatchObject(asked));
  screen.getByText('All stock, at Mill Road 104');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(server.requests('GET', '/api/stock/export.csv')[0]?.query).toMatchObject(asked));
});

test('the Stock page says that there is no list yet, that nothing is low, and why it failed', async () => {
  let answer = stockOf([], 0);
  const { user, server } = await open('/stock', (server) => server.answer(listStock, () => answer));
  await screen.findByText('No stock list yet');
  expect(screen.getAllByRole('link', { name: 'Import' })[0]?.getAttribute('href')).toBe('/import/stock');
  answer = stockOf([], 3);
  const search = screen.getByPlaceholderText('Search products...');
  await user.type(search, 'tea');
  await screen.findByText('No low stock found');
  await user.clear(search);
  await screen.findByText('Nothing is low');
  server.refuse(listStock, 'internal', 'The server failed.');
  await user.type(search, 'cola');
  await screen.findByText(/The server failed/);
});

test('a user who may not manage registers imports no stock', async () => {
  await open('/stock', (server) => server.answer(listStock, stockOf([], 0)), ['viewer']);
  await screen.findByText('No stock list yet');
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
});
