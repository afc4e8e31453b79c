import type { AccessListUser, Blocker } from '../../../../contract/location-access.ts';
import { formatDay } from '../../../lib/format/format-date.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

/** Why a user can see the location: 'Assigned by Ada Owner on Nov 20, 2026', 'admin: all locations'. */
export function describeReasons({ assigned, all_locations_roles }: AccessListUser): string[] {
  return [
    ...(assigned ? [`Assigned by ${assigned.by ?? 'somebody else'} on ${formatDay(assigned.at)}`] : []),
    ...all_locations_roles.map((role) => `${role}: all locations`),
  ];
}

/** Why a user who is linked to the location cannot see it. */
export const blockerTexts: Record<Blocker, string> = {
  deactivated: 'Deactivated: cannot sign in',
  not_joined: 'Has not joined yet: cannot sign in',
  no_second_factor: 'Must set up a second factor first, as a role asks for',
  no_role: 'Has no role that lets them see it',
};

/** '1 user', '1,204 users' */
export function countUsers(count: number) {
  return count === 1 ? '1 user' : `${formatNumber(count)} users`;
}
