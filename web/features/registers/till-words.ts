import type { SalesValue, ValueSum } from '../../../contract/registers.ts';
import { formatCount, formatMoney } from '../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

const tenderNames = new Map(
  Object.entries({
    cash: 'Cash',
    check: 'Checks',
    creditcard: 'Credit cards',
    debitcard: 'Debit cards',
    insidecredit: 'Credit cards inside',
    outsidecredit: 'Credit cards at the pump',
    insidedebit: 'Debit cards inside',
    outsidedebit: 'Debit cards at the pump',
    fleet: 'Fleet cards',
    foodstamp: 'EBT',
    ebt: 'EBT',
    giftcard: 'Gift cards',
    coupon: 'Coupons',
    housecharge: 'House accounts',
  }),
);

/** A code that is not known stays as the register says it. */
export function nameOfTender(code: string): string {
  return tenderNames.get(code.toLowerCase().replace(/s$/, '')) ?? code;
}

/** In the order of a drawer's day. Others are said elsewhere, or of use to comparisons alone. */
export const valueNames: Partial<Record<SalesValue, string>> = {
  over_short: 'Over or short',
  opening_balance: 'Opening balance',
  closing_balance: 'Closing balance',
  safe_drops: 'Safe drops',
  safe_loans: 'Loans from the safe',
  paid_ins: 'Paid in',
  paid_outs: 'Paid out',
  refunds: 'Refunds',
  voids: 'Voids',
  corrections: 'Corrections',
  no_sales: 'No sales',
  drive_offs: 'Drive-offs',
  id_checks_skipped: 'ID checks skipped',
  pay_at_pump: 'Fuel paid at the pump',
  pay_inside: 'Fuel paid inside',
};

/** '$12.40 short', 'Off by $12.40' where nobody decided what the sign means, 'Not counted'. */
export function describeOverShort(values: readonly ValueSum[]): string {
  const of = (code: SalesValue) => values.find((value) => value.code === code);
  const { amount = null, count, basis } = of('over_short') ?? {};
  const uncounted = count ?? 0;
  const tills = of('tills')?.count ?? null;
  const counted =
    uncounted > 0 &&
    tills !== null &&
    `${formatNumber(tills - uncounted)} of ${countOf(tills, 'till')} counted`;
  if (amount === null) return uncounted > 0 ? 'Not counted' : formatMoney(null);
  return [describeDifference(amount, basis === 'undecided'), counted].filter(Boolean).join(', ');
}

function describeDifference(cents: number, isUndecided: boolean): string {
  const size = formatMoney(Math.abs(cents));
  if (cents === 0) return size;
  if (isUndecided) return `Off by ${size}`;
  return `${size} ${cents > 0 ? 'over' : 'short'}`;
}

/** '3 · $42.10' of what a value says. */
export function describeValue({ code, amount, count }: ValueSum, values: readonly ValueSum[]): string {
  if (code === 'over_short') return describeOverShort(values);
  return [count !== null && formatCount(count), amount !== null && formatMoney(amount)]
    .filter(Boolean)
    .join(' · ');
}
