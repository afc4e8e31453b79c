import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf, storeLocation } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { goTo, openAccount, rowOf } from './support/steps.ts';

/** Users and locations are imported from files, corrected and exported again. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };

test('a file with two bad lines is imported without them, they are corrected and come after, and its export changes nothing', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  await storeLocation(await apiOf(page), 'Mill Road');
  await goTo(page, '/users');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await look(page, 'import-file', page.getByRole('button', { name: 'Choose a file' }));

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people, 'latin1') });
  await page.getByRole('heading', { name: 'Import users from people.csv' }).waitFor();
  await page.getByText('File options').click();
  expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
  expect(await page.getByLabel('Separator').inputValue()).toBe(';');
  await page.getByRole('button', { name: 'Change the recognized columns' }).click();
  expect(await page.getByLabel('Meaning of Store #').inputValue()).toBe('locations');
  await look(page, 'import-columns', page.getByLabel('Meaning of E-mail'));

  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/^Nothing has changed yet/).waitFor();
  await page.getByRole('button', { name: 'To fix 2' }).click();
  await page.getByText('Did you mean', { exact: false }).waitFor();
  await look(page, 'import-preview', page.getByRole('button', { name: 'To fix 2' }));
  await page.getByRole('button', { name: 'Add 2 users, skip 2' }).click();
  await page.getByText('2 users were added. 2 rows were skipped.').waitFor();
  await look(page, 'import-result', page.getByRole('button', { name: 'Result (CSV)' }));

  await page.getByRole('link', { name: 'Show these users' }).click();
  await page.getByText('2 users').waitFor();
  await rowOf(page, 'Ben Ito').waitFor();
  await look(
    page,
    'users-of-a-run',
    page.getByRole('button', { name: /^Changed by: Import users from people\.csv/ }),
  );
  await page.goBack();

  const rejected = await download(page, 'Rows to fix (CSV)');
  await page.getByRole('button', { name: 'Choose a fixed file' }).click();
  await chooseFile(
    page,
    rejected.replace('Manger', 'manager').replace('not an email', 'dan@northline.example'),
  );
  // The columns that the file of the rows to fix has got here are not asked about.
  await page.getByText('4 of 4 columns recognized').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Add 2 users', exact: true }).click();
  await page.getByText('2 users were added.', { exact: true }).waitFor();

  await page.goto('/users?q=josé');
  await rowOf(page, 'José Ruiz').getByText('Mill Road').waitFor();
  await page.goto('/users');
  await page.getByText('5 users').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const exported = await download(page, 'Export CSV');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await chooseFile(page, exported);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/0 changes\. Everything already matches the file/).waitFor();
  expect(await page.getByRole('button', { name: /^(Add|Change)/ }).count()).toBe(0);
});

test('a spreadsheet is refused with the way to save it, and nothing is stored', async () => {
  const { page, watch } = await startJourney();
  watch.allow(/status of 400/);
  await openAccount(page, ada);
  await goTo(page, '/import/locations');
  await chooseFile(page, 'PK\u0003\u0004 a spreadsheet', 'locations.xlsx');
  await look(page, 'import-refused', page.getByRole('alert').filter({ hasText: 'CSV' }));
  await goTo(page, '/imports');
  await page.getByText('Nothing yet').waitFor();
});

const people = [
  'E-mail;Name;Role;Store #',
  'josé@northline.example;José Ruiz;employee;Mill Road',
  'ben@northline.example;Ben Ito;viewer;',
  'cleo@northline.example;Cleo Marsh;Manger;Mill Road',
  'not an email;Dan Reyes;employee;Mill Road',
].join('\r\n');

async function chooseFile(page: Page, text: string, name = 'people.csv') {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Returns the file that the browser saves when the button is pressed. */
async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}
