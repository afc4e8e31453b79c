import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { quiet } from './support/quiet.ts';
import { goTo, openAccount } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const eva = { email: 'eva@harbor.example', full_name: 'Eva Employee' };
const max = { email: 'max@harbor.example', full_name: 'Max Mover' };

test('an administrator adds a user in one dialog, opens another from a searched list, changes their access and comes back to the search', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  for (const name of ['Harbor 394', 'Airport 211']) await storeLocation(api, name);
  await storeUser(api, max);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  await goTo(page, '/users');
  await addEva(page);
  await page.getByRole('searchbox', { name: /^Search users/ }).fill('5185551002');
  await page.getByText('1 of 3 users').waitFor();
  await page.getByRole('link', { name: eva.full_name }).waitFor();

  await page.goto('/users?q=harbor');
  await page.getByRole('link', { name: eva.full_name }).click();
  await heading(eva.full_name);
  await page.getByText('1 of 2').waitFor();
  // The page handles keys a moment after it is visible.
  await quiet(page);
  await page.keyboard.press('j');
  await heading(max.full_name);
  await page.getByText('2 of 2').waitFor();
  await page.getByText("Can't sign in yet. No role, so nothing to see or do.").waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Assign Roles' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'employee' }).check();
  await dialog.getByRole('button', { name: 'Update Assignments' }).click();
  await page
    .getByRole('list', { name: /^Roles/ })
    .getByText('Assigned by Ada Owner')
    .waitFor();
  await page.getByRole('button', { name: 'Assign Locations' }).click();
  for (const name of [/Harbor 394/, /Airport 211/]) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Update Assignments' }).click();
  const locations = page.getByRole('list', { name: /^Locations/ });
  await locations.getByRole('link', { name: 'Harbor 394' }).waitFor();

  await locations.getByRole('button', { name: 'Remove Harbor 394' }).click();
  const question = page.getByRole('group', { name: 'Remove Harbor 394?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await locations.getByRole('button', { name: 'Remove Harbor 394' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await locations.getByRole('link', { name: 'Harbor 394' }).waitFor({ state: 'hidden' });
  await locations.getByRole('link', { name: 'Airport 211' }).waitFor();
  // Several changes of one actor are one row until it is opened.
  const history = page.getByRole('region', { name: 'History' });
  await history
    .getByRole('button', { name: /^Ada Owner made \d+ changes to Max Mover/ })
    .first()
    .click();
  await history.getByText(/removed Max Mover from Harbor 394/).waitFor();

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  const band = page.getByRole('region', { name: 'Inactive' });
  await page.getByText('Max Mover is inactive.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await band.waitFor({ state: 'hidden' });
  await page.getByText('Max Mover is active.').waitFor();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await band.getByText(/^Inactive since .*, by Ada Owner\. Roles and locations are kept\.$/).waitFor();
  await expectAccessible(page);
  await page.reload();
  await band.getByRole('button', { name: 'Activate' }).click();
  await band.waitFor({ state: 'hidden' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Details' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('navigation', { name: 'Back to Users' }).getByRole('link').click();
  await heading('Users');
  await page.waitForURL(/\/users\?q=harbor$/);
  await page.getByRole('link', { name: max.full_name }).waitFor();
});

/** In one dialog: the fields, a role, two locations by keyboard, and the invitation. */
async function addEva(page: Page) {
  await page.getByRole('button', { name: 'Add User' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New User' });
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill(eva.email);
  await dialog.getByRole('textbox', { name: 'Full Name' }).fill(eva.full_name);
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill('(518) 555-1002');
  await dialog.getByRole('button', { name: 'Roles No roles' }).click();
  await page.getByRole('checkbox', { name: 'employee' }).check();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Locations No locations' }).press('Enter');
  const search = page.getByRole('searchbox', { name: 'Filter locations' });
  for (const name of ['Harbor 394', 'Airport 211']) {
    await search.fill(name);
    await search.press('Enter');
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`), checked: true }).waitFor();
  }
  // The first Escape clears the search, the second closes the list.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Locations Harbor 394 Airport 211' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Create an invite link' }).check();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  const added = page.getByRole('dialog', { name: 'Eva Employee added' });
  await added.getByRole('textbox', { name: 'Link' }).waitFor();
  await added.getByRole('button', { name: 'Close' }).first().click();
  const row = page.getByRole('row', { name: /Eva Employee/ });
  for (const text of ['employee', 'Harbor 394', 'Airport 211', 'Invited'])
    await row.getByText(text, { exact: true }).waitFor();
}

test('the page of a location shows and prints who can see it, who cannot yet and what happened, and closes it', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeUser(api, eva);
  await storeLocation(api, 'Harbor 394');
  await goTo(page, '/locations');
  await page.getByRole('link', { name: 'Harbor 394' }).click();
  await page.getByRole('heading', { name: 'Harbor 394', level: 1 }).waitFor();
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('button', { name: 'Assign a manager' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Users' });
  await dialog.getByRole('checkbox', { name: /Eva Employee/ }).check();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('link', { name: 'Waiting 1' }).click();
  await page.getByText('No role that can see locations').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite 1' }).click();
  await page.getByText('Invited', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'Open in Audit' }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Waiting 1' }).click();
  await page.getByRole('link', { name: eva.full_name }).click();
  await page.getByRole('heading', { name: eva.full_name, level: 1 }).waitFor();

  await page.goBack();
  await page.getByRole('button', { name: 'Actions for Harbor 394' }).click();
  await page.getByRole('menuitem', { name: 'Close Location' }).click();
  await page
    .getByRole('dialog', { name: 'Close Harbor 394' })
    .getByRole('button', { name: 'Close Location' })
    .click();
  await page.getByText('Harbor 394 closed').waitFor();
  await page.getByRole('region', { name: 'Closed' }).waitFor();
  await expectPrinted(page);
});

/** Printed, both lists are below each other, whichever is on the screen. */
async function expectPrinted(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  for (const name of ['Harbor 394', 'Has access', 'Waiting'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  for (const text of ['admin role, all locations', 'No role that can see locations'])
    await page.getByText(text).waitFor();
}
