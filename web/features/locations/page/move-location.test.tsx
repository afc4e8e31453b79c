import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { moveLocation, previewDistrictMove } from '../../../../contract/districts.ts';
import { getLocation } from '../../../../contract/locations.ts';
import { makeDistrict, makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { toasts } from '../../../testing/toasts.ts';

const north = makeDistrict({ id: 'north', name: 'North', number: '4', location_count: 23 });
const south = makeDistrict({ id: 'south', name: 'South', location_count: 1 });
const harbor = makeLocation({ id: 'harbor', name: 'Harbor 7', district_id: 'north' });
const moved = { district_id: 'south', updated_at: '2026-12-01T00:00:00.000Z' };
const nobody = { users: [], total: 0 };
const named = (...names: string[]) => names.map((name) => ({ id: name, name, covers_until: null }));

async function openLocation({ location = harbor, roles = ['admin'], districts = [north, south] } = {}) {
  const server = new FakeServer();
  serveChain(server, { locations: [location], districts });
  server.answer(previewDistrictMove, { gain: nobody, lose: nobody });
  const app = await openApp('/locations/harbor', { signedInAs: profileWith(roles), server });
  await screen.findByRole('heading', { name: 'Harbor 7' });
  return { ...app, server };
}

type Opened = Awaited<ReturnType<typeof openLocation>>;

async function openMove({ user }: Opened, title = 'Move to Another District') {
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to a District' }));
  return within(await screen.findByRole('dialog', { name: title }));
}

test('the location page shows the district of the location, and leads to it', async () => {
  await openLocation();
  const link = await screen.findByRole('link', { name: 'North' });
  expect(link.getAttribute('href')).toBe('/districts/north');
});

test('MoveLocationDialog names who gains and who loses the location before it is saved, and Undo moves it back', async () => {
  const opened = await openLocation();
  const { user, server } = opened;
  server.answer(previewDistrictMove, {
    gain: { users: named('Ann Lee', 'Bo Hill'), total: 12 },
    lose: { users: [{ id: 'cy', name: 'Cy Dale', covers_until: '2026-11-30T04:59:00.000Z' }], total: 1 },
  });
  const dialog = await openMove(opened);
  dialog.getByText('Harbor 7, now in North');
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('button', { name: /^North/ })).toBeNull();
  await user.click(await dialog.findByRole('button', { name: /^South/ }));
  const said = await dialog.findByRole('status');
  await waitFor(() =>
    expect(said.textContent).toBe(
      '12 users gain it: Ann Lee, Bo Hill and 10 more1 user loses it: Cy Dale (covers it until Sun, Nov 29, 11:59 PM)',
    ),
  );
  expect(server.requests('PUT', '/api/locations/harbor/district')).toEqual([]);
  expect(server.requests('GET', '/api/locations/harbor/district')[0]?.query).toEqual({
    district_id: 'south',
  });
  server.answer(moveLocation, moved);
  server.answer(getLocation, { ...harbor, ...moved, assigned_count: 0 });
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await toasts.findByText('Harbor 7 moved to South');
  await screen.findByRole('link', { name: 'South' });
  const [sent] = server.requests('PUT', '/api/locations/harbor/district');
  expect(sent?.body).toEqual({ district_id: 'south' });
  expect(sent?.headers.get('if-match')).toBe(`"${harbor.updated_at}"`);
  server.answer(moveLocation, { ...moved, district_id: 'north' });
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  await toasts.findByText('Harbor 7 moved to North');
  const [, back] = server.requests('PUT', '/api/locations/harbor/district');
  expect([back?.body, back?.headers.get('if-match')]).toEqual([
    { district_id: 'north' },
    `"${moved.updated_at}"`,
  ]);
});

test('MoveLocationDialog takes a location out of its district, and says that nobody loses it', async () => {
  const opened = await openLocation();
  const { user, server } = opened;
  const dialog = await openMove(opened);
  await user.click(await dialog.findByRole('button', { name: /^No district/ }));
  await dialog.findByText('Nobody gains or loses it.');
  expect(server.requests('GET', '/api/locations/harbor/district')[0]?.query).toEqual({});
  server.answer(moveLocation, { ...moved, district_id: null });
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await toasts.findByText('Harbor 7 is in no district now');
  expect(server.requests('PUT', '/api/locations/harbor/district')[0]?.body).toEqual({ district_id: null });
});

test('MoveLocationDialog cannot be saved while it does not know who is concerned, and tries again', async () => {
  const opened = await openLocation({ location: { ...harbor, district_id: null } });
  const { user, server } = opened;
  server.refuse(previewDistrictMove, 'unavailable', 'The server has much to do. Try again in a minute.');
  const dialog = await openMove(opened, 'Move to a District');
  await user.click(await dialog.findByRole('button', { name: /^South/ }));
  const again = await dialog.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  server.answer(previewDistrictMove, { gain: nobody, lose: nobody });
  await user.click(again);
  await dialog.findByText('Nobody gains or loses it.');
});

test('MoveLocationDialog says who changed the location meanwhile, and loads its new values', async () => {
  const opened = await openLocation();
  const { user, server } = opened;
  server.refuse(moveLocation, 'stale', 'Ada Owner changed this after you opened it.', {
    changed: { by: 'Ada Owner', at: '2026-11-20T21:05:00.000Z' },
  });
  const dialog = await openMove(opened);
  await user.click(await dialog.findByRole('button', { name: /^South/ }));
  await dialog.findByText('Nobody gains or loses it.');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await dialog.findByText(/Ada Owner changed this after you opened it/);
  const newer = { ...harbor, updated_at: '2026-11-30T00:00:00.000Z' };
  server.answer(getLocation, { ...newer, assigned_count: 0 });
  await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
  await waitFor(() => expect(dialog.queryByText(/Ada Owner/)).toBeNull());
  server.answer(moveLocation, moved);
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await toasts.findByText('Harbor 7 moved to South');
  const [, again] = server.requests('PUT', '/api/locations/harbor/district');
  expect(again?.headers.get('if-match')).toBe(`"${newer.updated_at}"`);
});

test('MoveLocationDialog without any district leads to the page of districts', async () => {
  const opened = await openLocation({ location: { ...harbor, district_id: null }, districts: [] });
  const dialog = await openMove(opened, 'Move to a District');
  const link = await dialog.findByRole('link', { name: 'Add a district' });
  expect(link.getAttribute('href')).toBe('/districts?dialog=add');
});
