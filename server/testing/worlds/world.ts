import type { Location } from '../../../contract/locations.ts';
import * as locationsContract from '../../../contract/locations.ts';
import * as rolesContract from '../../../contract/roles.ts';
import * as usersContract from '../../../contract/users.ts';
import { type Client, createClient } from '../requests/client.ts';
import { signInAs } from './sign-in-as.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export interface User extends Client {
  id: string;
  email: string;
  token: string;
}

export interface World extends TestApp {
  nobody: Client;
  ada: User;
  locations: { millRoad: Location; airport: Location };
  roleIds: Record<'admin' | 'manager' | 'employee' | 'viewer', string>;
  /** Adds a user with roles and locations, and signs them in. */
  newUser(
    name: string,
    roles?: (keyof World['roleIds'])[],
    locations?: Location[],
    options?: { password?: string },
  ): Promise<User>;
}

export const millRoad = {
  name: 'Mill Road',
  address: '1 Mill Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
};
export const airport = {
  name: 'Airport',
  address: '737 Albany Shaker Rd',
  city: 'Colonie',
  state: 'NY',
  zip: '12211',
};

/** A running system with an administrator, Ada Owner, and two locations. */
export async function startWorld(options?: Parameters<typeof startTestApp>[0]): Promise<World> {
  const testApp = await startTestApp(options);
  const ada = await signUpAdmin(testApp);
  const { roles } = (await ada.call(rolesContract.listRoles, {})).ok();
  const roleIds = Object.fromEntries(roles.map((role) => [role.name, role.id])) as World['roleIds'];
  const open = async (body: typeof millRoad) =>
    (await ada.call(locationsContract.createLocation, { body })).ok();
  const locations = { millRoad: await open(millRoad), airport: await open(airport) };
  return {
    ...testApp,
    nobody: createClient(testApp.url),
    ada,
    locations,
    roleIds,
    async newUser(name, roleNames = [], assigned = [], options = {}) {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@northline.example`;
      const body = { email, full_name: name, location_ids: assigned.map((location) => location.id) };
      const { id } = (await ada.call(usersContract.createUser, { body })).ok();
      const role_ids = roleNames.map((role) => roleIds[role]);
      if (role_ids.length > 0) {
        (await ada.call(usersContract.replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
      }
      const token = await signInAs(testApp.app, { id, email }, options);
      return { ...createClient(testApp.url, token), id, email, token };
    },
  };
}

/** Creates the first account of an empty system, as a user does. */
async function signUpAdmin({ url }: TestApp): Promise<User> {
  const email = 'ada@northline.example';
  const password = 'correct horse';
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await createClient(url).raw('POST', `/auth/v1${path}`, body);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await post('/signup', { email, password, data: { full_name: 'Ada Owner' } });
  const session: { access_token: string; user: { id: string } } = await post('/token?grant_type=password', {
    email,
    password,
  });
  return {
    ...createClient(url, session.access_token),
    id: session.user.id,
    email,
    token: session.access_token,
  };
}
