import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeLocation, reopenLocation } from '../../../contract/locations.ts';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { toasts } from '../../testing/toasts.ts';

async function openLocations(path = '/locations') {
  const server = new FakeServer();
  const harbor = makeLocation({ name: 'Harbor 394' });
  const chain = serveChain(server, { locations: [harbor] });
  const { user } = await openApp(path.replace(':id', harbor.id), { server, signedInAs: profileWith() });
  return { user, server, harbor, chain };
}

test('the toast of an added location opens its page', async () => {
  const { user } = await openLocations();
  await user.click(await screen.findByRole('button', { name: 'Add Location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Location' }));
  for (const [label, text] of [
    [/^Name/, 'Airport 7'],
    [/^Address/, '7 Runway Road'],
    [/^City/, 'Albany'],
    [/^State/, 'NY'],
    [/^ZIP/, '12207'],
  ] as const) {
    await user.type(dialog.getByRole('textbox', { name: label }), text);
  }
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await toasts.findByText('Airport 7 added');
  await user.click(toasts.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'Airport 7', level: 1 });
});

test('an edited location stays where it is, also when the search no longer finds it', async () => {
  const { user } = await openLocations('/locations?q=harbor');
  await user.click(await screen.findByRole('button', { name: 'Edit Harbor 394' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Location' }));
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await fill(user, name, 'Port 394');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await toasts.findByText('Port 394 updated');
  await screen.findByRole('link', { name: 'Port 394' });
});

test('deleting, closing and reopening a location each end in a toast with its name', async () => {
  const { user, server, harbor } = await openLocations('/locations/:id');
  server.answer(closeLocation, () => Object.assign(harbor, { closed_on: '2026-11-21' }));
  server.answer(reopenLocation, () => Object.assign(harbor, { closed_on: null }));
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor 394' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close Location' }));
  const closing = within(await screen.findByRole('dialog', { name: 'Close Harbor 394' }));
  await user.click(closing.getByRole('button', { name: 'Close Location' }));
  await toasts.findByText('Harbor 394 closed');
  await user.click(await screen.findByRole('button', { name: 'Reopen' }));
  await toasts.findByText('Harbor 394 reopened');
  await user.click(screen.getAllByRole('link', { name: 'Locations' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Delete Harbor 394' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await toasts.findByText('Harbor 394 deleted');
  expect(screen.queryByRole('link', { name: 'Harbor 394' })).toBeNull();
});
