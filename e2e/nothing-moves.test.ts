import { expect, test } from 'vitest';
import { apiOf, storeDepots, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { forgetSession, openAccount } from './support/steps.ts';
import { expectStill, measureShifts } from './support/still.ts';

/** What a user does on a page moves nothing else on it. `tour.test.ts` tries what moves while a page loads. */

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const admin = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'forecourt-7' };
const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };

test.each(
  sizes,
)('a refused sign-in and the answer to Contact Support move no heading at $width px', async (size) => {
  const journey = await startJourney({ isShared: true });
  journey.watch.allow(/status of 400/);
  const { page } = journey;
  await page.setViewportSize(size);
  await openAccount(page, admin);
  await forgetSession(page);
  await page.goto('/login');
  const heading = page.getByRole('heading', { name: 'Sign In' });
  const button = page.getByRole('button', { name: 'Sign In' });
  const support = page.getByRole('button', { name: 'Contact Support' });
  await heading.waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("placeholder")'))
    .toBe('Enter email');
  await quiet(page);
  const tops = async () =>
    Promise.all([heading, button, support].map(async (one) => (await one.boundingBox())?.y));
  const before = await tops();
  await support.click();
  await page.getByText('Please ask your head office.').waitFor();
  expect(await tops()).toEqual(before);
  await page.getByPlaceholder('Enter email').fill(admin.email);
  await page.getByPlaceholder('Enter password').fill('wrong-password');
  await button.click();
  await page.getByRole('alert').waitFor();
  expect(await tops()).toEqual(before);
});

test('nothing but its rows moves when a list is scrolled', async () => {
  const { page } = await startJourney();
  await measureShifts(page);
  await openAccount(page, admin);
  await storeDepots(await apiOf(page), 12);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/locations');
  await page.getByRole('link', { name: 'Depot 22' }).hover();
  await expectStill(page, 'the list');
  for (let notch = 0; notch < 4; notch += 1) {
    await page.mouse.wheel(0, 120);
    await expectStill(page, `the list after ${notch + 1} notches`);
  }
  await page.getByRole('link', { name: 'Depot 11' }).waitFor();
});

test('the lists of the assign dialogs keep their height, and a search its place, while a user types or chooses a view', async () => {
  const { page } = await startJourney({ isShared: true });
  await openAccount(page, admin);
  const api = await apiOf(page);
  const depots = await storeDepots(api, 12);
  const user = await storeUser(api, { ...eva, locations: depots.slice(0, 2) });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(`/users?dialog=locations&id=${user.id}`);
    const dialog = page.getByRole('dialog', { name: 'Assign Locations' });
    const search = dialog.getByRole('searchbox', { name: 'Filter locations' });
    const list = dialog.getByRole('group', { name: 'Locations' });
    await list.getByRole('checkbox').first().waitFor();
    await quiet(page);
    const places = async () =>
      Promise.all([search, list, dialog].map(async (one) => (await one.boundingBox()) ?? null));
    const before = await places();
    await search.fill('Depot 13');
    await expect.poll(() => list.getByRole('checkbox').count()).toBe(1);
    expect(await places()).toEqual(before);
    await list.getByRole('checkbox').check();
    await dialog.getByText('Add 1', { exact: true }).waitFor();
    expect(await places()).toEqual(before);
    await search.fill('nowhere');
    await dialog.getByText('No locations found').waitFor();
    expect(await places()).toEqual(before);
  }
  // The names of views differ in length.
  await page.goto('/users');
  const list = page.getByRole('searchbox', { name: /^Search users/ });
  const before = await list.boundingBox();
  await page.getByRole('button', { name: 'All users' }).click();
  await page.getByRole('link', { name: 'No location' }).click();
  await page.getByRole('button', { name: 'No location' }).waitFor();
  expect(await list.boundingBox()).toEqual(before);
});
