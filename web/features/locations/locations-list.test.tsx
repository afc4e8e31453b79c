import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

/** More locations than one page has. */
async function openList(path = '/locations') {
  const server = new FakeServer();
  const locations = Array.from({ length: 1500 }, (_, index) =>
    makeLocation({
      name: index === 430 ? 'Quarry' : `Store ${String(index).padStart(4, '0')}`,
      state: index % 5 === 0 ? 'VT' : 'NY',
      user_count: 1,
    }),
  );
  const chain = serveChain(server, { locations });
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

test('locations are searched, filtered, sorted and scrolled on the server', async () => {
  const { user, asked } = await openList();
  await link('Store 0000');
  await screen.findByText('1,500 locations');
  await scrollTo(80);
  await waitFor(() => expect(asked().map(({ limit }) => limit)).toEqual(['100', '200']));
  await scrollTo(140);
  await link('Store 0145');
  const box = screen.getByRole('searchbox', { name: /^Search locations/ });
  await user.click(box);
  await user.paste('quarr');
  await screen.findByText('1 of 1,500 locations');
  expect(asked().flatMap(({ q }) => q ?? [])).toEqual(['quarr']);
  await user.clear(box);
  await screen.findByText('1,500 locations');
  const name = screen.getByRole('button', { name: 'Location' });
  await user.click(name);
  await user.click(name);
  await link('Store 1499');
});

test('End and Home show the other end of the locations', async () => {
  const { user } = await openList('/locations?state=VT');
  await screen.findByText('300 locations');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('1,500 locations');
  await user.keyboard('{End}');
  await link('Store 1499');
  await user.keyboard('{Home}');
  await link('Store 0000');
});

test('a new location stands on top, whatever the order, and is counted', async () => {
  const { user } = await openList('/locations?sort=-name');
  await screen.findByText('1,500 locations');
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
  const added = await link('Harbor Nine');
  expect(added.closest('tr')?.getAttribute('aria-rowindex')).toBe('2');
  await screen.findByText('1,501 locations');
});
