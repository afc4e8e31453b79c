import { expect, test } from 'vitest';
import { getDashboard } from '../contract/dashboard.ts';
import type { Location } from '../contract/locations.ts';
import { updateUser } from '../contract/users.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { openAccount } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('a new system is set up from its dashboard, which then says what needs attention and what changed', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const setup = page.getByRole('region', { name: 'Set up Canopy' });
  await setup.getByRole('link', { name: /Add a location/ }).click();
  await page.getByRole('dialog', { name: 'Add New Location' }).waitFor();

  await growChain(await apiOf(page));
  await page.goto('/dashboard');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await look(page, 'dashboard-admin', attention.getByRole('link', { name: /without a role/ }));
  for (const [name, count] of [
    [/Administrators without a second factor/, '1'],
    [/Open locations without a manager/, '1'],
    [/Active users without a location/, '1'],
    [/Active users without a role/, '2'],
    [/Users not invited yet/, '4'],
  ] as const) {
    await attention.getByRole('link', { name }).getByText(count, { exact: true }).waitFor();
  }
  await attention.getByText('2 checks are clear: open invitations, recent sign-ins').waitFor();
  const changes = page.getByRole('region', { name: 'Recent changes' });
  await changes.getByText('Ada Owner deactivated Lee Leaver').waitFor();

  // Six users joined, Ada among them, and one left. The last column is this week.
  const chart = page.getByRole('region', { name: 'Joiners and leavers' });
  const column = chart.getByRole('img', { name: /: 6 joined, 1 left$/ });
  await column.focus();
  await page.keyboard.press('ArrowLeft');
  await chart.getByText('0 joined, 0 left', { exact: true }).waitFor();
  await page.getByText('States', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Open locations by state' })
    .getByRole('link', { name: /NY/ })
    .waitFor();

  await attention.getByRole('link', { name: /without a role/ }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  // The list shows the two that were counted, and its address says why.
  await page.getByText('2 users').waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('role'), searchParams.get('status')]).toEqual(['none', 'active']);

  await page.goBack();
  await attention.getByRole('link', { name: /locations without a manager/ }).click();
  await page.getByText('1 location', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Airport' }).waitFor();
});

test('a card of the dashboard that fails gives its own reason, and the last figures stay with their time', async () => {
  const { page, watch } = await startJourney({ isShared: true });
  await openAccount(page, ada);
  await growChain(await apiOf(page));
  watch.allow(/status of 403/);
  const refusal = { title: 'Failed to check what needs attention', status: 403, code: 'forbidden' };
  const body = JSON.stringify({ type: 'about:blank', ...refusal, detail: 'Not now.' });
  await page.route('**/api/dashboard/attention', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body }),
  );
  await page.goto('/dashboard');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await look(page, 'dashboard-failure', attention.getByRole('alert'));
  await page
    .getByRole('region', { name: 'Recent changes' })
    .getByText(/Lee Leaver/)
    .first()
    .waitFor();
  await page.unroute('**/api/dashboard/attention');
  await attention.getByRole('button', { name: 'Try again' }).click();
  await attention.getByRole('link', { name: /without a role/ }).waitFor();
});

/** Two locations, one of them with a manager; users without a role, without a location, and one who left. */
async function growChain(client: Client) {
  if ((await client.call(getDashboard, { query: {} })).ok().total_locations > 0) return;
  const mill = await storeLocation(client, 'Mill Road');
  await storeLocation(client, 'Airport');
  const add = (full_name: string, roles: string[], locations: Location[]) => {
    const email = `${full_name.toLowerCase().replace(' ', '.')}@northline.example`;
    return storeUser(client, { email, full_name, roles, locations });
  };
  await add('Max Manager', ['manager'], [mill]);
  await add('Eva Employee', ['employee'], []);
  await add('Nora Newcomer', [], [mill]);
  await add('Nils Newcomer', [], [mill]);
  const { id } = await add('Lee Leaver', ['employee'], [mill]);
  (await client.call(updateUser, { params: { id }, body: { is_active: false } })).ok();
}
