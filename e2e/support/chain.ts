import type { Page } from 'playwright-core';
import { createLocation, type Location } from '../../contract/locations.ts';
import { listRoles } from '../../contract/roles.ts';
import { createUser, replaceUserRoles, type User } from '../../contract/users.ts';
import { type Client, createClient } from '../../server/testing/requests/client.ts';

/** Test data that a journey needs but does not test: made through the API, by the user who is signed in on a page. */

/** Calls the server as that user. */
export async function apiOf(page: Page): Promise<Client> {
  const session = await page.evaluate<string>("localStorage.getItem('canopy.session')");
  return createClient(new URL(page.url()).origin, JSON.parse(session).access_token);
}

export async function storeLocation(
  client: Client,
  name: string,
  { city = 'Albany', number = null as string | null } = {},
): Promise<Location> {
  const place = { address: '1 Main Street', city, state: 'NY', zip: '12207' };
  return (await client.call(createLocation, { body: { ...place, name, number } })).ok();
}

interface NewUser {
  email: string;
  full_name: string;
  roles?: string[];
  locations?: Pick<Location, 'id'>[];
}

export async function storeUser(
  client: Client,
  { email, full_name, roles = [], locations = [] }: NewUser,
): Promise<User> {
  const location_ids = locations.map(({ id }) => id);
  const user = (await client.call(createUser, { body: { email, full_name, location_ids } })).ok();
  if (roles.length > 0) {
    const known = (await client.call(listRoles, {})).ok().roles;
    const role_ids = known.filter(({ name }) => roles.includes(name)).map(({ id }) => id);
    (await client.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
  }
  return user;
}

/** Locations named Depot 11 and following. */
export async function storeDepots(client: Client, count: number): Promise<Location[]> {
  const depots: Location[] = [];
  for (let number = 11; number < 11 + count; number += 1)
    depots.push(await storeLocation(client, `Depot ${number}`));
  return depots;
}
