import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeLocation, getLocation, reopenLocation } from '../../../../contract/locations.ts';
import { createRun, type Run } from '../../../../contract/runs.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { makeRun, serveRuns } from '../../../testing/fake-runs.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const harbor = makeLocation({ name: 'Harbor 7', number: '107' });

async function openLocation(location = harbor, roles = ['admin']) {
  const server = new FakeServer();
  const chain = serveChain(server, { locations: [location] });
  const app = await openApp(`/locations/${location.id}`, { signedInAs: profileWith(roles), server });
  await screen.findByRole('heading', { name: 'Harbor 7' });
  return { ...app, server, chain };
}

test('the location page closes a location on the day that is chosen, and reopens it', async () => {
  const { user, server } = await openLocation();
  const closed = { ...harbor, closed_on: '2026-01-31' };
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close Location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Harbor 7' }));
  const day = dialog.getByLabelText(/Closed on/);
  await user.clear(day);
  await user.type(day, '2026-01-31');
  server.answer(closeLocation, closed);
  server.answer(getLocation, { ...closed, assigned_count: 0 });
  await user.click(dialog.getByRole('button', { name: 'Close Location' }));
  await screen.findByText(/Closed since Jan 31, 2026/);
  expect(server.requests('POST', `/api/locations/${harbor.id}/close`)[0]?.body).toEqual({
    closed_on: '2026-01-31',
  });
  server.answer(reopenLocation, harbor);
  server.answer(getLocation, { ...harbor, assigned_count: 0 });
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(screen.queryByText(/Closed since/)).toBeNull());
});

test('the toast of a closed location reopens it, and its own toast closes it again on the same day', async () => {
  const { user, server } = await openLocation({ ...harbor, closed_on: '2026-01-31' });
  const closings = () => server.requests('POST', `/api/locations/${harbor.id}/close`);
  const serve = (closed_on: string | null) => {
    const stored = { ...harbor, closed_on };
    server.answer(reopenLocation, stored);
    server.answer(closeLocation, stored);
    server.answer(getLocation, { ...stored, assigned_count: 0 });
  };
  serve(null);
  await user.click(await screen.findByRole('button', { name: 'Reopen' }));
  await screen.findByText('Harbor 7 reopened');
  expect(screen.queryByText(/Closed since/)).toBeNull();
  serve('2026-01-31');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Harbor 7 closed');
  expect(closings().map(({ body }) => body)).toEqual([{ closed_on: '2026-01-31' }]);
  await screen.findByText(/Closed since Jan 31, 2026/);
  server.refuse(reopenLocation, 'conflict', 'Somebody else changes it now.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Failed to reopen Harbor 7: Somebody else changes it now.');
  serve(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Harbor 7 reopened');
});

/** Opens the dialog over a location with 12 users, beside an open and a closed one. */
async function openClosing(roles = ['admin'], assigned_count = 12) {
  const { user, server, chain } = await openLocation(harbor, roles);
  const depot = makeLocation({ name: 'Depot', number: '104' });
  chain.locations.push(depot, makeLocation({ name: 'Quarry', closed_on: '2026-10-31' }));
  server.answer(getLocation, { ...harbor, assigned_count });
  const closed = { ...harbor, closed_on: '2026-11-20' };
  server.answer(closeLocation, closed);
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close Location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Harbor 7' }));
  const asked: unknown[] = [];
  const runs = [makeRun({ title: 'Move 12 users from Harbor 7 to Depot', total: 12 })];
  serveRuns(server, runs);
  server.answer(createRun, ({ body }) => {
    asked.push(body);
    return runs[0] as Run;
  });
  return { user, server, dialog, depot, asked };
}

test('closing a location moves its users to another one, after a preview that opens when it is closed', async () => {
  const { user, server, dialog, depot, asked } = await openClosing();
  await dialog.findByRole('group', { name: 'The 12 users who are assigned to it' });
  await user.click(dialog.getByRole('radio', { name: 'Move them to another location' }));
  const close = dialog.getByRole('button', { name: 'Close Location' }) as HTMLButtonElement;
  expect(close.disabled).toBe(true);
  await user.type(await dialog.findByRole('searchbox'), 'depot');
  await user.click(await dialog.findByRole('button', { name: /^Depot \(104\)/ }));
  server.refuse(createRun, 'conflict', 'Too many runs.');
  await user.click(close);
  await dialog.findByText(
    /Harbor 7 is closed, but the changes of its users could not be prepared: Too many runs\./,
  );
  const runs = [makeRun({ title: 'Move 12 users from Harbor 7 to Depot', total: 12 })];
  serveRuns(server, runs);
  server.answer(createRun, ({ body }) => {
    asked.push(body);
    return runs[0] as Run;
  });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Move 12 users from Harbor 7 to Depot', level: 1 });
  expect(server.requests('POST', `/api/locations/${harbor.id}/close`)).toHaveLength(1);
  expect(asked).toMatchObject([
    {
      about: 'users',
      act: { act: 'locations', add: [depot.id], remove: [harbor.id] },
      selection: { query: `location=${harbor.id}` },
    },
  ]);
});

test('closing a location removes its users from it, or keeps them', async () => {
  const { user, dialog, asked } = await openClosing();
  dialog.getByText(/^Its users and its history stay\./);
  await user.click(await dialog.findByRole('radio', { name: 'Remove them from this location' }));
  dialog.getByText(/^Its history stays\./);
  await user.click(dialog.getByRole('button', { name: 'Close Location' }));
  await waitFor(() =>
    expect(asked).toMatchObject([{ act: { act: 'locations', add: [], remove: [harbor.id] } }]),
  );
});

test.each([
  ['of a location without users', ['admin'], 0],
])('the dialog %s asks nothing about users', async (_, roles, count) => {
  const { user, dialog, asked } = await openClosing(roles, count);
  await user.click(dialog.getByRole('button', { name: 'Close Location' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([]);
});

test('the location page offers no closing to a viewer', async () => {
  await openLocation({ ...harbor, closed_on: '2026-01-31' }, ['viewer']);
  await screen.findByText(/Closed since Jan 31, 2026/);
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});
