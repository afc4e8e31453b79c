import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeLocation, getLocation, reopenLocation } from '../../../../contract/locations.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
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

test('the location page offers no closing to a viewer', async () => {
  await openLocation({ ...harbor, closed_on: '2026-01-31' }, ['viewer']);
  await screen.findByText(/Closed since Jan 31, 2026/);
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});
