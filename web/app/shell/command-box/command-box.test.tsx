import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addRecent, listRecent } from '../../../../contract/recent.ts';
import { search } from '../../../../contract/search.ts';
import { updateUser } from '../../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp, type Start } from '../../../testing/render-app.tsx';
import { isBoxOpen } from './open-box.ts';

afterEach(() => isBoxOpen.set(false));

const depot = makeLocation({ name: 'Depot', number: '104' });
const harbor = makeLocation({ name: 'Harbor', number: '1041', closed_on: '2026-10-31' });
const ann = makeUser({ full_name: 'Ann Hill', location_ids: [depot.id] });
const other = makeUser({ full_name: 'Ann Hill', location_ids: [harbor.id], is_active: false });

async function openBox(start: Start = { signedInAs: profileWith() }) {
  const opened = await openApp('/dashboard', start);
  const chain = serveChain(opened.server, { locations: [depot, harbor], users: [ann, other] });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await opened.user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search locations and users' });
  return { ...opened, chain, box };
}

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('one list has locations, users with a location each, and pages; the arrow keys and Enter open one', async () => {
  const { user } = await openBox();
  await user.keyboard('ann');
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(names().slice(0, 2)).toEqual([
    `User: Ann HillDepot · ${ann.email}`,
    `User: Ann Hill · InactiveHarbor · ${other.email}`,
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('heading', { name: 'Ann Hill', level: 1 });
  expect(location.pathname).toBe(`/users/${other.id}`);
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
});

test('Enter opens the location whose number was typed, and remembers it', async () => {
  const { user, server } = await openBox();
  const seen = vi.fn();
  server.answer(addRecent, ({ body }) => {
    seen(body);
    return { recent: [] };
  });
  await user.keyboard('104');
  await waitFor(() =>
    expect(names().slice(0, 2)).toEqual([
      expect.stringContaining('Depot (104)'),
      expect.stringContaining('Harbor (1041, closed)'),
    ]),
  );
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Depot', level: 1 });
  expect(seen).toHaveBeenCalledWith({ kind: 'location', id: depot.id });
});

test('Ctrl Enter opens a new tab, and the box stays', async () => {
  const { user } = await openBox();
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('depot');
  await screen.findByRole('option', { name: /Depot/ });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(openTab).toHaveBeenCalledWith(
    expect.stringMatching(new RegExp(`/locations/${depot.id}$`)),
    '_blank',
    'noopener',
  );
  expect(location.pathname).toBe('/dashboard');
  screen.getByRole('dialog', { name: 'Search' });
  openTab.mockRestore();
});

test('without a text it shows what was opened lately, then the pages', async () => {
  const { FakeServer } = await import('../../../testing/fake-server.ts');
  const server = new FakeServer();
  const opened = await openApp('/dashboard', { signedInAs: profileWith(), server });
  serveChain(server, { locations: [depot], users: [ann] });
  server.answer(listRecent, {
    recent: [
      { kind: 'user', id: ann.id, weight: 2 },
      { kind: 'user', id: 'gone', weight: 1 },
    ],
  });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await opened.user.keyboard('/');
  await waitFor(() => expect(names()[0]).toContain('Ann Hill'));
  expect(names().slice(1, 3)).toEqual(['Page: Dashboard', 'Page: Locations']);
});

test('Tab shows what may be done to the row, and an act opens its dialog', async () => {
  const { user } = await openBox();
  await user.keyboard('depot');
  await screen.findByRole('option', { name: /Depot/ });
  await user.keyboard('{Tab}');
  await screen.findByRole('combobox', { name: 'Actions for Depot (104)' });
  expect(names()).toEqual([
    'Act: Edit Location',
    'Act: Assign Users',
    'Act: Close Location',
    'Act: Delete Location',
  ]);
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Edit Location' });
});

test('deactivating asks first', async () => {
  const { user, server } = await openBox();
  const changed = vi.fn();
  server.answer(updateUser, ({ body }) => {
    changed(body);
    return { ...ann, is_active: false, roles: [], locations: [] } as never;
  });
  await user.keyboard('> deactivate ann');
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.keyboard('{Enter}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate User' }));
  expect(changed).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await screen.findByText(/Ann Hill is inactive/);
  expect(changed).toHaveBeenCalledWith({ is_active: false });
});

test('a user without permissions finds no acts, and only the pages that they may open', async () => {
  const { user } = await openBox({ signedInAs: profileWith(['employee']) });
  await user.keyboard('> ');
  await waitFor(() => expect(names().length).toBeGreaterThan(0));
  expect(names().join()).not.toMatch(/Add|Import/);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('audit');
  await screen.findByText('Nothing found for “audit”');
});

test('a large list is searched by the server, which also says what was meant', async () => {
  const { FakeServer } = await import('../../../testing/fake-server.ts');
  const server = new FakeServer();
  const opened = await openApp('/dashboard', { signedInAs: profileWith(), server });
  const users = Array.from({ length: 150 }, () => makeUser());
  serveChain(server, { locations: [depot], users, wholeListMaxRows: 120 });
  server.answer(search, ({ query }) => ({
    users: [
      {
        kind: 'user' as const,
        id: ann.id,
        name: `Ann for ${query.q}`,
        tier: 6,
        weight: 0,
        email: ann.email,
        is_active: true,
        location: 'Depot',
      },
    ],
    locations: [],
  }));
  await screen.findByRole('heading', { name: 'Dashboard' });
  await opened.user.keyboard('/');
  await opened.user.type(await screen.findByRole('combobox'), 'an hill');
  await screen.findByText('Did you mean');
  await screen.findByRole('option', { name: /Ann for an hill/ });
});
