import type { LineResult, Run } from '../../../../contract/runs.ts';
import { classes } from '../../../lib/browser/classes.ts';

export interface LineMarkProps {
  kind: Run['kind'];
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
export function LineMark({ kind, decided, isDone }: LineMarkProps) {
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
export function markColor(decided: LineResult | null, isDone: boolean): string {
  if (decided === null || decided === 'unchanged') return 'text-ink-soft';
  const isLeft = decided === 'changed' || decided === 'rejected';
  if (isDone) return isLeft ? 'text-ink-soft' : 'text-good';
  return isLeft ? 'text-bad' : 'text-ink';
}
