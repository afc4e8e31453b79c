import type { ComparedFigures } from '../../../../contract/sales.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { changeOf } from '../../../lib/format/format-number.ts';
import { isColored, type SalesPart } from './sales-figures.ts';

interface Sides {
  now: Partial<ComparedFigures>;
  base: Partial<ComparedFigures>;
}

/** '▼ 0.7 %', or '—' where it cannot be said. */
export function Change({ of, part }: { of: Sides | null; part: SalesPart }) {
  const text = changeOf(of?.now[part] ?? null, of?.base[part] ?? null);
  const tone = text?.startsWith('▲') ? 'text-good' : text?.startsWith('▼') ? 'text-bad' : '';
  return (
    <span className={classes('whitespace-nowrap', isColored(part) && tone ? tone : 'text-ink-soft')}>
      {text ?? '—'}
    </span>
  );
}
