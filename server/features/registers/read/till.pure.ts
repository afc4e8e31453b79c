import type { SalesValue, TenderSum } from '../../../../contract/registers.ts';
import { codeAt, cutName, type FigureReader } from './fields.pure.ts';
import type { Values } from './register-file.pure.ts';
import { textOf, type XmlNode } from './xml.pure.ts';

/** Null where one of both is. */
const added = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one + other;

export function addValue(values: Values, code: SalesValue, { amount, count }: Omit<TenderSum, 'code'>): void {
  const known = values[code];
  if (!known) values[code] = { amount, count };
  else if (code.startsWith('largest_'))
    values[code] = { amount: Math.max(known.amount ?? 0, amount ?? 0), count: null };
  else values[code] = { amount: added(known.amount, amount), count: added(known.count, count) };
}

export function createTenderSums() {
  const sums = new Map<string, TenderSum>();
  return {
    add({ code, amount, count }: TenderSum) {
      const known = sums.get(code) ?? { amount: 0, count: 0 };
      sums.set(code, { code, amount: added(known.amount, amount), count: added(known.count, count) });
    },
    /** In the order of their codes, because that of arrival must not matter. */
    sums: () => [...sums.keys()].sort().map((code) => sums.get(code) as TenderSum),
  };
}

/** As the standard writes them. Registers differ in their case. */
const tenders = new Map(
  [
    'cash',
    'check',
    'coupon',
    'creditCards',
    'debitCards',
    'fleet',
    'foodStamps',
    'giftCard',
    'houseCharge',
    'insideCredit',
    'outsideCredit',
    'outsideDebit',
  ].map((code) => [code.toLowerCase(), code]),
);

/** Codes that nobody knows stay as they are. */
export const tenderCode = (code: string) => tenders.get(code.toLowerCase()) ?? code;

/** Without regard to case and to a final s: `payouts`, `payOuts`; `totalizer`, `totalizers`. */
const folded = (text: string) => text.toLowerCase().replace(/s$/, '');

type Known = readonly [code: SalesValue, take: 'amount' | 'count' | 'both'];

/** Code and subcode, without a modifier. Numbers are those of Radiant. */
const known = new Map<string, Known>([
  ['statistic/overshort', ['over_short', 'amount']],
  ['openingbalance/', ['opening_balance', 'amount']],
  ['closingbalance/', ['closing_balance', 'amount']],
  ['safeloan/loan', ['safe_loans', 'both']],
  ['safedrop/total', ['safe_drops', 'both']],
  ['payout/total', ['paid_outs', 'both']],
  ['4/0', ['paid_outs', 'both']],
  ['refund/total', ['refunds', 'both']],
  ['3/0', ['refunds', 'both']],
  ['statistic/voidtransaction', ['voids', 'both']],
  ['statistic/nosale', ['no_sales', 'count']],
  ['7/4', ['no_sales', 'count']],
  ['statistic/driveoff', ['drive_offs', 'both']],
]);
/** The same money again: believed where the code above is absent, and never added. */
const repeated = new Map<string, Known>([
  ['statistic/refund', ['refunds', 'both']],
  ['statistic/safedrop', ['safe_drops', 'both']],
]);
/** Of these the count is a volume. */
const byGrade = new Map<string, SalesValue>([
  ['fuelsalesbygrade/outsidesale', 'pay_at_pump'],
  ['fuelsalesbygrade/insidefuel', 'pay_inside'],
]);
/** The number of sales: the first that is there is believed. */
const transactions = ['statistic/transaction/', 'totalizer/sale/sale', '21'];
/** Sums of what departments and grades say, and taxable sales: known, and no value of the till. */
const unused = /^(totalizer\/.*|sale\/total|taxtotal\/taxablesalesbytaxcode|17\/1)$/;

const namesMaxCount = 100;

/** What a miscellaneous summary says beside fuel and tax. */
export function createTillReader() {
  const tenders = createTenderSums();
  const values: Values = {};
  const again: Values = {};
  const sales: (number | undefined)[] = [];
  const unknown = new Set<string>();
  const take = (into: Values, [code, what]: Known, amount: number | null, count: number | null) => {
    // Its sign differs between registers. What is over or short, and what is in the drawer, may be below zero.
    const money = what === 'count' || amount === null ? null : what === 'both' ? Math.abs(amount) : amount;
    addValue(into, code, { amount: money, count: what === 'amount' ? null : count });
  };
  return {
    detail(code: string, codes: XmlNode, totals: XmlNode | undefined, figures: FigureReader) {
      const subcode = textOf(codes, 'MiscellaneousSummarySubCode') ?? '';
      const modifier = codeAt(codes, 'MiscellaneousSummarySubCodeModifier') ?? '';
      const known_ = (name: string, read: FigureReader['cents']) =>
        textOf(totals, name) === null ? null : read(totals, name);
      const amount = () => known_('MiscellaneousSummaryAmount', figures.cents);
      const count = () => known_('MiscellaneousSummaryCount', figures.count);
      const pair = `${folded(code)}/${folded(subcode)}`;
      const isNumber = /^\d+$/.test(code);
      const rank = transactions.indexOf(isNumber ? code : `${pair}/${folded(modifier)}`);
      const payment = isNumber ? codeAt(totals, 'Tender', 'TenderSubCode') : pair === 'sale/mop' && modifier;
      const grade = byGrade.get(pair);
      const value = modifier === '' ? known.get(pair) : undefined;
      const same = modifier === '' ? repeated.get(pair) : undefined;
      if (payment) tenders.add({ code: tenderCode(payment), amount: amount(), count: count() });
      else if (rank >= 0)
        sales[rank] = (sales[rank] ?? 0) + figures.count(totals, 'MiscellaneousSummaryCount');
      else if (value) take(values, value, amount(), count());
      else if (same) take(again, same, amount(), count());
      else if (grade) addValue(values, grade, { amount: amount(), count: null });
      else if (!unused.test(pair) && unknown.size < namesMaxCount)
        unknown.add(cutName([code, subcode, modifier].filter(Boolean).join(' / ')));
    },
    /** Members that nothing says are absent. */
    end() {
      const paid = tenders.sums();
      const all = { ...again, ...values };
      const count = sales.find((one) => one !== undefined);
      return {
        ...(count !== undefined && { sales: count }),
        ...(paid.length > 0 && { tenders: paid }),
        ...(Object.keys(all).length > 0 && { values: all }),
        ...(unknown.size > 0 && { not_understood: [...unknown].sort() }),
      };
    },
  };
}
