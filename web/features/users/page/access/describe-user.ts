import type { Permission } from '../../../../../contract/access/permissions.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { describePermissions } from '../../../../lib/account/describe-permissions.ts';
import { countOf } from '../../../../lib/format/format-number.ts';

type Described = Pick<UserRow, 'is_active' | 'invitation' | 'role_ids' | 'location_ids'>;

/** 'Can see 3 locations and their users. Can't change anything.' Future tense for a user who cannot sign in yet. */
export function describeUser(user: Described, held: readonly string[]): string {
  const access = describeAccess(user, [...new Set(held)] as Permission[]);
  const later = access.startsWith('Can see') || access.startsWith('Can do everything');
  if (user.is_active && user.invitation === 'joined') return access;
  const now = user.is_active ? "Can't sign in yet." : "Can't sign in.";
  if (!later) return `${now} ${access}`;
  const start = user.is_active ? 'Once joined, they can' : 'Once active again, they can';
  return `${now} ${access.replace(/^Can/, start)}`;
}

function describeAccess({ role_ids, location_ids }: Described, held: readonly Permission[]): string {
  if (role_ids.length === 0) return 'No role, so nothing to see or do.';
  const isEverywhere = held.includes('locations.all');
  const count = location_ids.length;
  if (!isEverywhere && count === 0) return 'No location, so nothing to see or do.';
  const sentence = describePermissions(held, countOf(count, 'location'));
  const changes = held.some((permission) => permission !== 'locations.all' && !permission.endsWith('.read'));
  const named = count === 1 && !isEverywhere ? sentence.replace('their users', 'its users') : sentence;
  return changes ? named : `${named} Can't change anything.`;
}
