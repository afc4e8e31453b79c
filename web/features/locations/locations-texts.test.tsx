import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Chain, makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openLocations(start: Partial<Chain> = {}, path = '/locations') {
  const server = new FakeServer();
  serveChain(server, start);
  const opened = await openApp(path, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Locations', level: 1, hidden: true });
  return opened;
}

test('the Locations page has its title, what it is for and its button', async () => {
  await openLocations({ locations: [makeLocation()] });
  screen.getByText('Manage your store locations');
  screen.getByRole('button', { name: 'Add Location' });
  expect(screen.getByPlaceholderText('Search locations...')).toHaveProperty('type', 'search');
});

test.each([
  ['Add New Location', 'dialog=add', 'Create'],
  ['Edit Location', 'dialog=edit&id=mill', 'Update'],
])("the dialog '%s' shows its fields and its buttons", async (title, search, button) => {
  const { user } = await openLocations({ locations: [makeLocation({ id: 'mill' })] }, `/locations?${search}`);
  await screen.findByRole('button', { name: button });
  const dialog = within(screen.getByRole('dialog', { name: title }));
  const labels = [
    'Name *',
    'Address *',
    'City *',
    'State *',
    'ZIP Code *',
    'Phone',
    'Location Number',
    'Time Zone',
  ];
  const found = [...document.querySelectorAll('[role=dialog] label')].map((label) => label.textContent);
  expect(found).toEqual(labels);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('AddLocationDialog opens empty after a save', async () => {
  const { user } = await openLocations({ locations: [makeLocation()] });
  async function openDialog() {
    await user.click(screen.getByRole('button', { name: 'Add Location' }));
    return within(await screen.findByRole('dialog', { name: 'Add New Location' }));
  }
  const dialog = await openDialog();
  const values = { Name: 'Depot 9', Address: '9 Depot St', City: 'Utica', State: 'NY', 'ZIP Code': '13501' };
  for (const [label, value] of Object.entries(values)) {
    await fill(user, dialog.getByLabelText(label, { exact: false }), value);
  }
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await openDialog();
  for (const box of again.getAllByRole('textbox')) expect(box).toHaveProperty('value', '');
});
