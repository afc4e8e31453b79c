import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailKey } from '../../contract/fields/email-key.ts';
import { invitationStates } from '../../contract/fields/invitation-state.ts';
import {
  type FilteredList,
  type Filters,
  type LocationFilterField,
  type LocationSortField,
  lastSignInDays,
  listFilterParameters,
  locationList,
  noValue,
  presentUserList,
  type UserFilterField,
  type UserSortField,
  userList,
} from '../../contract/lists/list-filters.ts';
import { locationKey, userKey } from '../../contract/lists/search-key.ts';
import { sortKey } from '../../contract/lists/sort-key.ts';
import {
  countLocations,
  getLocationPosition,
  type Location,
  listLocations,
  listLocationValues,
} from '../../contract/locations.ts';
import { getRun } from '../../contract/runs.ts';
import {
  countUsers,
  getUserPosition,
  listUsers,
  listUserValues,
  type UserRow,
} from '../../contract/users.ts';
import {
  districtsOfLocations,
  idsOf,
  locationModel,
  type Question,
  userModel,
} from '../testing/list-model.ts';
import { seededRandom } from '../testing/worlds/seeded-random.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

const locationCount = 40;
const userCount = 240;
const dayMs = 86_400_000;

const random = seededRandom();
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const someOf = <T>(from: readonly T[], count: number) => [
  ...new Set(Array.from({ length: count }, () => pick(from))),
];
/** Names that sort differently by case, accent, code unit and number, and many that are equal. */
const nameParts = ['Ana', 'ANA', 'Ána', 'ana b', 'Harbor 9', 'Harbor 10', 'harbor 010', 'ﬃ', '\uff5e', '😀'];
const newName = () => `${pick(nameParts)}${pick(['', '', ' 7', ' Ø', '𐐷', ' Texas', ', La Paz'])}`;
const newPhone = () => pick([null, null, '(518) 555-1002', '+1 518.555.1003', '518 555 7']);

let world: World;
let now: Date;
let readers: Record<'everything' | 'own locations' | 'no location' | 'active users', User>;
let lists: Record<keyof typeof readers, { users: UserRow[]; locations: Location[] }>;
let roleIds: string[];
let locationIds: string[];
let districtIds: string[];
/** Runs and the ids of the rows that they changed. Two are Mia's, one of them is discarded. */
let runs: { id: string; by: 'everything' | 'own locations'; isGone: boolean; ids: Set<string> }[];

const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
/** Several rows share a moment. */
const created = () => new Date(Date.UTC(2020, 0, 1, 0, Math.floor(random() * 60))).toISOString();
const stamp = () => {
  const at = created();
  return { created_at: at, created_by: null, created_from: null, updated_at: at, ...updated };
};
const updated = { updated_by: null, updated_by_name: '' };

beforeAll(async () => {
  // The clock is stopped, so that both sides use the same day, and no sign-in changes the rows.
  now = new Date();
  world = await startWorld({ now: () => now });
  roleIds = Object.values(world.roleIds);
  const users = Array.from({ length: userCount }, () => crypto.randomUUID());
  locationIds = Array.from({ length: locationCount }, () => crypto.randomUUID());
  districtIds = Array.from({ length: 3 }, () => crypto.randomUUID());
  await world.app.database.write(async (tx) => {
    for (const id of districtIds) {
      const names = { name: `District ${id}`, name_key: `district ${id}`, number: null, manager_id: null };
      await tx
        .insertInto('districts')
        .values({ id, ...names, ...stamp() })
        .execute();
    }
    for (const id of locationIds) {
      const [name, city] = [newName(), pick(['Albany', 'albany', 'Troy', 'Çorum', 'New York'])];
      const state = pick(['NY', 'VT', 'TX', 'VA', 'WV', 'LA', 'ÄÖ', 'Z~']);
      const place = {
        address: pick(['', '7 La Paz Rd', '%_\\ 1']),
        zip: pick(['12207', 'K1A 0B1']),
        phone: newPhone(),
      };
      const number = random() < 0.7 ? `${pick(['', 'A-'])}${locationIds.indexOf(id)}` : null;
      const sorted = { sort_name: sortKey(name), sort_number: sortKey(number), sort_city: sortKey(city) };
      await tx
        .insertInto('locations')
        .values({
          ...{ id, name, city, number, number_key: number, ...sorted, ...stamp() },
          ...{ ...place, state, search: locationKey({ name, city, number, state, ...place }) },
          time_zone: 'America/New_York',
          district_id: random() < 0.7 ? pick(districtIds) : null,
          closed_on: locationIds.indexOf(id) >= 12 && random() < 0.5 ? '2026-01-31' : null,
        })
        .execute();
    }
    for (const id of users) {
      const full_name = random() < 0.2 ? null : newName();
      const email = `${pick(['a', 'B', 'é', '田'])}${id}@northline.example`;
      const [phone, employee_number] = [newPhone(), random() < 0.5 ? `7${users.indexOf(id)}` : null];
      await tx
        .insertInto('users')
        .values({
          ...{ id, email, email_key: emailKey(email), full_name, phone, ...stamp() },
          ...{ employee_number, employee_number_key: employee_number, sort_name: sortKey(full_name) },
          search: userKey({ full_name, email, phone, employee_number }),
          is_active: random() < 0.7,
        })
        .execute();
      const link = { user_id: id, created_at: created(), granted_by: null, granted_by_name: null };
      for (const role_id of someOf(roleIds, pick([0, 1, 1, 2]))) {
        await tx
          .insertInto('user_roles')
          .values({ ...link, role_id })
          .execute();
      }
      for (const location_id of someOf(locationIds.slice(5), pick([0, 0, 1, 2]))) {
        await tx
          .insertInto('user_locations')
          .values({ ...link, location_id })
          .execute();
      }
      const hasAccount = random() < 0.7;
      if (hasAccount) await addAccount(tx, id);
      if (random() < 0.4) await addInvitation(tx, id);
      if (hasAccount && random() < 0.5) await addFactor(tx, id);
    }
  });
  const own = locationIds.slice(3, 12).map((id) => ({ id }) as Location);
  readers = {
    everything: world.ada,
    'own locations': await world.newUser('Mia Manager', ['manager'], own),
    'no location': await world.newUser('Vera Viewer', ['viewer'], []),
    'active users': await world.newUser('Emil Employee', ['employee'], own),
  };
  const [mine, theirs] = [readers['own locations'].id, world.ada.id];
  runs = [
    await addRun('everything', theirs, [...someOf(users, 60), ...someOf(locationIds, 9)]),
    await addRun('own locations', mine, [...someOf(users, 90), ...someOf(locationIds, 12)]),
    await addRun('own locations', mine, someOf(users, 60), now.toISOString()),
  ];
  const all = async (user: User) => ({
    users: (await user.call(listUsers, { query: { limit: 1000 } })).ok().users,
    locations: (await user.call(listLocations, { query: { limit: 1000 } })).ok().locations,
  });
  lists = {
    everything: await all(readers.everything),
    'own locations': await all(readers['own locations']),
    'no location': await all(readers['no location']),
    'active users': await all(readers['active users']),
  };
  for (const { id, district_id } of lists.everything.locations) districtsOfLocations.set(id, district_id);
});
afterAll(() => world.close());

/** Some of its lines changed a row, others left it as it was. */
async function addRun(
  by: keyof typeof readers,
  created_by: string,
  ids: string[],
  discarded_at: string | null = null,
) {
  const id = crypto.randomUUID();
  const results = ['created', 'updated', 'deactivated', 'unchanged', 'rejected', 'deleted', null] as const;
  const lines = ids.map((subject_id, index) => ({
    subject_id,
    result: results[index % results.length] ?? null,
  }));
  await world.app.database.write(async (tx) => {
    await tx
      .insertInto('runs')
      .values({
        ...{ id, kind: 'bulk', about: 'users', title: 'Run', state: 'done', file: null, options: null },
        ...{ act: null, undo_of: null, total: ids.length, done: ids.length, planned: '{}', applied: '{}' },
        ...{ confirm: null, problem: null, ip: '', user_agent: '', session_id: null, leased_until: null },
        ...{ leased_by: null, faults: 0, retryable: 0, left_out: 0, ended_at: created(), expires_at: null },
        ...{ discarded_at, ...stamp(), created_by },
      })
      .execute();
    for (const [index, line] of [...lines, { subject_id: null, result: 'updated' as const }].entries()) {
      const text = { subject_name: '', changes: '[]', line: index + 1, run_id: id };
      await tx
        .insertInto('run_lines')
        .values({ ...line, ...text })
        .execute();
    }
  });
  const changed = lines.filter(({ result }) => ['created', 'updated', 'deactivated'].includes(result ?? ''));
  return {
    ...{ id, by: by as 'everything', isGone: discarded_at !== null },
    ids: new Set(changed.map((line) => line.subject_id)),
  };
}

/** The runs that changed a row, among those that the reader sees. */
const runsOf = (actor: keyof typeof readers, id: string) =>
  runs
    .filter((run) => !run.isGone && run.ids.has(id) && (actor === 'everything' || run.by === actor))
    .map((run) => run.id);

type Tx = Parameters<Parameters<World['app']['database']['write']>[0]>[0];

async function addAccount(tx: Tx, id: string) {
  const signedIn = pick([null, 0, 29, 30, 31, 60, 100, 180, 400]);
  await tx
    .insertInto('auth_users')
    .values({
      ...{ id, email: id, created_at: created(), updated_at: created(), user_metadata: '{}' },
      ...{ confirmation_sent_at: null, recovery_sent_at: null, new_email: null, email_change_sent_at: null },
      password_hash: pick([null, 'hash']),
      email_confirmed_at: pick([null, created()]),
      last_sign_in_at: signedIn === null ? null : daysAgo(signedIn),
    })
    .execute();
}

async function addInvitation(tx: Tx, user_id: string) {
  const mail_id = random() < 0.6 ? crypto.randomUUID() : null;
  if (mail_id) {
    await tx
      .insertInto('mail_outbox')
      .values({
        ...{ id: mail_id, to_address: '', subject: '', body: null, attempts: 1, next_attempt_at: null },
        ...{ last_error: null, created_at: created(), sent_at: null },
        state: pick(['sent', 'failed', 'kept']),
      })
      .execute();
  }
  await tx
    .insertInto('auth_invitations')
    .values({
      ...{ user_id, token_hash: user_id, mail_id, sent_by: null, sent_at: created() },
      expires_at: daysAgo(pick([-1, 0, 1])),
    })
    .execute();
}

async function addFactor(tx: Tx, user_id: string) {
  await tx
    .insertInto('auth_factors')
    .values({
      ...{ id: crypto.randomUUID(), user_id, factor_type: 'totp', friendly_name: 'Phone', name_key: 'phone' },
      ...{ secret: 'sealed', status: pick(['verified', 'unverified']), last_step: 0 },
      ...{ created_at: created(), updated_at: created() },
    })
    .execute();
}

function queryOf(question: Question<string, string>) {
  return {
    ...(question.q && { q: question.q }),
    ...(question.isBackward && { from: 'end' as const }),
    ...listFilterParameters(question),
  };
}

interface Page {
  ids: string[];
  total: number;
  next: string | null;
}

/** Every page of the server's list, and the totals they named. */
async function readAll(list: (page: { limit: number; after?: string }) => Promise<Page>, limit: number) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let after: string | null = null;
  do {
    const page: Page = await list({ limit, ...(after && { after }) });
    ids.push(...page.ids);
    totals.add(page.total);
    after = page.next;
  } while (after);
  return { ids, totals: [...totals] };
}

/** Words in any order, with commas and parts of phones, states and what LIKE would read as patterns. */
const words = fc
  .array(
    fc.constantFrom(
      ...['ana', 'ÁNA', 'harbor', '10', '7', 'troy', 'paz', 'La', 'x', '%', '_', '\\', ',', '518', '(518)'],
      ...[
        '555-1002',
        '+1',
        'Texas',
        'new',
        'york',
        'New York',
        'West Virginia',
        'virginia',
        'louisiana',
        'va',
      ],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((words) => fc.constantFrom(words.join(' '), words.join(', '), words.join('')));
const lines = fc.constantFrom(
  'Harbor 9',
  'harbor 010',
  '518 555 1002',
  '1 518 555',
  'Texas, Ana',
  'b 7 ana',
  '%_\\',
);

/** Filters by some of the values that a field takes, including ids. */
function questions<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  values: Record<FilterField, readonly string[]>,
): fc.Arbitrary<Question<FilterField, SortField>> {
  const filter = (field: FilterField) =>
    fc.record({
      isNot: list.values[field].isPlain ? fc.constant(false) : fc.boolean(),
      values: fc.uniqueArray(fc.constantFrom(...values[field]), {
        minLength: 1,
        maxLength: list.values[field].isSingle ? 1 : 3,
      }),
    });
  const taken = list.filterFields.filter((field) => list.values[field].values?.length !== 0);
  const filters = Object.fromEntries(taken.map((field) => [field, filter(field)]));
  return fc.record({
    q: fc.option(fc.oneof(words, lines), { nil: undefined }),
    filters: fc.record(filters, { requiredKeys: [] }) as fc.Arbitrary<Filters<FilterField>>,
    sort: fc.option(fc.record({ field: fc.constantFrom(...list.sortFields), isDescending: fc.boolean() }), {
      freq: 6,
    }),
    isBackward: fc.boolean(),
  });
}

const whoManages = fc.constantFrom<keyof typeof readers>('everything', 'own locations');
const whoReads = fc.constantFrom<keyof typeof readers>('no location', 'active users');
const who = fc.oneof(whoManages, whoReads);
// Many and several pages of a list, and all of it in one.
const pageSize = fc.constantFrom(3, 25, 100, 1000);

const userValues = () => ({
  status: ['active', 'inactive'],
  role: [...roleIds, noValue, crypto.randomUUID()],
  location: [...locationIds, noValue, crypto.randomUUID()],
  district: [...districtIds, crypto.randomUUID()],
  state: ['NY', 'VT', 'TX', 'ÄÖ', 'XX'],
  invitation: [...invitationStates, noValue],
  last_sign_in: ['never', ...lastSignInDays],
  second_factor: ['set_up', noValue],
  run: [...runs.map(({ id }) => id), crypto.randomUUID()],
});
const locationValues = () => ({
  district: [...districtIds, noValue, crypto.randomUUID()],
  state: ['NY', 'VT', 'ÄÖ', 'XX'],
  status: ['open', 'closed'],
  staff: ['no_manager', 'nobody'],
  run: [...runs.map(({ id }) => id), crypto.randomUUID()],
});

type Actor = keyof typeof readers;
const usersOf = (actor: Actor, question: Question<UserFilterField, UserSortField>) =>
  idsOf(userModel, lists[actor].users, question, { now, runsOf: (id) => runsOf(actor, id) });
const locationsOf = (actor: Actor, question: Question<LocationFilterField, LocationSortField>) =>
  idsOf(locationModel, lists[actor].locations, question, { now, runsOf: (id) => runsOf(actor, id) });

const actorsOfUsers = [
  ['who may manage users', userList, whoManages],
  ['who may not', presentUserList, whoReads],
] as const;

describe('the server answers as the model does,', () => {
  test.each(
    actorsOfUsers,
  )('for users of an actor %s, whatever the search, the filters and the sort', async (_, list, who) => {
    await fc.assert(
      fc.asyncProperty(questions(list, userValues()), who, pageSize, async (question, actor, limit) => {
        const found = await readAll(async (page) => {
          const query = { ...page, ...queryOf(question) };
          const { users, ...rest } = (await readers[actor].call(listUsers, { query })).ok();
          return { ids: users.map((user) => user.id), ...rest };
        }, limit);
        const expected = usersOf(actor, question);
        expect(found).toEqual({ ids: expected, totals: [expected.length] });
        const { from: _, ...query } = queryOf(question);
        expect((await readers[actor].call(countUsers, { query })).ok().count).toBe(expected.length);
      }),
      { numRuns: 80 },
    );
  });

  test('for locations, whatever the search, the filters and the sort', async () => {
    await fc.assert(
      fc.asyncProperty(
        questions(locationList, locationValues()),
        who,
        pageSize,
        async (question, actor, limit) => {
          const found = await readAll(async (page) => {
            const query = { ...page, ...queryOf(question) };
            const { locations, ...rest } = (await readers[actor].call(listLocations, { query })).ok();
            return { ids: locations.map((location) => location.id), ...rest };
          }, limit);
          const expected = locationsOf(actor, question);
          expect(found).toEqual({ ids: expected, totals: [expected.length] });
          const { from: _, ...query } = queryOf(question);
          expect((await readers[actor].call(countLocations, { query })).ok().count).toBe(expected.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  const anIndex = fc.nat(userCount);

  test.each(actorsOfUsers)('for the position of a user in the list of an actor %s', async (_, list, who) => {
    await fc.assert(
      fc.asyncProperty(questions(list, userValues()), who, anIndex, async (question, actor, index) => {
        const all = lists[actor].users;
        const { id } = all[index % all.length] ?? expect.fail();
        const found = usersOf(actor, { ...question, isBackward: false });
        const { from: _, ...query } = queryOf(question);
        const answer = (await readers[actor].call(getUserPosition, { params: { id }, query })).ok();
        // Among all rows in this order, so that those which do not match have a place too.
        const order = usersOf(actor, { filters: {}, sort: question.sort, isBackward: false });
        const place = order.indexOf(id);
        const matching = new Set(found);
        expect(answer).toEqual({
          previous_id: order.slice(0, place).findLast((one) => matching.has(one)) ?? null,
          next_id: order.slice(place + 1).find((one) => matching.has(one)) ?? null,
          position: matching.has(id) ? found.indexOf(id) + 1 : null,
          total: found.length,
          is_total_exact: true,
        });
      }),
      { numRuns: 60 },
    );
  });

  test('for the position of a location', async () => {
    await fc.assert(
      fc.asyncProperty(
        questions(locationList, locationValues()),
        whoManages,
        anIndex,
        async (question, actor, index) => {
          const all = lists[actor].locations;
          const { id } = all[index % all.length] ?? expect.fail();
          const found = locationsOf(actor, { ...question, isBackward: false });
          const { from: _, ...query } = queryOf(question);
          const answer = (await readers[actor].call(getLocationPosition, { params: { id }, query })).ok();
          const order = locationsOf(actor, { filters: {}, sort: question.sort, isBackward: false });
          const place = order.indexOf(id);
          const matching = new Set(found);
          expect(answer).toEqual({
            previous_id: order.slice(0, place).findLast((one) => matching.has(one)) ?? null,
            next_id: order.slice(place + 1).find((one) => matching.has(one)) ?? null,
            position: matching.has(id) ? found.indexOf(id) + 1 : null,
            total: found.length,
            is_total_exact: true,
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each(actorsOfUsers)('for the values of every filter of users of an actor %s', async (_, list, who) => {
    const valued = list.filterFields.filter(
      (field) => field !== 'run' && list.values[field].values?.length !== 0,
    );
    const aField = fc.constantFrom(...(valued as Exclude<UserFilterField, 'run'>[]));
    await fc.assert(
      fc.asyncProperty(questions(list, userValues()), who, aField, async ({ q, filters }, actor, field) => {
        const asked = { q, filters, sort: null, isBackward: false };
        const query = { ...queryOf(asked), field };
        const { values } = (await readers[actor].call(listUserValues, { query })).ok();
        const withValue = (value: string) =>
          usersOf(actor, { ...asked, filters: { ...filters, [field]: { isNot: false, values: [value] } } })
            .length;
        expect(values).toEqual(
          values.map((one) => ({ ...one, count: withValue(one.value), is_exact: true })),
        );
        const { [field]: _, ...others } = filters;
        const matching = new Set(usersOf(actor, { ...asked, filters: others }));
        const rows = lists[actor].users.filter(({ id }) => matching.has(id));
        const taken = new Set(rows.flatMap((row) => userModel.valuesOf(row, field, now)));
        const answered = new Set(values.map(({ value }) => value));
        expect([...taken].filter((value) => !answered.has(value))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('for the values of every filter of locations', async () => {
    const aField = fc.constantFrom(...(['district', 'state', 'status', 'staff'] as const));
    await fc.assert(
      fc.asyncProperty(
        questions(locationList, locationValues()),
        whoManages,
        aField,
        async ({ q, filters }, actor, field) => {
          const asked = { q, filters, sort: null, isBackward: false };
          const query = { ...queryOf(asked), field };
          const { values } = (await readers[actor].call(listLocationValues, { query })).ok();
          const withValue = (value: string) =>
            locationsOf(actor, {
              ...asked,
              filters: { ...filters, [field]: { isNot: false, values: [value] } },
            }).length;
          expect(values).toEqual(
            values.map((one) => ({ ...one, count: withValue(one.value), is_exact: true })),
          );
          const states = new Set(lists[actor].locations.map(({ state }) => state));
          const answered = values.map(({ value }) => value);
          if (field === 'state') expect([...states].filter((state) => !answered.includes(state))).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('the rows of the test differ in every field of the filters', () => {
    for (const field of userList.filterFields) {
      if (field === 'run') continue;
      const values = lists.everything.users.flatMap((user) => userModel.valuesOf(user, field, now));
      expect(new Set(values).size).toBeGreaterThan(1);
    }
    for (const { ids } of runs) expect(ids.size).toBeGreaterThan(5);
    const staff = lists.everything.locations.flatMap((one) => locationModel.valuesOf(one, 'staff', now));
    expect(new Set(staff)).toEqual(new Set(['no_manager', 'nobody']));
    expect(lists['own locations'].users.length).toBeGreaterThan(5);
    expect(lists['no location'].users).toHaveLength(1);
    const active = lists['active users'].users;
    expect(active.length).toBeGreaterThan(5);
    expect(active.every((user) => user.is_active && user.last_sign_in_at === null)).toBe(true);
  });
});

describe('a filter by a location', () => {
  test('outside of the scope of the actor finds nobody, and excludes nobody', async () => {
    const own = new Set(lists['own locations'].locations.map((location) => location.id));
    const taken = lists.everything.users.flatMap((user) => user.location_ids);
    const outside = taken.find((id) => !own.has(id)) ?? '';
    const ask = async (location: string, user: User) =>
      (await user.call(listUsers, { query: { location, limit: 1 } })).ok().total;
    expect(await ask(outside, world.ada)).toBeGreaterThan(0);
    expect(await ask(outside, readers['own locations'])).toBe(0);
    expect(await ask(`not:${outside}`, readers['own locations'])).toBe(lists['own locations'].users.length);
  });
});

describe('a filter by a state', () => {
  test('knows only the locations in the scope of the actor', async () => {
    const { users, locations } = lists['own locations'];
    const own = new Set(locations.map(({ state }) => state));
    const ask = async (state: string, user: User) =>
      (await user.call(listUsers, { query: { state, limit: 1000 } })).ok();
    const everywhere = new Set(lists.everything.locations.map(({ state }) => state));
    for (const state of everywhere) {
      const seen = await ask(state, readers['own locations']);
      expect(seen.total > 0).toBe(own.has(state) && seen.total > 0);
      expect(seen.users.every((user) => user.states.includes(state))).toBe(true);
      expect((await ask(`not:${state}`, readers['own locations'])).total).toBe(users.length - seen.total);
    }
    expect((await ask('TX', world.ada)).total).toBeGreaterThan(0);
  });
});

describe('a filter by a run', () => {
  const idsOf = async (actor: keyof typeof readers, run: string) => {
    const query = { run, limit: 1000 };
    const { users } = (await readers[actor].call(listUsers, { query })).ok();
    return users.map((user) => user.id).sort();
  };
  const of = (index: number) => runs[index] as (typeof runs)[number];

  test('finds the rows that it changed', async () => {
    const { id, ids } = of(0);
    const { users } = lists.everything;
    const changed = users.filter((user) => ids.has(user.id)).map((user) => user.id);
    expect(await idsOf('everything', id)).toEqual(changed.sort());
  });

  test('finds only users in the scope of the actor', async () => {
    const { id, ids } = of(1);
    const { users } = lists['own locations'];
    const changed = users.filter((user) => ids.has(user.id)).map((user) => user.id);
    expect(changed.length).toBeGreaterThan(0);
    expect(await idsOf('own locations', id)).toEqual(changed.sort());
    expect((await idsOf('everything', id)).length).toBeGreaterThan(changed.length);
  });

  test.each([
    ['of somebody else', 'own locations', 0],
    ['that was discarded', 'own locations', 2],
    ['that was discarded, also for those who see all runs,', 'everything', 2],
  ] as const)('%s finds nobody', async (_, actor, index) => {
    expect(await idsOf(actor, of(index).id)).toEqual([]);
    const answer = await readers[actor].call(getRun, { params: { id: of(index).id } });
    expect(answer.status).toBe(404);
  });
});

describe('a list refuses', () => {
  test.each([
    ['users', 'status=gone', 'status'],
    ['users', 'role=manager', 'role'],
    ['users', 'location=not:', 'location'],
    ['users', 'last_sign_in=30,60', 'last_sign_in'],
    ['users', 'sort=phone', 'sort'],
    ['users', 'sort=--name', 'sort'],
    ['users', 'state=ny', 'state'],
    ['users', 'run=last', 'run'],
    ['users', `run=not:${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`, 'run'],
    ['locations', `run=not:${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`, 'run'],
    ['users', 'staff=nobody', ''],
    ['users', 'status=active&status=inactive', 'status'],
    ['locations', 'state=ny', 'state'],
    ['locations', 'staff=none', 'staff'],
    ['locations', 'role=none', ''],
  ])('%s with %s', async (list, query, path) => {
    const response = await world.ada.raw('GET', `/api/${list}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
  });
});
