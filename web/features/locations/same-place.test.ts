import { expect, test } from 'vitest';
import { makeLocation } from '../../testing/fake-chain.ts';
import { findSamePlaces } from './same-place.ts';

const harbor = makeLocation({
  id: 'harbor',
  name: 'Harbor 394',
  address: '150 Harbor Rd.',
  zip: '23231',
  phone: '(804) 555-7157',
});

function sameOf(typed: Partial<Parameters<typeof findSamePlaces>[1]>, ownId: string | null = null) {
  const empty = { address: '', zip: '', phone: '' };
  return findSamePlaces([harbor], { ...empty, ...typed }, ownId).map(({ same }) => same);
}

test.each([
  ['the address in another spelling', { address: '150  HARBOR RD', zip: '23231' }, ['address']],
  ['the phone with a country code', { phone: '+1 804 555 7157' }, ['phone']],
  ['both', { address: '150 Harbor Rd.', zip: '23231', phone: '8045557157' }, ['address and phone']],
  ['the street in another ZIP code', { address: '150 Harbor Rd.', zip: '10001' }, []],
  ['a part of the phone', { phone: '555-7157' }, []],
  ['nothing', {}, []],
])('findSamePlaces finds the location when %s is typed', (_, typed, same) => {
  expect(sameOf(typed)).toEqual(same);
});

test('findSamePlaces leaves out the location that is edited', () => {
  expect(sameOf({ phone: '8045557157' }, 'harbor')).toEqual([]);
});
