import type { AttentionCheck } from '../../../../contract/dashboard.ts';

interface CheckTexts {
  found: string;
  clear: string;
  act: string;
  /** Whether the finding is a problem; the others only wait for somebody. */
  isUrgent: boolean;
}

export const attentionTexts: Record<AttentionCheck, CheckTexts> = {
  admins_without_second_factor: {
    found: 'Administrators without a second factor',
    clear: 'second factors of administrators',
    act: 'Review',
    isUrgent: true,
  },
  locations_without_manager: {
    found: 'Open locations without a manager',
    clear: 'managers of locations',
    act: 'Assign a manager',
    isUrgent: true,
  },
  users_without_location: {
    found: 'Active users without a location',
    clear: 'locations of users',
    act: 'Assign locations',
    isUrgent: false,
  },
  users_without_role: {
    found: 'Active users without a role',
    clear: 'roles of users',
    act: 'Assign roles',
    isUrgent: false,
  },
  users_not_invited: {
    found: 'Users not invited yet',
    clear: 'users not invited',
    act: 'Invite',
    isUrgent: false,
  },
  invitations_not_accepted: {
    found: 'Invitations expired or failed',
    clear: 'open invitations',
    act: 'Invite again',
    isUrgent: false,
  },
  users_not_signing_in: {
    found: 'No sign-in for 90 days',
    clear: 'recent sign-ins',
    act: 'Review',
    isUrgent: false,
  },
};
