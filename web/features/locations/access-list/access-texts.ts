import type { ReachObstacle, ReachPerson } from '../../../../contract/reach.ts';
import { formatDay } from '../../../lib/format/format-date.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

/** How a person is named: the full name or, lacking one, the email. */
export function nameOf({ full_name, email }: Pick<ReachPerson, 'full_name' | 'email'>) {
  return full_name || email;
}

/** Why somebody reaches the store: 'Assigned by Ada Owner on Nov 20, 2026', 'admin: all stores'. */
export function reasonsOf({ assigned, all_stores_roles }: ReachPerson): string[] {
  return [
    ...(assigned ? [`Assigned by ${assigned.by ?? 'somebody else'} on ${formatDay(assigned.at)}`] : []),
    ...all_stores_roles.map((role) => `${role}: all stores`),
  ];
}

/** What keeps somebody from the store all the same. */
export const obstacleWords: Record<ReachObstacle, string> = {
  deactivated: 'Deactivated: cannot sign in',
  not_joined: 'Has not joined yet: cannot sign in',
  no_second_factor: 'Must set up a second factor first, as a role asks for',
  no_role: 'Has no role that lets them see it',
};

/** '1 person', '1,204 people' */
export function people(count: number) {
  return count === 1 ? '1 person' : `${formatNumber(count)} people`;
}
