import type { InvitationState } from '../../../../contract/invitations.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { nameOf } from '../use-user-row.ts';

export const invitationWords: Record<InvitationState, string> = {
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
  /** Opens the invitation; absent where there is nothing that one may do. */
  onOpen?: (() => void) | undefined;
}

/** The small second line of the status: how far somebody is on the way to signing in. */
export function InvitationLine({ user, onOpen }: InvitationLineProps) {
  const { invitation } = user;
  const word = invitation ? invitationWords[invitation] : 'Invite';
  const look = classes('text-small whitespace-nowrap', invitation ? looks[invitation] : 'text-petrol');
  if (!onOpen) return invitation && <span className={look}>{word}</span>;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={invitation ? `${word}: invitation of ${nameOf(user)}` : `Invite ${nameOf(user)}`}
      className={classes(
        look,
        'rounded-badge underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-3 max-md:py-3',
      )}
    >
      {word}
    </button>
  );
}
