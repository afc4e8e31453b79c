import { describeState } from '../../../contract/run-words.ts';
import type { Run } from '../../../contract/runs.ts';
import { classes } from '../../lib/browser/classes.ts';

/** The state of a run with a mark that does not need its color. Green only for what was done. */
export function RunState({ run }: { run: Run }) {
  const { state, undone_by } = run;
  const [sign, color] = undone_by
    ? ['↺', 'text-ink-soft']
    : state === 'done'
      ? ['✓', 'text-good']
      : state === 'failed'
        ? ['×', 'text-bad']
        : state === 'canceled'
          ? ['−', 'text-ink-soft']
          : ['…', 'text-ink-soft'];
  return (
    <span className={classes('flex items-center gap-1.5 whitespace-nowrap', color)}>
      <span
        aria-hidden="true"
        className="grid size-4.5 shrink-0 place-items-center rounded-badge border border-current font-sign text-badge leading-none font-semibold"
      >
        {sign}
      </span>
      {describeState(run)}
    </span>
  );
}
