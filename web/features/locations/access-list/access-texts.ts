import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { AccessListUser, Blocker, listLocationUsers } from '../../../../contract/location-access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

const waiting = 'text-amber-ink';

export function describeBlocker(blocker: Blocker, { invitation }: AccessListUser) {
  switch (blocker) {
    case 'deactivated':
      return { text: 'Inactive', look: 'text-off' };
    case 'no_second_factor':
      return { text: 'Must set up a second factor first', look: waiting };
    case 'no_role':
      return { text: 'No role that can see locations', look: waiting };
    case 'not_joined':
      return describeNotJoined(invitation);
  }
}

function describeNotJoined(invitation: AccessListUser['invitation']) {
  switch (invitation) {
    case 'invited':
      return { text: 'Invited, not joined yet', look: 'text-ink-soft' };
    case 'expired':
      return { text: 'Invite expired', look: waiting };
    case 'failed':
      return { text: 'Invite failed', look: 'text-bad' };
    default:
      return { text: 'Not invited yet', look: waiting };
  }
}

export type Waiting = Answer<typeof listLocationUsers>['waiting'][number];

export function describeWaiting({ reason, users }: Waiting): string {
  const invites = users === 1 ? 'invite' : 'invites';
  const words: Record<Waiting['reason'], string> = {
    not_invited: 'not invited',
    invited: 'invited',
    expired: `${invites} expired`,
    failed: `${invites} failed`,
    no_second_factor: 'without a second factor',
    no_role: 'without a role',
    inactive: 'inactive',
  };
  return `${formatNumber(users)} ${words[reason]}`;
}
