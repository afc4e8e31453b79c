import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createLocation, getLocation, updateLocation } from '../../../contract/locations.ts';
import { createUser, replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { record } from '../../testing/databases/recorded-statements.ts';
import { contractEndpoints, nameOf } from '../../testing/requests/contract-endpoints.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { subjectTypeOf } from './access-denials.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

const denialsOf = async (user: User, reader = world.ada) => {
  const query = { user: user.id, action: 'access.denied', limit: 500 } as const;
  return (await reader.call(listAudit, { query })).ok().entries;
};

describe('a refused change', () => {
  test('recordDenial records who tried what on whom, and why it was refused', async () => {
    const { locations, roleIds } = world;
    const max = await world.newUser('Max Manager', ['manager'], [locations.millRoad]);
    const abe = await world.newUser('Abe Associate', ['employee'], [locations.millRoad]);
    await max.call(replaceUserRoles, { params: { id: abe.id }, body: { role_ids: [roleIds.admin] } });
    await max.call(createLocation, { body: airport });
    const sentences = (await denialsOf(max)).map(({ sentence, changes }) => [sentence, changes[1]?.after]);
    expect(sentences).toEqual([
      [
        'Max Manager tried to create location and was refused',
        'You are not allowed to do this. Ask your administrator.',
      ],
      [
        'Max Manager tried to assign roles (Abe Associate) and was refused',
        'You cannot grant or revoke the role admin: it has permissions that you do not have.',
      ],
    ]);
  });

  test('recordDenial records a change at another location, for readers with access to all locations only', async () => {
    const { locations } = world;
    const mia = await world.newUser('Mia Manager', ['manager'], [locations.millRoad]);
    const foreign = { params: { id: locations.airport.id }, body: { phone: '1' } };
    expect((await mia.call(updateLocation, foreign)).status).toBe(404);
    const own = {
      params: { id: mia.id },
      body: { location_ids: [locations.millRoad.id, locations.airport.id] },
    };
    expect((await mia.call(replaceUserLocations, own)).status).toBe(400);
    const body = { email: 'n@northline.example', full_name: 'New', location_ids: [locations.airport.id] };
    expect((await mia.call(createUser, { body })).status).toBe(400);
    expect((await denialsOf(mia)).map((entry) => entry.sentence)).toEqual([
      'Mia Manager tried to create user profile and was refused',
      'Mia Manager tried to assign locations (Mia Manager) and was refused',
      'Mia Manager tried to update location (Airport) and was refused',
    ]);
    expect(await denialsOf(mia, mia)).toEqual([]);
  });

  test('recordDenial names the user of the id, also when spaces surround it', async () => {
    const { locations } = world;
    const mo = await world.newUser('Mo Manager', ['manager'], [locations.millRoad]);
    const far = await world.newUser('Finn Far', ['employee'], [locations.airport]);
    const answer = await mo.raw('PATCH', `/api/users/%20${far.id.toUpperCase()}%09`, { phone: '1' });
    expect(answer.status).toBe(404);
    expect((await denialsOf(mo)).map(({ sentence, subject }) => [sentence, subject.id])).toEqual([
      ['Mo Manager tried to update user (Finn Far) and was refused', far.id],
    ]);
  });

  test('recordDenial records a change of what does not exist, so that nothing reveals what exists', async () => {
    const may = await world.newUser('May Manager', ['manager'], [world.locations.millRoad]);
    const sent = { params: { id: randomUUID() }, body: { phone: '1' } };
    expect((await may.call(updateLocation, sent)).status).toBe(404);
    expect((await denialsOf(may)).map((entry) => entry.sentence)).toEqual([
      'May Manager tried to update location and was refused',
    ]);
  });

  test('recordDenial runs the same queries for what exists and what does not, so that its time reveals nothing', async () => {
    const { locations } = world;
    const far = await world.newUser('Faye Far', ['employee'], [locations.airport]);
    const moe = await world.newUser('Moe Manager', ['manager'], [locations.millRoad]);
    const questions = async (id: string) => {
      const executed = await record(async () => {
        expect((await moe.call(updateUser, { params: { id }, body: { phone: '1' } })).status).toBe(404);
      });
      return executed.map((statement) => statement.sql);
    };
    // The first request of all also looks up keys.
    await questions(far.id);
    // Users are locked in the order of their ids, so both ids must be on the same side of the actor's.
    let unknown = randomUUID();
    while (unknown < moe.id !== far.id < moe.id) unknown = randomUUID();
    expect(await questions(far.id)).toEqual(await questions(unknown));
    expect((await denialsOf(moe)).map((entry) => entry.sentence)).toEqual([
      'Moe Manager tried to update user and was refused',
      'Moe Manager tried to update user (Faye Far) and was refused',
      'Moe Manager tried to update user (Faye Far) and was refused',
    ]);
  });

  test('recordDenial records at most thirty denials a minute for one user', async () => {
    const eve = await world.newUser('Eve Employee', ['employee'], [world.locations.millRoad]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => eve.call(createLocation, { body: airport })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]));
    expect(await denialsOf(eve)).toHaveLength(30);
  });
});

test('recordDenial ignores a refused read, a wrong field and a change of what an administrator does not find', async () => {
  const vic = await world.newUser('Vic Viewer', ['viewer'], [world.locations.millRoad]);
  await vic.call(getLocation, { params: { id: world.locations.airport.id } });
  await vic.raw('GET', '/api/settings');
  expect(await denialsOf(vic)).toEqual([]);
  await world.ada.call(updateLocation, { params: { id: randomUUID() }, body: { phone: '1' } });
  await world.ada.call(createLocation, { body: { ...airport, zip: '1' } });
  expect(await denialsOf(world.ada)).toEqual([]);
});

test('subjectTypeOf knows the subject of every endpoint that changes a row', async () => {
  const endpoints = await contractEndpoints();
  const nameless = endpoints.filter(
    (endpoint) =>
      endpoint.method !== 'GET' &&
      endpoint.path.includes('/:id') &&
      subjectTypeOf(world.app, endpoint) === null,
  );
  const hint = 'Name what they are about in auditSubjects in server/app.ts';
  expect(nameless.map(nameOf), hint).toEqual([]);
});
