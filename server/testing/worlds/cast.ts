import { allPermissions, tokenPermissions } from '../../../contract/access/permissions.ts';
import { createLocation, type Location } from '../../../contract/locations.ts';
import { replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { makeApiToken } from '../requests/api-token.ts';
import { type Client, createClient } from '../requests/client.ts';
import { ownRole } from './own-role.ts';
import { startWorld, type User, type World } from './world.ts';

/** First without a live session; then with one, by what their roles and locations allow. */
export const outsiders = ['nobody', 'deactivated', 'ended'] as const;
export const insiders = [
  'no role',
  'viewer',
  'employee',
  'manager',
  'other manager',
  'area',
  'admin',
] as const;
/** Actors who see only Mill Road. The last is an API token of an administrator, narrowed to it, with all that a token can have. */
export const scoped = ['viewer', 'employee', 'manager', 'area', 'token'] as const;

export type Insider = (typeof insiders)[number];
export type ActorName = (typeof outsiders)[number] | Insider | 'token';

export interface Cast extends World {
  actors: Record<ActorName, Client>;
  ids: Record<Insider, string>;
  token_id: string;
  /** The location of all of them except the other manager and the administrator. */
  mine: Location;
  hidden: { location: Location; user: User };
  /**
   * Values that no scoped user may see: ids, names, emails and phone numbers outside Mill Road. Each is too long to
   * be in a random token by chance.
   */
  secrets: string[];
}

/**
 * A chain of two locations with every kind of user that access distinguishes. 'area' has a role of its own with every
 * permission except access to all locations.
 */
export async function startCast(): Promise<Cast> {
  const world = await startWorld();
  const { ada, locations } = world;
  const mine = locations.millRoad;
  const location = (
    await ada.call(createLocation, {
      body: {
        ...{ name: 'Zanzibar Quay', address: '77 Spice Wharf', city: 'Xylopolis', state: 'VT', zip: '05990' },
        phone: '(802) 555-7711',
      },
    })
  ).ok();

  const area = await world.newUser('Arno Area', [], [mine]);
  const everythingHere = allPermissions.filter((permission) => permission !== 'locations.all');
  const role_ids = [await ownRole(world, 'area', everythingHere)];
  (await ada.call(replaceUserRoles, { params: { id: area.id }, body: { role_ids } })).ok();

  const users = {
    'no role': await world.newUser('Nora Norole', [], [mine]),
    viewer: await world.newUser('Vic Viewer', ['viewer'], [mine]),
    employee: await world.newUser('Eva Employee', ['employee'], [mine]),
    manager: await world.newUser('Mia Manager', ['manager'], [mine]),
    'other manager': await world.newUser('Otto Outside', ['manager'], [location]),
    area,
    admin: ada,
  };
  const user = await world.newUser('Hetty Hidden', ['employee'], [location]);
  (await ada.call(updateUser, { params: { id: user.id }, body: { phone: '(802) 555-9933' } })).ok();
  const boss = await world.newUser('Bruno Boss', ['admin']);
  // Everybody at Mill Road sees her, but not where else she works.
  await world.newUser('Sue Shared', ['employee'], [mine, location]);

  const deactivated = await world.newUser('Dan Deactivated', ['manager'], [mine]);
  await ada.call(updateUser, { params: { id: deactivated.id }, body: { is_active: false } });
  const ended = await world.newUser('Edda Ended', ['manager'], [mine]);
  await ended.raw('POST', '/auth/v1/logout?scope=local');

  const tilda = await world.newUser('Tilda Token', ['admin']);
  const rules = { scope: 'locations' as const, location_ids: [mine.id] };
  const { token, secret } = await makeApiToken(tilda, tokenPermissions, rules);

  const outside = users['other manager'];
  return {
    ...world,
    actors: { nobody: world.nobody, deactivated, ended, ...users, token: createClient(world.url, secret) },
    token_id: token.id,
    ids: Object.fromEntries(insiders.map((name) => [name, users[name].id])) as Record<Insider, string>,
    mine,
    hidden: { location, user },
    secrets: [
      ...[location.id, 'Zanzibar', 'Spice Wharf', 'Xylopolis', '555-7711'],
      ...[user.id, user.email, 'Hetty Hidden', '555-9933', boss.id, boss.email, 'Bruno Boss'],
      ...[outside.id, outside.email, 'Otto Outside', ada.email, locations.airport.id, locations.airport.name],
    ],
  };
}
