import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listCashiers,
  listExceptions,
  type SalesException,
  setExceptionSeen,
} from '../../../../contract/sales-exceptions.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { makeExceptions } from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104' });
const voids: SalesException = {
  ...{ location_id: id, location_name: mill.name, location_number: '104' },
  ...{ business_date: '2026-03-13', trading_date: '2026-03-14', kind: 'voids' },
  ...{ about: '', what: '20 voids, 10 per 100 transactions', seen: null },
  usual: '1 per 100 transactions (median of 28 days)',
};

async function open(path: string, exceptions: SalesException[], roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  const range = { from: '2026-03-08', to: '2026-03-14' };
  server.answer(listExceptions, { ...makeExceptions(exceptions), ...range });
  server.answer(listCashiers, {
    ...range,
    cashiers: [
      { cashier: '12', transactions: 1200, refunds: 0.25, voids: null, no_sales: 3, over_short: -940 },
    ],
  });
  return { ...(await openApp(path, { server, signedInAs: profileWith(roles) })), server };
}

test('an exception says what, how much and what is usual, and leads to its day', async () => {
  await open('/sales/exceptions', [voids]);
  const table = await screen.findByRole('table', { name: 'Exceptions' });
  const row = within(table).getByRole('row', { name: /Mill Road/ });
  expect(row.textContent).toContain('Sat, Mar 14, 2026Voids20 voids, 10 per 100 transactions1 per 100');
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/locations/${id}/sales/2026-03-13`);
  expect(screen.getByText('1 exception')).toBeTruthy();
  // Nobody is named without a location.
  expect(screen.queryByRole('region', { name: 'By cashier' })).toBeNull();
});

test('a kind is asked for, and its rule stands below, also when nothing is beyond it', async () => {
  const { server, user } = await open('/sales/exceptions', []);
  await screen.findByText('Nothing unusual');
  await user.click(screen.getByRole('button', { name: /Kind/ }));
  await user.click(await screen.findByRole('button', { name: 'Voids' }));
  await screen.findByText('No exceptions match.');
  expect(server.requests('GET', '/api/sales/exceptions').at(-1)?.query).toMatchObject({ kind: 'voids' });
  expect(screen.getByText(/At least 5 per 100 inside transactions, and above 4 times/)).toBeTruthy();
  expect(screen.queryByText(/No gallon of a grade/)).toBeNull();
});

const mark = { note: 'Spoke with Mo', updated_at: mill.updated_at, updated_by_name: 'Mona Manager' };

test('one is marked as seen with a note, and seen ones are found by their filter', async () => {
  const { server, user } = await open('/sales/exceptions', [voids]);
  server.answer(setExceptionSeen, { seen: mark });
  await user.click(await screen.findByRole('button', { name: /^Mark as seen: Voids/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark as Seen' });
  await user.type(within(dialog).getByLabelText('Note'), 'Spoke with Mo');
  await user.click(within(dialog).getByRole('button', { name: 'Mark as seen' }));
  await screen.findByText('Marked as seen');
  expect(server.requests('PUT', `/api/locations/${id}/sales/2026-03-13/seen`)[0]?.body).toEqual({
    ...{ kind: 'voids', about: '', what: voids.what, is_seen: true, note: 'Spoke with Mo' },
  });
  await user.click(screen.getByRole('button', { name: /^Seen/ }));
  await user.click(await screen.findByRole('button', { name: 'All' }));
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/exceptions').at(-1)?.query).toMatchObject({ seen: 'all' }),
  );
});

test('who saw it stands in its row, and may be taken back by who edits notes alone', async () => {
  const { server, user } = await open('/sales/exceptions?seen=seen', [{ ...voids, seen: mark }]);
  server.answer(setExceptionSeen, { seen: null });
  const row = within(await screen.findByRole('table', { name: 'Exceptions' })).getByRole('row', {
    name: /Mill/,
  });
  expect(row.textContent).toContain('Spoke with MoMona Manager, ');
  await user.click(within(row).getByRole('button', { name: /^Edit: Voids/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Seen' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Marked as not seen');
  expect(server.requests('PUT', `/api/locations/${id}/sales/2026-03-13/seen`)[0]?.body).toMatchObject({
    is_seen: false,
  });
});

test('a viewer reads the marks and has no button', async () => {
  await open('/sales/exceptions', [voids, { ...voids, kind: 'no_sales', seen: mark }], ['viewer']);
  await screen.findByText('Spoke with Mo');
  expect(screen.queryByRole('button', { name: /Mark as seen|Edit/ })).toBeNull();
});

test.each([
  ['admin', true],
  ['viewer', false],
])('the cashiers of a location are shown to %s: %s', async (role, isShown) => {
  await open(`/sales/exceptions?location=${id}`, [voids], [role]);
  await screen.findByRole('table', { name: 'Exceptions' });
  if (!isShown) return expect(screen.queryByRole('region', { name: 'By cashier' })).toBeNull();
  const row = within(await screen.findByRole('table', { name: 'By cashier' })).getByRole('row', {
    name: /12/,
  });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([...['Cashier 12', '1,200', '0.3', '—', '3.0', '−$9.40']]);
});
