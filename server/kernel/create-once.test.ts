import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { createLocation, deleteLocation } from '../../contract/locations.ts';
import { createRole, deleteRole } from '../../contract/roles.ts';
import { createUser, deleteUser } from '../../contract/users.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const inUse = { status: 409, code: 'conflict', detail: 'This id is already in use.' };
const someone = (id: string) => ({
  id,
  email: `${randomUUID()}@northline.example`,
  full_name: 'Neo Newcomer',
});
const plainRole = (id: string) => ({ id, name: `Role ${randomUUID()}`, permissions: [] });
const createAll = async (id: string) => [
  (await world.ada.call(createUser, { body: someone(id) })).problem(),
  (await world.ada.call(createLocation, { body: { ...millRoad, id } })).problem(),
  (await world.ada.call(createRole, { body: plainRole(id) })).problem(),
];

test('createOnce refuses the id of a deleted user, who stays alone in the audit log with it', async () => {
  const { id } = await world.newUser('Lea Leaver', ['manager'], [world.locations.millRoad]);
  (await world.ada.call(deleteUser, { params: { id } })).ok();
  for (const refused of await createAll(id)) expect(refused).toMatchObject(inUse);
  const { entries } = (await world.ada.call(listAudit, { query: { user: id } })).ok();
  expect(new Set(entries.map((entry) => entry.subject.name))).toEqual(new Set(['Lea Leaver']));
});

test('createOnce refuses the id of a deleted location, also when the request that created it is repeated', async () => {
  const body = { ...millRoad, id: randomUUID() };
  (await world.ada.call(createLocation, { body })).ok();
  (await world.ada.call(deleteLocation, { params: { id: body.id } })).ok();
  expect((await world.ada.call(createLocation, { body })).problem()).toMatchObject(inUse);
  for (const refused of await createAll(body.id)) expect(refused).toMatchObject(inUse);
});

test('createOnce refuses the id of a deleted role', async () => {
  const body = plainRole(randomUUID());
  (await world.ada.call(createRole, { body })).ok();
  (await world.ada.call(deleteRole, { params: { id: body.id } })).ok();
  expect((await world.ada.call(createRole, { body })).problem()).toMatchObject(inUse);
  for (const refused of await createAll(body.id)) expect(refused).toMatchObject(inUse);
});

test('createOnce refuses the id of a user who is in the audit log only as an actor', async () => {
  const { app } = world;
  const actor_id = randomUUID();
  const at = new Date().toISOString();
  await app.database.write((tx) =>
    tx
      .insertInto('audit_entries')
      .values({
        ...{ id: randomUUID(), at, actor_id, actor_name: 'Olga Old', action: 'session.started' },
        ...{ subject_type: 'settings', subject_id: null, subject_name: '', details: '{}' },
        ...{ via: 'screen', ip: '', user_agent: '' },
      })
      .execute(),
  );
  for (const refused of await createAll(actor_id)) expect(refused).toMatchObject(inUse);
});

test('createOnce returns the same row for a repeated request, also when many arrive at once', async () => {
  const id = randomUUID();
  const bodies = {
    user: someone(id),
    location: { ...millRoad, id: randomUUID() },
    role: plainRole(randomUUID()),
  };
  const several = [1, 2, 3, 4];
  const users = await Promise.all(several.map(() => world.ada.call(createUser, { body: bodies.user })));
  const locations = await Promise.all(
    several.map(() => world.ada.call(createLocation, { body: bodies.location })),
  );
  const roles = await Promise.all(several.map(() => world.ada.call(createRole, { body: bodies.role })));
  for (const replies of [users, locations, roles]) {
    const [first, ...others] = replies.map((reply) => JSON.stringify(reply.ok()));
    expect(others).toEqual(others.map(() => first));
  }
});
