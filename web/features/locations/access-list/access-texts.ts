import type { InvitationState } from '../../../../contract/fields/invitation-state.ts';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { AccessListUser, Blocker, listLocationUsers } from '../../../../contract/location-access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

type BlockerText = { text: string; look: string };

const waiting = 'text-amber-ink';

const blockers: Record<Exclude<Blocker, 'not_joined'>, BlockerText> = {
  deactivated: { text: 'Inactive', look: 'text-off' },
  no_second_factor: { text: 'Must set up a second factor first', look: waiting },
  no_role: { text: 'No role that can see locations', look: waiting },
};

const notJoined: Partial<Record<InvitationState, BlockerText>> = {
  invited: { text: 'Invited, not joined yet', look: 'text-ink-soft' },
  expired: { text: 'Invite expired', look: waiting },
  failed: { text: 'Invite failed', look: 'text-bad' },
};

export function describeBlocker(blocker: Blocker, { invitation }: AccessListUser): BlockerText {
  if (blocker !== 'not_joined') return blockers[blocker];
  return notJoined[invitation ?? 'joined'] ?? { text: 'Not invited yet', look: waiting };
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
