import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { Blocker, listLocationUsers, WaitingReason } from '../../../../contract/location-access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

/** The state of the invitation says it of users who have not joined. */
export const blockerTexts: Record<Blocker, { text: string; look: string } | null> = {
  deactivated: { text: 'Inactive', look: 'text-off' },
  not_joined: null,
  no_second_factor: { text: 'Must set up a second factor first', look: 'text-amber-ink' },
  no_role: { text: 'No role that can see locations', look: 'text-amber-ink' },
};

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

/** Who has no working invitation. One button invites those whom the reader may invite. */
export const uninvited: readonly WaitingReason[] = ['not_invited', 'expired', 'failed'];

/** 'You can invite 9.' beside '18 not invited'; nothing where they are as many. */
export function limitOf(waiting: readonly Waiting[], toInvite: readonly unknown[] | undefined): string {
  const count = waiting.reduce((sum, one) => sum + (uninvited.includes(one.reason) ? one.users : 0), 0);
  if (!toInvite || toInvite.length === 0 || toInvite.length === count) return '';
  return `You can invite ${formatNumber(toInvite.length)}.`;
}
