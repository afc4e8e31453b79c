import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lineWord } from '../../../../contract/run-words.ts';
import type { LineResult, ListedSubject, Run, RunLine } from '../../../../contract/runs.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { usePrinting } from '../../../lib/browser/use-media-query.ts';
import { LineChange, moreIn, RepairLinks } from './line-change.tsx';

export function RunLineRow({ line, run, isPage }: { line: RunLine; run: Run; isPage: boolean }) {
  const [isPressed, setOpen] = useState(false);
  // Paper has no button that shows the rest.
  const isOpen = usePrinting() || isPressed;
  const { subject, planned, result } = line;
  const decision = { decided: result ?? planned, isDone: result !== null };
  const color = markColor(decision);
  const more = moreIn(line);
  return (
    <tr className="border-b border-line last:border-b-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4 max-md:py-3">
      {run.kind === 'import' && (
        <td className="h-11 pl-6 text-ink-soft max-md:order-1 max-md:h-auto max-md:pl-2 max-md:text-small">
          <span className="md:hidden">Line </span>
          {line.line}
        </td>
      )}
      <td className="h-11 px-3 font-semibold first:pl-6 max-md:h-auto max-md:p-0! max-md:wrap-anywhere">
        <span className="block md:truncate">
          {isPage && subject.id && result !== 'deleted' && run.about !== 'stock' ? (
            <SubjectLink about={run.about} id={subject.id} name={subject.name} />
          ) : (
            subject.name || <span className="font-normal text-ink-faint">Not recognized</span>
          )}
        </span>
      </td>
      <td className={classes('h-11 px-3 max-md:order-2 max-md:col-span-2 max-md:h-auto max-md:p-0', color)}>
        <span className="flex items-center gap-1.5">
          <LineMark kind={run.kind} {...decision} />
          {lineWord(run, line)}
        </span>
      </td>
      <td className="h-11 py-1 pr-6 pl-3 max-md:order-3 max-md:col-span-2 max-md:h-auto max-md:p-0">
        <span className={isOpen ? 'block' : 'flex items-baseline gap-x-4 max-md:flex-wrap'}>
          <span className="block min-w-0 max-md:w-full">
            <LineChange run={run} line={line} isOpen={isOpen} isBad={color === 'text-bad'} />
          </span>
          {!isOpen && (
            <span className="shrink-0 whitespace-nowrap empty:hidden">
              <RepairLinks run={run} repairs={line.reasons.flatMap(({ repairs }) => repairs.slice(0, 1))} />
            </span>
          )}
          {more && (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isPressed)}
              className={classes(buttonClasses('link'), 'shrink-0 text-small whitespace-nowrap print:hidden')}
            >
              {isOpen ? 'Show less' : more}
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}

function SubjectLink({ about, id, name }: { about: ListedSubject; id: string; name: string }) {
  const page =
    about === 'users'
      ? ({ to: '/users/$userId', params: { userId: id } } as const)
      : ({ to: '/locations/$id', params: { id } } as const);
  return (
    <Link {...page} className="rounded-badge underline-offset-3 hover:underline">
      {name}
    </Link>
  );
}

interface Decision {
  decided: LineResult | null;
  isDone: boolean;
}

const signs: Record<LineResult, string> = {
  created: '+',
  updated: '~',
  deactivated: '−',
  deleted: '−',
  unchanged: '=',
  changed: '×',
  rejected: '×',
};

/** The kind of a line without color: a hollow mark before it happened, a filled one afterwards. */
function LineMark({ kind, decided, isDone }: Decision & Pick<Run, 'kind'>) {
  const goesBack = kind === 'undo' && (decided === 'updated' || decided === 'created');
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-4.5 shrink-0 place-items-center rounded-badge border border-current font-sign text-badge leading-none font-semibold',
        isDone && decided !== 'unchanged' && 'bg-current',
      )}
    >
      <span className={isDone && decided !== 'unchanged' ? 'text-surface' : undefined}>
        {goesBack ? '↺' : decided ? signs[decided] : ''}
      </span>
    </span>
  );
}

/** Green only for what was done, red for what somebody has to mend. */
function markColor({ decided, isDone }: Decision): string {
  if (decided === null || decided === 'unchanged') return 'text-ink-soft';
  const isLeft = decided === 'changed' || decided === 'rejected';
  if (isDone) return isLeft ? 'text-ink-soft' : 'text-good';
  return isLeft ? 'text-bad' : 'text-ink';
}
