import type { Invitation } from '../../../../../contract/invitations.ts';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { classes } from '../../../../lib/browser/classes.ts';
import { formatDate, formatDay } from '../../../../lib/format/format-date.ts';

interface Known {
  user: UserRow;
  access: UserAccess | undefined;
  invitation: Invitation | undefined;
}

/** The invitation of a user who has joined is not stored, so that step is left out. */
export function describeSteps({ user, access, invitation }: Known): StepProps[] {
  const by = access?.added_by ? ` by ${access.added_by}` : '';
  const added: StepProps = { title: 'Added', text: `${formatDay(user.created_at)}${by}`, state: 'done' };
  if (user.invitation === 'joined') {
    const text = access?.joined_at ? formatDay(access.joined_at) : 'Signs in with a password';
    return [added, { title: 'Joined', text, state: 'done' }];
  }
  return [added, describeInvited(user, invitation), { title: 'Joined', text: 'Not yet', state: 'ahead' }];
}

function describeInvited({ invitation: state }: UserRow, known: Invitation | undefined): StepProps {
  const sent = known?.sent_at ? formatDay(known.sent_at) : '';
  const by = known?.sent_by ? ` by ${known.sent_by}` : '';
  switch (state) {
    case null:
      return { title: 'Not invited', text: 'An invitation lets them sign in', state: 'ahead' };
    case 'invited': {
      const until = known?.expires_at
        ? `Link works until ${formatDate(known.expires_at)}`
        : 'Not accepted yet';
      return {
        title: 'Invited',
        text: `${sent}${by}`.trim() || until,
        more: sent && until,
        state: 'waiting',
      };
    }
    case 'joining':
      return { title: 'Joining', text: 'Opened the invitation, no password yet', state: 'waiting' };
    case 'expired':
      return { title: 'Invite expired', text: `${sent}${by}`.trim(), state: 'waiting' };
    default:
      return {
        title: 'Invite failed',
        text: known?.mail_problem ?? 'The email could not be delivered',
        state: 'failed',
      };
  }
}

export interface StepProps {
  title: string;
  text: string;
  more?: string | undefined;
  state: 'done' | 'waiting' | 'failed' | 'ahead';
}

const dots = {
  done: 'border-good bg-good',
  waiting: 'border-(--amber-mark) bg-amber-soft',
  failed: 'border-bad bg-bad-soft',
  ahead: 'border-line-strong',
};

export function Step({ title, text, more, state }: StepProps) {
  return (
    <li className="group relative flex gap-3 pb-3 text-small last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-4 bottom-0 left-[5px] w-0.5 bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={classes('mt-1 size-3 shrink-0 rounded-full border-2', dots[state])}
      />
      <div className="min-w-0">
        <p
          className={classes(
            'font-medium',
            state === 'waiting' && 'text-amber-ink',
            state === 'failed' && 'text-bad',
            state === 'ahead' && 'text-ink-soft',
          )}
        >
          {title}
        </p>
        <p className="min-h-5 wrap-anywhere text-ink-soft">{text}</p>
        {more && <p className="text-ink-soft">{more}</p>}
      </div>
    </li>
  );
}
