import { salesValues, type TenderSum, type ValueSum } from '../../../../contract/registers.ts';
import type { JournalEvent, Values } from '../read/register-file.pure.ts';
import { addValue, createTenderSums } from '../read/till.pure.ts';
import { compare } from './days.pure.ts';
import type { Choices, JournalSums, StoredReport } from './stored.pure.ts';

/** What one kind of source says of the till. A member that is absent is unknown. */
export interface Till {
  tenders?: TenderSum[];
  values?: Values;
  /** Whether it is known what a positive amount of over and short means. */
  is_sign_decided?: boolean;
  not_understood?: string[];
}

/** Of reports of which none says what another says. */
export function tillOfReports(
  reports: readonly StoredReport[],
  signsOf: (register_id: string) => Pick<Choices, 'over_short_sign'>,
): Till {
  const said = reports.flatMap(({ data }) => data.tenders ?? []);
  const values: Values = {};
  for (const { data } of reports)
    for (const code of salesValues) {
      const value = data.values?.[code];
      const isOfDrawer = code === 'over_short' || code === 'opening_balance' || code === 'closing_balance';
      if (value && !isOfDrawer) addValue(values, code, value);
    }
  addBalances(values, reports);
  const is_sign_decided = addOverShort(values, reports, signsOf);
  const not_understood = [...new Set(reports.flatMap(({ data }) => data.not_understood ?? []))].sort();
  return {
    ...(said.length > 0 && { tenders: tendersOf(said) }),
    ...(Object.keys(values).length > 0 && { values, is_sign_decided }),
    ...(not_understood.length > 0 && { not_understood }),
  };
}

const byTill = (reports: readonly StoredReport[]) =>
  Map.groupBy(reports, ({ till }) => till.split('/').at(-1) ?? till).values();

/** A till begins with the balance of its first shift, and ends with that of its last. */
function addBalances(values: Values, reports: readonly StoredReport[]): void {
  for (const [code, place] of [
    ['opening_balance', 0],
    ['closing_balance', -1],
  ] as const)
    for (const own of byTill(reports.filter(({ data }) => data.values?.[code]))) {
      const sorted = own.toSorted((a, b) => compare(a.began ?? '', b.began ?? ''));
      const value = sorted.at(place)?.data.values?.[code];
      if (value) addValue(values, code, value);
    }
}

/**
 * Over is positive where the connection says what the sign means. A till whose difference is all that should be in it was
 * not counted: it has no amount. Returns whether all signs are decided.
 */
function addOverShort(
  values: Values,
  reports: readonly StoredReport[],
  signsOf: (register_id: string) => Pick<Choices, 'over_short_sign'>,
): boolean {
  let isDecided = true;
  for (const own of byTill(reports.filter(({ data }) => data.values?.over_short))) {
    addValue(values, 'tills', { amount: null, count: 1 });
    const known = values.over_short ?? { amount: null, count: 0 };
    values.over_short = known;
    if (own.some(isUncounted)) {
      known.count = (known.count ?? 0) + 1;
      continue;
    }
    for (const { register_id, data } of own) {
      const sign = signsOf(register_id).over_short_sign;
      isDecided &&= sign !== 'undecided';
      const amount = data.values?.over_short?.amount ?? 0;
      known.amount = (known.amount ?? 0) + (sign === 'short' ? 0 - amount : amount);
    }
  }
  return isDecided;
}

function isUncounted({ data }: Pick<StoredReport, 'data'>): boolean {
  const difference = data.values?.over_short?.amount ?? 0;
  const closing = data.values?.closing_balance?.amount ?? null;
  return difference !== 0 && closing !== null && Math.abs(difference) === Math.abs(closing);
}

function tendersOf(said: readonly TenderSum[]): TenderSum[] {
  const sums = createTenderSums();
  for (const one of said) sums.add(one);
  return sums.sums();
}

export function tillOfJournal(journal: readonly JournalSums[]): Till {
  const values: Values = {};
  for (const code of salesValues)
    for (const one of journal) {
      const value = one.values[code];
      if (value) addValue(values, code, value);
    }
  const tenders = journal.flatMap((one) => one.tenders ?? []);
  const isKnown = tenders.length > 0 && journal.every((one) => one.tenders !== null);
  return { values, ...(isKnown && { tenders: tendersOf(tenders) }) };
}

const paidOut = /\b(paid|pay) ?-?outs?\b/;

/** What goes back only into paid-out departments is no refund. `departmentOf` is that of its connection. */
export function isPaidOut(
  { counts, fuel, goods }: JournalEvent,
  departmentOf: Choices['departmentOf'],
): boolean {
  return (
    counts === 'refund' &&
    fuel.length === 0 &&
    goods.length > 0 &&
    goods.every(({ department }) => paidOut.test(departmentOf(department ?? '').name))
  );
}

/** Of the events of a connection. */
export function createTillSums(departmentOf: Choices['departmentOf']) {
  const tenders = createTenderSums();
  const said: Values = { voids: { amount: 0, count: 0 }, corrections: { amount: 0, count: 0 } };
  const ofLines: Values = {};
  /** What its lines say is known also of an event that an earlier release has read. */
  let isAllRead = true;
  return {
    add(event: JournalEvent) {
      addLines(ofLines, event, departmentOf);
      isAllRead &&= event.till !== undefined;
      for (const one of event.till?.tenders ?? []) tenders.add(one);
      for (const code of salesValues) {
        const value = event.till?.values[code];
        if (value) addValue(said, code, value);
      }
    },
    sums: () => ({
      tenders: isAllRead ? tenders.sums() : null,
      values: isAllRead ? { ...said, ...ofLines } : ofLines,
    }),
  };
}

function addLines(values: Values, event: JournalEvent, departmentOf: Choices['departmentOf']): void {
  const { counts, is_outside, fuel, goods } = event;
  // Where a journal has lines, these are known, and 0 without any.
  addValue(values, 'refunds', { amount: 0, count: 0 });
  if (counts === 'nothing') return;
  const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
  if (fuel.length > 0)
    for (const code of ['pay_at_pump', 'pay_inside'] as const) {
      const isThis = (code === 'pay_at_pump') === is_outside;
      const amount = isThis ? sumOf(fuel) : 0;
      addValue(values, code, { amount, count: isThis && counts === 'sale' ? 1 : 0 });
    }
  if (counts === 'sale') {
    const lines = goods.filter(
      ({ department }) => departmentOf(department ?? '').counts_as === 'merchandise',
    );
    const basket = { amount: sumOf(lines), count: Math.min(lines.length, 1) };
    if (goods.length > 0) addValue(values, 'baskets', basket);
    return;
  }
  const amount = Math.abs(sumOf(fuel) + sumOf(goods));
  const isOut = isPaidOut(event, departmentOf);
  addValue(values, isOut ? 'paid_outs' : 'refunds', { amount, count: 1 });
  if (!isOut) addValue(values, 'largest_refund', { amount, count: null });
}

/** In the order of the contract. */
export function listValues(values: Values, is_sign_decided = false): ValueSum[] {
  return salesValues.flatMap((code) => {
    const value = values[code];
    const basis = code !== 'over_short' ? null : is_sign_decided ? 'decided' : 'undecided';
    return value ? [{ code, ...value, basis }] : [];
  });
}
