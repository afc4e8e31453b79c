import { expect, test } from 'vitest';
import { createCovers } from '../contract/covers.ts';
import { sendInvitation } from '../contract/invitations.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { takePictures } from './support/pictures.ts';
import { chooseNewPassword, leaveSavedPassword, openAccount, rowOf } from './support/steps.ts';

/** Cover that ends by itself. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const password = 'night at the pumps';

/** '2026-11-29T23:59' on a clock in New York. */
function localTime(ms: number): string {
  const parts = { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(ms).replace(' ', 'T');
}

test('two associates are lent to a location: the cover of one ends by itself, and the other is extended from a phone', async () => {
  const journey = await startJourney();
  const { page } = journey;
  await openAccount(page, ada);
  const api = await apiOf(page);
  const [mill, airport] = [await storeLocation(api, 'Mill Road'), await storeLocation(api, 'Airport')];
  const at = { roles: ['employee'], locations: [mill] };
  const sam = await storeUser(api, { email: 'sam@northline.example', full_name: 'Sam Lee', ...at });
  const eve = await storeUser(api, { email: 'eve@northline.example', full_name: 'Eve Stone', ...at });

  // One from the page of the location, until the Sunday that the dialog proposes.
  await page.goto(`/locations/${airport.id}`);
  const card = page.getByRole('region', { name: 'Cover' });
  await card.getByText('Nobody covers it.').waitFor();
  await card.getByRole('button', { name: 'Let a user cover…' }).click();
  const lending = page.getByRole('dialog', { name: 'Let a User Cover It' });
  await lending.getByRole('button', { name: /Eve Stone/ }).click();
  const reason = lending.getByLabel('Reason');
  await reason.fill('Holiday of Max');
  await expectAccessible(page);
  for (const width of [1100, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await reason.inputValue()).toBe('Holiday of Max');
  }
  await lending.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Eve Stone covers Airport until Sun, .* 11:59 PM$/).waitFor();
  await card.getByText(/^until Sun, .* 11:59 PM, location time \(New York\)$/).waitFor();

  // The other signs in elsewhere and covers it for a minute: it comes and goes while they look.
  const guest = await journey.addUser();
  const { link } = (await api.call(sendInvitation, { params: { id: sam.id }, body: { by: 'link' } })).ok();
  await guest.page.goto(link ?? '');
  await guest.page.getByRole('button', { name: 'Accept invitation' }).click();
  await chooseNewPassword(guest.page, password);
  await leaveSavedPassword(guest.page);
  await guest.page.goto('/locations');
  await rowOf(guest.page, 'Mill Road').waitFor();
  expect(await rowOf(guest.page, 'Airport').count()).toBe(0);
  const ends_at = localTime(Date.now() + 90_000);
  const body = { user_id: sam.id, location_ids: [airport.id], ends_at, reason: null };
  const [cover] = (await api.call(createCovers, { body })).ok().covers;
  await rowOf(guest.page, 'Airport').waitFor();
  await page.getByText('Sam Lee').first().waitFor();
  await expect.poll(() => rowOf(guest.page, 'Airport').count(), { timeout: 150_000 }).toBe(0);
  expect(Date.now() - Date.parse(cover?.ends_at ?? '')).toBeGreaterThan(0);
  await rowOf(guest.page, 'Mill Road').waitFor();

  // From a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/locations/${airport.id}`);
  await page.getByRole('button', { name: 'To do and more' }).click();
  await card.getByText('Eve Stone').waitFor();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Extend…' }).click();
  const extending = page.getByRole('dialog', { name: 'Extend Cover' });
  const later = localTime(Date.now() + 20 * 86_400_000);
  await extending.getByLabel('Until').fill(later);
  await extending.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Eve Stone covers Airport until /).waitFor();
  // Sam has joined, and could see it today.
  const today = localTime(Date.now()).slice(0, 10);
  // The chain has the time zone of the server, which is this machine.
  const chainDay = new Date().toLocaleDateString('sv-SE');
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path, name] of [
      [`/locations/${airport.id}/access?day=${today}`, 'Sam Lee'],
      [`/users/${sam.id}/access?day=${chainDay}`, 'Airport'],
      ['/users/access-list', 'Eve Stone'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('row').getByText(name).first().waitFor();
      await expectAccessible(page);
      if (width === 1440) await takePictures(page, `cover${path.replace(/[-\w]{36}|\W+/g, '-')}`);
    }
  }

  // A deactivation says before what it ends.
  await page.goto(`/users/${eve.id}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog', { name: 'Deactivate User' });
  await question.getByText(/^Ends 1 cover: Airport until /).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'cover-deactivate');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/${eve.id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  await card.getByText('granted by Ada Owner').waitFor();
  await card.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await card.getByText('Covers no location.').waitFor();
}, 400_000);
