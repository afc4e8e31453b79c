import { createLocation, type Location } from '../../contract/locations.ts';
import { allPermissions } from '../../contract/permissions.ts';
import { replaceUserRoles, updateUser } from '../../contract/users.ts';
import type { Client } from './client.ts';
import { ownRole } from './own-role.ts';
import { type Person, startWorld, type World } from './world.ts';

/** Without a session that lives; then with one, by what their roles and stores allow. */
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
/** Who sees Mill Road and nothing else. */
export const scoped = ['viewer', 'employee', 'manager', 'area'] as const;

export type Insider = (typeof insiders)[number];
export type ActorName = (typeof outsiders)[number] | Insider;

export interface Cast extends World {
  actors: Record<ActorName, Client>;
  ids: Record<Insider, string>;
  /** Where all of them work but the other manager and the administrator. */
  mine: Location;
  hidden: { store: Location; person: Person };
  /** What must reach nobody who is scoped: ids, names, addresses, phone numbers of what lies outside. */
  secrets: string[];
}

/**
 * A chain of two stores in which everybody works whom access must tell apart. 'area' holds a role of its own
 * with every permission but the one that reaches every store.
 */
export async function startCast(): Promise<Cast> {
  const world = await startWorld();
  const { ada, stores } = world;
  const mine = stores.millRoad;
  const store = (
    await ada.call(createLocation, {
      body: {
        ...{ name: 'Zanzibar Quay', address: '77 Spice Wharf', city: 'Xylopolis', state: 'VT', zip: '05990' },
        phone: '(802) 555-7711',
      },
    })
  ).ok();

  const area = await world.person('Arno Area', [], [mine]);
  const everythingHere = allPermissions.filter((permission) => permission !== 'locations.all');
  const role_ids = [await ownRole(world, 'area', everythingHere)];
  (await ada.call(replaceUserRoles, { params: { id: area.id }, body: { role_ids } })).ok();

  const people = {
    'no role': await world.person('Nora Norole', [], [mine]),
    viewer: await world.person('Vic Viewer', ['viewer'], [mine]),
    employee: await world.person('Eva Employee', ['employee'], [mine]),
    manager: await world.person('Mia Manager', ['manager'], [mine]),
    'other manager': await world.person('Otto Outside', ['manager'], [store]),
    area,
    admin: ada,
  };
  const person = await world.person('Hetty Hidden', ['employee'], [store]);
  (await ada.call(updateUser, { params: { id: person.id }, body: { phone: '(802) 555-9933' } })).ok();
  const boss = await world.person('Bruno Boss', ['admin']);
  // Seen by everybody at Mill Road, but not where else she works.
  await world.person('Sue Shared', ['employee'], [mine, store]);

  const deactivated = await world.person('Dan Deactivated', ['manager'], [mine]);
  await ada.call(updateUser, { params: { id: deactivated.id }, body: { is_active: false } });
  const ended = await world.person('Edda Ended', ['manager'], [mine]);
  await ended.raw('POST', '/auth/v1/logout?scope=local');

  const outside = people['other manager'];
  return {
    ...world,
    actors: { nobody: world.nobody, deactivated, ended, ...people },
    ids: Object.fromEntries(insiders.map((name) => [name, people[name].id])) as Record<Insider, string>,
    mine,
    hidden: { store, person },
    secrets: [
      ...[store.id, 'Zanzibar', 'Spice Wharf', 'Xylopolis', '555-7711'],
      ...[person.id, person.email, 'Hetty', '555-9933', boss.id, boss.email, 'Bruno'],
      ...[outside.id, outside.email, 'Otto', ada.email, stores.airport.id, stores.airport.name],
    ],
  };
}
