import { classes } from '../../../lib/browser/classes.ts';
import { changeOf } from './days.ts';

export interface ChangeProps {
  now: number | null;
  base: number | null;
  /** Good and bad. Not for what a price of fuel moves. */
  isColored?: boolean;
}

/** '▼ 0.7 %', or '—' where it cannot be said. */
export function Change({ now, base, isColored = false }: ChangeProps) {
  const text = changeOf(now, base);
  const tone = text?.startsWith('▲') ? 'text-good' : 'text-bad';
  const isPlain = !isColored || !text || !/[▲▼]/.test(text);
  return (
    <span className={classes('whitespace-nowrap', isPlain ? 'text-ink-soft' : tone)}>{text ?? '—'}</span>
  );
}
