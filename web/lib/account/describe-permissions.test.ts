import { expect, test } from 'vitest';
import { allPermissions, type Permission } from '../../../contract/access/permissions.ts';
import { describePermissions } from './describe-permissions.ts';

test.each<[Permission[], string]>([
  [[], 'Can do nothing yet.'],
  [['locations.all'], 'Can do nothing yet.'],
  [['locations.read'], 'Can see assigned locations.'],
  [['locations.read', 'locations.all'], 'Can see all locations.'],
  [['users.read'], 'Can see users at assigned locations.'],
  [['users.update'], 'Can edit users at assigned locations.'],
  [
    ['locations.read', 'users.read', 'users.update'],
    'Can see assigned locations and their users, and edit users.',
  ],
  [
    ['locations.all', 'locations.read', 'locations.create', 'locations.update', 'locations.delete'],
    'Can see all locations, and open, edit, and delete locations.',
  ],
  [
    ['roles.read', 'roles.manage', 'settings.read', 'mail.read'],
    'Can see roles, create and change roles, see the configuration, and read stored emails.',
  ],
  [['users.assign_roles', 'users.sessions'], 'Can sign users out of their devices, and assign roles.'],
  [
    ['locations.read', 'users.read', 'roles.read', 'audit.read'],
    'Can see assigned locations, their users, and roles, and read the audit log.',
  ],
  [
    ['users.create', 'users.update', 'users.invite', 'users.assign_locations', 'users.assign_roles'],
    'Can add, edit, and invite users at assigned locations, and assign locations and roles.',
  ],
  [allPermissions, 'Can do everything at all locations.'],
])('describePermissions of %j says what the role can do', (permissions, sentence) => {
  expect(describePermissions(permissions)).toBe(sentence);
});

test('describePermissions mentions each permission, whichever other one is missing', () => {
  for (const missing of allPermissions) {
    const without = allPermissions.filter((name) => name !== missing);
    for (const left of without) {
      // Who sees locations expects their districts.
      if (left === 'districts.read' && missing !== 'locations.read') continue;
      const others = without.filter((name) => name !== left);
      expect(describePermissions(others), `${left} adds nothing`).not.toBe(describePermissions(without));
    }
  }
});

test('describePermissions describes every permission that is held alone, but for the scope of others', () => {
  const undescribed = allPermissions.filter((name) => describePermissions([name]) === 'Can do nothing yet.');
  expect(undescribed).toEqual(['locations.all']);
});
