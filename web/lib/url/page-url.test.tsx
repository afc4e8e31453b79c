import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listSales } from '../../../contract/registers.ts';
import { compareSales } from '../../../contract/sales.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { makeColumn, makeCompared, makeDay, makeSales } from '../../testing/fake-registers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openSales(query: string) {
  const server = new FakeServer();
  serveChain(server, {});
  server.answer(compareSales, makeCompared([makeColumn()]));
  server.answer(listSales, makeSales([makeDay()]));
  const opened = await openApp(`/sales${query}`, { server, signedInAs: profileWith() });
  await screen.findByRole('table', { name: 'Sales by day' });
  return {
    ...opened,
    asked: () => server.requests('GET', '/api/sales').findLast(({ query }) => query.limit === '50')?.query,
  };
}

const state = (name: string) => screen.findByRole('button', { name: `Day: ${name}` });

test('Back undoes a change of a page, and a reload shows the page as its URL says', async () => {
  const { user, asked } = await openSales('?show=both&from=2026-03-01');
  await user.click(await state('All days'));
  await user.click(await screen.findByRole('button', { name: 'Not closed' }));
  await state('Not closed');
  expect(location.search).toBe('?show=both&from=2026-03-01&day=not_closed');
  window.history.back();
  await state('All days');
  expect(location.search).toBe('?show=both&from=2026-03-01');
  window.history.forward();
  await state('Not closed');
  await openSales(location.search);
  await state('Not closed');
  expect(asked()).toMatchObject({ from: '2026-03-01', day: 'not_closed' });
});

test('unknown parameters and values of a page are not asked for, and leave the URL with the next change', async () => {
  const { user, asked } = await openSales('?show=both&color=red&day=half_open&sort=-revenue');
  await state('All days');
  expect(asked()).toEqual({ sort: '-revenue', limit: '50' });
  expect(location.search).toBe('?show=both&color=red&day=half_open&sort=-revenue');
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Tax' }));
  await waitFor(() => expect(location.search).toBe('?show=both&sort=-tax'));
});

test('Back closes a dialog of a page, and closing it leaves no way back to it', async () => {
  const { user } = await openApp('/settings?tab=roles', { server: rolesServer(), signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: 'Add Role' }));
  await screen.findByRole('dialog', { name: 'Add New Role' });
  expect(location.search).toBe('?tab=roles&dialog=add');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  window.history.forward();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Role' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(location.search).toBe('?tab=roles'));
  window.history.back();
  await waitFor(() => expect(window.history.state.__TSR_index).toBe(0));
  expect(location.search).toBe('?tab=roles');
});

function rolesServer() {
  const server = new FakeServer();
  serveChain(server, {});
  return server;
}
