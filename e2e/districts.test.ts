import { expect, test } from 'vitest';
import { createDistrict } from '../contract/districts.ts';
import { listLocations } from '../contract/locations.ts';
import { expectAccessible } from './support/axe.ts';
import { apiOf, storeLocation, storeUser } from './support/chain.ts';
import { startJourney } from './support/journey.ts';
import { takePictures } from './support/pictures.ts';
import { goTo, openAccount } from './support/steps.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const max = { email: 'max@northline.example', full_name: 'Max Manager' };
const long = `District ${'of the Upper Hudson Valley and the Lower Adirondacks '.repeat(2)}`
  .slice(0, 100)
  .trim();

test('a head office makes districts, gives one to a manager, opens a location in it and moves another one out', async () => {
  const { page, watch } = await startJourney();
  // A district with locations cannot be deleted.
  watch.allow(/status of 409/);
  await openAccount(page, ada);
  const api = await apiOf(page);
  await storeLocation(api, 'Harbor 394');
  const airport = await storeLocation(api, 'Airport 211');
  const user = await storeUser(api, { ...max, roles: ['manager'], locations: [airport] });
  const dialog = page.getByRole('dialog');
  const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

  await goTo(page, '/districts');
  await page.getByRole('heading', { name: 'No districts yet' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'districts-none');
  for (const [name, number] of [
    ['North', '4'],
    [long, ''],
  ] as const) {
    await page.getByRole('button', { name: 'Add District' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'District Number' }).fill(number);
    if (number) {
      await dialog.getByRole('button', { name: 'Manager No manager' }).press('Enter');
      await page.getByRole('searchbox', { name: 'Search users...' }).fill('max');
      await page.getByRole('searchbox', { name: 'Search users...' }).press('Enter');
      await dialog.getByRole('button', { name: 'Manager Max Manager' }).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'districts-add');
    }
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: new RegExp(name.slice(0, 20)) }).waitFor();
  }
  await expectAccessible(page);
  await takePictures(page, 'districts');

  // Harbor 394 goes into North, by its page.
  await goTo(page, '/locations');
  await page.getByRole('link', { name: 'Harbor 394' }).click();
  await page.getByRole('button', { name: 'Actions for Harbor 394' }).click();
  await page.getByRole('menuitem', { name: 'Move to a District' }).click();
  await dialog.getByRole('searchbox', { name: 'Search districts...' }).fill('4');
  await takePictures(page, 'districts-choose');
  await dialog.getByRole('button', { name: /^North/ }).click();
  await dialog.getByText('Nobody gains or loses it.').waitFor();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await said('Harbor 394 moved to North');
  await page.getByRole('link', { name: 'North', exact: true }).click();

  // Max gets the district, beside his location.
  await page.getByRole('heading', { name: 'North', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Give to a User' }).click();
  await dialog.getByRole('searchbox', { name: 'Search users...' }).fill('max');
  await dialog.getByRole('button', { name: /^Max Manager/ }).click();
  await dialog.getByText('Max Manager will see 1 location today, and new ones.').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'district-give');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  const users = page.getByRole('list', { name: /^Users/ });
  await users.getByText('Assigned by Ada Owner').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'district');
  await page
    .getByRole('region', { name: 'Locations', exact: true })
    .getByRole('link', { name: 'Harbor 394' })
    .waitFor();

  // Users name it beside his location, and the dashboard is opened for it.
  await goTo(page, '/users');
  await page
    .getByRole('row', { name: /Max Manager/ })
    .getByText('North', { exact: true })
    .waitFor();
  await expectAccessible(page);
  await takePictures(page, 'users-of-district');
  await goTo(page, '/dashboard');
  await page.getByRole('button', { name: 'District: All districts' }).click();
  await page.getByRole('checkbox', { name: 'North' }).check();
  await page.keyboard.press('Escape');
  const own = page.getByRole('region', { name: 'Locations', exact: true });
  await own.getByRole('link', { name: 'Harbor 394' }).waitFor();
  await own.getByRole('link', { name: 'Airport 211' }).waitFor({ state: 'hidden' });
  await expectAccessible(page);
  await takePictures(page, 'dashboard-of-district');
  await page.getByRole('link', { name: 'Total Locations' }).click();
  await page.getByRole('link', { name: 'Harbor 394' }).waitFor();
  await goTo(page, '/districts');
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await page.getByRole('link', { name: '1 open location' }).click();
  await page.getByRole('heading', { name: 'Locations', level: 1 }).waitFor();
  await page
    .getByText('1 of 2 locations')
    .or(page.getByText('1 location', { exact: true }))
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Harbor 394' }).waitFor();
  await page.getByRole('link', { name: 'Airport 211' }).waitFor({ state: 'hidden' });

  // Opens a location in North: Max has it at once.
  await goTo(page, '/locations?dialog=add');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mill Road 104');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Troy');
  await dialog.getByRole('textbox', { name: 'State' }).fill('ny');
  await dialog.getByRole('textbox', { name: 'ZIP Code' }).fill('12180');
  await dialog.getByRole('button', { name: 'District No district' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Search districts...' }).fill('nor');
  await page.getByRole('searchbox', { name: 'Search districts...' }).press('Enter');
  await dialog.getByRole('button', { name: 'District North' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'location-add');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { locations } = (await api.call(listLocations, { query: { q: 'Mill Road' } })).ok();
  const [mill] = locations;
  expect(mill?.user_count).toBe(1);
  await goTo(page, `/locations/${mill?.id}?tab=waiting`);
  await page.getByRole('heading', { name: 'Mill Road 104', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Max Manager' }).first().waitFor();
  await said(/through North/i);
  await expectAccessible(page);
  await takePictures(page, 'location');

  // Moves it to the other district: Max loses it, and the dialog says so before.
  await page.getByRole('button', { name: 'Actions for Mill Road 104' }).click();
  await page.getByRole('menuitem', { name: 'Move to a District' }).click();
  await dialog.getByRole('button', { name: long.slice(0, 30) }).click();
  await dialog.getByText('1 user loses it:').waitFor();
  await dialog.getByText('Max Manager').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'location-move');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('link', { name: long }).waitFor();
  await page.getByRole('link', { name: 'Max Manager' }).first().waitFor({ state: 'hidden' });
  await takePictures(page, 'location-long-district');

  // His page says why he has what he has; the dialog has both ways.
  await goTo(page, `/users/${user.id}`);
  await page.getByRole('heading', { name: 'Max Manager', level: 1 }).waitFor();
  await said(/through North/i);
  await expectAccessible(page);
  await takePictures(page, 'user');
  await page.getByRole('button', { name: 'Assign Locations' }).click();
  const whole = dialog.getByRole('group', { name: 'Whole districts' });
  await expect.poll(() => whole.getByRole('checkbox', { name: 'North' }).isChecked()).toBe(true);
  await dialog.getByText('through North').waitFor();
  await dialog.getByText('1 location and 1 district selected').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'user-assign');
  await whole.getByRole('checkbox', { name: 'North' }).uncheck();
  await dialog.getByRole('button', { name: 'Update Assignments' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Harbor 394' }).waitFor({ state: 'hidden' });

  // A district with locations cannot be deleted, one without can.
  await goTo(page, '/districts');
  await page.getByRole('button', { name: 'Delete North' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByText(/1 location/).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  for (let n = 1; n <= 3; n += 1) (await api.call(createDistrict, { body: { name: `Empty ${n}` } })).ok();
  await page.getByRole('button', { name: 'Delete Empty 2' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await said('Empty 2 deleted');
  await page.getByRole('row', { name: /^Empty 2/ }).waitFor({ state: 'hidden' });
});
