import { expect, test } from 'vitest';
import { filterMaxValues } from '../../../../contract/lists/list-filters.ts';
import { searchOfAll } from './use-show-users.ts';

const many = Array.from({ length: filterMaxValues + 1 }, (_, n) => `id-${n}`);

test.each([
  ['', null, { location: 'not:none' }],
  ['sort=name', many, { location: 'not:none' }],
  ['state=TX,NY', many, { state: 'TX,NY' }],
  // Users of another location in Texas would be missing, so the state alone does not say it.
  ['state=not:TX', ['a', 'b'], { location: 'a,b' }],
  ['state=TX&status=open', ['a'], { location: 'a' }],
  ['q=harbor', ['a'], { location: 'a' }],
  ['q=harbor', many, null],
  ['q=harbor', null, null],
  ['status=closed', [], null],
])('the users of all locations at %j are those at %j', (query, matching, expected) => {
  expect(searchOfAll(query, matching)).toEqual(expected);
});
