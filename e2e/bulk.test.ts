import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { updateUser } from '../contract/users.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { quiet } from './support/quiet.ts';
import { countShifts, expectFewShifts, lookApart } from './support/shifts.ts';
import { goTo, openAccount, rowOf } from './support/steps.ts';

/** Bulk acts on many rows of a list, and their undo. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('a wrong role for many users is shown, granted, and undone except where somebody changed it since', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  const users = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      storeUser(api, {
        email: `user${index}@northline.example`,
        full_name: `User ${String(index).padStart(2, '0')}`,
      }),
    ),
  );
  await countShifts(page);
  await page.goto('/users?sort=name');
  await rowOf(page, 'User 00').waitFor();
  await quiet(page);

  // The bar takes the place of the toolbar: nothing moves.
  const top = async () => (await rowOf(page, 'User 00').boundingBox())?.y;
  const before = await top();
  await rowOf(page, 'User 00').hover();
  await box(page, 'User 00').check();
  await page.keyboard.down('Shift');
  await box(page, 'User 05').click();
  await page.keyboard.up('Shift');
  await page.getByText('6 users selected').waitFor();
  expect(await top()).toBe(before);
  await lookApart(page, 'bulk-bar', page.getByRole('button', { name: 'Roles…' }));
  await page.getByText('6 users selected').waitFor();

  await page.getByRole('button', { name: 'Select all 31 that match' }).click();
  await page.getByText('31 users selected').waitFor();
  await page.getByRole('button', { name: 'Roles…' }).click();
  const asking = page.getByRole('dialog', { name: 'Roles of 31 users' });
  await asking.getByRole('checkbox', { name: 'viewer' }).check();
  await lookApart(page, 'bulk-roles', asking);
  await asking.getByRole('button', { name: 'Preview' }).click();

  const run = page.getByRole('dialog', { name: /viewer/ });
  // Nobody changes their own roles in a run.
  await run.getByRole('button', { name: 'Add viewer to 30 users, skip 1' }).waitFor();
  await run.getByRole('button', { name: 'To fix 1' }).click();
  await run.getByRole('row').filter({ hasText: ada.full_name }).waitFor();
  await lookApart(page, 'bulk-preview', run);
  await run.getByRole('button', { name: 'Add viewer to 30 users, skip 1' }).click();
  await run.getByText('30 users changed. 1 was skipped.').waitFor();
  await lookApart(page, 'bulk-result', run);

  // Somebody else changes two of them.
  const [first, second] = users;
  for (const { id } of [first, second].flatMap((user) => user ?? []))
    (await api.call(updateUser, { params: { id }, body: { phone: '555-0100' } })).ok();
  await run.getByRole('button', { name: 'Undo…' }).click();
  const undo = page.getByRole('dialog', { name: /^Undo/ });
  // So many users lose a role that their number must be typed.
  await undo.getByLabel('Type 28 to continue').fill('28');
  await undo.getByRole('button', { name: 'Undo for 28 users, skip 2' }).click();
  await undo.getByText(/^28 users went back\. 2 were skipped/).waitFor();
  await undo.getByRole('button', { name: 'Skipped 2' }).click();
  await expect.poll(() => undo.getByRole('row').count()).toBe(3);
  await undo.getByRole('button', { name: 'Close' }).first().click();
  await undo.waitFor({ state: 'hidden' });
  await rowOf(page, 'User 07').getByText('No roles').waitFor();
  await page.getByText('2 users selected').waitFor();
  await expectFewShifts(page);

  await goTo(page, '/imports');
  await look(page, 'runs', page.getByRole('link', { name: /^Undo/ }));
});

test('users move from one location to another on a phone', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  const [from, to] = [await storeLocation(api, 'Mill Road'), await storeLocation(api, 'Harbor')];
  for (const name of ['Ana', 'Ben', 'Cleo']) {
    const email = `${name.toLowerCase()}@northline.example`;
    await storeUser(api, { email, full_name: name, locations: [from] });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, `/users?location=${from.id}`);
  await page.getByRole('button', { name: 'More for users' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await box(page, 'Ana').check();
  await page.getByText('1 user selected').waitFor();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await page.getByText('3 users selected').waitFor();
  await look(page, 'bulk-phone', page.getByRole('button', { name: 'Actions', exact: true }));
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('button', { name: 'Move…' }).click();
  const asking = page.getByRole('dialog', { name: 'Move 3 users' });
  await asking.getByText(/Users who are not assigned to Mill Road stay as they are/).waitFor();
  await asking
    .getByRole('group', { name: 'To' })
    .getByRole('button', { name: /Harbor/ })
    .click();
  await asking.getByRole('button', { name: 'Preview' }).click();
  const run = page.getByRole('dialog').filter({ hasText: 'Nothing has changed yet' });
  await look(page, 'bulk-phone-preview', run);
  await run.getByRole('button', { name: /^Move 3 users/ }).click();
  await page.getByText('3 users changed.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  // What oneself changed stays where it stood.
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('No users match these filters').waitFor();
  await goTo(page, `/users?location=${to.id}`);
  await page.getByText('3 users').waitFor();
});

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
