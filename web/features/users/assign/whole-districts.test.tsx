import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnProfile } from '../../../../contract/profile.ts';
import { makeDistrict, makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { toasts } from '../../../testing/toasts.ts';

const north = makeDistrict({ id: 'north', name: 'North', location_count: 23 });
const south = makeDistrict({ id: 'south', name: 'South', location_count: 1 });
const west = makeDistrict({ id: 'west', name: 'West', location_count: 2, is_whole: false });
const harbor = makeLocation({ id: 'harbor', name: 'Harbor 7', district_id: 'north' });
const depot = makeLocation({ id: 'depot', name: 'Depot 9' });

interface Start {
  districts?: (typeof north)[];
  given?: string[];
  as?: OwnProfile;
  location_ids?: string[];
}

async function openAssign({
  districts = [north, south, west],
  given = [],
  as = profileWith(),
  location_ids = ['depot'],
}: Start = {}) {
  const server = new FakeServer();
  const user = makeUser({ id: 'eva', full_name: 'Eva Park', location_ids });
  const own = makeUser({ id: as.id, location_ids });
  const chain = serveChain(server, {
    ...{ users: [user, own], locations: [harbor, depot], districts },
    given: { eva: given, [as.id]: given },
  });
  const id = as.permissions.includes('locations.all') ? 'eva' : as.id;
  const opened = await openApp(`/users?dialog=locations&id=${id}`, { server, signedInAs: as });
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Locations' }));
  await dialog.findByRole('checkbox', { name: /^Depot 9/ });
  const save = () => opened.user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
  const sent = () => server.requests('PUT', `/api/users/${id}/locations`).map(({ body }) => body);
  return { ...opened, server, chain, dialog, save, sent };
}

test('AssignLocationsDialog offers whole districts that the actor may give, and none where there are none', async () => {
  const { dialog } = await openAssign();
  const whole = within(dialog.getByRole('group', { name: 'Whole districts' }));
  expect(whole.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'North',
    'South',
  ]);
  whole.getByText('23 locations today, and new ones');
  whole.getByText('1 location today, and new ones');
  await openAssign({ districts: [] });
  expect(screen.queryByText('Whole districts')).toBeNull();
  screen.getByText('1 location(s) selected');
});

test('AssignLocationsDialog gives a district, marks its locations, counts both, and Undo takes it away', async () => {
  const { user, dialog, save, sent } = await openAssign();
  dialog.getByText('1 location(s) selected');
  expect(dialog.queryByText('through North')).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'North' }));
  dialog.getByText('through North');
  dialog.getByText('1 location and 1 district selected');
  dialog.getByText('Add 1');
  await user.click(dialog.getByRole('checkbox', { name: /^Harbor 7/ }));
  dialog.getByText('2 locations and 1 district selected');
  await save();
  await toasts.findByText('Locations of Eva Park updated');
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  await toasts.findByText('Locations of Eva Park are as before');
  expect(sent()).toEqual([
    { location_ids: ['depot', 'harbor'], district_ids: ['north'] },
    { location_ids: ['depot'], district_ids: [] },
  ]);
});

test('AssignLocationsDialog does not send the districts when only locations changed', async () => {
  const { user, dialog, save, sent } = await openAssign({ given: ['north'] });
  await user.click(dialog.getByRole('checkbox', { name: /^Depot 9/ }));
  dialog.getByText('0 locations and 1 district selected');
  await save();
  await waitFor(() => expect(sent()).toEqual([{ location_ids: [] }]));
});

test('AssignLocationsDialog shows a district of the user that the actor may not give, and leaves it', async () => {
  const { user, dialog } = await openAssign({ given: ['west'] });
  const box = dialog.getByRole('checkbox', { name: 'West' });
  expect(box.getAttribute('aria-disabled')).toBe('true');
  dialog.getByText(/^You do not have all of it/);
  await user.click(box);
  expect(box).toHaveProperty('checked', true);
  dialog.getByText('No changes yet');
});

test('AssignLocationsDialog finds one of a thousand districts', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => makeDistrict({ name: `District ${n}` }));
  const { user, dialog } = await openAssign({ districts: many });
  const whole = within(dialog.getByRole('group', { name: 'Whole districts' }));
  expect(whole.getAllByRole('checkbox').length).toBeLessThan(40);
  await user.type(dialog.getByRole('searchbox', { name: 'Filter districts' }), 'district 777');
  await user.click(await whole.findByRole('checkbox', { name: 'District 777' }));
  dialog.getByText('1 location and 1 district selected');
});

test('AssignLocationsDialog finds a district by its number', async () => {
  const numbered = Array.from({ length: 20 }, (_, n) =>
    makeDistrict({ name: `Area ${n}`, number: `${n + 50}` }),
  );
  const { user, dialog } = await openAssign({ districts: numbered });
  const whole = within(dialog.getByRole('group', { name: 'Whole districts' }));
  await user.type(dialog.getByRole('searchbox', { name: 'Filter districts' }), 'district 54');
  await waitFor(() => expect(whole.getAllByRole('checkbox')).toHaveLength(1));
  whole.getByRole('checkbox', { name: 'Area 4' });
});

test('AssignLocationsDialog refuses a manager who would lose all locations with the last district', async () => {
  const own = { ...harbor, city: 'Albany', state: 'NY' };
  const as = profileWith(['manager'], { locations: [own] });
  const { user, dialog } = await openAssign({ as, given: ['north'], location_ids: ['depot'] });
  await user.click(dialog.getByRole('checkbox', { name: 'North' }));
  dialog.getByText('You will lose access to North. Only an administrator can give it back.');
  await user.click(dialog.getByRole('checkbox', { name: /^Depot 9/ }));
  dialog.getByText('You would lose access to Harbor 7. Ask an administrator to do this.');
  expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('checkbox', { name: 'North' }));
  dialog.getByText('You will lose access to Depot 9. Only an administrator can give it back.');
});
