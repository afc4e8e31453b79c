import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  updateLocation,
} from '../../../contract/locations.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { asksBeforeUnload } from '../../testing/leave-page.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

async function openLocations(start: Partial<Chain> = {}, { path = '/locations', roles = ['admin'] } = {}) {
  const server = new FakeServer();
  const chain = serveChain(server, start);
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('heading', { name: 'Locations', level: 1 });
  return { ...opened, chain };
}

const millRoad = () =>
  makeLocation({ name: 'Mill Road 104', address: '12 Mill Road', city: 'Albany', phone: '(518) 555-1002' });
const harbor = () =>
  makeLocation({ name: 'Harbor 7', address: '7 Quay Street', city: 'Burlington', state: 'VT' });

/** The rows of the table without its head. */
async function rows() {
  const table = await screen.findByRole('table', { name: 'Locations' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
}

describe('the list of locations', () => {
  test('the Locations page shows name, address, contact and when each location was created, newest first', async () => {
    await openLocations({ locations: [millRoad(), harbor()] });
    const [first, second] = await rows();
    // Number and phone stand below the name, too, where they have no columns.
    expect(first).toContain('Mill Road 104(518) 555-100212 Mill RoadAlbany, NY 12207(518) 555-1002');
    expect(first).toMatch(/[A-Z][a-z]{2} \d+, \d{4}\s\d\d:\d\d [AP]M$/);
    expect(second).toContain('No phone');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Location', 'Number', 'Address', 'Contact', 'Created', 'Actions']);
    screen.getByText('2 locations');
  });

  test('a row of the Locations page opens its page, and the way back keeps the search', async () => {
    const { user } = await openLocations(
      { locations: [millRoad(), harbor()] },
      { path: '/locations?q=quay' },
    );
    await user.click(await screen.findByRole('link', { name: 'Harbor 7' }));
    await screen.findByRole('heading', { name: 'Harbor 7', level: 1 });
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations', level: 1 });
    expect(location.pathname + location.search).toBe('/locations?q=quay');
  });

  test('the keys j, k, the arrows, e and Enter work on the rows of the Locations page', async () => {
    const { user } = await openLocations({ locations: [millRoad(), harbor()] });
    const box = await screen.findByRole('searchbox', { name: 'Search locations...' });
    const focused = () => document.activeElement?.textContent;
    await screen.findByRole('link', { name: 'Harbor 7' });
    await user.keyboard('j');
    expect(focused()).toBe('Mill Road 104');
    await user.keyboard('j');
    expect(focused()).toBe('Harbor 7');
    await user.keyboard('k');
    expect(focused()).toBe('Mill Road 104');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(box);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Harbor 7');
    await user.keyboard('e');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Location' });
    await within(dialog).findByDisplayValue('Harbor 7');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('link', { name: 'Harbor 7' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Harbor 7', level: 1 });
  });

  test('the Locations page prints every row, not only those in sight', async () => {
    const many = Array.from({ length: 90 }, () => makeLocation());
    await openLocations({ locations: many });
    await screen.findByText(many[0]?.name as string);
    expect((await rows()).length).toBeLessThan(90);
    await act(async () => void window.dispatchEvent(new Event('beforeprint')));
    // The table of the screen is hidden on paper.
    const printed = await waitFor(() => {
      const [table, hidden] = screen.getAllByRole('table', { name: 'Locations' });
      if (!table || !hidden) throw new Error('The printed table is not loaded.');
      return table;
    });
    const cells = within(printed).getAllByText((text) => many.some(({ name }) => text === name));
    expect(cells).toHaveLength(90);
    await act(async () => void window.dispatchEvent(new Event('afterprint')));
    expect((await rows()).length).toBeLessThan(90);
  });

  test('letters typed into the search of the Locations page stay in it', async () => {
    const { user } = await openLocations({ locations: [millRoad(), harbor()] });
    const box = await screen.findByRole('searchbox', { name: 'Search locations...' });
    await user.type(box, 'jek');
    expect(box).toHaveProperty('value', 'jek');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the Locations page says that it is loading, and what failed, and tries again', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad()] });
    const answer = Promise.withResolvers<never>();
    server.answer(listLocations, () => answer.promise);
    const { user } = await openApp('/locations', { server, signedInAs: profileWith() });
    await screen.findByText('Loading locations...');
    answer.reject(new Refusal('unavailable', 'The database does not answer'));
    await screen.findByText('Failed to fetch locations: The database does not answer');
    serveChain(server, { locations: [millRoad()] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Mill Road 104');
  });

  test('the Locations page offers to add the first location when there is none', async () => {
    const { user } = await openLocations();
    await screen.findByText('No locations yet');
    screen.getByText('Get started by adding your first store location.');
    await user.click(screen.getAllByRole('button', { name: 'Add Location' })[1] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Add New Location' });
  });

  test('the Locations page searches by name, address or city, whatever the case', async () => {
    const { user } = await openLocations({ locations: [millRoad(), harbor()] });
    const box = await screen.findByRole('searchbox', { name: 'Search locations...' });
    for (const [text, name] of [
      ['MILL road 104', 'Mill Road 104'],
      ['quay', 'Harbor 7'],
      ['burling', 'Harbor 7'],
    ] as const) {
      await user.clear(box);
      await user.type(box, text);
      expect(await rows()).toEqual([expect.stringContaining(name)]);
      screen.getByText('1 of 2 locations');
    }
    await user.clear(box);
    await user.type(box, '13501');
    await screen.findByText('No locations found');
    screen.getByText('Try adjusting your search criteria.');
  });

  test.each([
    '12207',
    'albany, ny',
    'Albany NY',
    '5185551002',
    '+1 (518) 555',
  ])('the Locations page searches by ZIP code, city with state, and phone: %s', async (text) => {
    const burlington = makeLocation({ name: 'Harbor 7', city: 'Burlington', state: 'VT', zip: '05401' });
    const { user } = await openLocations({ locations: [millRoad(), burlington] });
    await user.type(await screen.findByRole('searchbox', { name: 'Search locations...' }), text);
    expect(await rows()).toEqual([expect.stringContaining('Mill Road 104')]);
  });

  test('the Locations page keeps its search in the URL, and takes one from it', async () => {
    const { user } = await openLocations(
      { locations: [millRoad(), harbor()] },
      { path: '/locations?q=harbor' },
    );
    expect(await rows()).toHaveLength(1);
    const box = screen.getByRole('searchbox', { name: 'Search locations...' });
    expect(box).toHaveProperty('value', 'harbor');
    await user.clear(box);
    await user.type(box, '104');
    await waitFor(() => expect(location.search).toBe('?q=104'));
  });

  test('the Locations page shows blocks on a phone', async () => {
    setScreen({ width: 390 });
    const { user } = await openLocations({ locations: [millRoad()] });
    const list = await screen.findByRole('list', { name: 'Locations' });
    within(list).getByText('Mill Road 104');
    await user.click(within(list).getByRole('button', { name: 'Actions for Mill Road 104' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Location' });
  });
});

describe('adding a location', () => {
  async function openDialog(start?: Partial<Chain>) {
    const opened = await openLocations(start);
    await opened.user.click(screen.getAllByRole('button', { name: 'Add Location' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Location' }));
    async function fill(values: Record<string, string>) {
      for (const [label, value] of Object.entries(values)) {
        await opened.user.type(dialog.getByLabelText(label, { exact: false }), value);
      }
    }
    return { ...opened, dialog, fill };
  }
  const values = {
    Name: ' Depot 9 ',
    Address: '9 Depot St',
    City: 'Utica',
    State: 'ny',
    'ZIP Code': '13501',
  };

  test('AddLocationDialog shows every rule at once, on submit first and then on each change', async () => {
    const { user, dialog, server } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Name is required');
    dialog.getByText('Address is required');
    dialog.getByText('City is required');
    dialog.getByText('State is required');
    dialog.getByText('ZIP code must be at least 5 characters');
    expect(dialog.getByLabelText('State', { exact: false })).toHaveProperty('maxLength', 2);
    expect(dialog.getByPlaceholderText('NY')).toBe(dialog.getByLabelText('State', { exact: false }));
    await user.type(dialog.getByLabelText('Name', { exact: false }), 'D');
    expect(dialog.queryByText('Name is required')).toBeNull();
    expect(server.requests('POST', '/api/locations')).toEqual([]);
  });

  test('AddLocationDialog refuses a pasted name with invisible characters, and sends nothing', async () => {
    const { user, dialog, fill, server } = await openDialog();
    await fill({ ...values, Name: 'Mill\u202E daoR' });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Contains invisible characters');
    expect(server.requests('POST', '/api/locations')).toEqual([]);
  });

  test('AddLocationDialog creates one location, trimmed, with its state in upper case, and shows it on top', async () => {
    const { user, dialog, fill, server, chain } = await openDialog({ locations: [millRoad()] });
    await fill(values);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rows())[0]).toContain('Depot 9');
    expect(chain.locations[0]).toMatchObject({ name: 'Depot 9', state: 'NY', phone: null });
    const [request] = server.requests('POST', '/api/locations');
    expect(request?.body).toHaveProperty('id', expect.stringMatching(/^[0-9a-f]{8}-/));
    expect(location.search).toBe('');
  });

  test('AddLocationDialog proposes the time zone of the address, and keeps one that was chosen', async () => {
    const { user, chain, dialog } = await openDialog({ locations: [millRoad()] });
    const zone = dialog.getByLabelText<HTMLSelectElement>('Time Zone', { exact: false });
    expect(zone.selectedOptions[0]?.text).toBe('From state and ZIP code');
    await fill(user, dialog.getByLabelText('State', { exact: false }), 'TX');
    expect(zone.value).toBe('America/Chicago');
    await fill(user, dialog.getByLabelText('ZIP Code', { exact: false }), '79901');
    expect(zone.value).toBe('America/Denver');
    await user.selectOptions(zone, 'America/Phoenix');
    await fill(user, dialog.getByLabelText('State', { exact: false }), 'NY');
    expect(zone.value).toBe('America/Phoenix');
    const values = { Name: 'Pass', Address: '1 Pass Road', City: 'El Paso' };
    for (const [label, value] of Object.entries(values))
      await fill(user, dialog.getByLabelText(label, { exact: false }), value);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(chain.locations[0]).toMatchObject({ time_zone: 'America/Phoenix' }));
  });

  test('AddLocationDialog names another location with the same address, and adds the new one all the same', async () => {
    const { user, dialog, fill, chain } = await openDialog({ locations: [millRoad()] });
    const { address, zip } = millRoad();
    await fill({ ...values, Address: ` ${address.toUpperCase()}`, 'ZIP Code': zip });
    await user.tab();
    await dialog.findByText(`${millRoad().name} has the same address.`);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chain.locations).toHaveLength(2);
  });

  test('AddLocationDialog keeps what was typed when saving fails, says why, and repeats with the same id', async () => {
    const { user, dialog, fill, server, chain } = await openDialog();
    server.refuse(createLocation, 'validation_failed', 'State must be 2 characters', {
      issues: [{ path: 'state', message: 'State must be 2 characters' }],
    });
    await fill(values);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('State must be 2 characters');
    expect(dialog.queryByText(/^Failed to create location/)).toBeNull();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^State/));
    expect(dialog.getByLabelText('City', { exact: false })).toHaveProperty('value', 'Utica');

    serveChain(server, chain);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const ids = server.requests('POST', '/api/locations').map(({ body }) => (body as { id: string }).id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('AddLocationDialog reads Saving... and sends one request however often it is pressed', async () => {
    const { user, dialog, fill, server } = await openDialog();
    const thinking = Promise.withResolvers<never>();
    server.answer(createLocation, () => thinking.promise);
    await fill(values);
    await user.dblClick(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
    expect(server.requests('POST', '/api/locations')).toHaveLength(1);
    thinking.reject(new TypeError('Failed to fetch'));
    await dialog.findByText(
      'Failed to create location: The server cannot be reached. Check your connection and try again.',
    );
  });

  test.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['Cancel', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the close icon', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Back', () => window.history.back()],
  ])('AddLocationDialog closes at once on %s while nothing was typed, and asks before it drops what was', async (_, leave) => {
    const { user } = await openDialog();
    const name = () => screen.getByLabelText('Name', { exact: false });
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getAllByRole('button', { name: 'Add Location' })[0] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Add New Location' });
    await fill(user, name(), 'Depot 9');
    await leave(user);
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(name()).toHaveProperty('value', 'Depot 9');
    await user.clear(name());
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('AddLocationDialog lets the browser ask before a reload while something is typed, and not once it is saved', async () => {
    const { user, fill, dialog } = await openDialog();
    expect(asksBeforeUnload()).toBe(false);
    await fill({ Name: 'Depot 9' });
    expect(asksBeforeUnload()).toBe(true);
    await user.clear(dialog.getByLabelText('Name', { exact: false }));
    expect(asksBeforeUnload()).toBe(false);
    await fill({ Name: 'Depot 9', Address: '9 Quay', City: 'Albany', State: 'NY', 'ZIP Code': '12207' });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asksBeforeUnload()).toBe(false);
  });

  test('AddLocationDialog forgets what was typed when it is closed', async () => {
    const { user, dialog, fill } = await openDialog();
    await fill({ Name: 'Depot 9' });
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getAllByRole('button', { name: 'Add Location' })[0] as HTMLElement);
    const again = within(await screen.findByRole('dialog', { name: 'Add New Location' }));
    expect(again.getByLabelText('Name', { exact: false })).toHaveProperty('value', '');
  });
});

describe('editing a location', () => {
  test('EditLocationDialog starts from the row and saves against the version that was seen', async () => {
    const seen = millRoad();
    const { user, server } = await openLocations({ locations: [{ ...seen }] });
    await user.click(await screen.findByRole('button', { name: 'Edit Mill Road 104' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Location' }));
    const name = dialog.getByLabelText('Name', { exact: false });
    expect(name).toHaveProperty('value', 'Mill Road 104');
    await user.clear(name);
    await fill(user, name, 'Mill Road East');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await rows()).toEqual([expect.stringContaining('Mill Road East')]);
    const [request] = server.requests('PATCH', `/api/locations/${seen.id}`);
    expect(request?.headers.get('if-match')).toBe(`"${seen.updated_at}"`);
  });

  test('EditLocationDialog says who changed the location meanwhile, and loads the new values when asked', async () => {
    const seen = millRoad();
    const { user, server } = await openLocations({ locations: [seen] });
    await user.click(await screen.findByRole('button', { name: 'Edit Mill Road 104' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Location' }));
    server.refuse(updateLocation, 'stale', 'Kofi Walker changed this after you opened it.', {
      changed: { by: 'Kofi Walker', at: '2026-11-21T12:00:00.000Z' },
    });
    await user.type(dialog.getByLabelText('Phone'), '1');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await dialog.findByText('Failed to update location: Kofi Walker changed this after you opened it.');
    dialog.getByText(/^It was changed on Nov 21, 2026/);
    expect(dialog.getByLabelText('Phone')).toHaveProperty('value', '(518) 555-10021');

    server.answer(getLocation, { ...seen, phone: '999', updated_at: 'newer', assigned_count: 0 });
    await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
    await waitFor(() => expect(dialog.getByLabelText('Phone')).toHaveProperty('value', '999'));
    server.answer(updateLocation, { ...seen, updated_at: 'newest' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const last = server.requests('PATCH', `/api/locations/${seen.id}`).at(-1);
    expect(last?.headers.get('if-match')).toBe('"newer"');
  });

  test('EditLocationDialog says that a location is gone when its URL is opened', async () => {
    const server = new FakeServer();
    serveChain(server);
    server.refuse(getLocation, 'not_found', 'This location does not exist, or is not one of yours.');
    await openApp('/locations?dialog=edit&id=gone', { server, signedInAs: profileWith() });
    await screen.findByText(
      'Failed to fetch location: This location does not exist, or is not one of yours.',
    );
  });
});

describe('deleting a location', () => {
  test('DeleteLocationDialog asks, counts the assigned users, and removes the row', async () => {
    const mill = millRoad();
    const users = [makeUser({ location_ids: [mill.id] }), makeUser({ location_ids: [mill.id] })];
    const { user } = await openLocations({ locations: [mill, harbor()], users: users });
    await user.click(await screen.findByRole('button', { name: 'Delete Mill Road 104' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Are you sure you want to delete "Mill Road 104"? This action cannot be undone.');
    await dialog.findByText('2 users are assigned to it.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await rows()).toEqual([expect.stringContaining('Harbor 7')]);
  });

  test('DeleteLocationDialog stays open and says why when the server refuses', async () => {
    const { user, server } = await openLocations({ locations: [millRoad()] });
    await user.click(await screen.findByRole('button', { name: 'Delete Mill Road 104' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    server.refuse(deleteLocation, 'unavailable', 'The database does not answer');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText('Failed to delete location: The database does not answer');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await rows()).toHaveLength(1);
  });
});

test('a link to the Edit dialog opens the list alone for a viewer, and says why', async () => {
  const { id } = millRoad();
  await openLocations(
    { locations: [{ ...millRoad(), id }] },
    { roles: ['viewer'], path: `/locations?dialog=edit&id=${id}` },
  );
  await screen.findByText('Your roles do not allow this. Ask your administrator.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('the Locations page lets a viewer see the locations and change none', async () => {
  await openLocations({ locations: [millRoad()] }, { roles: ['viewer'] });
  await screen.findByText('Mill Road 104');
  expect(screen.getByRole('button', { name: 'Add Location' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: /Mill Road 104$/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});
