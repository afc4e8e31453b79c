import { describeCounts } from '../../../contract/run-words.ts';
import type { Run } from '../../../contract/runs.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

export function RunProgress({ run }: { run: Run }) {
  const { kind, state, total, done, applied } = run;
  const isApplying = state === 'applying';
  const title = isApplying ? 'Applying the changes' : 'Checking every line';
  return (
    <div className="mx-auto flex max-w-xl flex-col justify-center py-14 max-md:py-8">
      <h2 className="font-sign text-subheading font-semibold">{title}</h2>
      <p className="mb-4 text-ink-soft">
        {isApplying
          ? 'You can leave this page. You get a notification when it is done.'
          : 'Nothing has changed yet.'}
      </p>
      <progress aria-label={title} className="progress" max={total || 1} {...(done > 0 && { value: done })} />
      <p
        role="status"
        className="mt-2 flex min-h-10 flex-wrap justify-between gap-x-4 text-small text-ink-soft"
      >
        <span>
          {formatNumber(done)} of {formatNumber(total)}
        </span>
        <span>{isApplying && done > 0 && describeCounts(kind, 'after', applied)}</span>
      </p>
    </div>
  );
}
