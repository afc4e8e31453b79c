import { expect, test } from 'vitest';
import {
  type ChainLocation,
  type ChainUser,
  chainLocations,
  chainUsers,
} from '../../../../contract/lists/fixtures/search-chain.ts';
import { searchQueries } from '../../../../contract/lists/fixtures/search-queries.ts';
import { locationKey, userKey } from '../../../../contract/lists/search-key.ts';
import type { TieredRow } from '../../../../contract/lists/search-tiers.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import type { BoxAct, BoxEntry } from './box-results.ts';
import { screensOf, viewsOf } from './screens.ts';
import { createBoxSearch, type Searched, type SearchedList } from './search-box.ts';

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

type ListedUser = ChainUser & TieredRow;
type ListedLocation = ChainLocation & TieredRow;
const users: SearchedList<ListedUser> = {
  rows: chainUsers.map((row) => ({ ...row, key: userKey(row) })),
  present: ({ id, full_name, location }) => ({
    ...{ key: id, kind: 'user', name: full_name, detail: location, of: { kind: 'user', id } },
  }),
};
const locations: SearchedList<ListedLocation> = {
  rows: chainLocations.map((row) => ({ ...row, key: locationKey(row) })),
  present: ({ id, name, city }) => ({
    ...{ key: id, kind: 'location', name, detail: city, of: { kind: 'location', id } },
  }),
};
const searched: Searched = {
  lists: { user: users as unknown as SearchedList, location: locations as unknown as SearchedList },
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
  actsOfKind: (['user', 'location'] as const).flatMap((kind) =>
    actLabels[kind].map((label) => ({ kind, label })),
  ),
  actsOf: ({ kind }): BoxAct[] => actLabels[kind].map((label) => ({ label, whyNot: undefined })),
  weights: new Map(),
};

test('of 200 things that users type at least 190 find what they mean first, and all among the first five', () => {
  const search = createBoxSearch();
  const missed: string[] = [];
  const lost: string[] = [];
  let count = 0;
  for (const [group, queries] of Object.entries(searchQueries))
    for (const [query, first] of queries) {
      count++;
      const { results, didYouMean } = search(query, searched);
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
  const search = createBoxSearch();
  const johns = chainUsers.filter(({ full_name }) => full_name === 'John Smith').map(({ id }) => id);
  const [first = '', second = ''] = johns;
  const keysOf = (text: string, weights: [string, number][]) =>
    search(text, { ...searched, weights: new Map(weights) }).results.map(({ key }) => key);
  expect(keysOf('john smith', []).slice(0, 2)).toEqual([first, second]);
  expect(keysOf('john smith', [[second, 0.2]]).slice(0, 2)).toEqual([second, first]);
  expect(keysOf('E1006', [[second, 9]])[0]).toBe(first);
});

test('one or two letters are not looked for inside of words, and typing errors only with few results', () => {
  const search = createBoxSearch();
  const namesOf = (text: string) => search(text, searched).results.map(({ name }) => name);
  expect(namesOf('qu')).toContain('Xavier Quinn');
  expect(namesOf('xq').join()).not.toContain('Alexq');
  expect(namesOf('za')).not.toContain('Nyack Plaza');
  expect(search('smith', searched).didYouMean).toEqual([]);
  expect(search('smiht', searched).didYouMean.map(({ name }) => name)).toContain('John Smith');
});
