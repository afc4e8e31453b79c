import { expect, test } from 'vitest';
import { profileWith } from '../../testing/profiles.ts';
import { canAccessLocation, hasPermission, hasRole } from './access.ts';

const location = { id: 's1', name: 'Airport 104', city: 'Albany', state: 'NY' };

test('hasRole is true when the profile has a role of that name', () => {
  expect(hasRole(profileWith(['manager']), 'manager')).toBe(true);
  expect(hasRole(profileWith(['manager']), 'admin')).toBe(false);
  expect(hasRole(null, 'admin')).toBe(false);
});

test('hasPermission is true for the permissions of the roles, and false without a profile', () => {
  expect(hasPermission(profileWith(['manager']), 'users.create')).toBe(true);
  expect(hasPermission(profileWith(['viewer']), 'users.create')).toBe(false);
  expect(hasPermission(null, 'users.read')).toBe(false);
});

test('an admin has access to all locations, others the ones in their own list', () => {
  expect(canAccessLocation(profileWith(['admin']), 'any')).toBe(true);
  expect(canAccessLocation(profileWith(['manager'], { locations: [location] }), 's1')).toBe(true);
  expect(canAccessLocation(profileWith(['manager'], { locations: [location] }), 's2')).toBe(false);
  expect(canAccessLocation(null, 's1')).toBe(false);
});
