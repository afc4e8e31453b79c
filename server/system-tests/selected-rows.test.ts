import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../contract/locations.ts';
import { createUser, updateUser } from '../../contract/users.ts';
import { selectRows } from '../features/runs/bulk/bulk.service.ts';
import { type Authorized, contextWithoutSession } from '../kernel/access.ts';
import { ApiError } from '../platform/http/errors.ts';
import { seededRandom } from '../testing/worlds/seeded-random.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

// A bulk act on "all that match" must change the rows that its list shows, whatever its query is.

let world: World;
let readers: { user: User; ctx: Authorized }[];
const random = seededRandom();
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

beforeAll(async () => {
  world = await startWorld();
  const { millRoad, airport } = world.locations;
  for (let index = 0; index < 30; index++) {
    const body = {
      ...{ email: `user${index}@${pick(['north', 'south'])}.example`, full_name: `${pick(names)} ${index}` },
      location_ids: [pick([millRoad, airport]).id],
    };
    const { id } = (await world.ada.call(createUser, { body })).ok();
    if (index % 3 === 0) await world.ada.call(updateUser, { params: { id }, body: { is_active: false } });
    const place = { name: `${pick(names)} ${index}`, address: '1 Pier', city: 'Troy', zip: '12180' };
    await world.ada.call(createLocation, { body: { ...place, state: pick(['NY', 'VT']) } });
  }
  const mia = await world.newUser('Mia Manager', ['manager'], [millRoad]);
  readers = await Promise.all(
    [world.ada, mia].map(async (user) => {
      const { app } = world;
      const request = { id: 'test', ip: '', user_agent: '', via: 'screen' } as const;
      return { user, ctx: await contextWithoutSession(app, app.database.read, user.id, request) };
    }),
  );
});
afterAll(() => world.close());

const names = ['Ana', 'Ben', 'Virginia', 'Harbor', 'Ána'];

/** Parameters as lists have them, and as a careless or hostile client writes them. */
const parameter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('status=active', 'status=inactive', 'status=not:active') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'q=ana',
      'q=Ana+1',
      'q=%C3%81na',
      'q=north',
      'q=',
      'q=+',
      'state=NY',
      'state=not:VT',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('role=none', 'location=none', 'invitation=none', 'staff=nobody') },
  { weight: 2, arbitrary: fc.constantFrom('sort=name', 'sort=-created_at', 'status=open', 'status=closed') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'statuss=inactive',
        'status[]=',
        'status[]=active',
        'status=',
        'status=gone',
        'STATUS=active',
        'role=manager',
        'run=last',
        'run=00000000-0000-4000-8000-000000000000',
        'run=not:00000000-0000-4000-8000-000000000000',
      ],
      ...[
        'q=%00',
        'q=%',
        'q=%zz',
        '%73tatus=inactive',
        'status=active%20',
        'sort=phone',
        'columns=email',
        'staff=none',
      ],
      ...[
        '/users?status=inactive',
        '?status=inactive',
        'status=active%23top',
        'status;=active',
        '__proto__=x',
        '=active',
      ],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 12 }).map((text) => `q=${encodeURIComponent(text.toWellFormed())}`),
  },
);
const query = fc.array(parameter, { maxLength: 3 }).map((parts) => parts.join('&'));

function hasBadCode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}

test('a selection of all that match is what the list shows, for 1,000 queries', async () => {
  let refused = 0;
  const ask = fc.tuple(fc.constantFrom('users' as const, 'locations' as const), fc.nat(1), query);
  await fc.assert(
    fc.asyncProperty(ask, async ([about, who, text]) => {
      const { user, ctx } = readers[who] as (typeof readers)[number];
      const answer = await user.raw('GET', `/api/${about}?${text}${text && '&'}limit=1000`);
      const listed = (await answer.json()) as Record<typeof about, { id: string }[]>;
      const selected = await selectRows(ctx, about, { query: text, except: [] }).catch(
        (error) => error as unknown,
      );
      if (answer.status !== 200) refused++;
      if (hasBadCode(text)) {
        // The list searches for the text as it is; who selects rows by it made a mistake.
        expect(selected).toBeInstanceOf(ApiError);
        return;
      }
      if (answer.status !== 200 || selected instanceof ApiError) {
        expect([text, selected instanceof ApiError && selected.status]).toEqual([text, answer.status]);
        return;
      }
      const { rows } = selected as Awaited<ReturnType<typeof selectRows>>;
      const ids = rows.map((row) => row.id).sort();
      expect([text, ids]).toEqual([text, listed[about].map((row) => row.id).sort()]);
    }),
    { numRuns: 1000 },
  );
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(900);
});
