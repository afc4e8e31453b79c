import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lineWord } from '../../../../contract/run-words.ts';
import type { ListedSubject, Run, RunLine } from '../../../../contract/runs.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { usePrinting } from '../../../lib/browser/use-media-query.ts';
import { LineChange, moreIn } from './line-change.tsx';
import { LineMark, markColor } from './line-mark.tsx';
import { RepairLinks } from './repair-links.tsx';

export function RunLineRow({ line, run, isPage }: { line: RunLine; run: Run; isPage: boolean }) {
  const [isPressed, setOpen] = useState(false);
  // Paper has no button that shows the rest.
  const isOpen = usePrinting() || isPressed;
  const { subject, planned, result } = line;
  const decided = result ?? planned;
  const isDone = result !== null;
  const color = markColor(decided, isDone);
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
          <LineMark kind={run.kind} decided={decided} isDone={isDone} />
          {lineWord(run, line)}
        </span>
      </td>
      <td className="h-11 py-1 pr-6 pl-3 max-md:order-3 max-md:col-span-2 max-md:h-auto max-md:p-0">
        <span className={isOpen ? 'block' : 'flex items-baseline gap-2 max-md:block'}>
          <span className="block min-w-0">
            <LineChange run={run} line={line} isOpen={isOpen} isBad={color === 'text-bad'} />
          </span>
          {!isOpen && (
            <span className="shrink-0 whitespace-nowrap">
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
