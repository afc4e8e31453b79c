import type { InvitationState } from '../../../contract/fields/invitation-state.ts';
import { classes } from '../../lib/browser/classes.ts';

export const invitationLabels: Record<InvitationState, string> = {
  invited: 'Invited',
  joining: 'Joining',
  expired: 'Invite expired',
  failed: 'Invite failed',
  joined: 'Joined',
};

const looks: Record<InvitationState, string> = {
  invited: 'text-ink-soft',
  joining: 'text-amber-ink',
  expired: 'text-amber-ink',
  failed: 'text-bad',
  joined: 'text-ink-faint',
};

export function InvitationLine({ state, className }: { state: InvitationState | null; className?: string }) {
  return (
    <span
      data-tooltip={state === 'joining' ? 'Opened the invitation, no password yet' : undefined}
      className={classes(
        'text-small whitespace-nowrap',
        state ? looks[state] : 'text-ink-soft',
        // Above the link of its row.
        state === 'joining' && 'relative',
        className,
      )}
    >
      {invitationText(state)}
    </span>
  );
}

export function invitationText(state: InvitationState | null) {
  return state ? invitationLabels[state] : 'Not invited';
}
