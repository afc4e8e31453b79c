import type { SalesValue, TenderSum, ValueSum } from '../../../../contract/registers.ts';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { formatClock } from '../../../lib/format/format-date.ts';
import { formatCount, formatMoney } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { shortDay } from '../sales/days.ts';
import { describeOverShort, describeValue, nameOfTender, valueNames } from '../till-words.ts';
import { Part } from './sales-details.tsx';
import type { Day } from './statement.tsx';

/** What the tills of a day say. Nothing of what its files do not name. */
export function TillCards({ day: { tenders, values, tills, not_understood } }: { day: Day }) {
  const shown = Object.keys(valueNames) as SalesValue[];
  const rows = shown.flatMap((code) => values.find((value) => value.code === code) ?? []);
  return (
    <>
      {tenders.length > 0 && (
        <Part title="Payments" hasRows>
          <PlainTable
            caption="Payments"
            columns={tenderColumns}
            rows={tenders}
            keyOf={({ code }, index) => `${code} ${index}`}
            totals={[totalOf(tenders)]}
          />
        </Part>
      )}
      {rows.length > 0 && (
        <Part title="Till" hasRows>
          <PlainTable caption="Till" columns={valueColumns(values)} rows={rows} keyOf={({ code }) => code} />
        </Part>
      )}
      {tills.length > 0 && (
        <Part title="Shifts" description="What each till reported" hasRows>
          <PlainTable
            caption="Shifts"
            columns={shiftColumns}
            rows={tills}
            keyOf={({ register, till, began }, index) => `${register} ${till} ${began} ${index}`}
          />
        </Part>
      )}
      {not_understood.length > 0 && (
        <details className="text-ink-soft">
          <summary className="flex min-h-11 cursor-pointer items-center">
            {countOf(not_understood.length, 'value')} not understood, and in no sum
          </summary>
          <p className="wrap-anywhere">{not_understood.join(', ')}</p>
        </details>
      )}
    </>
  );
}

const all = '';

function totalOf(tenders: readonly TenderSum[]): TenderSum {
  const sum = (part: 'amount' | 'count') =>
    tenders.reduce<number | null>(
      (so, one) => (so === null || one[part] === null ? null : so + one[part]),
      0,
    );
  return { code: all, amount: sum('amount'), count: sum('count') };
}

const tenderColumns: readonly PlainColumn<TenderSum>[] = [
  { head: 'Payment', cell: ({ code }) => (code === all ? 'All payments' : nameOfTender(code)) },
  {
    head: 'Count',
    cell: ({ count }) => formatCount(count),
    ...{ isNumber: true, isExtra: true, headClasses: 'w-24' },
  },
  {
    head: 'Amount',
    cell: ({ amount }) => formatMoney(amount),
    ...{ isNumber: true, headClasses: 'w-36', cellClasses: 'font-semibold' },
  },
];

const valueColumns = (values: readonly ValueSum[]): readonly PlainColumn<ValueSum>[] => [
  { head: 'Value', cell: ({ code }) => valueNames[code] },
  {
    head: 'Count and amount',
    cell: (value) => describeValue(value, values),
    ...{ isNumber: true, headClasses: 'w-1/2', cellClasses: 'font-semibold' },
  },
];

type Shift = Day['tills'][number];

const momentOf = (time: string) => `${shortDay(time.slice(0, 10))} ${formatClock(time)}`;

const shiftColumns: readonly PlainColumn<Shift>[] = [
  {
    head: 'Till',
    cell: ({ register, till, cashier }) =>
      [till && `Till ${till}`, register && `Register ${register}`, cashier && `Cashier ${cashier}`]
        .filter(Boolean)
        .join(', ') || 'Not named',
    cellClasses: 'font-semibold',
  },
  {
    head: 'Shift',
    cell: ({ began, ended }) => [began, ended].map((time) => (time ? momentOf(time) : '…')).join(' – '),
    ...{
      isExtra: true,
      isPlain: true,
      headClasses: 'w-[33%] pl-2',
      cellClasses: 'pl-2 text-small text-ink-soft',
    },
  },
  {
    head: 'Transactions',
    cell: ({ sales }) => formatCount(sales),
    ...{ isNumber: true, isExtra: true, headClasses: 'w-28' },
  },
  {
    head: 'Over or short',
    cell: ({ values }) => describeOverShort(values),
    ...{ isNumber: true, headClasses: 'w-32' },
  },
];
