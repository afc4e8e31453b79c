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
import type { BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';
import { screensOf, viewsOf } from './screens.ts';
import { narrowed, readBoxText, rowTextOf, type Searched, searchBox } from './search-box.ts';

const actLabels = {
  user: ['Edit User', 'Assign Locations', 'Assign Roles', 'Invite', 'Deactivate', 'Delete User'],
  location: ['Edit Location', 'Assign Users', 'Close Location', 'Delete Location'],
} as const;
const nameAct = (name: string, words?: string): BoxEntry => ({
  result: { key: name, kind: 'act', name, detail: null },
  ...(words && { words }),
});
const pages = ['Dashboard', 'Locations', 'Users', 'Audit', 'Imports', 'Profile', 'Settings'];
const paths: Record<string, string> = { Imports: '/runs' };
const tabs = ['Appearance', 'Organization', 'Configuration', 'Email', 'Roles'];

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
function foundByServer(typed: string, weights: ReadonlyMap<string, number> = new Map()): Placed[] {
  const { mode } = readBoxText(typed);
  const query = searchQueryOf(rowTextOf(typed, actsOfKind));
  const words = query.isShort ? null : wordsForTypos(query);
  const count = words && typoCounter(words);
  return rows
    .filter(({ kind }) => mode === 'all' || mode === 'acts' || mode === kind)
    .flatMap((row) => {
      const found = isFoundBy(query.search, row) ? tierOf(query, row) : null;
      const isTypo = found === null && (count?.(row.key, typoFields[row.kind]) ?? null) !== null;
      const tier = found ?? (isTypo ? tiers.typo : null);
      const place = { weight: weights.get(row.result.key) ?? 0, order: orderOf(row), result: row.result };
      return tier === null ? [] : [{ tier, ...place }];
    })
    .sort(compareFound);
}

const actsOfKind = (['user', 'location'] as const).flatMap((kind) =>
  actLabels[kind].map((label) => ({ kind, label })),
);
const searched: Omit<Searched, 'found'> = {
  entries: [
    ...screensOf(
      pages.map((label) => ({ label, to: paths[label] ?? `/${label.toLowerCase()}` })),
      tabs.map((label) => ({ tab: label.toLowerCase(), label })),
    ),
    ...viewsOf('locations', locationViews),
  ],
  acts: [
    nameAct('Add User'),
    nameAct('Add Location'),
    nameAct('Import Users'),
    nameAct('Import Locations'),
    nameAct('Logout', 'sign out'),
  ],
  actsOfKind,
  actsOf: ({ kind }): BoxAct[] => actLabels[kind].map((label) => ({ label, whyNot: undefined })),
};

const search = (typed: string, weights?: ReadonlyMap<string, number>) =>
  searchBox(typed, { ...searched, found: foundByServer(typed, weights) });

test('of 200 things that users type at least 190 find what they mean first, and all among the first five', () => {
  const missed: string[] = [];
  const lost: string[] = [];
  let count = 0;
  for (const [group, queries] of Object.entries(searchQueries))
    for (const [query, first] of queries) {
      count++;
      const { results, didYouMean } = search(query);
      const names = [...results, ...didYouMean].map(({ name }) => name);
      if (names[0] === first) continue;
      const place = names.indexOf(first);
      const line = `${group}: "${query}" finds ${names.slice(0, 5).join(' · ') || 'nothing'} before ${first} (${place + 1})`;
      (place >= 0 && place < 5 ? missed : lost).push(line);
    }
  if (missed.length > 0) console.info(missed.join('\n'));
  expect(count).toBeGreaterThanOrEqual(200);
  expect(lost).toEqual([]);
  expect(count - missed.length).toBeGreaterThanOrEqual(190);
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
  const hand = foundByServer('smith');
  const names = narrowed(hand, 'john sm').map(({ result }) => result.name);
  expect(names).toContain('John Smith');
  expect(names).not.toContain('Jonathan Smith');
  expect(narrowed(hand, 'nobody')).toEqual([]);
});
