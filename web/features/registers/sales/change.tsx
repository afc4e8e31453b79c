import type { Comparison } from '../../../../contract/sales.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { changeOf } from './days.ts';
import { isColored, type SalesPart } from './sales-figures.ts';

/** '▼ 0.7 %', or '—' where it cannot be said. */
export function Change({ of, part }: { of: Comparison | null; part: SalesPart }) {
  const text = changeOf(of?.now[part] ?? null, of?.base[part] ?? null);
  const tone = text?.startsWith('▲') ? 'text-good' : text?.startsWith('▼') ? 'text-bad' : '';
  return (
    <span className={classes('whitespace-nowrap', isColored(part) && tone ? tone : 'text-ink-soft')}>
      {text ?? '—'}
    </span>
  );
}
