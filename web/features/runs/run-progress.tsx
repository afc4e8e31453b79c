import type { Run } from '../../../contract/runs.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { describeCounts } from './run-texts.ts';

/** The progress of a run, which continues when the page is closed. */
export function RunProgress({ run }: { run: Run }) {
  const { state, total, done } = run;
  const isApplying = state === 'applying';
  const title = isApplying ? 'Applying the changes' : 'Checking every line';
  const soFar = isApplying && done > 0 ? describeCounts(run) : '';
  return (
    <div className="mx-auto flex max-w-xl flex-col justify-center py-14 max-md:py-8">
      <p className="font-sign text-subheading font-semibold">{title}</p>
      <p className="mb-4 text-ink-soft">
        {isApplying
          ? 'You can close this: the run continues, and a message says when it is done.'
          : 'Nothing is changed yet.'}
      </p>
      {/* Without a number until the first lines are done. */}
      <progress aria-label={title} className="progress" max={total || 1} {...(done > 0 && { value: done })} />
      <p
        role="status"
        className="mt-2 flex min-h-10 flex-wrap justify-between gap-x-4 text-small text-ink-soft"
      >
        <span>
          {formatNumber(done)} of {formatNumber(total)}
        </span>
        <span>{soFar}</span>
      </p>
    </div>
  );
}
