import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooserOf, seededRandom } from '../testing/worlds/seeded-random.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

/**
 * Permissions and rows are read by different statements. A cut between them takes the permission, the location or the
 * session away and then writes a row: that row must not be served to the user who was cut off ("new enemy" in the words
 * of Zanzibar). `npm run faults -- revocation` asks for more cuts.
 */
const cuts = Number(process.env.REVOCATION_CUTS ?? 150);
const { oneOf } = chooserOf(seededRandom());

let world: World;
/** Three servers on one database. */
let instances: TestApp[];
let client: pg.Client;
let reader: User;
beforeAll(async () => {
  world = await startWorld();
  const { data_dir, database_url: databaseUrl = '' } = world.app.config;
  const more = () => startTestApp({ reuse: { dataDir: data_dir, databaseUrl } });
  instances = [world, await more(), await more()];
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  reader = await world.newUser('Rea Reader', ['viewer'], [world.locations.millRoad]);
});
afterAll(async () => {
  await client.end();
  await instances[2]?.close();
  await instances[1]?.close();
  await world.close();
});

/** What can be cut, and what restores it. $1 is the reader, $2 their location. */
const kinds = {
  role: {
    cut: 'delete from user_roles where user_id = $1',
    restore: `insert into user_roles (user_id, role_id, created_at)
      select $1, id, now() from roles where name = 'viewer'`,
  },
  permissions: {
    cut: `delete from role_permissions where permission <> 'locations.all' and role_id in
      (select role_id from user_roles where user_id = $1)`,
    restore: `insert into role_permissions (role_id, permission)
      select role_id, unnest(array['users.read', 'locations.read', 'roles.read', 'audit.read']) from user_roles
      where user_id = $1`,
  },
  location: {
    cut: 'delete from user_locations where user_id = $1',
    restore: `insert into user_locations (user_id, location_id, created_at) values ($1, $2, now())`,
  },
  cover: {
    cut: 'update covers set ended_at = now() where user_id = $1',
    restore: `with ended as (delete from covers where user_id = $1)
      insert into user_locations (user_id, location_id, created_at) values ($1, $2, now())`,
  },
  status: {
    cut: 'update users set is_active = false where id = $1',
    restore: 'update users set is_active = true where id = $1',
  },
};
type Kind = keyof typeof kinds;

/** The reader covers their location instead of being assigned to it. */
const coverInstead = `with assigned as (delete from user_locations where user_id = $1)
  insert into covers (id, user_id, location_id, starts_at, ends_at, created_at)
  values (gen_random_uuid(), $1, $2, now() - interval '1 hour', now() + interval '1 hour', now())`;

/** In one transaction: the access ends, and a name changes to one that only those with access may read. */
async function cut(kind: Kind, name: string): Promise<void> {
  await client.query('begin');
  await client.query(kinds[kind].cut, [reader.id]);
  await client.query('update users set full_name = $2 where id = $1', [world.ada.id, name]);
  await client.query('update locations set name = $2 where id = $1', [world.locations.millRoad.id, name]);
  await client.query('update users set full_name = $2 where email like $1', ['colleague%', name]);
  await client.query('commit');
}

async function restore(kind: Kind): Promise<void> {
  const { restore } = kinds[kind];
  const values = [reader.id, world.locations.millRoad.id];
  await client.query(restore, values.slice(0, restore.includes('$2') ? 2 : 1));
}

const paths = (colleague: string) => [
  '/api/users?include=refs',
  `/api/users/${colleague}`,
  `/api/users/${colleague}/locations`,
  `/api/users/${colleague}/access`,
  '/api/locations',
  `/api/locations/${world.locations.millRoad.id}`,
  `/api/locations/${world.locations.millRoad.id}/users`,
  '/api/dashboard/locations',
];

/** Runs `work` after the permissions were read and before the rows are, or, in a later request, the other way around. */
function between(instance: TestApp, work: () => Promise<void>): void {
  const { app } = instance;
  const { authenticate } = app;
  app.authenticate = async (services, token, how) => {
    const found = await authenticate(services, token, how);
    app.authenticate = authenticate;
    await work();
    return found;
  };
}

test(
  `a row that was written after a cut is not served to the user who was cut off, ${cuts} times`,
  async () => {
    const colleague = await world.newUser('colleague', ['employee'], [world.locations.millRoad]);
    const served: string[] = [];
    for (let n = 0; n < cuts; n++) {
      const kind = oneOf(Object.keys(kinds) as Kind[]);
      const path = oneOf(paths(colleague.id));
      const name = `After cut ${n} `;
      const instance = oneOf(instances);
      if (kind === 'cover') await client.query(coverInstead, [reader.id, world.locations.millRoad.id]);
      const headers = { host: 'localhost', authorization: `Bearer ${reader.token}` };
      const get = () => instance.server.inject({ url: path, headers });
      // A server that has answered the reader before reads rows with the permissions of then.
      if (oneOf([true, false])) {
        await get();
        await cut(kind, name);
      } else between(instance, () => cut(kind, name));
      const answer = await get();
      if (answer.body.includes(name)) served.push(`${kind}: ${path}`);
      await restore(kind);
    }
    const counted = Object.entries(Object.groupBy(served, (text) => text)).map(
      ([text, all]) => `${all?.length} × ${text}`,
    );
    console.info(`${cuts} cuts on ${instances.length} instances, ${served.length} rows served after them`);
    expect(counted.sort()).toEqual([]);
  },
  600_000 + cuts * 200,
);
