import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listLocations } from '../contract/locations.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { chooseAction, goTo, openAccount, rowOf } from './support/steps.ts';

/** Saving in a real browser when the network fails before or during the save. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
const noServer = 'The server cannot be reached. Check your connection and try again.';

async function startOnline(): Promise<Journey> {
  const journey = await startJourney({ isShared: true });
  const { page, watch } = journey;
  watch.allow(/ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED)/);
  await openAccount(page, ada);
  const api = await apiOf(page);
  const { total } = (await api.call(listLocations, { query: {} })).ok();
  if (total === 0) for (const name of ['Mill Road', 'Airport']) await storeLocation(api, name);
  return journey;
}

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Location' });

/** Opens a dialog and fills it in. Its code is loaded then. */
async function fillLocation(page: Page, name: string) {
  await goTo(page, '/locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const dialog = addDialog(page);
  const values = { Name: name, Address: '1 Main Street', City: 'Albany', State: 'NY', 'ZIP Code': '12207' };
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByRole('textbox', { name: label }).fill(value);
  }
  return dialog;
}

/** Closes a dialog with changes. */
async function discard(page: Page) {
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Reads the sidebar and rows behind an open dialog, which are hidden from assistive technology. */
const behind = { includeHidden: true };
const sidebar = (page: Page) => page.getByRole('complementary', behind);
const isOnline = (page: Page) => sidebar(page).getByText('Online', { exact: true });
const isOffline = (page: Page) => sidebar(page).getByText('Offline', { exact: true });

test('saves fail at once without a network, and none is made later', async () => {
  const { page, context } = await startOnline();
  await storeUser(await apiOf(page), eva);
  await page.goto('/users');
  // Loads the code of the toasts and the dialogs while there is a network.
  await page.locator('[aria-label=Messages]').waitFor({ state: 'attached' });
  await chooseAction(page, eva.full_name, 'Assign Roles');
  await page.getByRole('checkbox', { name: 'viewer' }).waitFor();
  await page.keyboard.press('Escape');

  await chooseAction(page, eva.full_name, 'Assign Roles');
  await page.getByRole('checkbox', { name: 'admin' }).check();
  await isOnline(page).waitFor();
  await context.setOffline(true);
  await isOffline(page).waitFor();
  await page.getByRole('button', { name: 'Update Assignments' }).click();
  await look(page, 'offline-assign', page.getByText(`Failed to assign roles: ${noServer}`));
  expect(await page.getByRole('checkbox', { name: 'admin' }).isChecked()).toBe(true);
  await discard(page);
  await chooseAction(page, eva.full_name, 'Deactivate');
  await look(
    page,
    'offline-deactivate',
    page.getByText(`Failed to deactivate ${eva.full_name}: ${noServer}`),
  );
  await chooseAction(page, eva.full_name, 'Delete User');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(`Failed to delete user: ${noServer}`).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(false);
  await isOnline(page).waitFor();
  const dialog = await fillLocation(page, 'Depot 9');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await look(page, 'offline-create', dialog.getByText(`Failed to create location: ${noServer}`));
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Depot 9');
  await discard(page);

  await context.setOffline(false);
  await isOnline(page).waitFor();
  await page.reload();
  await rowOf(page, 'Mill Road').waitFor();
  expect(await rowOf(page, 'Depot 9').count()).toBe(0);
  await page.goto('/users');
  await rowOf(page, eva.full_name).getByText('Active', { exact: true }).waitFor();
  await rowOf(page, eva.full_name).getByText('No roles').waitFor();
});

test('a save that failed without a network succeeds once when it is tried again', async () => {
  const { page, context } = await startOnline();
  const dialog = await fillLocation(page, 'Depot 8');
  const press = () => dialog.getByRole('button', { name: 'Create' }).click();
  await context.setOffline(true);
  await press();
  await dialog.getByText(`Failed to create location: ${noServer}`).waitFor();
  await context.setOffline(false);

  // The server saves, and the answer is lost.
  await page.route('**/api/locations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await press();
  await page.getByRole('row', behind).filter({ hasText: 'Depot 8' }).waitFor();
  await dialog.getByText(`Failed to create location: ${noServer}`).waitFor();
  await page.unroute('**/api/locations');
  await press();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await rowOf(page, 'Depot 8').waitFor();
  expect(await rowOf(page, 'Depot 8').count()).toBe(1);
});

test.each([
  ['reached the server', true, 'Depot 7'],
  ['did not reach the server', false, 'Depot 6'],
])('Cancel ends a save that %s, and the list shows what was saved', async (_, didReach, name) => {
  const { page } = await startOnline();
  const dialog = await fillLocation(page, name);
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/locations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (didReach) await route.fetch();
    arrived.resolve();
    await held.promise;
    await route.abort().catch(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Saving...' }).waitFor();
  await arrived.promise;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  held.resolve();
  if (didReach) await rowOf(page, name).waitFor();
  await page.reload();
  await rowOf(page, 'Mill Road').waitFor();
  expect(await rowOf(page, name).count()).toBe(didReach ? 1 : 0);
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a page shows its skeleton without a network, and loads when the network is back, at $width px', async (size) => {
  const { page, context } = await startOnline();
  await page.setViewportSize(size);
  await page.goto('/locations');
  await page.getByRole('link', { name: 'Mill Road' }).click();
  await page.getByRole('heading', { name: 'Mill Road' }).waitFor();
  await page.goBack();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Airport' }).click();
  // The list keeps what it shows of the location.
  await page.getByRole('heading', { name: 'Airport' }).waitFor();
  const bar = page.getByText("Can't reach the server.");
  await look(page, 'offline-read', bar);
  await expect.poll(() => page.getByRole('main').getByText(noServer).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await context.setOffline(false);
  await bar.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByText('1 Main Street').first().waitFor();
});
