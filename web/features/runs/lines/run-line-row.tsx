import { Link } from '@tanstack/react-router';
import type { Run, RunLine } from '../../../../contract/runs.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { groupOf, type LineGroup } from '../run-texts.ts';

export interface RunLineRowProps {
  line: RunLine;
  run: Run;
  isPage: boolean;
}

/** A line: its row, its result, the changes and the reason. On a phone these are below each other. */
export function RunLineRow({
  line: { line, subject, planned, result, reason, changes },
  run,
  isPage,
}: RunLineRowProps) {
  const isPreview = run.state === 'planned';
  const group = groupOf(run.kind, isPreview ? planned : result);
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0',
        'md:grid-cols-[3.5rem_minmax(0,13rem)_9.5rem_minmax(0,1fr)]',
      )}
    >
      <span className="text-small text-ink-soft max-md:order-1 md:pt-px">
        <span className="md:sr-only">Line </span>
        {line}
      </span>
      <span className="min-w-0 font-semibold wrap-anywhere">
        {isPage && subject.id && result !== 'deleted' ? (
          <SubjectLink about={run.about} id={subject.id} name={subject.name} />
        ) : (
          subject.name || <span className="font-normal text-ink-faint">Not recognized</span>
        )}
      </span>
      <span
        className={classes(
          'flex items-baseline gap-1.5 max-md:order-2 max-md:col-span-2',
          tones[group?.tone ?? 'plain'],
        )}
      >
        <span
          className={classes(
            'size-2 shrink-0 rounded-full',
            group?.tone === 'good' ? 'bg-current' : 'border-2 border-current',
          )}
        />
        {group?.label ?? 'Not done'}
      </span>
      <div className="min-w-0 wrap-anywhere max-md:order-3 max-md:col-span-2">
        {reason && <p className={group?.tone === 'bad' ? 'text-bad' : undefined}>{reason}</p>}
        <Changes changes={changes} />
      </div>
    </li>
  );
}

/** The values of a new row in one paragraph, changes one per line. */
function Changes({ changes }: Pick<RunLine, 'changes'>) {
  const isNew = changes.every(({ before }) => before === null);
  if (isNew) {
    return (
      <p>
        {changes.map(({ field, after }, index) => (
          <span key={field}>
            {index > 0 && <span className="text-ink-faint"> · </span>}
            <span className="text-ink-soft">{field}: </span>
            {after}
          </span>
        ))}
      </p>
    );
  }
  return changes.map(({ field, before, after }) => (
    <p key={field}>
      <span className="text-ink-soft">{field}: </span>
      {before !== null && (
        <>
          <span className="text-ink-soft">{before}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> becomes </span>
        </>
      )}
      {after ?? <span className="text-ink-soft">nothing</span>}
    </p>
  ));
}

const tones: Record<LineGroup['tone'], string> = {
  plain: 'text-ink-soft',
  good: 'text-good',
  note: 'text-amber-ink',
  bad: 'text-bad',
};

interface SubjectLinkProps {
  about: Run['about'];
  id: string;
  name: string;
}

function SubjectLink({ about, id, name }: SubjectLinkProps) {
  const className = 'rounded-badge underline-offset-3 hover:underline';
  if (about === 'users')
    return (
      <Link to="/users/$userId" params={{ userId: id }} className={className}>
        {name}
      </Link>
    );
  return (
    <Link to="/locations/$id" params={{ id }} className={className}>
      {name}
    </Link>
  );
}
