import type { PlainColumn } from '../../../components/table/plain-table.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { Change } from './change.tsx';
import type { SalesColumn } from './comparison.ts';
import { type SalesPart, salesFigures } from './sales-figures.ts';

export type Sums = Pick<SalesColumn, SalesPart> & Partial<Pick<SalesColumn, 'compared' | 'baskets'>>;
type ChangeField = 'fuel_volume_change' | 'merchandise_change';

/** A figure, and below it how the same locations did before. Only of what the price of fuel does not move. */
export function sumColumn<With extends ChangeField = never>(
  part: SalesPart,
  change?: With,
): PlainColumn<Sums, SalesPart | With> {
  const { label, exact } = salesFigures[part];
  return {
    head: [{ field: part, label }, ...(change ? [{ field: change, label: 'Change' }] : [])],
    cell: (sums) => (
      <>
        {exact(sums[part])}
        {change && sums.compared && (
          <span className={below}>
            <Change of={sums.compared} part={part} />
          </span>
        )}
        {part === 'sales' && sums.baskets && sums.baskets.count > 0 && (
          <span className={`${below} text-ink-soft`}>
            basket {formatMoney(Math.round(sums.baskets.amount / sums.baskets.count))}
          </span>
        )}
      </>
    ),
    isNumber: true,
    ...(part === 'revenue'
      ? { headClasses: 'max-md:w-32', cellClasses: 'font-semibold' }
      : { isExtra: true }),
  };
}

const below = 'block text-small font-normal phone:ml-1.5 phone:inline';

export const comparedColumns = [
  sumColumn('fuel'),
  sumColumn('fuel_volume', 'fuel_volume_change'),
  sumColumn('merchandise', 'merchandise_change'),
  sumColumn('tax'),
  sumColumn('sales'),
  sumColumn('revenue'),
] as readonly PlainColumn<Sums, SalesPart | ChangeField>[];
