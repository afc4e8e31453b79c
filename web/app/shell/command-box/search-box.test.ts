import { expect, test } from 'vitest';
import { chainLocations, chainUsers } from '../../../../contract/lists/fixtures/search-chain.ts';
import { searchQueries } from '../../../../contract/lists/fixtures/search-queries.ts';
import { isFoundBy, locationKey, userKey } from '../../../../contract/lists/search-key.ts';
import {
  compareFound,
  orderOf,
  searchQueryOf,
  type TieredRow,
  tierOf,
  tiers,
} from '../../../../contract/lists/search-tiers.ts';
import { typoCounter, typoFields, wordsForTypos } from '../../../../contract/lists/search-typos.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import { hastyQueries, spokenQueries, wordQueries } from '../../../testing/word-queries.ts';
import type { ActOfKind, BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';
import {
  moreLocationViews,
  moreUserViews,
  openingsOf,
  roleViewsOf,
  salesEntries,
  screensOf,
  viewsOf,
} from './screens.ts';
import { narrowed, questionOf, type Searched, searchBox } from './search-box.ts';
import { addUser } from './use-box-acts.ts';

const actLabels = {
  user: ['Edit User', 'Assign Locations', 'Assign Roles', 'Invite', 'Deactivate', 'Activate', 'Delete User'],
  location: [
    'Edit Location',
    'Assign Users',
    'Move to a District',
    'Close Location',
    'Delete Location',
    'Reopen',
  ],
} as const;
const nameAct = (name: string): BoxEntry => ({ result: { key: name, kind: 'act', name, detail: null } });
const pages = [
  'Dashboard',
  'Locations',
  'Districts',
  'Users',
  'Sales',
  'Audit',
  'Imports',
  'Profile',
  'Settings',
];
const paths: Record<string, string> = { Imports: '/imports' };
const tabs = ['Appearance', 'Organization', 'Configuration', 'Email', 'Roles', 'Registers', 'Diagnostics'];
const roles = ['admin', 'manager', 'employee', 'viewer'].map((name) => ({ id: name, name }));
/** As `useUserViews` has them. */
const userViews = ['All users', 'No location', 'Not invited'].map((name) => ({ name, search: {} }));

type Row = TieredRow & { result: BoxResult; kind: BoxRow['kind'] };

const rows: Row[] = [
  ...chainLocations.map((row) => {
    const { id, name, city } = row;
    const of = { kind: 'location' as const, id };
    return {
      ...row,
      key: locationKey(row),
      kind: of.kind,
      result: { key: id, ...of, name, detail: city, of },
    };
  }),
  ...chainUsers.map((row) => {
    const { id, full_name: name, location } = row;
    const of = { kind: 'user' as const, id };
    return {
      ...row,
      key: userKey(row),
      kind: of.kind,
      result: { key: id, ...of, name, detail: location, of },
    };
  }),
];

/** What the server answers, which `server/features/search/search.test.ts` compares with the tiers. */
function foundByServer(
  text: string,
  kind: BoxRow['kind'] | undefined,
  weights: ReadonlyMap<string, number> = new Map(),
): Placed[] {
  if (text === '') return [];
  const query = searchQueryOf(text);
  const words = query.isShort ? null : wordsForTypos(query);
  const count = words && typoCounter(words);
  return rows
    .filter((row) => kind === undefined || kind === row.kind)
    .flatMap((row) => {
      const found = isFoundBy(query.search, row) ? tierOf(query, row) : null;
      const isTypo = found === null && (count?.(row.key, typoFields[row.kind]) ?? null) !== null;
      const tier = found ?? (isTypo ? tiers.typo : null);
      const place = { weight: weights.get(row.result.key) ?? 0, order: orderOf(row), result: row.result };
      return tier === null ? [] : [{ tier, ...place }];
    })
    .sort(compareFound);
}

const actsOfKind: ActOfKind[] = [
  ...(['user', 'location'] as const).flatMap((kind) => actLabels[kind].map((label) => ({ kind, label }))),
  ...openingsOf({ seesSales: true, audit: true, readUsers: true }, roles),
];
const searched: Omit<Searched, 'found' | 'foundForAct'> = {
  entries: [
    ...screensOf(
      pages.map((label) => ({ label, to: paths[label] ?? `/${label.toLowerCase()}` })),
      tabs.map((label) => ({ tab: label.toLowerCase(), label })),
    ),
    ...salesEntries(),
    ...roleViewsOf(roles),
    ...viewsOf('users', [...userViews, ...Object.values(moreUserViews).flat()]),
    ...viewsOf('locations', [...locationViews, ...moreLocationViews]),
  ],
  acts: [
    ...['Add User', 'Add Location', 'Import Users', 'Import Locations', 'Import Stock', 'Import sales'],
    ...[
      'Add Role',
      'Connect register',
      'Switch to dark theme',
      'Keyboard shortcuts',
      'Logout',
      'Contact Support',
      'Add District',
    ],
  ]
    .map(nameAct)
    .map((act) => ({ ...act, ...(act.result.name === 'Add User' && { openWith: addUser }) })),
  actsOfKind,
  actsOf: ({ kind }): BoxAct[] => actLabels[kind].map((label) => ({ label, whyNot: undefined })),
};

function search(typed: string, weights?: ReadonlyMap<string, number>) {
  const { text, kind, rest, restKind } = questionOf(typed, actsOfKind);
  const found = foundByServer(text, kind, weights);
  return searchBox(typed, { ...searched, found, foundForAct: foundByServer(rest, restKind, weights) });
}

type Queries = readonly (readonly [query: string, first: string])[];

/** Those that find something else first, with what they find. */
function missedOf(queries: Queries): { line: string; place: number }[] {
  return queries.flatMap(([query, first]) => {
    const { results, didYouMean } = search(query);
    const names = [...results, ...didYouMean].map(({ name }) => name);
    const meant = first.split('|');
    if (meant.includes(names[0] ?? '')) return [];
    const place = names.findIndex((name) => meant.includes(name));
    const line = `"${query}" finds ${names.slice(0, 5).join(' · ') || 'nothing'} before ${first} (${place + 1})`;
    return [{ line, place }];
  });
}

test('of 200 things that users type at least 190 find what they mean first, and all among the first five', () => {
  const queries = Object.values(searchQueries).flat();
  const missed = missedOf(queries);
  const lost = missed.filter(({ place }) => place < 0 || place >= 5);
  expect(queries.length).toBeGreaterThanOrEqual(200);
  expect(lost.map(({ line }) => line)).toEqual([]);
  expect(missed.length, missed.map(({ line }) => line).join('\n')).toBeLessThanOrEqual(queries.length - 190);
});

test('rows are first for names, numbers, emails, phones and places, whatever words the box knows', () => {
  const { acts, 'screens and settings': screens, ...ofRows } = searchQueries;
  const whole = ['numbers of locations', 'employee numbers', 'emails', 'phones', 'ZIP codes', 'whole names'];
  expect([acts?.length, screens?.length]).toEqual([12, 17]);
  for (const group of whole) expect([group, missedOf(ofRows[group] ?? [])]).toEqual([group, []]);
  const named = [...chainUsers, ...chainLocations].map((row) => ('name' in row ? row.name : row.full_name));
  const some = named.filter((_, index) => index % 6 === 0);
  expect(some.length).toBeGreaterThanOrEqual(160);
  expect(missedOf(some.map((name) => [name, name] as const))).toEqual([]);
});

test('words find screens, acts and views', () => {
  // The words were chosen by one half, the other was kept apart.
  const [chosenBy, apart] = [0, 1].map((half) => wordQueries.filter((_, index) => index % 2 === half));
  const missed = { chosenBy: missedOf(chosenBy ?? []), apart: missedOf(apart ?? []) };
  const lines = (some: { line: string }[]) => some.map(({ line }) => line).join('\n');
  expect(wordQueries).toHaveLength(200);
  expect(missed.chosenBy.length, lines(missed.chosenBy)).toBeLessThanOrEqual(2);
  expect(missed.apart.length, lines(missed.apart)).toBeLessThanOrEqual(2);
});

test('of 48 things that hurried hands type at least 46 find what they mean first', () => {
  const missed = missedOf(hastyQueries);
  expect(hastyQueries).toHaveLength(48);
  expect(missed.length, missed.map(({ line }) => line).join('\n')).toBeLessThanOrEqual(2);
});

test('of 95 things that are asked in sentences at least 91 find what they mean first', () => {
  const missed = missedOf(spokenQueries);
  expect(spokenQueries).toHaveLength(95);
  expect(missed.length, missed.map(({ line }) => line).join('\n')).toBeLessThanOrEqual(4);
});

test.each([
  ['resurrect an upload with excel', 'Import Users'],
  ['closing a store', 'Close Location…'],
  ['stores with no mgr', 'No manager'],
  ['who didnt get invite', 'Not invited'],
  ['change stores distrct', 'Move to a District…'],
  ['resurrect qwertz zuiop excel', undefined],
])('"%s" offers what has the words that say most', (typed, name) => {
  expect(search(typed).results).toEqual([]);
  expect(search(typed).didYouMean[0]?.name).toBe(name);
});

test.each([
  ['sales yesterday airport 12', 'Sales yesterday: Airport', 'yesterday'],
  ['yesterday airport 12', 'Sales yesterday: Airport', 'yesterday'],
  ['sales airport 12 last week', 'Sales last week: Airport', 'last_week'],
  ['airport 12 revenue this week', 'Sales this week: Airport', 'this_week'],
  ['sales airport 12 month to date', 'Sales month to date: Airport', 'month_to_date'],
  ['sales last 28 days airport 12', 'Sales last 28 days: Airport', 'last_28'],
  ['sales airport 12', 'Sales: Airport', undefined],
])('"%s" opens the sales of the location with the period', (typed, name, period) => {
  const [first] = search(typed).results;
  expect([first?.name, first?.link?.to]).toEqual([name, '/locations/$id/sales']);
  expect(first?.link?.search).toEqual(period ? { period } : {});
});

test('a number after sales is that of a location, never one of days', () => {
  const names = search('sales airport 28').results.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('Sales last'))).toEqual([]);
  expect(search('sales 90').results.map(({ name }) => name)).toContain('Sales: Providence Wickenden');
});

test.each([
  ['new user jane doe', 'jane doe'],
  ['add employee Jane of Arc', 'Jane of Arc'],
  ['create a user for jane@northline.example', 'jane@northline.example'],
  ['> invite new person jane doe', 'jane doe'],
  ['new user', undefined],
  ['new store harbor', undefined],
  ['u: new user jane', undefined],
])('"%s" adds a user with what follows', (typed, rest) => {
  const begun = search(typed).results.filter(({ name }) => name.startsWith('Add User: '));
  expect(begun.map(({ name }) => name)).toEqual(rest ? [`Add User: ${rest}`] : []);
  expect(begun.map(({ link }) => link?.search?.id)).toEqual(rest ? [rest] : []);
});

test('what may not be seen is not opened with the name of a row', () => {
  const labels = openingsOf({ seesSales: false, audit: false, readUsers: false }, roles).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['Open user', 'Open location']);
});

test('what a user opened is first within its tier, and never above a better one', () => {
  const johns = chainUsers.filter(({ full_name }) => full_name === 'John Smith').map(({ id }) => id);
  const [first = '', second = ''] = johns;
  const keysOf = (text: string, weights: [string, number][]) =>
    search(text, new Map(weights)).results.map(({ key }) => key);
  expect(keysOf('john smith', []).slice(0, 2)).toEqual([first, second]);
  expect(keysOf('john smith', [[second, 0.2]]).slice(0, 2)).toEqual([second, first]);
  expect(keysOf('E1006', [[second, 9]])[0]).toBe(first);
});

test('one or two letters are not looked for inside of words, and typing errors only with few results', () => {
  const namesOf = (text: string) => search(text).results.map(({ name }) => name);
  expect(namesOf('qu')).toContain('Xavier Quinn');
  expect(namesOf('xq').join()).not.toContain('Alexq');
  expect(namesOf('za')).not.toContain('Nyack Plaza');
  expect(search('smith').didYouMean).toEqual([]);
  expect(search('smiht').didYouMean.map(({ name }) => name)).toContain('John Smith');
});

test('until the server has answered, rows at hand are those that the text finds by what is shown of them', () => {
  const hand = foundByServer('smith', undefined);
  const names = narrowed(hand, 'john sm').map(({ result }) => result.name);
  expect(names).toContain('John Smith');
  expect(names).not.toContain('Jonathan Smith');
  expect(narrowed(hand, 'nobody')).toEqual([]);
});
