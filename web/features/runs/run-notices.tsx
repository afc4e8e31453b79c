import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changesIn, hasEnded, invitingResult, type Run } from '../../../contract/runs.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { IconDownload } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { formatDate, formatDay } from '../../lib/format/format-date.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { nounOf } from './run-texts.ts';
import { discardRun, downloadInviteLinks } from './runs.api.ts';

export interface RunNoticesProps {
  run: Run;
  isPage: boolean;
  onRun: (id: string) => void;
  onLeave?: (() => void) | undefined;
}

export function RunNotices({ run, isPage, onRun, onLeave }: RunNoticesProps) {
  const { state, undo_of, undone_by, applied, planned, expires_at } = run;
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <div className="mt-1 text-ink-soft empty:hidden">
      {state === 'planned' && (
        <p className="not-last:mb-2">
          {changesIn(applied) > 0
            ? 'What was changed before stays. Nothing else has changed yet.'
            : 'Nothing has changed yet.'}
          {isPage && expires_at && ` This preview is kept until ${formatDay(expires_at)}.`}
          {planned.deactivated > 0 && (
            <strong className="font-semibold text-bad">
              {` ${formatNumber(planned.deactivated)} ${nounOf(run, planned.deactivated)} will lose access and be signed out.`}
            </strong>
          )}
        </p>
      )}
      {isShowable(run) && !(isPage && isPhone) && (
        // On the page of a phone it is a button at the end.
        <p className="not-last:mb-2">
          <ShowRows run={run} onLeave={onLeave} className={buttonClasses('link')} />
        </p>
      )}
      {isPage && undo_of && (
        <p className="not-last:mb-2">
          Undoes{' '}
          <Link to="/runs/$runId" params={{ runId: undo_of.id }} className={buttonClasses('link')}>
            “{undo_of.title}”
          </Link>
        </p>
      )}
      {undone_by && (
        <p className="not-last:mb-2">
          {isPage ? (
            <Link to="/runs/$runId" params={{ runId: undone_by.id }} className={buttonClasses('link')}>
              Undone {formatDate(undone_by.ended_at)}
            </Link>
          ) : (
            `Undone ${formatDate(undone_by.ended_at)}`
          )}
        </p>
      )}
      <PendingUndo run={run} onRun={onRun} />
      <InviteLinks run={run} />
    </div>
  );
}

const shownOf = ({ applied }: Run) => changesIn(applied) - applied.deleted;

/** It has ended, and rows that it changed are still there. */
export function isShowable(run: Run): boolean {
  return hasEnded(run) && shownOf(run) > 0;
}

interface ShowRowsProps extends Pick<RunNoticesProps, 'run' | 'onLeave'> {
  className: string;
}

export function ShowRows({ run, onLeave, className }: ShowRowsProps) {
  const { id, about } = run;
  const shown = shownOf(run);
  return about === 'stock' ? (
    <Link to="/stock" search={{ show: 'all' }} onClick={onLeave} className={className}>
      Show the stock
    </Link>
  ) : (
    <Link to={`/${about}`} search={{ run: id }} onClick={onLeave} className={className}>
      {`Show ${shown === 1 ? 'this' : 'these'} ${nounOf(run, shown)}`}
    </Link>
  );
}

function PendingUndo({ run, onRun }: Pick<RunNoticesProps, 'run' | 'onRun'>) {
  const { id, pending_undo } = run;
  const discard = useMutation({
    mutationFn: (undo: string, context) => discardRun({ id: undo, undo_of: { id } }, context),
  });
  if (!pending_undo) return null;
  const isApplying = pending_undo.state === 'applying';
  return (
    <Alert
      tone="info"
      className="mt-3 not-last:mb-2"
      action={
        <div className="flex gap-4">
          <Button variant="link" onClick={() => onRun(pending_undo.id)}>
            {isApplying ? 'Open' : 'Continue'}
          </Button>
          {!isApplying && (
            <Button
              variant="link"
              disabled={discard.isPending}
              onClick={() => discard.mutate(pending_undo.id)}
            >
              Discard
            </Button>
          )}
        </div>
      }
    >
      {isApplying ? 'An undo is being applied.' : 'An undo is prepared, not applied.'}
      <SaveOutcome save={discard} failed="Failed to discard" className="mt-2" />
    </Alert>
  );
}

/** For those who may copy invite links, and for others. */
const before = [
  'Afterwards you can download the invite links and pass them on.',
  'A user with every permission has to pass the invite links on.',
];
const afterwards = [
  'Pass the links on: a link opens the account of its user. Each download makes new links, and older ones stop working.',
  'Ask a user with every permission to pass the invite links on.',
];

/** Without a mail server nobody is emailed: says so before and after, and offers the links to those who may copy them. */
function InviteLinks({ run }: { run: Run }) {
  const { sends_email } = useAppConfig();
  const mayCopy = useAccess().hasEveryPermission();
  const download = useMutation({ mutationFn: () => downloadInviteLinks(run.id) });
  const result = invitingResult(run);
  if (result === null || sends_email) return null;
  const wasInvited = hasEnded(run) && run.applied[result] > 0;
  if (!wasInvited && run.planned[result] === 0) return null;
  const [mayText, mayNotText] = wasInvited ? afterwards : before;
  return (
    <Alert tone="info" className="mt-3">
      <p>
        No mail server is set up, so nobody {wasInvited ? 'was' : 'will be'} emailed.{' '}
        {mayCopy ? mayText : mayNotText}
      </p>
      {wasInvited && mayCopy && (
        <Button
          variant="secondary"
          className="mt-2"
          icon={<IconDownload size={18} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Invite links (CSV)
        </Button>
      )}
      <SaveOutcome save={download} failed="Failed to make the invite links" className="mt-2" />
    </Alert>
  );
}
