import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '../../../contract/access/permissions.ts';
import { emailKey } from '../../../contract/fields/email-key.ts';
import { pickerQueries } from '../../../contract/lists/fixtures/picker-queries.ts';
import { chainLocations, chainUsers } from '../../../contract/lists/fixtures/search-chain.ts';
import { searchQueries } from '../../../contract/lists/fixtures/search-queries.ts';
import { isFoundBy, locationKey, numberKey, searchOf, userKey } from '../../../contract/lists/search-key.ts';
import { searchQueryOf, type TieredRow, tierOf, tiers } from '../../../contract/lists/search-tiers.ts';
import { typoCounter, typoFields, wordsForTypos } from '../../../contract/lists/search-typos.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import { listLocations } from '../../../contract/locations.ts';
import { addRecent, search } from '../../../contract/search.ts';
import { listUsers, replaceUserRoles } from '../../../contract/users.ts';
import { comparable, compareSorted } from '../../testing/sort-model.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

const at = '2026-11-20T12:00:00.100Z';
const stamp = {
  ...{ created_at: at, created_by: null, created_from: null },
  ...{ updated_at: at, updated_by: null, updated_by_name: '' },
};

/** Rows that the hand-written ones do not have: punctuation, no name, no number, signs of patterns. */
const odd = {
  names: [
    "Rosemary O'Ann",
    'mary-ann (night)',
    null,
    'a.b_c %',
    'Łukasz [x]',
    'Mary/Ann+2',
    'ana ana',
    'No 12207',
  ],
  cities: ['St. Johnsbury', "L'Anse", 'Mary Ann', 'Ann-on-Sea'],
};
const oddUsers = Array.from({ length: 40 }, (_, n) => ({
  id: `00000005-0000-4000-8000-${String(n).padStart(12, '0')}`,
  full_name: odd.names[n % odd.names.length] ?? null,
  email: `odd-${n}.mary@ann.example`,
  phone: n % 3 === 0 ? null : `+1 (305) 55${n % 10} 12${10 + n}`,
  employee_number: n % 4 === 0 ? null : `A ${n}`,
}));
const oddLocations = Array.from({ length: 20 }, (_, n) => ({
  id: `00000006-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: odd.names[n % odd.names.length] ?? 'Unnamed',
  ...{
    address: `${n} No. ${n} Rd`,
    city: odd.cities[n % odd.cities.length] ?? '',
    state: n % 2 ? 'ME' : 'TX',
  },
  ...{ zip: n % 3 ? '12207' : '12207-1234', phone: null, number: n % 4 === 0 ? null : `X-${n}` },
}));
const users = [...chainUsers, ...oddUsers];
const locations = [...chainLocations, ...oddLocations];

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.app.database.write(async (tx) => {
    for (const { id, full_name, email, phone, employee_number } of users)
      await tx
        .insertInto('users')
        .values({
          ...{ id, full_name, email, phone, employee_number, is_active: true, ...stamp },
          ...{ email_key: emailKey(email), employee_number_key: numberKey(employee_number) },
          ...{ sort_name: sortKey(full_name), search: userKey({ full_name, email, phone, employee_number }) },
        })
        .execute();
    for (const row of locations)
      await tx
        .insertInto('locations')
        .values({
          ...{
            ...row,
            time_zone: 'America/New_York',
            closed_on: null,
            number_key: numberKey(row.number),
            search: locationKey(row),
            ...stamp,
          },
          ...{ sort_name: sortKey(row.name), sort_number: sortKey(row.number), sort_city: sortKey(row.city) },
        })
        .execute();
    const atNumber = new Map(chainLocations.map(({ number, id }) => [number, id]));
    for (const { id, location } of chainUsers) {
      const location_id = atNumber.get(location) ?? '';
      const link = { user_id: id, location_id, created_at: at, granted_by: null, granted_by_name: null };
      await tx.insertInto('user_locations').values(link).execute();
    }
  });
}, 120_000);
afterAll(() => world.close());

const find = async (user: User, q: string, limit = 50) =>
  (await user.call(search, { query: { q, limit } })).ok();

function nameOf(row: { name: string } | { full_name: string | null; email: string }): string {
  const name = 'name' in row ? sortKey(row.name) : (sortKey(row.full_name) ?? emailKey(row.email));
  return comparable(name ?? '');
}

/** What the rule says about the rows. */
function expected<
  Row extends { id: string } & ({ name: string } | { full_name: string | null; email: string }),
>(
  rows: readonly Row[],
  toTiered: (row: Row) => TieredRow,
  q: string,
  /** Of a picker: the text stands as it is typed, and parts of words are found however short it is. */
  isPicker = false,
): [string, number][] {
  const query = searchQueryOf(q);
  const search = isPicker ? searchOf(q) : query.search;
  return rows
    .flatMap((row) => {
      const tiered = toTiered(row);
      const tier = isFoundBy(search, tiered)
        ? (tierOf(query, tiered) ?? (isPicker ? tiers.part : null))
        : null;
      return tier === null ? [] : [{ id: row.id, tier, order: { value: nameOf(row), id: row.id } }];
    })
    .sort((a, b) => a.tier - b.tier || compareSorted(a.order, b.order, false))
    .map(({ id, tier }) => [id, tier]);
}

const userOf = (row: (typeof users)[number]) => ({ employee_number: row.employee_number, key: userKey(row) });
const locationOf = (row: (typeof locations)[number]) => ({ ...row, key: locationKey(row) });
const isListed = new Set([...users, ...locations].map(({ id }) => id));

async function compareWithRule(q: string) {
  const found = await find(world.ada, q);
  const known = (rows: { id: string; tier: number }[]) =>
    rows.filter(({ id, tier }) => isListed.has(id) && tier < 6).map(({ id, tier }) => [id, tier]);
  expect([q, known(found.users).slice(0, 40)]).toEqual([q, expected(users, userOf, q).slice(0, 40)]);
  expect([q, known(found.locations).slice(0, 40)]).toEqual([
    q,
    expected(locations, locationOf, q).slice(0, 40),
  ]);
}

test('the tiers and their order are those of the rule, for what users type', async () => {
  const typed = Object.values(searchQueries).flatMap((queries) => queries.map(([query]) => query));
  for (const query of [...typed, '0104', '#012', '00', 'mill 0104'])
    await compareWithRule(query.replace(/^([ul]:|>)/, ''));
}, 120_000);

test('the tiers are those of the rule for random texts', async () => {
  const rows = [...users.map(userOf), ...locations.map(locationOf)];
  const part = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 })).map(([row, from, length]) => {
    const key = rows[row % rows.length]?.key ?? '';
    return key.slice(from % key.length, (from % key.length) + length).replaceAll('\u0001', ' ');
  });
  const sign = fc.constantFrom('', ' ', '-', "'", '.', ',', '%', '_', '[', '(', '^a', '$', '\\');
  const text = fc
    .array(fc.tuple(part, sign), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.flat().join(''));
  await fc.assert(
    fc.asyncProperty(text, async (q) => {
      if (searchQueryOf(q).search.words.length > 0) await compareWithRule(q);
    }),
    { numRuns: 120 },
  );
}, 120_000);

const ofChain = new Set([...chainUsers, ...chainLocations].map(({ id }) => id));
const isOfChain = ({ id }: { id: string }) => ofChain.has(id);

const bestUsers = async (
  user: User,
  q: string,
  more: { location?: string; invitation?: string; limit?: number } = {},
) => (await user.call(listUsers, { query: { q, from: 'best', limit: 200, ...more } as never })).ok();
/** All pages. */
const allBest = async (path: string) => {
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const answer = await world.ada.raw('GET', `/api/${path}${after && `&after=${after}`}`);
    const page = (await answer.json()) as {
      users?: { id: string }[];
      locations?: { id: string }[];
      next: string | null;
    };
    ids.push(...(page.users ?? page.locations ?? []).map(({ id }) => id));
    after = page.next;
  }
  return ids;
};

const bestLocations = async (user: User, q: string, more: { status?: string; limit?: number } = {}) =>
  (await user.call(listLocations, { query: { q, from: 'best', limit: 200, ...more } as never })).ok();

test.each(
  pickerQueries.users,
)('a picker of users that asks for the best matches of %s gets %s first', async (q, ...first) => {
  const { users, next } = await bestUsers(world.ada, q);
  expect(
    users
      .filter(isOfChain)
      .slice(0, first.length)
      .map(({ full_name }) => full_name),
  ).toEqual(first);
  expect(next).toBeNull();
});

test.each(
  pickerQueries.locations,
)('a picker of locations that asks for the best matches of %s gets %s first', async (q, ...first) => {
  const { locations, next } = await bestLocations(world.ada, q);
  expect(
    locations
      .filter(isOfChain)
      .slice(0, first.length)
      .map(({ name }) => name),
  ).toEqual(first);
  expect(next).toBeNull();
});

test('the best matches of a list are those of the rule for whatever is typed, and the total is that of all', async () => {
  const typed = Object.values(searchQueries).flatMap((queries) => queries.map(([query]) => query));
  for (const text of [
    ...typed,
    ...'abeio0159'.split(''),
    'an',
    'qu',
    '12',
    '#12',
    '0012',
    '#0104',
    '#',
    '%',
    "'",
  ]) {
    const q = text.replace(/^([ul]:|>)/, '');
    if (q.trim() === '') continue;
    const known = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => isListed.has(id));
    const [found, places] = await Promise.all([bestUsers(world.ada, q), bestLocations(world.ada, q)]);
    const all = expected(users, userOf, q, true).map(([id]) => id);
    expect([q, known(found.users).slice(0, 150)]).toEqual([q, all.slice(0, 150)]);
    expect([q, found.total >= all.length]).toEqual([q, true]);
    const allPlaces = expected(locations, locationOf, q, true).map(([id]) => id);
    expect([q, known(places.locations).slice(0, 150)]).toEqual([q, allPlaces.slice(0, 150)]);
  }
}, 120_000);

test.each([
  ['users', 'a'],
  ['users', 'an'],
  ['users', 'mary'],
  ['users', 'ann example'],
  ['locations', '12'],
  ['locations', 'ann'],
])('the pages of the best matches of %s for %s are the whole list of matches, each once', async (list, q) => {
  const whole = await allBest(`${list}?from=best&q=${q}&limit=1000`);
  expect(await allBest(`${list}?from=best&q=${q}&limit=7`)).toEqual(whole);
  expect(new Set(whole).size).toBe(whole.length);
  const found = await allBest(`${list}?q=${q}&limit=1000`);
  expect([...whole].sort()).toEqual(found.sort());
  expect(whole.length).toBeGreaterThan(7);
});

test('the best matches pass the filters of a picker, stay within the scope, and are refused without a search', async () => {
  const [mill, airport] = [chainLocations[0] ?? expect.fail(), chainLocations[2] ?? expect.fail()];
  const names = ({ users }: { users: { full_name: string | null }[] }) => users.map((one) => one.full_name);
  expect(names(await bestUsers(world.ada, 'maria garcia', { location: `not:${mill.id}` }))).toEqual([]);
  expect(names(await bestUsers(world.ada, 'maria garcia', { location: `not:${airport.id}` }))).toEqual([
    'Maria Garcia',
  ]);
  expect(names(await bestUsers(world.ada, 'maria garcia', { invitation: 'joined' }))).toEqual([]);
  expect(names(await bestUsers(world.ada, 'maria garcia', { invitation: 'none' }))).toEqual(['Maria Garcia']);
  expect((await bestLocations(world.ada, 'mill', { status: 'closed' })).locations).toEqual([]);
  const nils = await world.newUser('Nils Nearby', ['manager'], [airport as never]);
  for (const q of ['maria garcia', 'e1001', '104', 'o']) {
    const { users } = await bestUsers(nils, q);
    const near = new Set([
      nils.id,
      ...chainUsers.filter(({ location }) => location === airport.number).map(({ id }) => id),
    ]);
    expect([q, users.filter(({ id }) => !near.has(id))]).toEqual([q, []]);
    expect((await bestLocations(nils, q)).locations.filter(({ id }) => id !== airport.id)).toEqual([]);
  }
  const sorted = 'from=best&q=ana&sort=name';
  for (const path of ['users', 'locations'])
    for (const query of [
      'from=best',
      'from=best&q=',
      sorted,
      `from=best&q=ana&ids=${mill.id}`,
      'from=good&q=ana',
    ])
      expect([path, query, (await world.ada.raw('GET', `/api/${path}?${query}`)).status]).toEqual([
        path,
        query,
        400,
      ]);
});

test('every name with as many typing errors as its words allow is among what the server compares', async () => {
  const damaged = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom('swap', 'drop', 'add', 'change'));
  await fc.assert(
    fc.asyncProperty(damaged, async ([row, word, place, how]) => {
      const user = users[row % chainUsers.length];
      const words = (user?.full_name ?? '').split(' ').filter((one) => /^[a-z]{5,}$/i.test(one));
      const chosen = words[word % words.length];
      if (!user || !chosen) return;
      const typed = damage(chosen.toLowerCase(), place % chosen.length, how);
      const words2 = wordsForTypos(searchQueryOf(typed));
      const isMeant = words2 && typoCounter(words2)(userKey(user), typoFields.user) !== null;
      const found = await find(world.ada, typed);
      if (!isMeant || found.users.filter(({ tier }) => tier < 6).length > 0) return;
      const same = users.filter(({ full_name }) => full_name?.toLowerCase().includes(chosen.toLowerCase()));
      const names = found.users.map(({ name }) => name);
      expect([typed, chosen, same.length > 5 || names.includes(user.full_name ?? '')]).toEqual([
        typed,
        chosen,
        true,
      ]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

function damage(word: string, at: number, how: string): string {
  if (how === 'swap') return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  if (how === 'drop') return word.slice(0, at) + word.slice(at + 1);
  return `${word.slice(0, at)}q${word.slice(how === 'add' ? at : at + 1)}`;
}

test('a user finds nothing outside of their locations, and nothing that they may not read', async () => {
  const place = chainLocations[0] ?? expect.fail();
  const mia = await world.newUser('Mia Manager', ['manager'], [{ ...place } as never]);
  const near = await find(mia, 'mar');
  expect(near.users.map(({ name }) => name)).toEqual(['Maria Garcia', 'Mario Garza']);
  for (const q of ['ana lopez', 'airport', 'E1003', 'ana.lopez@northline.example', '5185550103', 'arport'])
    expect([q, await find(mia, q)]).toEqual([q, { users: [], locations: [] }]);
  // Whatever is typed, also one letter, also a row that was opened when it was in scope.
  const texts = Object.values(searchQueries).flatMap((queries) => queries.map(([query]) => query));
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const far = chainUsers.find(({ location }) => location !== place.number) ?? expect.fail();
  (await mia.call(addRecent, { body: { kind: 'user', id: far.id } })).ok();
  const here = new Set(chainUsers.filter(({ location }) => location === place.number).map(({ id }) => id));
  let seen = 0;
  for (const q of [...texts, ...letters, '']) {
    const { users, locations } = await find(mia, q.replace(/^([ul]:|>)/, ''));
    expect([q, users.filter(({ id }) => !here.has(id) && id !== mia.id)]).toEqual([q, []]);
    expect([q, users.map(({ location }) => location).filter((name) => name !== place.name)]).toEqual([q, []]);
    expect([q, locations.map(({ id }) => id).filter((id) => id !== place.id)]).toEqual([q, []]);
    seen += users.length + locations.length;
  }
  expect(seen).toBeGreaterThan(20);
  const nobody = await world.newUser('Nora Norole');
  expect(await find(nobody, 'mill')).toEqual({ users: [], locations: [] });
});

test.each(
  allPermissions.filter((permission) => permission.endsWith('.read')),
)('with %s alone, and a location, only what it shows is found', async (permission) => {
  const place = chainLocations[0] ?? expect.fail();
  const reader = await world.newUser(`Only ${permission}`, [], [{ ...place } as never]);
  const role_ids = [await ownRole(world, `only ${permission}`, [permission])];
  (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
  const maria = chainUsers.find(({ full_name }) => full_name === 'Maria Garcia') ?? expect.fail();
  (await reader.call(addRecent, { body: { kind: 'user', id: maria.id } })).ok();
  (await reader.call(addRecent, { body: { kind: 'location', id: place.id } })).ok();
  // Also with a typing error, and without a text what was opened lately.
  const seen = { users: permission === 'users.read', locations: permission === 'locations.read' };
  for (const q of ['maria garcia', 'mria garcia', '']) {
    const { users } = await find(reader, q);
    expect([q, users.map(({ name }) => name)]).toEqual([q, seen.users ? ['Maria Garcia'] : []]);
  }
  for (const q of ['mill road', 'mlil road', '']) {
    const { locations } = await find(reader, q);
    expect([q, locations.map(({ name }) => name)]).toEqual([q, seen.locations ? ['Mill Road'] : []]);
  }
});

test('no row is twice in an answer, whatever is typed', async () => {
  const texts = Object.values(searchQueries).flatMap((queries) => queries.map(([query]) => query));
  let withTypos = 0;
  for (const text of texts) {
    const { users, locations } = await find(world.ada, text.replace(/^([ul]:|>)/, ''));
    const ids = [...users, ...locations].map(({ id }) => id);
    expect([text, ids.length]).toEqual([text, new Set(ids).size]);
    if (new Set([...users, ...locations].map(({ tier }) => tier === 6)).size === 2) withTypos++;
  }
  // Rows that were found, and rows with a typing error beside them.
  expect(withTypos).toBeGreaterThan(0);
}, 120_000);

test('what a user opened comes first within its tier, and without a text what they opened lately', async () => {
  const opener = await world.newUser('Otto Opener', ['admin']);
  const second = (await find(opener, 'john smith')).users[1] ?? expect.fail();
  (await opener.call(addRecent, { body: { kind: 'user', id: second.id } })).ok();
  const johns = (await find(opener, 'john smith')).users;
  expect(johns[0]).toMatchObject({
    id: second.id,
    name: 'John Smith',
    weight: expect.closeTo(1, 3),
    location: 'Harborview',
  });
  expect(johns[1]).toMatchObject({ name: 'John Smith', location: 'Harbor Street' });
  // Not over a better tier.
  expect((await find(opener, 'E1006')).users[0]?.id).not.toBe(second.id);
  expect((await find(opener, '')).users.map(({ id }) => id)).toEqual([second.id]);
  const only = await opener.call(search, { query: { q: 'john smith', kind: 'location' } });
  expect(only.ok().users).toEqual([]);
});

test('the search refuses what is too long, too much or unknown', async () => {
  for (const query of ['q=x&limit=51', 'q=x&limit=0', `q=${'x'.repeat(300)}`, 'q=x&kind=role', 'q=x&other=1'])
    expect((await world.ada.raw('GET', `/api/search?${query}`)).status).toBe(400);
});
