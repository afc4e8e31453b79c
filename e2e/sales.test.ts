import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createLocation } from '../contract/locations.ts';
import { createRegister } from '../contract/registers.ts';
import { fgm, mcm, msm, priceBook } from '../server/testing/requests/register-xml.ts';
import { apiOf } from './support/chain.ts';
import { dayBefore } from './support/hostile-chain.ts';
import { startJourney } from './support/journey.ts';
import { look } from './support/look.ts';
import { goTo, openAccount } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const place = { address: '1 Main Street', city: 'Albany', state: 'NY', zip: '12207' };

async function addFiles(page: Page, files: Record<string, string>) {
  await page.getByLabel('File', { exact: true }).setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/xml',
      buffer: Buffer.from(text),
    })),
  );
}

test('a register is connected, its files become a day, and the dashboard says what came in and who is missing', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  for (const [name, number] of [
    ['Mill Road', '104'],
    ['Harbor', '7'],
  ] as const) {
    (await api.call(createLocation, { body: { ...place, name, number } })).ok();
  }
  // A chain without registers sees the texts of the specification.
  await page.goto('/dashboard');
  const revenue = page.getByRole('region', { name: 'Revenue Today' });
  await revenue.getByText('No register connected').waitFor();
  await revenue.getByText('$0', { exact: true }).waitFor();

  await page.goto('/settings?tab=registers');
  await look(page, 'registers-empty', page.getByText('No register connected'));
  await page.getByRole('button', { name: 'Connect register' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Connect Register' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Both registers');
  await dialog.getByRole('checkbox', { name: /Mill Road/ }).check();
  await dialog.getByRole('checkbox', { name: /Harbor/ }).check();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Key of Both registers' });
  const key = await shown.getByLabel('Key', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByText('No file yet').waitFor();

  const business_date = dayBefore(1);
  const today = dayBefore(0);
  const head = {
    store: '104',
    business_date,
    began: `${business_date}T23:50:00`,
    ended: `${today}T23:40:00`,
  };
  const byKey = await page.request.post('/api/register-files?name=fuel.xml', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    data: fgm(head, [{ grade: '001', volume: '10', amount: '30.49', discount: '-0.50' }]),
  });
  expect(await byKey.json()).toMatchObject({ files: [{ outcome: 'accepted' }] });

  await goTo(page, '/register-files');
  await addFiles(page, {
    'departments.xml': mcm(head, [{ code: '12', name: 'Snacks', amount: '3.00' }]),
    'summary.xml': msm(head, { sales: 1, tax: '0.24' }),
    'stray.xml': mcm({ ...head, store: '999' }, [{ code: '12', amount: '9.99' }]),
    'broken.xml': '<NAXML-MovementReport><FuelGradeMovement>',
  });
  await page.getByText('4 files: 2 accepted, 1 waiting, 1 refused.').waitFor();
  await page.getByRole('table', { name: 'Register files' }).waitFor();

  await page.goto('/sales');
  const sums = page.getByRole('region', { name: 'Sums' });
  await sums.getByRole('button', { name: /^Revenue\s*\$33/ }).waitFor();
  // Two weeks are too few to compare: the first seven days of a location are no growth.
  await sums.getByText(/Nothing to compare/).waitFor();
  await page.getByRole('link', { name: 'Reporting 1 missing' }).waitFor();
  await page.getByRole('button', { name: 'Both' }).click();
  const row = page.getByRole('table', { name: 'Sales by day' }).getByRole('row', { name: /Mill Road/ });
  for (const name of ['$29.99', '10.000', '$3.00', '$0.24', '$32.99'])
    await row.getByRole('cell', { name, exact: true }).waitFor();
  await row.getByRole('link', { name: 'Mill Road' }).click();
  await page.getByText('New York').waitFor();
  await page.getByRole('table', { name: 'Fuel by grade' }).waitFor();
  await page.getByRole('link', { name: 'Sales of this location' }).click();
  await page.getByRole('heading', { name: 'Sales of Mill Road' }).waitFor();
  for (const width of [320, 390, 641, 1023, 1440, 1920])
    await expectBack(page, { width, height: width === 320 ? 256 : 844 });

  // As views of before have it.
  await page.goto('/sales?state=open');
  await page.getByRole('button', { name: 'Day: Open' }).waitFor();
  await page.getByText('No days match.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const exported = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(exported.trim().split('\n')).toHaveLength(2);
  expect(exported).toContain('Mill Road');

  await page.goto('/dashboard');
  await revenue.getByText('$33', { exact: true }).waitFor();
  await revenue.getByText(/undecided/).waitFor();
  await revenue.getByRole('link', { name: '1 of 2 reported' }).click();
  await page.getByRole('link', { name: /Harbor/ }).waitFor();
  await page
    .getByRole('row', { name: /Harbor/ })
    .getByText('Missing')
    .waitFor();
});

/** Back from a day: the same address, and the same place. */
async function expectBack(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await page.goto('/sales?show=both&period=last_28');
  const link = page.getByRole('table').getByRole('link', { name: 'Mill Road' }).first();
  await link.waitFor();
  const main = page.locator('main');
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const before = await main.evaluate((element) => element.scrollTop);
  await link.click();
  await page.getByRole('link', { name: 'Sales, last 28 days' }).click();
  await page.waitForURL('**/sales?show=both&period=last_28');
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(before);
}

test('a stock list is imported, low stock is on its page and on the dashboard, and a wrong list is undone', async () => {
  const { page } = await startJourney();
  await openAccount(page, ada);
  const api = await apiOf(page);
  const location = (
    await api.call(createLocation, { body: { ...place, name: 'Mill Road', number: '104' } })
  ).ok();
  const tile = page.getByRole('region', { name: 'Low Stock Items' });
  await page.goto('/dashboard');
  await tile.getByText('No inventory connected').waitFor();
  const body = { name: 'Front', location_ids: [location.id] };
  const { key } = (await api.call(createRegister, { body })).ok();
  const listed = await page.request.post('/api/register-files?name=items.xml', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    data: priceBook(
      [
        { code: '49000000443', name: 'Cola 20 oz' },
        { code: '4011', name: 'Banana' },
      ],
      {
        store: '104',
      },
    ),
  });
  expect(await listed.json()).toMatchObject({ files: [{ outcome: 'accepted' }] });

  await page.goto('/stock');
  await look(page, 'stock-empty', page.getByText('No stock list yet'));
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await importStock(
    page,
    'Store,UPC,On hand,Reorder point\n104,049000000443,24,6\n104,4011,2,12\n105,4011,2,12\n',
  );
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'To fix 1' }).waitFor();
  await look(page, 'stock-preview', page.getByRole('button', { name: 'Add 2 stock items, skip 1' }));
  await page.getByRole('button', { name: 'Add 2 stock items, skip 1' }).click();
  await page.getByText('2 stock items were added. 1 row was skipped.').waitFor();

  await page.goto('/dashboard');
  await tile.getByText('Known at 1 location').waitFor();
  await tile.getByText('1', { exact: true }).waitFor();
  await tile.getByRole('link', { name: 'Low Stock Items' }).click();
  await page.getByRole('row', { name: /Banana/ }).waitFor();
  expect(await page.getByRole('row', { name: /Cola/ }).count()).toBe(0);
  await page.goto('/products');
  await page.getByRole('row', { name: /Banana/ }).waitFor();

  await goTo(page, '/import/stock');
  await importStock(page, 'Store,UPC,On hand\n104,49000000443,1\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 1 stock item', exact: true }).click();
  await page.getByText('1 stock item changed.').waitFor();
  const wrong = page.url();
  await page.getByRole('link', { name: 'Show the stock' }).click();
  await page.getByRole('button', { name: 'Show: All stock' }).waitFor();
  const cola = page.getByRole('row', { name: /Cola/ });
  await cola.getByRole('cell', { name: '1', exact: true }).waitFor();
  await page.goto(wrong);
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('button', { name: 'Undo for 1 stock item' }).click();
  await page.getByText('1 stock item went back.').waitFor();
  await page.goto('/stock?show=all');
  await cola.getByRole('cell', { name: '24', exact: true }).waitFor();
});

async function importStock(page: Page, text: string) {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}
