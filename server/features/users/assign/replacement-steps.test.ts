import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  getUserLocations,
  getUserRoles,
  replaceUserLocations,
  replaceUserRoles,
} from '../../../../contract/users.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let user: User;
beforeAll(async () => {
  world = await startWorld();
  user = await world.newUser('Rae Replaced', ['employee'], [world.locations.millRoad]);
});
afterAll(() => world.close());

const sets = [
  {
    what: 'roles',
    table: 'user_roles',
    replace: () =>
      world.ada.call(replaceUserRoles, {
        params: { id: user.id },
        body: { role_ids: [world.roleIds.viewer] },
      }),
    held: async () => {
      const { roles } = (await world.ada.call(getUserRoles, { params: { id: user.id } })).ok();
      return roles.map((role) => role.name);
    },
    before: ['employee'],
    removing: 'Failed to remove existing role assignments',
    assigning: 'Failed to assign roles',
  },
  {
    what: 'locations',
    table: 'user_locations',
    replace: () =>
      world.ada.call(replaceUserLocations, {
        params: { id: user.id },
        body: { location_ids: [world.locations.airport.id] },
      }),
    held: async () => {
      const { locations } = (await world.ada.call(getUserLocations, { params: { id: user.id } })).ok();
      return locations.map((location) => location.name);
    },
    before: ['Mill Road'],
    removing: 'Failed to remove existing location assignments',
    assigning: 'Failed to assign locations',
  },
];

test.each(sets)('a replacement keeps the old $what and names the step when they cannot be removed', async ({
  table,
  replace,
  held,
  before,
  removing,
}) => {
  const mend = await breakTable(table, 'delete');
  expect((await replace()).problem()).toMatchObject({ status: 500, title: removing });
  expect(await held()).toEqual(before);
  await mend();
});

test.each(sets)('a replacement keeps the old $what when the new ones cannot be written', async ({
  table,
  replace,
  held,
  before,
  assigning,
}) => {
  const mend = await breakTable(table, 'insert');
  expect((await replace()).problem()).toMatchObject({ status: 500, title: assigning });
  expect(await held()).toEqual(before);
  await mend();
});

/** Makes the database refuse one kind of statement. Returns a function that ends this. */
async function breakTable(table: string, statement: 'insert' | 'delete') {
  const { database } = world.app;
  const name = sql.raw(`broken_${table}_${statement}`);
  const on = sql.raw(`before ${statement} on ${table}`);
  await database.write(async (tx) => {
    if (tx.dialect === 'sqlite') {
      await sql`create trigger ${name} ${on} begin select raise(abort, 'broken'); end`.execute(tx);
      return;
    }
    await sql`create function ${name}() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      tx,
    );
    await sql`create trigger ${name} ${on} for each row execute function ${name}()`.execute(tx);
  });
  return () =>
    database.write(async (tx) => {
      const from = sql.raw(tx.dialect === 'sqlite' ? '' : `on ${table}`);
      await sql`drop trigger ${name} ${from}`.execute(tx);
    });
}
