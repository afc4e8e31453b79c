import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

/** Locations with more rows than the browser holds. */
async function openLargeList(path = '/locations') {
  const server = new FakeServer();
  const locations = Array.from({ length: 500 }, (_, index) =>
    makeLocation({
      name: index === 430 ? 'Quarry' : `Store ${String(index).padStart(3, '0')}`,
      state: index % 5 === 0 ? 'VT' : 'NY',
      user_count: 1,
    }),
  );
  const users = [makeUser({ full_name: 'Ana Lopez', location_ids: [locations[450]?.id ?? ''] })];
  const chain = serveChain(server, { users, locations, wholeListMaxRows: 100 });
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  const asked = () => server.requests('GET', '/api/locations').map(({ query }) => query);
  return { ...opened, chain, asked };
}

const link = (name: string) => screen.findByRole('link', { name });

async function scrollTo(row: number) {
  const scroller = (await screen.findByRole('table', { name: 'Locations' })).parentElement as HTMLElement;
  scroller.scrollTop = row * 60;
  fireEvent.scroll(scroller);
}

test('a large list of locations is searched, filtered, sorted and scrolled on the server', async () => {
  const { user, asked } = await openLargeList();
  await link('Store 000');
  await screen.findByText('Showing 100 of 500 locations');
  await scrollTo(95);
  await screen.findByText('Showing 300 of 500 locations');
  await link('Store 100');
  const box = screen.getByRole('searchbox', { name: /^Search locations/ });
  await user.click(box);
  await user.paste('quarr');
  await screen.findByText('1 of 500 locations');
  expect(asked().flatMap(({ q }) => q ?? [])).toEqual(['quarr']);
  await user.clear(box);
  await screen.findByText(/^Showing \d+ of 500 locations$/);
  const name = screen.getByRole('button', { name: 'Location' });
  await user.click(name);
  await user.click(name);
  await link('Store 499');
});

test('End and Home show the other end of the locations', async () => {
  const { user } = await openLargeList('/locations?state=VT');
  await screen.findByText('100 of 500 locations');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('Showing 100 of 500 locations');
  await user.keyboard('{End}');
  await screen.findByText('Showing the last 200 of 500 locations');
  await scrollTo(400);
  await link('Store 499');
  await user.keyboard('{Home}');
  await screen.findByText('Showing 100 of 500 locations');
});

test('a new location shows on top of a large list, which counts it', async () => {
  const { user } = await openLargeList();
  await screen.findByText('Showing 100 of 500 locations');
  await user.click(screen.getByRole('button', { name: 'Add Location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Location' }));
  const type = async (label: RegExp, text: string) =>
    await user.type(await dialog.findByLabelText(label), text);
  await type(/^Name/, 'Harbor Nine');
  await type(/^Address/, '9 Harbor Road');
  await type(/^City/, 'Albany');
  await type(/^State/, 'NY');
  await type(/^ZIP/, '12207');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await link('Harbor Nine');
  await screen.findByText(/^Showing \d+ of 501 locations$/);
});

test('a picker finds a location that is not loaded, and keeps it when its search is cleared', async () => {
  const { user } = await openLargeList('/users');
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New User' }));
  await user.click(await dialog.findByRole('button', { name: /^Locations/ }));
  const search = await screen.findByPlaceholderText('Filter locations');
  await user.type(search, 'quarry');
  await user.click(await screen.findByRole('checkbox', { name: /Quarry/ }));
  await user.clear(search);
  await screen.findByRole('checkbox', { name: /Store 000/ });
  expect(dialog.getAllByText('Quarry').length).toBeGreaterThan(0);
});
