import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as contract from '../../../contract/districts.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { makeDistrict, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { toasts } from '../../testing/toasts.ts';

const ann = makeUser({ id: 'ann', full_name: 'Ann Lee' });
const bo = makeUser({ id: '11111111-1111-4111-8111-0000000000b0', full_name: 'Bo Hill' });
const north = makeDistrict({
  ...{ id: 'north', name: 'North', number: '4', manager: { id: 'ann', name: 'Ann Lee' } },
  ...{ location_count: 23, user_count: 1 },
});
const south = makeDistrict({ id: 'south', name: 'South', is_whole: false });

const granted = { at: '2026-03-03T12:00:00.000Z', by: 'Maria Alvarez' };
const opened = { ...north, manager_misses: false, users: [{ id: 'ann', name: 'Ann Lee', granted }] };

async function open(
  path: string,
  signedInAs: OwnProfile = profileWith(),
  districts = [north, south],
  locations = [makeLocation({ id: 'harbor', name: 'Harbor 7' })],
) {
  const server = new FakeServer();
  const chain = serveChain(server, {
    users: [ann, bo],
    locations,
    districts,
    given: { ann: ['north'] },
  });
  server.answer(contract.getDistrict, opened);
  const app = await openApp(path, { server, signedInAs });
  return { ...app, server, chain };
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the page of districts', () => {
  test('DistrictsPage shows number, manager, locations and users of each, and finds by name or number', async () => {
    const { user } = await open('/districts');
    const row = within(await screen.findByRole('row', { name: /North/ }));
    row.getByText('4');
    row.getByText('Ann Lee');
    expect(row.getByRole('link', { name: '23' }).getAttribute('href')).toBe('/locations?district=north');
    expect(row.getByRole('link', { name: 'North' }).getAttribute('href')).toBe('/districts/north');
    screen.getByText('2 districts');
    const box = screen.getByRole('searchbox');
    await fill(user, box, 'sou');
    await waitFor(() => expect(screen.queryByRole('row', { name: /North/ })).toBeNull());
    screen.getByText('1 district');
    await fill(user, box, 'x');
    await screen.findByText('No districts found');
  });

  test('DistrictsPage without districts says what one is for, and a reader gets no button', async () => {
    await open('/districts', profileWith(['employee']), []);
    await screen.findByText('No districts yet');
    screen.getByText(/^A district is a group of locations/);
    expect(screen.queryByRole('button', { name: 'Add District' })).toBeNull();
  });

  test('DistrictsPage shows 100 of many districts, and more when asked', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => makeDistrict({ name: `District ${n}` }));
    const { user } = await open('/districts', profileWith(), many);
    await screen.findByText('1,000 districts');
    expect(screen.getAllByRole('row')).toHaveLength(101);
    await user.click(screen.getByRole('button', { name: 'Show 100 more of 900' }));
    expect(screen.getAllByRole('row')).toHaveLength(201);
  });

  test('a user without the permission gets no page and no item in the sidebar', async () => {
    const { permissions, ...profile } = profileWith(['employee']);
    const others = permissions.filter((name) => name !== 'districts.read');
    await open('/districts', { ...profile, permissions: others });
    await screen.findByText('No access to districts');
    expect(screen.queryByRole('link', { name: 'Districts' })).toBeNull();
  });
});

describe('changing districts', () => {
  test('AddDistrictDialog sends name, number and the chosen manager', async () => {
    const { user, server, chain } = await open('/districts');
    const east = makeDistrict({ name: 'East' });
    server.answer(contract.createDistrict, () => {
      chain.districts = [east, ...chain.districts];
      return east;
    });
    await user.click(await screen.findByRole('button', { name: 'Add District' }));
    const dialog = await dialogOf('Add New District');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Name is required');
    await fill(user, dialog.getByLabelText(/^Name/), ' East ');
    await fill(user, dialog.getByLabelText('District Number'), '12');
    await user.click(dialog.getByRole('button', { name: 'Manager No manager' }));
    await user.click(await screen.findByRole('button', { name: /^Bo Hill/ }));
    dialog.getByRole('button', { name: 'Manager Bo Hill' });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await toasts.findByText('East added');
    await screen.findByRole('row', { name: /East/ });
    expect(server.requests('POST', '/api/districts')[0]?.body).toMatchObject({
      ...{ name: 'East', number: '12', manager_id: bo.id },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('EditDistrictDialog offers to give the district to a manager who does not have it, and gives it after the save', async () => {
    const { user, server } = await open('/districts');
    server.answer(contract.updateDistrict, north);
    await user.click(await screen.findByRole('button', { name: 'Edit North' }));
    const dialog = await dialogOf('Edit District');
    const manager = await dialog.findByRole('button', { name: 'Manager Ann Lee' });
    // Ann has it.
    await waitFor(() => expect(server.requests('GET', '/api/users/ann/locations')).toHaveLength(1));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(manager);
    await user.click(await screen.findByRole('button', { name: /^Bo Hill/ }));
    const offer = await dialog.findByRole('checkbox', {
      name: 'Give Bo Hill access to all 23 locations of North',
    });
    expect(offer).toHaveProperty('checked', false);
    await user.click(offer);
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await toasts.findByText('North updated and given to its manager');
    const [sent] = server.requests('PUT', `/api/users/${bo.id}/locations`);
    expect(sent?.body).toEqual({ location_ids: [], district_ids: ['north'] });
  });

  test('EditDistrictDialog gives nothing unless that was chosen', async () => {
    const { user, server } = await open('/districts');
    server.answer(contract.updateDistrict, south);
    await user.click(await screen.findByRole('button', { name: 'Edit South' }));
    const dialog = await dialogOf('Edit District');
    await user.click(await dialog.findByRole('button', { name: 'Manager No manager' }));
    await user.click(await screen.findByRole('button', { name: /^Bo Hill/ }));
    await dialog.findByRole('checkbox', { name: /^Give Bo Hill access/ });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await toasts.findByText('South updated');
    expect(server.requests('PUT', `/api/users/${bo.id}/locations`)).toEqual([]);
  });

  test('EditDistrictDialog says that the manager does not have it, to those who may not give it', async () => {
    const { permissions, ...profile } = profileWith();
    const others = permissions.filter((name) => name !== 'users.assign_locations');
    const { user } = await open('/districts', { ...profile, permissions: others });
    await user.click(await screen.findByRole('button', { name: 'Edit South' }));
    const dialog = await dialogOf('Edit District');
    await user.click(await dialog.findByRole('button', { name: 'Manager No manager' }));
    await user.click(await screen.findByRole('button', { name: /^Bo Hill/ }));
    await dialog.findByText(/^Bo Hill does not have South. You may not give it/);
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  test('AddDistrictDialog gives the reason under the field when the name is taken', async () => {
    const { user, server } = await open('/districts?dialog=add');
    const message = 'Another district has this name already';
    server.refuse(contract.createDistrict, 'conflict', message, { issues: [{ path: 'name', message }] });
    const dialog = await dialogOf('Add New District');
    await fill(user, dialog.getByLabelText(/^Name/), 'NORTH');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'NORTH');
  });

  test('EditDistrictDialog saves against the version that was seen, and takes the manager away', async () => {
    const { user, server } = await open('/districts');
    server.answer(contract.updateDistrict, north);
    await user.click(await screen.findByRole('button', { name: 'Edit North' }));
    const dialog = await dialogOf('Edit District');
    await user.click(await dialog.findByRole('button', { name: 'Manager Ann Lee' }));
    await user.click(await screen.findByRole('button', { name: 'No manager' }));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await toasts.findByText('North updated');
    const [sent] = server.requests('PATCH', '/api/districts/north');
    expect(sent?.headers.get('if-match')).toBe(`"${north.updated_at}"`);
    expect(sent?.body).toEqual({ name: 'North', number: '4', manager_id: null });
  });

  test('EditDistrictDialog leaves a manager whom the reader does not see as they are', async () => {
    const { user, server } = await open('/districts?dialog=edit&id=south');
    server.answer(contract.updateDistrict, south);
    const dialog = await dialogOf('Edit District');
    await fill(user, dialog.getByLabelText(/^Name/), 'ern');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = server.requests('PATCH', '/api/districts/south');
    expect(sent?.body).toEqual({ name: 'Southern', number: null });
  });

  test('DeleteDistrictDialog shows the sentence of the server, which refuses a district with locations', async () => {
    const { user, server } = await open('/districts');
    const sentence = 'North has 23 locations. Move them to another district first.';
    server.refuse(contract.deleteDistrict, 'conflict', sentence);
    await user.click(await screen.findByRole('button', { name: 'Delete North' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete District' }));
    dialog.getByText('1 user has it.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText(new RegExp(sentence));
  });
});

describe('the page of a district', () => {
  test('DistrictPage shows who has it with who gave it, and leads to its locations', async () => {
    await open('/districts/north');
    await screen.findByRole('heading', { name: 'North' });
    const row = within(await screen.findByRole('list', { name: /^Users 1/ })).getByRole('listitem');
    expect(row.textContent).toContain('Ann Lee');
    expect(row.textContent).toContain('Manages it');
    expect(row.textContent).toContain('Assigned by Maria Alvarez · Mar 3');
    const link = screen.getByRole('link', { name: '23 open locations' });
    expect(link.getAttribute('href')).toBe('/locations?district=north');
  });

  test('DistrictPage says that its manager cannot see all of its locations, only when that is so', async () => {
    const { server } = await open('/districts/north');
    await screen.findByText(/^Managed by/);
    expect(screen.queryByText(/who cannot see all of its locations/)).toBeNull();
    cleanup();
    server.answer(contract.getDistrict, { ...opened, manager_misses: true });
    await openApp('/districts/north', { server, signedInAs: profileWith() });
    await screen.findByText(/who cannot see all of its locations/);
  });

  test('DistrictPage names its first open locations with number and state, and leads to all of them', async () => {
    const inIt = { district_id: 'north', city: 'Troy', state: 'NY' };
    const mill = makeLocation({ ...inIt, id: 'mill', name: 'Mill Road', number: '104' });
    const { server } = await open('/districts/north', profileWith(), [north, south], [mill]);
    const panel = within(await screen.findByRole('region', { name: 'Locations' }));
    const link = await panel.findByRole('link', { name: 'Mill Road' });
    expect(link.getAttribute('href')).toBe('/locations/mill');
    const row = link.closest('li')?.textContent;
    expect(row).toContain('#104');
    expect(row).toContain('Troy, NY');
    const [asked] = server.requests('GET', '/api/locations');
    expect(asked?.query).toEqual({ district: 'north', status: 'open', sort: 'name', limit: '100' });
    const all = panel.getByRole('link', { name: 'All 23 open locations' });
    expect(all.getAttribute('href')).toBe('/locations?district=north&status=open');
  });

  test('GiveDistrictDialog says how much it gives, and keeps the locations and districts that the user has', async () => {
    const { user, server, chain } = await open('/districts/north');
    chain.given = { ...chain.given, [bo.id]: ['south'] };
    const { updated_at } = bo;
    await user.click(await screen.findByRole('button', { name: 'Give to a User' }));
    const dialog = await dialogOf('Give North to a User');
    await user.click(await dialog.findByRole('button', { name: /^Ann Lee/ }));
    await dialog.findByText('Ann Lee has it already.');
    expect(dialog.getByRole('button', { name: 'Give' })).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    await user.click(await dialog.findByRole('button', { name: /^Bo Hill/ }));
    await dialog.findByText('Bo Hill will see 23 locations today, and new ones.');
    await user.click(dialog.getByRole('button', { name: 'Give' }));
    await toasts.findByText('North given to Bo Hill');
    const [sent] = server.requests('PUT', `/api/users/${bo.id}/locations`);
    expect(sent?.body).toEqual({ location_ids: [], district_ids: ['south', 'north'] });
    expect(sent?.headers.get('if-match')).toBe(`"${updated_at}"`);
  });

  test('DistrictPage takes it away from a user after a question in place', async () => {
    const { user, server } = await open('/districts/north');
    await user.click(await screen.findByRole('button', { name: 'Take it away from Ann Lee' }));
    const question = within(screen.getByRole('group', { name: 'Take it away from Ann Lee?' }));
    await user.click(question.getByRole('button', { name: 'Take Away' }));
    await toasts.findByText('North taken away from Ann Lee');
    const [sent] = server.requests('PUT', '/api/users/ann/locations');
    expect(sent?.body).toEqual({ location_ids: [], district_ids: [] });
  });

  test('DistrictPage offers neither to users who do not have the whole district', async () => {
    const { server } = await open('/');
    server.answer(contract.getDistrict, { ...opened, is_whole: false });
    await openApp('/districts/north', { server, signedInAs: profileWith(['manager']) });
    await screen.findByText('Assigned by Maria Alvarez');
    for (const name of ['Give to a User', 'Take it away from Ann Lee', 'Edit', 'Delete'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('DistrictPage says that a district does not exist, and leads back to the others', async () => {
    const { server } = await open('/');
    server.refuse(
      contract.getDistrict,
      'not_found',
      'This district does not exist, or has none of your locations.',
    );
    await openApp('/districts/gone', { server, signedInAs: profileWith() });
    await screen.findByRole('heading', { name: 'District not found' });
    screen.getByRole('link', { name: 'Go to Districts' });
  });
});
