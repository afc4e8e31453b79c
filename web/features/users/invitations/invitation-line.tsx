import type { InvitationState } from '../../../../contract/invitations.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { nameOf } from '../../../lib/format/user-name.ts';

export const invitationLabels: Record<InvitationState, string> = {
  invited: 'Invited',
  expired: 'Expired',
  failed: 'Failed',
  joined: 'Joined',
};

const looks: Record<InvitationState, string> = {
  invited: 'text-ink-soft',
  expired: 'text-amber-ink',
  failed: 'text-bad',
  joined: 'text-ink-faint',
};

export interface InvitationLineProps {
  user: UserRow;
  /** Opens the invitation; absent where the actor may do nothing with it. */
  onOpen?: (() => void) | undefined;
}

/** The second line of the status: how far a user's invitation is. */
export function InvitationLine({ user, onOpen }: InvitationLineProps) {
  const { invitation } = user;
  const label = invitation ? invitationLabels[invitation] : 'Invite';
  const look = classes('text-small whitespace-nowrap', invitation ? looks[invitation] : 'text-petrol');
  if (!onOpen) return invitation && <span className={look}>{label}</span>;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={invitation ? `${label}: invitation of ${nameOf(user)}` : `Invite ${nameOf(user)}`}
      className={classes(
        look,
        'rounded-badge underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3',
      )}
    >
      {label}
    </button>
  );
}
