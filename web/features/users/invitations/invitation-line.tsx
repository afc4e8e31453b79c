import type { InvitationState } from '../../../../contract/fields/invitation-state.ts';
import { classes } from '../../../lib/browser/classes.ts';

export const invitationLabels: Record<InvitationState, string> = {
  invited: 'Invited',
  expired: 'Invite expired',
  failed: 'Invite failed',
  joined: 'Joined',
};

const looks: Record<InvitationState, string> = {
  invited: 'text-ink-soft',
  expired: 'text-amber-ink',
  failed: 'text-bad',
  joined: 'text-ink-faint',
};

export function InvitationLine({ state, className }: { state: InvitationState | null; className?: string }) {
  return (
    <span
      className={classes('text-small whitespace-nowrap', state ? looks[state] : 'text-ink-soft', className)}
    >
      {invitationText(state)}
    </span>
  );
}

export function invitationText(state: InvitationState | null) {
  return state ? invitationLabels[state] : 'Not invited';
}
