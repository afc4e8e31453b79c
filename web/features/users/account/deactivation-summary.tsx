import type { Ended } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconUserCheck, IconUserOff } from '../../../components/icons/icons.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { nameOf } from '../../../lib/format/user-name.ts';
import type { StateChange } from '../users.api.ts';

export interface DeactivationSummaryProps {
  change: StateChange;
  onActivate: () => void;
  activating: boolean;
  onDismiss: () => void;
}

/** What ended with a deactivation, and a way to undo it. After that, says that the user is active again. */
export function DeactivationSummary({ change, onActivate, activating, onDismiss }: DeactivationSummaryProps) {
  const { user, ended } = change;
  const list = ended ? listEnded(ended) : '';
  const Icon = ended ? IconUserOff : IconUserCheck;
  return (
    <section
      aria-label="Deactivation"
      className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-3.5 shadow-card max-md:px-4"
    >
      <Icon size={24} className={ended ? 'text-off' : 'text-good'} aria-hidden="true" />
      <div role="status" className="min-w-0 flex-1 basis-60">
        <p>
          <strong className="font-semibold">{nameOf(user)}</strong>{' '}
          {ended
            ? `was deactivated on ${formatDate(ended.at)}.`
            : 'is active again, with roles and locations as before.'}
        </p>
        {ended && (
          <p className="mt-0.5 text-small text-ink-soft">
            {list && <span className="font-medium text-ink">Ended: {list}.</span>} Roles and locations stay,
            and count again after Activate{list && '; what ended does not come back'}.
          </p>
        )}
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        {ended && (
          <Button variant="secondary" onClick={onActivate} loading={activating}>
            Activate
          </Button>
        )}
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

/** '3 open sessions · 1 pending invitation' */
function listEnded({ sessions, invitations, links, sent_invitations }: Ended) {
  const parts = [
    count(sessions, 'open session', 'open sessions'),
    count(invitations, 'pending invitation', 'pending invitations'),
    count(links, 'other emailed link', 'other emailed links'),
    count(sent_invitations, 'invitation they sent', 'invitations they sent'),
  ];
  return parts.filter(Boolean).join(' · ');
}

function count(number: number, one: string, many: string) {
  return number > 0 && `${formatNumber(number)} ${number === 1 ? one : many}`;
}
