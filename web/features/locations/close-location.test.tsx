import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeLocation, getLocation, reopenLocation } from '../../../contract/locations.ts';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

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
  await user.click(await screen.findByRole('button', { name: 'Close location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Harbor 7' }));
  const day = dialog.getByLabelText(/Closed on/);
  await user.clear(day);
  await user.type(day, '2026-01-31');
  server.answer(closeLocation, closed);
  server.answer(getLocation, { ...closed, user_count: 0 });
  await user.click(dialog.getByRole('button', { name: 'Close location' }));
  await screen.findByText(/Closed since Jan 31, 2026/);
  expect(server.requests('POST', `/api/locations/${harbor.id}/close`)[0]?.body).toEqual({
    closed_on: '2026-01-31',
  });
  server.answer(reopenLocation, harbor);
  server.answer(getLocation, { ...harbor, user_count: 0 });
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  await screen.findByRole('button', { name: 'Close location' });
});

test('the location page offers no closing to a viewer', async () => {
  await openLocation({ ...harbor, closed_on: '2026-01-31' }, ['viewer']);
  await screen.findByText(/Closed since Jan 31, 2026/);
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});
