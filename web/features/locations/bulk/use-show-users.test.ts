import { expect, test } from 'vitest';
import { searchOfStates } from './location-bulk.tsx';

test.each([
  ['', { location: 'not:none' }],
  ['sort=name', { location: 'not:none' }],
  ['state=TX,NY', { state: 'TX,NY' }],
  // Users of another location in Texas would be missing, so the state alone does not say it.
  ['state=not:TX', null],
  ['state=TX&status=open', null],
  ['q=harbor', null],
])('the users of all locations at %j are those at %j', (query, expected) => {
  expect(searchOfStates(query)).toEqual(expected);
});
