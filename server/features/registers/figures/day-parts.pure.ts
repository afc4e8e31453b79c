import type { DepartmentBasis, DepartmentKind } from '../../../../contract/departments.ts';
import type { GradeSales, TenderSum, ValueSum } from '../../../../contract/registers.ts';
import type { SalesDaysTable, SalesPartsTable } from '../../../kernel/database/schema.ts';
import { type DepartmentFigures, sum } from './parts.pure.ts';

/** A row of what a day consists of. */
export type DayPart = Omit<SalesPartsTable, 'location_id' | 'business_date' | 'trading_date'>;

/** What a day holds that nobody decided about, in cents. */
export type Held = Pick<SalesDaysTable, 'undecided' | 'proposed_excluded' | 'proposed_fuel'>;

export function heldOf(departments: readonly DepartmentFigures[] | undefined): Held {
  if (!departments) return { undecided: null, proposed_excluded: null, proposed_fuel: null };
  const of = (kind: DepartmentKind, why: DepartmentBasis) =>
    sum(departments.flatMap(({ counts_as, basis, net }) => (counts_as === kind && basis === why ? net : [])));
  return {
    undecided: of('merchandise', 'undecided'),
    proposed_excluded: of('excluded', 'proposed'),
    proposed_fuel: of('fuel', 'proposed'),
  };
}

const nameless = { name: '', counts_as: '', basis: '' } as const;
const nothing = { gross: null, discounts: null, promotions: null, refunds: null, quantity: null };

/** What is believed of a day. */
interface Believed {
  grades?: readonly GradeSales[] | undefined;
  departments?: readonly DepartmentFigures[] | undefined;
  tenders?: readonly TenderSum[] | undefined;
  values: readonly ValueSum[];
}

export function partsOf({ grades = [], departments = [], tenders = [], values }: Believed): DayPart[] {
  return [
    ...grades.map(({ grade, volume, gross, discounts, net }) => ({
      ...{ ...nameless, ...nothing, kind: 'grade' as const, code: grade, count: null },
      ...{ gross, discounts: discounts && Math.abs(discounts), amount: net, quantity: volume },
    })),
    ...departments.map(({ net, ...department }) => ({
      ...{ ...department, kind: 'department' as const, amount: net },
    })),
    ...tenders.map((tender) => ({ ...nameless, ...nothing, kind: 'tender' as const, ...tender })),
    ...values.map(({ basis, ...value }) => ({
      ...{ ...nameless, ...nothing, kind: 'value' as const, basis: basis ?? ('' as const), ...value },
    })),
  ];
}
