import { test } from 'vitest';
import { createRole } from '../contract/roles.ts';
import { updateUser } from '../contract/users.ts';
import { apiOf, storeDepots, storeLocation, storeUser } from './support/chain.ts';
import {
  holdsChosenFirst,
  holdsConflict,
  holdsDetailPage,
  holdsLateFonts,
  holdsRowFacts,
} from './support/holds-pages.ts';
import { startJourney } from './support/journey.ts';
import { openAccount } from './support/steps.ts';
import { delayAnswers, measureShifts } from './support/still.ts';

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'correct horse' };
const long = 'Konstantinopolitanskaya-Featherstonehaugh Maximiliana Wolfes';
const crossroads = 'Constantinople Boulevard and Featherstonehaugh Crossroads 39';

test('the pages of a user and of a location stay still with long names, twelve roles and forty locations, and show the whole name', async () => {
  const journey = await startJourney();
  await openAccount(journey.page, ada);
  const api = await apiOf(journey.page);
  const roles = Array.from({ length: 12 }, (_, n) => `Region ${n + 1} night shift lead`);
  for (const name of roles)
    (await api.call(createRole, { body: { name, description: name, permissions: ['users.read'] } })).ok();
  const depots = await storeDepots(api, 40);
  const location = await storeLocation(api, crossroads, 'Rancho Santa Margarita');
  const max = await storeUser(api, {
    ...{ email: 'maximiliana@northline.example', full_name: long, roles },
    locations: [...depots.slice(1), location],
  });
  const bob = await storeUser(api, {
    ...{ email: 'bob@northline.example', full_name: 'Bob Lee', roles: ['employee'] },
    locations: depots.slice(30, 32),
  });
  const session = await journey.page.context().storageState();
  const slow = (await journey.addUser()).page;
  await slow.context().setStorageState(session);
  await measureShifts(slow);
  await delayAnswers(slow, { profileMs: 100, restMs: 500 });
  await holdsDetailPage(slow, `/users/${max.id}`, long, [320, 390, 641, 1023, 1440]);
  await holdsDetailPage(slow, `/users/${bob.id}`, 'Bob Lee', [390, 1440]);
  await holdsDetailPage(slow, `/locations/${location.id}`, crossroads, [390, 1023]);
  const phone = '(518) 555-0100';
  (await api.call(updateUser, { params: { id: bob.id }, body: { phone } })).ok();
  const added = new Date(bob.created_at).toLocaleDateString('en-US', { dateStyle: 'medium' });
  const facts = [bob.email, phone, 'employee', 'Depot 41', 'Active', 'Not invited', added];
  await holdsRowFacts(slow, bob.id, ['Bob Lee', ...facts]);
  await holdsConflict(slow, api, bob, [390, 1440]);

  const slower = (await journey.addUser()).page;
  await slower.context().setStorageState(session);
  await measureShifts(slower);
  await delayAnswers(slower, { profileMs: 100, restMs: 3000 });
  for (const width of [390, 1440]) await holdsChosenFirst(slower, bob.id, ['Depot 41', 'Depot 42'], width);
  const fonts = (await journey.addUser()).page;
  await fonts.context().setStorageState(session);
  await measureShifts(fonts);
  await holdsLateFonts(fonts, `/users/${max.id}`, long, [390, 1440]);
});
