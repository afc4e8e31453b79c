import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getDashboard } from '../../../contract/dashboard.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

test('the Dashboard page welcomes and shows the four tiles', async () => {
  const { server, user } = await openApp('/profile', {
    signedInAs: profileWith(),
    config: { product_name: 'Northline' },
  });
  server.answer(getDashboard, { total_locations: 1234 });
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await screen.findByText('Welcome to Northline store management');
  await screen.findByText('1,234');
  for (const [label, value] of tiles) within(screen.getByRole('region', { name: label })).getByText(value);
});

const tiles = [
  ['Total Locations', '1,234'],
  ['Revenue Today', '$0'],
  ['Active Products', '0'],
  ['Low Stock Items', '0'],
] as const;

test('the Dashboard page says why it failed, and tries again', async () => {
  const server = new FakeServer();
  const { user } = await openApp('/profile', { signedInAs: profileWith(), server });
  server.refuse(getDashboard, 'forbidden', 'You may not.');
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the dashboard: You may not.');
  server.answer(getDashboard, { total_locations: 3 });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('3');
});
