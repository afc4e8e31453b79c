import { expect, test } from 'vitest';
import { profileWith } from '../../testing/people.ts';
import { canReachLocation, hasPermission, hasRole } from './access.ts';

const store = { id: 's1', name: 'Airport 104', city: 'Albany', state: 'NY' };

test('a role is held when the profile has one of that name', () => {
  expect(hasRole(profileWith(['manager']), 'manager')).toBe(true);
  expect(hasRole(profileWith(['manager']), 'admin')).toBe(false);
  expect(hasRole(null, 'admin')).toBe(false);
});

test('permissions come with the roles, and nobody has any without a profile', () => {
  expect(hasPermission(profileWith(['manager']), 'users.create')).toBe(true);
  expect(hasPermission(profileWith(['viewer']), 'users.create')).toBe(false);
  expect(hasPermission(null, 'users.read')).toBe(false);
});

test('an admin reaches every store, others the ones in their own list', () => {
  expect(canReachLocation(profileWith(['admin']), 'any')).toBe(true);
  expect(canReachLocation(profileWith(['manager'], { locations: [store] }), 's1')).toBe(true);
  expect(canReachLocation(profileWith(['manager'], { locations: [store] }), 's2')).toBe(false);
  expect(canReachLocation(null, 's1')).toBe(false);
});
