import { expect, test } from 'vitest';
import { builtInRoles } from '../../../../../contract/access/permissions.ts';
import { describeUser } from './access-card.tsx';

const user = {
  is_active: true,
  invitation: 'joined' as const,
  role_ids: ['role'],
  location_ids: ['one', 'two', 'three'],
};
const held = (name: string) => [...(builtInRoles.find((role) => role.name === name)?.permissions ?? [])];

test.each([
  ['an employee', user, 'employee', "Can see 3 locations and their users. Can't change anything."],
  [
    'somebody at one location',
    { ...user, location_ids: ['one'] },
    'employee',
    "Can see 1 location and its users. Can't change anything.",
  ],
  ['an administrator', { ...user, location_ids: [] }, 'admin', 'Can do everything at all locations.'],
  ['somebody without a role', { ...user, role_ids: [] }, '', 'No role, so nothing to see or do.'],
  [
    'somebody without a location',
    { ...user, location_ids: [] },
    'viewer',
    'No location, so nothing to see or do.',
  ],
  [
    'an inactive employee',
    { ...user, is_active: false },
    'employee',
    "Can't sign in. Once active again, they can see 3 locations and their users. Can't change anything.",
  ],
  [
    'an employee who was not invited',
    { ...user, invitation: null },
    'employee',
    "Can't sign in yet. Once joined, they can see 3 locations and their users. Can't change anything.",
  ],
])('describeUser of %s says what they can see and do', (_, described, role, sentence) => {
  expect(describeUser(described, held(role))).toBe(sentence);
});
