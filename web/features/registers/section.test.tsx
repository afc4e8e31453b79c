import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answer } from '../../../contract/http/endpoint.ts';
import * as contract from '../../../contract/registers.ts';
import { compareSales } from '../../../contract/sales.ts';
import { listExceptions } from '../../../contract/sales-exceptions.ts';
import { listStock } from '../../../contract/stock.ts';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import {
  makeColumn,
  makeCompared,
  makeDayDetails,
  makeExceptions,
  makeSales,
  nothingHeld,
} from '../../testing/fake-registers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const mill = makeLocation({ id: '22222222-2222-4222-8222-222222222222', name: 'Mill Road 104' });

type Tiles = Answer<typeof contract.getSalesTiles>;

const tiles: Tiles = {
  has_figures: true,
  revenue: { amount: 3299, as_of: null, reported: 58, missing: 2, yesterday: null, held: nothingHeld },
  products: { active: 1018 },
  stock: { low: 162, recount: 41, locations: 4 },
};

async function open(path: string, answer: Tiles = tiles) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  server.answer(contract.getSalesTiles, answer);
  server.answer(listStock, { items: [], total: 0, locations: 0, next: null });
  server.answer(contract.listReporting, { locations: [] });
  server.answer(contract.getSalesDay, makeDayDetails({ location_id: mill.id }));
  server.answer(compareSales, makeCompared([makeColumn()]));
  server.answer(contract.listSales, makeSales([]));
  server.answer(contract.listProducts, { products: [], total: 0, next: null });
  server.answer(contract.listRegisterFiles, { files: [], next: null });
  server.answer(listExceptions, makeExceptions());
  await openApp(path, { server, signedInAs: profileWith(['admin']) });
  const bar = within(await screen.findByRole('navigation', { name: 'Sales section' }));
  return bar.getAllByRole('link');
}

/** 'Stock162 low*' is the marked one. */
const read = (links: HTMLElement[]) =>
  links.map((link) => `${link.textContent}${link.hasAttribute('aria-current') ? '*' : ''}`);

test.each([
  { path: '/sales/reporting', marked: 'Reporting2 missing', says: 'page' },
  { path: '/stock', marked: 'Stock162 low', says: 'page' },
  // It belongs to Sales, and is not that page.
  { path: `/locations/${mill.id}/sales/2026-03-13`, marked: 'Sales', says: 'true' },
])('the bar of the section marks one page on $path, and says what waits there', async ({
  path,
  marked,
  says,
}) => {
  const links = await open(path);
  await screen.findByText('162 low');
  const all = ['Sales', 'Exceptions', 'Reporting2 missing', 'Stock162 low', 'Products1,018', 'Files'];
  expect(read(links)).toEqual(all.map((text) => (text === marked ? `${text}*` : text)));
  expect(links.find((link) => link.hasAttribute('aria-current'))?.getAttribute('aria-current')).toBe(says);
});

test('the bar of the section has no count of what is not known, and none for nobody missing', async () => {
  const revenue = { amount: null, as_of: null, reported: 3, missing: 0, yesterday: null, held: nothingHeld };
  const links = await open('/stock', { has_figures: true, revenue, products: { active: 7 }, stock: null });
  await screen.findByText('7');
  expect(read(links)).toEqual(['Sales', 'Exceptions', 'Reporting', 'Stock*', 'Products7', 'Files']);
});

test.each([
  { path: '/sales', wrong: 'figure=luck' },
  { path: `/locations/${mill.id}/sales`, wrong: 'period=someday' },
  { path: '/sales/exceptions', wrong: 'kind=odd' },
  { path: '/sales/reporting', wrong: 'show=late' },
  { path: '/stock', wrong: 'show=none' },
  { path: '/products', wrong: null },
  { path: '/register-files', wrong: 'outcome=lost' },
])('$path says which filters of its address it does not know, and exports nothing until they are gone', async ({
  path,
  wrong,
}) => {
  const unknown = [...(wrong ? [wrong] : []), 'color=red'];
  await open(`${path}?${unknown.join('&')}`);
  const many = wrong ? 'filters that are' : 'a filter that is';
  await screen.findByText(`This address has ${many} not known: ${unknown.join(', ')}`);
  for (const button of screen.queryAllByRole('button', { name: /^(Export CSV|Withdraw files…)$/ }))
    expect(button).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: /^Remove (it|them)$/ }));
  await waitFor(() => expect(location.search).toBe(''));
  expect(screen.queryByText(/^This address has/)).toBeNull();
});
