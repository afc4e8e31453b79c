import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userKey } from '../../../../contract/lists/search-key.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { KeptUser } from './kept-user.ts';

const time = fc.date({ min: new Date('1969-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'ß', '5', '(', ')', '-', ' ', '@'),
  minLength: 1,
});
const row: fc.Arbitrary<UserRow> = fc.record({
  id: fc.uuid(),
  email: text,
  full_name: fc.option(text),
  phone: fc.option(text),
  employee_number: fc.option(text),
  is_active: fc.boolean(),
  invitation: fc.constantFrom(null, 'joined'),
  last_sign_in_at: fc.option(time),
  has_second_factor: fc.option(fc.boolean()),
  created_at: time,
  updated_at: time,
  role_ids: fc.array(fc.uuid()),
  location_ids: fc.array(fc.uuid()),
  states: fc.array(fc.constantFrom('NY', 'VT')),
});

test('a kept user has what the row had, member by member and as a row', () => {
  fc.assert(
    fc.property(row, (one) => {
      const kept = new KeptUser(one);
      expect(kept.toRow()).toEqual(one);
      for (const name of Object.keys(one) as (keyof UserRow)[]) expect(kept[name]).toEqual(one[name]);
      expect(kept.key).toBe(userKey(one));
    }),
  );
});
