import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvitation } from '../contract/invitations.ts';
import type { Location } from '../contract/locations.ts';
import { createRegister } from '../contract/registers.ts';
import { createRole } from '../contract/roles.ts';
import { replaceUserRoles, updateUser } from '../contract/users.ts';
import type { Client } from '../server/testing/requests/client.ts';
import { apiOf, storeDepots, storeLocation, storeUser } from './support/chain.ts';
import * as holds from './support/holds-lists.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { openAccount } from './support/steps.ts';

/** The home and the lists at every size, with long names, many roles and somebody who has no password yet. */

const ada = { email: 'ada@northline.example', full_name: 'Ada Owner', password: 'forecourt-7' };
const longName = 'Konstantinopolitanskaya Avenue and Old Turnpike Road North 1';

test('the home and the lists hold at every size', async () => {
  const journey = await startJourney();
  const { page } = journey;
  await openAccount(page, ada);
  const api = await apiOf(page);
  const long = await storeLocation(api, longName, 'Rancho Santa Margarita');
  const depots = await storeDepots(api, 6);
  await addStaff(api, [long, ...depots]);
  (await api.call(createRegister, { body: { name: 'Registers', location_ids: [long.id] } })).ok();
  const opened = { email: 'jo@northline.example', full_name: 'Jo Joining', roles: ['manager'] };
  const { access_token } = await accept(page, api, { ...opened, locations: [long] });
  expect(access_token).toMatch(/./);
  const manager = await joinManager(journey, api, [long, ...depots]);

  await page.goto(`/locations/${long.id}`);
  await page.getByRole('region', { name: 'Managers' }).getByText('Joining', { exact: true }).waitFor();
  await holds.holdsLocationPage(page, long.id, 2);
  await holds.holdsLocationPage(page, long.id, 2, '?tab=waiting');
  await holds.holdsHome(page);
  await holds.holdsHome(manager);
  const filters = ['?status=active', '?status=active&invitation=none,joined,joining&last_sign_in=never'];
  await holds.holdsFirstRow(page, '/users', filters);
  await holds.holdsFirstRow(page, '/locations', ['?status=open', '?status=open&state=NY&staff=not:nobody']);
  for (const list of ['/users', '/locations'] as const) {
    await holds.holdsNoScroller(page, list);
    await holds.holdsNoScroller(page, `${list}?density=compact`);
    await holds.holdsBulkBar(page, list);
  }
  await holds.holdsChips(page);

  await manager.setViewportSize({ width: 320, height: 844 });
  await manager.goto('/users');
  await manager.locator('li[data-row]').first().waitFor();
  const nora = { email: 'nora@northline.example', full_name: 'Nora New', locations: [long] };
  const { id } = await storeUser(api, nora);
  (await api.call(updateUser, { params: { id }, body: { full_name: 'Nora Newer' } })).ok();
  await holds.holdsNote(manager);
});

async function addStaff(api: Client, locations: readonly Location[]) {
  const role_ids: string[] = [];
  for (let number = 1; number <= 12; number += 1) {
    const permissions = ['locations.read' as const];
    const body = { name: `Car Wash Attendant ${number}`, description: '', permissions };
    role_ids.push((await api.call(createRole, { body })).ok().id);
  }
  for (const [index, location] of [...locations, ...locations].entries()) {
    const full_name =
      index === 0 ? 'Wolfeschlegelsteinhausenbergerdorff von Donaudampfschifffahrt' : `Ann ${index}`;
    const email = `${index === 0 ? 'w'.repeat(60) : `ann${index}`}@northline.example`;
    const { id } = await storeUser(api, { email, full_name, locations: [location] });
    if (index % 7 === 0) (await api.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  }
}

/** Opens the invitation of a new user, who has a session then, and no password. */
async function accept(page: Page, api: Client, user: Parameters<typeof storeUser>[1]) {
  const { id } = await storeUser(api, user);
  const { link } = (await api.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  const token_hash = new URL(link ?? '').searchParams.get('token_hash');
  const answer = await page.request.post('/auth/v1/verify', { data: { type: 'invite', token_hash } });
  return (await answer.json()) as { access_token: string };
}

async function joinManager(journey: Journey, api: Client, locations: Location[]): Promise<Page> {
  const { page } = await journey.addUser();
  const mia = { email: 'mia@northline.example', full_name: 'Mia Manager', roles: ['manager'] };
  const { access_token } = await accept(page, api, { ...mia, locations });
  const { password } = ada;
  const headers = { authorization: `Bearer ${access_token}` };
  await page.request.put('/auth/v1/user', { data: { password }, headers });
  const data = { email: mia.email, password };
  const session = await page.request.post('/auth/v1/token?grant_type=password', { data });
  await page.goto('/healthz');
  await page.evaluate(`localStorage.setItem('canopy.session', ${JSON.stringify(await session.text())})`);
  await page.evaluate(`localStorage.setItem('canopy.remember', 'yes')`);
  return page;
}
