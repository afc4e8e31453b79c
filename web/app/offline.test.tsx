import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createLocation, deleteLocation, getLocation } from '../../contract/locations.ts';
import { getProfile } from '../../contract/profile.ts';
import { updateUser } from '../../contract/users.ts';
import { loadProfile } from '../lib/account/auth-store.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../testing/fake-chain.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { profileWith } from '../testing/profiles.ts';
import { holdSession, openApp } from '../testing/render-app.tsx';

/** The screens while the network is away, and when it is back. */

const noServer = 'The server cannot be reached. Check your connection and try again.';

async function open(path: string, start: Partial<Chain> = {}) {
  const server = new FakeServer();
  server.health();
  const chain = serveChain(server, start);
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  return { ...opened, chain };
}

function leaveNetwork(server: FakeServer) {
  server.isAway = true;
  window.dispatchEvent(new Event('offline'));
}

function findNetwork(server: FakeServer) {
  server.isAway = false;
  window.dispatchEvent(new Event('online'));
}

async function dialogNamed(name: string) {
  return within(await screen.findByRole('dialog', { name }));
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const depot = { Name: 'Depot 9', Address: '1 Elm Street', City: 'Utica', State: 'NY', 'ZIP Code': '13501' };

async function openAdd(start?: Partial<Chain>) {
  const opened = await open('/locations?dialog=add', start);
  const dialog = await dialogNamed('Add New Location');
  for (const [label, value] of Object.entries(depot)) {
    await opened.user.type(dialog.getByLabelText(label, { exact: false }), value);
  }
  return { ...opened, dialog };
}

const posts = (server: FakeServer) =>
  server.requests('POST', '/api/locations').map(({ body }) => (body as { id: string }).id);

describe('without a network', () => {
  test('a save fails at once, keeps what was typed, and succeeds when it is tried again', async () => {
    const { user, dialog, server, chain } = await openAdd();
    leaveNetwork(server);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText(`Failed to create location: ${noServer}`);
    expect(dialog.getByLabelText('City', { exact: false })).toHaveProperty('value', 'Utica');
    findNetwork(server);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await closed();
    expect(chain.locations.map(({ name }) => name)).toEqual(['Depot 9']);
  });

  test('a deactivation fails with a message, and succeeds when it is tried again', async () => {
    const eva = makeUser({ full_name: 'Eva Employee' });
    const { user, server, chain } = await open('/users', { users: [eva] });
    await user.click(await screen.findByRole('button', { name: 'Actions for Eva Employee' }));
    leaveNetwork(server);
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
    const messages = within(await screen.findByRole('region', { name: 'Messages' }));
    await messages.findByText(`Failed to deactivate Eva Employee: ${noServer}`);
    findNetwork(server);
    await user.click(messages.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(chain.users[0]?.is_active).toBe(false));
    await waitFor(() => expect(screen.queryByText(/Failed to deactivate/)).toBeNull());
  });

  test('a page says once that the server is away, and loads what is missing when the network is back', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { server } = await open(`/locations/${mill.id}`, { locations: [mill] });
    leaveNetwork(server);
    const bar = await screen.findByText("Can't reach the server.");
    const main = screen.getByRole('main');
    // Skeletons only: no words, no spinner, no offer.
    await waitFor(() => expect(main.textContent?.replace(/Loading.*/, '')).toMatch(/^(Locations)?$/));
    expect(main.contains(bar)).toBe(false);
    expect(screen.queryByText(/Failed to fetch/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    findNetwork(server);
    await screen.findByRole('heading', { name: 'Mill Road 104' });
  });

  test('a profile that was loaded before is no second complaint when it cannot be read again', async () => {
    const { server } = await open('/locations');
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    await sidebar.findByText('Maria Alvarez');
    leaveNetwork(server);
    await act(() => loadProfile());
    await screen.findByText("Can't reach the server.");
    expect(screen.queryByText(/Failed to fetch user profile/)).toBeNull();
    findNetwork(server);
    await waitFor(() => expect(screen.queryByText("Can't reach the server.")).toBeNull());
    await waitFor(() => expect(screen.queryByText(/Failed to fetch user profile/)).toBeNull());
  });

  test('a list that is scrolled keeps its rows, says what the bar says once, and goes on by itself', async () => {
    const users = Array.from({ length: 1500 }, (_, index) => makeUser({ full_name: `Person ${index}` }));
    const server = new FakeServer();
    server.health();
    serveChain(server, { users });
    await openApp('/users', { server, signedInAs: profileWith() });
    await screen.findByText('Person 0');
    leaveNetwork(server);
    const scroller = screen.getByRole('table', { name: 'Users' }).parentElement as HTMLElement;
    scroller.scrollTop = 80 * 60;
    fireEvent.scroll(scroller);
    await screen.findByText("Can't reach the server.");
    expect(screen.queryByText(/The list is not complete/)).toBeNull();
    screen.getByText('Person 85');
    findNetwork(server);
    await waitFor(() => expect(screen.queryByText("Can't reach the server.")).toBeNull());
    await screen.findByText('1,500 users');
    await waitFor(() => {
      scroller.scrollTop = 120 * 60;
      fireEvent.scroll(scroller);
      screen.getByText('Person 125');
    });
    expect(screen.queryByText(/The list is not complete/)).toBeNull();
  });

  test('a save does not wait for a session that cannot be refreshed', async () => {
    const { user, dialog, server } = await openAdd();
    holdSession({ expires_at: Math.floor(Date.now() / 1000) + 30 });
    server.isAway = true;
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    // The auth client would retry for 25 seconds.
    await dialog.findByText(`Failed to create location: ${noServer}`, {}, { timeout: 10_000 });
  });
});

describe('while a save is under way', () => {
  test('Cancel aborts the save, and the list shows what the server has', async () => {
    const { user, dialog, server, chain } = await openAdd();
    const signals: (AbortSignal | null | undefined)[] = [];
    // The request reached the server, but no answer comes.
    server.answer(createLocation, ({ body, signal }) => {
      signals.push(signal);
      chain.locations.unshift({ ...makeLocation(), ...(body as object) });
      return new Promise<never>(() => {});
    });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByRole('button', { name: 'Saving...' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(signals[0]?.aborted).toBe(true);
    await screen.findByText('Depot 9');
  });

  test('the list also shows what a slow server saves after Cancel', async () => {
    const { user, dialog, server, chain } = await openAdd();
    const rows: object[] = [];
    server.answer(createLocation, ({ body }) => {
      rows.push({ ...makeLocation(), ...(body as object) });
      return new Promise<never>(() => {});
    });
    const lists = () => server.requests('GET', '/api/locations').length;
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByRole('button', { name: 'Saving...' });
    const before = lists();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await closed();
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    chain.locations.unshift(...(rows as Chain['locations']));
    await screen.findByText('Depot 9');
  });

  test('Cancel aborts a deletion', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, server } = await open(`/locations?dialog=delete&id=${mill.id}`, { locations: [mill] });
    const signals: (AbortSignal | null | undefined)[] = [];
    server.answer(deleteLocation, ({ signal }) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Deleting...' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(signals[0]?.aborted).toBe(true);
    await screen.findByText('Mill Road 104');
  });

  test('the row of a user says that the user is being deactivated', async () => {
    const eva = makeUser({ full_name: 'Eva Employee' });
    const { user, server } = await open('/users', { users: [eva] });
    const answer = Promise.withResolvers<never>();
    server.answer(updateUser, () => answer.promise);
    await user.click(await screen.findByRole('button', { name: 'Actions for Eva Employee' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
    await screen.findByText('Saving...');
    answer.reject(new TypeError('Failed to fetch'));
    const messages = within(await screen.findByRole('region', { name: 'Messages' }));
    await messages.findByText(`Failed to deactivate Eva Employee: ${noServer}`);
    expect(screen.queryByText('Saving...')).toBeNull();
  });
});

describe('a save whose answer was lost', () => {
  test('is repeated with the same id, and with another id after an edit', async () => {
    const { user, dialog, server, chain } = await openAdd();
    const lose = () => server.answer(createLocation, () => Promise.reject(new TypeError('Failed to fetch')));
    const press = () => user.click(dialog.getByRole('button', { name: 'Create' }));
    lose();
    await press();
    await dialog.findByText(`Failed to create location: ${noServer}`);
    await press();
    await waitFor(() => expect(posts(server)).toHaveLength(2));
    await dialog.findByText(`Failed to create location: ${noServer}`);
    serveChain(server, chain);
    await user.type(dialog.getByLabelText('Name', { exact: false }), '0');
    await press();
    await closed();
    const [first, repeated, changed] = posts(server);
    expect(repeated).toBe(first);
    expect(changed).not.toBe(first);
  });

  test('succeeds on the next try when it was a deletion', async () => {
    const mill = makeLocation({ name: 'Mill Road 104' });
    const { user, server } = await open(`/locations?dialog=delete&id=${mill.id}`, { locations: [mill] });
    server.answer(deleteLocation, () => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText(`Failed to delete location: ${noServer}`);
    server.refuse(deleteLocation, 'not_found', 'This location does not exist, or is not one of yours.');
    server.refuse(getLocation, 'not_found', 'This location does not exist, or is not one of yours.');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});

test("the sidebar says 'Offline' while there is no network or no server, and 'Online' again by itself", async () => {
  const { server, user } = await open('/locations');
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
  await sidebar.findByText('Online');
  leaveNetwork(server);
  await sidebar.findByText('Offline');
  expect(sidebar.queryByText('Online')).toBeNull();
  findNetwork(server);
  await sidebar.findByText('Online');

  // The network works but the server does not answer: the next request notices, and the app checks from then on.
  server.isAway = true;
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await sidebar.findByText('Offline');
  server.isAway = false;
  await sidebar.findByText('Online');
});

test('one bar says that the server is away and when it is looked for, and Try now looks at once', async () => {
  const server = new FakeServer();
  server.health();
  server.isAway = true;
  holdSession();
  const { user } = await openApp('/locations', { server });
  await screen.findByText("Can't reach the server.");
  await screen.findByText(/^Retrying in \d+ s\.$/);
  // The profile did not load either, because of the same outage.
  expect(screen.queryByText(/Failed to fetch user profile/)).toBeNull();
  await waitFor(() => expect(screen.getByText(/^Retrying in [4-8] s\.$/)).not.toBeNull());
  server.isAway = false;
  server.answer(getProfile, profileWith());
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.queryByText("Can't reach the server.")).toBeNull());
  await within(screen.getByRole('complementary', { name: 'Sidebar' })).findByText('Maria Alvarez');
});
