import { locationBadgesShown } from '../../../../contract/fields/limits.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { invitationText } from '../invitations/invitation-line.tsx';
import type { UserCells } from './user-cells.tsx';

export function printedUser({ named, hasNumbers }: UserCells) {
  return {
    user: {
      share: 20,
      lines: ({ full_name, employee_number }: UserRow) => [
        full_name ?? 'No name',
        hasNumbers && employee_number ? `#${employee_number}` : '',
      ],
    },
    contact: { share: 27, lines: ({ email, phone }: UserRow) => [email, phone ?? ''] },
    roles: {
      share: 15,
      lines: (user: UserRow) => [
        named(user)
          .roles.map(({ name }) => name)
          .join(', ') || (user.role_ids.length === 0 ? 'No roles' : ''),
      ],
    },
    locations: { share: 18, lines: (user: UserRow) => [describeLocations(user, named)] },
    status: {
      share: 10,
      lines: ({ is_active, invitation }: UserRow) => [
        is_active ? 'Active' : 'Inactive',
        invitationText(invitation),
      ],
    },
    created_at: { share: 12, lines: ({ created_at }: UserRow) => [formatDate(created_at)] },
  };
}

/** 'Airport, Depot +3 more': as many as on the screen. */
function describeLocations(user: UserRow, named: UserCells['named']) {
  const { locations, hidden_count, hasAllLocations, isScopeUnknown } = named(user);
  if (hasAllLocations) return 'All locations';
  const count = locations.length + hidden_count;
  if (count === 0) return isScopeUnknown ? '' : 'No locations';
  const shown = locations.slice(0, locationBadgesShown).map(({ name }) => name);
  const rest = count - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` +${rest} more` : ''}`;
}
