import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exportStock, listStock, type StockItem } from '../../../../contract/stock.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104' });

function makeItem(changes: Partial<StockItem> = {}): StockItem {
  return {
    ...{ id: 'item-1', location_id: id, location_name: mill.name, location_number: '104' },
    ...{ code: '49000000443', name: 'Cola 20 oz', on_hand: 2500, reorder_point: 6000 },
    ...{ counted: 24_000, counted_at: '2026-03-18', sold_since: 21_500, is_active: true, is_low: true },
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
    ...{ id: 'item-2', name: null, code: '9', on_hand: -1000, reorder_point: 0, counted_at: null },
    ...{ counted: -1000, sold_since: 0 },
  });
  await open('/stock', (server) => server.answer(listStock, stockOf([makeItem(), unknown], 12)));
  const rows = (await screen.findAllByRole('row')).slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['Cola 20 ozMill Road 104 #104 · 49000000443', '24 on Mar 18, 2026, 21.5 sold since', '2.5', '6', '3.5'],
    ['9Mill Road 104 #104', '−1, nothing subtracted', '−1', '0', '1'],
  ]);
  screen.getByRole('heading', { name: 'Stock' });
  screen.getByText('At or below the reorder point. Stock is known at 12 locations');
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
  await user.click(await screen.findByRole('button', { name: /Mill Road 104/ }));
  const asked = { sort: '-product', show: 'all', location: id };
  await waitFor(() => expect(server.requests('GET', '/api/stock').at(-1)?.query).toMatchObject(asked));
  screen.getByText('Only at Mill Road 104');
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
