import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation, type Location } from '../../../contract/locations.ts';
import { applyRun, getRun, listRunLines, type RunLine, type RunSubject } from '../../../contract/runs.ts';
import { createUser } from '../../../contract/users.ts';
import { contextWithoutSession } from '../../kernel/access.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import type { AskedLinks, AskedLocation, AskedUser } from './asked.ts';
import { insertLines } from './run-lines.repository.ts';
import { startRun } from './start-run.ts';

let world: World;
let actors: Record<'admin' | 'manager', User>;

beforeAll(async () => {
  world = await startWorld();
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  actors = { admin: world.ada, manager: mia };
});
afterAll(() => world.close());

const unknown = randomUUID();

/** Users of every kind: at one location, at two, at another one, at none, with an account, and the actor. */
async function newUsers(actor: User): Promise<Record<string, string | null>> {
  const { millRoad, airport } = world.locations;
  const create = async (at: Location[], more = {}) => {
    const body = { email: `${randomUUID()}@northline.example`, full_name: 'User', ...more };
    const location_ids = at.map(({ id }) => id);
    return (await world.ada.call(createUser, { body: { ...body, location_ids } })).ok().id;
  };
  const joined = await world.newUser(`Joe ${randomUUID()}`, ['employee'], [millRoad]);
  return {
    ...{ nobody: null, unknown, actor: actor.id, joined: joined.id },
    here: await create([millRoad]),
    both: await create([millRoad, airport], { is_active: false }),
    there: await create([airport], { employee_number: randomUUID() }),
    nowhere: await create([]),
  };
}

async function newLocations(): Promise<Record<string, string | null>> {
  const create = async (more = {}) => {
    const address = { address: '1 Pier', city: 'Troy', state: 'NY', zip: '12180' };
    const body = { name: 'Pier', ...address, ...more };
    return (await world.ada.call(createLocation, { body })).ok().id;
  };
  const { millRoad } = world.locations;
  return { nobody: null, unknown, staffed: millRoad.id, plain: await create(), other: await create() };
}

const yes = fc.constant(true as const);
/** Lines of an undo have these; the others do not. */
const rarely = fc.option(yes, { nil: undefined, freq: 2 }) as fc.Arbitrary<true>;

function links(ids: readonly string[]): fc.Arbitrary<AskedLinks> {
  const some = fc.subarray([...ids, unknown], { maxLength: 2 });
  return fc.oneof(fc.record({ replace: some }), fc.record({ add: some, remove: some }));
}

const fieldsOfUser = fc.record(
  {
    email: fc.constantFrom('ada@northline.example', 'NEW@run.example', 'new@run.example'),
    full_name: fc.constantFrom('Ann', 'User'),
    phone: fc.constantFrom('555', null),
    employee_number: fc.constantFrom('1', '2', '3', null),
    is_active: fc.boolean(),
  },
  { requiredKeys: [] },
);

const askedUser = () =>
  fc.oneof(
    fc.record({ fields: fieldsOfUser }),
    fc.record(
      {
        fields: fieldsOfUser,
        roles: links(Object.values(world.roleIds)),
        locations: links(Object.values(world.locations).map(({ id }) => id)),
        invite: yes,
        cancelInvite: yes,
        takeBack: rarely,
      },
      { requiredKeys: ['fields'] },
    ),
  );

const text = (now: string) => fc.constantFrom(now, now, 'Harbor');
const askedLocation = fc.record(
  {
    fields: fc.record(
      {
        ...{
          name: text('Pier'),
          address: text('1 Pier'),
          city: fc.constant('Troy'),
          state: fc.constant('NY'),
        },
        zip: fc.constantFrom('12180', '12207'),
        phone: fc.constantFrom('555', null),
        number: fc.constantFrom('7@run.', '8@run.', null),
        closed_on: fc.constantFrom('2026-01-31', '2999-01-01', null),
      },
      { requiredKeys: ['city', 'state', 'zip'] },
    ),
    takeBack: rarely,
  },
  { requiredKeys: ['fields'] },
);

interface Line {
  subject_id: string | null;
  asked: AskedUser | AskedLocation;
}

/** Plans the lines as a run of the actor, applies it, and returns its lines before and after. */
async function planAndApply(actor: User, about: RunSubject, asked: readonly Line[]) {
  const { app } = world;
  const request = { id: 'test', ip: '', user_agent: '', via: 'bulk' } as const;
  const ctx = await contextWithoutSession(app, app.database.read, actor.id, request);
  const { id } = await app.database.write((tx) =>
    startRun(
      { ...ctx, tx },
      { kind: 'bulk', about, title: 'Random', state: 'planning', asked: {} },
      async (run_id) => {
        const lines = asked.map(({ asked, subject_id }, index) => ({
          ...{ line: index + 1, subject_id, asked: JSON.stringify(asked).replace('@run.', `@${run_id}.`) },
        }));
        await insertLines(tx, run_id, lines);
        return lines.length;
      },
    ),
  );
  await world.workOnRuns();
  const params = { id };
  const linesOf = async () => (await actor.call(listRunLines, { params, query: { limit: 500 } })).ok().lines;
  const planned = await linesOf();
  const { confirm } = (await actor.call(getRun, { params })).ok();
  (await actor.call(applyRun, { params, body: { confirm } })).ok();
  await world.workOnRuns();
  expect((await actor.call(getRun, { params })).ok().state).toBe('done');
  return { planned, applied: await linesOf() };
}

const said = ({ planned, reason, changes }: RunLine) => ({ happened: planned, reason, changes });
const done = ({ result, reason, changes }: RunLine) => ({ happened: result, reason, changes });

const actorNames = fc.constantFrom('admin', 'admin', 'manager');

test('a run does to users what its preview said', async () => {
  let changed = 0;
  const subject = fc.constantFrom(...Object.keys(await newUsers(world.ada)));
  const lines = fc.array(fc.record({ subject, asked: askedUser() }), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(actorNames, lines, async (name, lines) => {
      const ids = await newUsers(actors[name]);
      const asked = lines.map(({ subject, asked }) => ({ subject_id: ids[subject] ?? null, asked }));
      const { planned, applied } = await planAndApply(actors[name], 'users', asked);
      expect(applied.map(done)).toEqual(planned.map(said));
      changed += applied.filter((line) => line.changes.length > 0).length;
    }),
    { numRuns: 20 },
  );
  // Some lines were not refused.
  expect(changed).toBeGreaterThan(5);
});

test('a run does to locations what its preview said', async () => {
  let changed = 0;
  const subject = fc.constantFrom(...Object.keys(await newLocations()));
  const lines = fc.array(fc.record({ subject, asked: askedLocation }), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(actorNames, lines, async (name, lines) => {
      const ids = await newLocations();
      const asked = lines.map(({ subject, asked }) => ({ subject_id: ids[subject] ?? null, asked }));
      const { planned, applied } = await planAndApply(actors[name], 'locations', asked);
      expect(applied.map(done)).toEqual(planned.map(said));
      changed += applied.filter((line) => line.changes.length > 0).length;
    }),
    { numRuns: 20 },
  );
  // Some lines were not refused.
  expect(changed).toBeGreaterThan(5);
});
