import type { DepartmentKind } from '../../../../contract/departments.ts';
import {
  type Figures,
  figureNames,
  type GradeSales,
  type PartSource,
  salesValues,
  type ValueSum,
} from '../../../../contract/registers.ts';
import { noRegister } from '../close/close-day.pure.ts';
import { figureMax } from '../read/limits.pure.ts';
import { isCountedPeriod } from './choose-reports.pure.ts';
import { type DayPart, type Held, heldOf, partsOf } from './day-parts.pure.ts';
import { msOf } from './days.pure.ts';
import { hoursOn, type JournalHour } from './hours.pure.ts';
import {
  isClosed,
  type Parts,
  type ProductFigures,
  type Source,
  sourcesOf,
  sum,
  sumKnown,
  sumSome,
} from './parts.pure.ts';
import type { StoredDay } from './stored.pure.ts';
import { listValues } from './till.pure.ts';

const longDayMs = 30 * 3_600_000;
/** Even a forgotten close does not span more: such a moment is of a wrong clock, too. */
const farthestMs = 31 * 24 * 3_600_000;

export interface DayDetails {
  sources: Record<'fuel' | 'merchandise' | 'tax' | 'sales', PartSource | null>;
  /** A part without any line is null. */
  journal: { fuel: number | null; merchandise: number | null; tax: number } | null;
  /** Of its trading date; absent without a journal, or of a closed day when its journal misses sales. */
  hours?: JournalHour[];
  products: ProductFigures[];
  /** Names of values in its reports that nobody knows; absent in days of an earlier release. */
  not_understood?: string[];
  marks: string[];
}

export interface Day extends Figures, Held {
  business_date: string;
  trading_date: string;
  began: string | null;
  ended: string | null;
  is_closed: boolean;
  /** All of it is dated ahead, because a clock of the register is wrong: it is never the day of today. */
  is_future: boolean;
  /** Of the revenue: what is dated ahead. */
  ahead: number;
  counted: string | null;
  details: DayDetails;
  parts: DayPart[];
}

/** A day whose sums are beyond what can be true. It is left out; the message is a sentence for users. */
export class UncountableDay extends Error {
  override name = 'UncountableDay';
}

/**
 * Computed anew from all that is stored; null when nothing of the day counts. What a lost key sent is believed only for
 * parts of which no working one says anything. @throws UncountableDay
 */
export function computeDay(stored: StoredDay): Day | null {
  const day = { ...stored, reports: stored.reports.filter(({ period }) => isCountedPeriod(period)) };
  if (isEmpty(day)) return null;
  const [working, lost] = [ofKeys(day, false), ofKeys(day, true)];
  const base = isEmpty(working) ? lost : working;
  const ofLost = sourcesOf(lost);
  const is_closed = isClosed(base);
  const found = findParts([...sourcesOf(working), ...ofLost], is_closed);
  const believed = [found.fuel, found.goods, found.tax, found.sales].filter((source) => source !== null);
  const figures = figuresOf(found);
  refuseTooLarge(figures);
  const journal = journalOf(found.journal);
  const span = spanOf(base);
  const trading_date = span ? middleOf(span) : day.business_date;
  const ahead = aheadOf(base, figures);
  const difference = is_closed ? differenceOf(journal, figures) : null;
  const marks = [
    ...unknownMark(figures),
    ...(span && msOf(span.ended) - msOf(span.began) > longDayMs ? ['Covers 2 dates'] : []),
    ...differenceMark(difference),
    ...unexplainedMark(found, base),
    ...ahead.marks,
    ...(believed.some((source) => ofLost.includes(source)) ? ['Some figures come from a lost key'] : []),
  ];
  return {
    business_date: day.business_date,
    trading_date,
    began: span?.began ?? null,
    ended: span?.ended ?? null,
    is_closed,
    is_future: ahead.isAll,
    ahead: ahead.revenue,
    ...figures,
    ...heldOf(found.goods?.parts.departments),
    counted: is_closed ? wayOf(found) : null,
    details: {
      ...{ ...detailsOf(found), journal, marks },
      ...(journal &&
        hasWholeHours(found, is_closed) && { hours: hoursOn(trading_date, working.journal, journal) }),
    },
    parts: partsOf({
      grades: found.fuel?.parts.grades,
      departments: found.goods?.parts.departments,
      tenders: found.tenders?.parts.tenders,
      values: [...found.values, ...differenceValue(difference)],
    }),
  };
}

function isEmpty({ reports, journal, feed, close }: StoredDay): boolean {
  return reports.length + journal.length + feed.length === 0 && !close;
}

function withRows(
  day: StoredDay,
  isOf: (row: { register_id: string; is_future: boolean }) => boolean,
): StoredDay {
  const { reports, journal, feed, close = null } = day;
  return {
    ...{ ...day, reports: reports.filter(isOf), journal: journal.filter(isOf), feed: feed.filter(isOf) },
    // It came from a user, so no key can be lost, and no clock is wrong.
    close: isOf({ register_id: noRegister, is_future: false }) ? close : null,
  };
}

function ofKeys(day: StoredDay, isLost: boolean): StoredDay {
  return withRows(day, ({ register_id }) => day.choicesOf(register_id).is_lost === isLost);
}

/** What a wrong clock dates ahead counts for its day, and not for today. */
function aheadOf(day: StoredDay, { revenue }: Figures): { revenue: number; isAll: boolean; marks: string[] } {
  const now = withRows(day, (row) => !row.is_future);
  const { reports, journal, feed } = day;
  if (![...reports, ...journal, ...feed].some((row) => row.is_future))
    return { revenue: 0, isAll: false, marks: [] };
  const ofNow = isEmpty(now) ? null : figuresOf(findParts(sourcesOf(now), false)).revenue;
  const ahead = (revenue ?? 0) - (ofNow ?? 0);
  const mark = `Clock of the register: ${inDollars(ahead)} is dated ahead and not in Revenue Today`;
  return { revenue: ahead, isAll: ofNow === null, marks: [mark] };
}

function inDollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

function refuseTooLarge(figures: Figures): void {
  for (const name of figureNames) {
    const value = figures[name];
    if (value === null || Math.abs(value) <= figureMax) continue;
    const what = wordsOf[name] ?? name.replace('_', ' ').replace(' gross', '');
    throw new UncountableDay(`Its ${what} adds up to more than a location can sell in a day.`);
  }
}

const wordsOf: Partial<Record<keyof Figures, string>> = {
  excluded: 'excluded departments',
  sales: 'number of sales',
  refunds: 'number of refunds',
};

type Found = ReturnType<typeof findParts>;

/** The source that is believed, for each part. */
function findParts(sources: readonly Source[], isClosed: boolean) {
  const find = (member: keyof Parts) => sources.find(({ parts }) => parts[member] !== undefined) ?? null;
  const sales = find('sales');
  /** A part of the till, of which a journal that misses sales of a closed day knows nothing. */
  const findWhole = (has: (parts: Parts) => boolean) =>
    sources.find((one) => has(one.parts) && (!isClosed || isWhole(one, sales))) ?? null;
  return {
    fuel: find('grades'),
    goods: find('departments'),
    tax: find('tax'),
    sales,
    refunds: findWhole(({ refunds }) => refunds !== undefined),
    tenders: findWhole(({ tenders }) => tenders !== undefined),
    values: salesValues.flatMap((code) => {
      const { values, is_sign_decided } =
        findWhole((parts) => parts.values?.[code] !== undefined)?.parts ?? {};
      return listValues({ [code]: values?.[code] }, is_sign_decided);
    }),
    not_understood: find('not_understood'),
    products: find('products'),
    journal: sources.find(({ source }) => source === 'journal') ?? null,
  };
}

/**
 * The journal of a closed day is whole when it has as many sales as another source counted, which may count refunds with
 * them.
 */
function isWhole({ source, parts }: Source, counted: Source | null): boolean {
  if (source !== 'journal') return true;
  const sales = counted?.source === 'journal' ? undefined : counted?.parts.sales;
  return (
    sales !== undefined && (parts.sales === sales || (parts.sales ?? 0) + (parts.returns ?? 0) === sales)
  );
}

function hasWholeHours({ journal, sales }: Found, isClosed: boolean): boolean {
  if (!isClosed || sales?.source === 'journal') return true;
  return journal !== null && isWhole(journal, sales);
}

/** Days that are counted in another way are compared with a warning. Reports say net amounts by a choice of the connection. */
function wayOf({ fuel, goods }: Found): string {
  const isOfReports = goods?.source === 'day_report' || goods?.source === 'shift_reports';
  const isNet = isOfReports && goods.parts.departments?.some(({ gross }) => gross === null);
  return `${fuel?.source ?? ''}/${goods?.source ?? ''}${isNet ? ' net' : ''}`;
}

/** Of a journal that is believed. */
function unexplainedMark({ fuel, goods }: Found, { journal }: StoredDay): string[] {
  if (fuel?.source !== 'journal' && goods?.source !== 'journal') return [];
  const cents = sum(journal.map(({ unexplained }) => unexplained));
  return cents === 0 ? [] : [`Journal lines differ from their totals by ${inDollars(Math.abs(cents))}`];
}

function figuresOf({ fuel, goods, tax, sales, refunds }: Found): Figures {
  const parts = { ...fuelFigures(fuel?.parts.grades), ...goodsFigures(goods) };
  const isUnknown = parts.fuel === null && parts.merchandise === null;
  return {
    ...parts,
    tax: tax?.parts.tax ?? null,
    revenue: isUnknown ? null : (parts.fuel ?? 0) + (parts.merchandise ?? 0),
    sales: sales?.parts.sales ?? null,
    refunds: refunds?.parts.refunds ?? null,
  };
}

function detailsOf({
  fuel,
  goods,
  tax,
  sales,
  products,
  not_understood,
}: Found): Omit<DayDetails, 'journal' | 'marks'> {
  return {
    sources: {
      fuel: fuel?.source ?? null,
      merchandise: goods?.source ?? null,
      tax: tax?.source ?? null,
      sales: sales?.source ?? null,
    },
    products: products?.parts.products ?? [],
    not_understood: not_understood?.parts.not_understood ?? [],
  };
}

function unknownMark({ fuel, merchandise }: Figures): string[] {
  if (fuel !== null && merchandise === null) return ['fuel only'];
  return fuel === null && merchandise !== null ? ['merchandise only'] : [];
}

function fuelFigures(grades: GradeSales[] = []) {
  if (grades.length === 0) return { fuel_gross: null, fuel_discounts: null, fuel: null, fuel_volume: null };
  return {
    fuel_gross: sumKnown(grades.map(({ gross }) => gross)),
    fuel_discounts: sumKnown(grades.map(({ discounts }) => discounts && Math.abs(discounts))),
    fuel: sumSome(grades.map(({ net }) => net)),
    fuel_volume: sumSome(grades.map(({ volume }) => volume)),
  };
}

/** A register names all its departments: the others sold nothing. A spreadsheet has those that somebody wrote down. */
function goodsFigures(goods: Source | null) {
  const { departments } = goods?.parts ?? {};
  if (!departments) return { merchandise_gross: null, merchandise: null, excluded: null };
  const total = goods?.source === 'close' ? sumSome : sum;
  const of = (kind: DepartmentKind) => departments.filter((one) => one.counts_as === kind);
  const sold = of('merchandise');
  const merchandise = total(sold.map(({ net }) => net));
  return {
    merchandise_gross: merchandise === null ? null : sumKnown(sold.map(({ gross }) => gross)),
    merchandise,
    excluded: total(of('excluded').map(({ net }) => net)),
  };
}

function journalOf(journal: Source | null): DayDetails['journal'] {
  const { tax, grades } = journal?.parts ?? {};
  // Any event makes its tax known.
  if (tax === undefined) return null;
  return { fuel: fuelFigures(grades).fuel, merchandise: goodsFigures(journal).merchandise, tax };
}

/** What the journal says more, of the parts that both know. Null without a journal. */
function differenceOf(
  journal: DayDetails['journal'],
  { fuel, merchandise }: Pick<Figures, 'fuel' | 'merchandise'>,
): number | null {
  const over = (ours: number | null, reported: number | null) =>
    ours === null || reported === null ? 0 : ours - reported;
  return journal && over(journal.fuel, fuel) + over(journal.merchandise, merchandise);
}

function differenceMark(difference: number | null): string[] {
  if (!difference) return [];
  const amount = inDollars(Math.abs(difference));
  return [`Journal: ${amount} ${difference < 0 ? 'less' : 'more'} than the day report`];
}

function differenceValue(amount: number | null): ValueSum[] {
  return amount ? [{ code: 'journal_difference', amount, count: null, basis: null }] : [];
}

/** The first and the last known moment, without those of a wrong clock. */
function spanOf({
  business_date,
  reports,
  journal,
  feed,
}: StoredDay): { began: string; ended: string } | null {
  const isNear = (moment: string) => Math.abs(msOf(moment) - msOf(`${business_date}T00:00:00`)) <= farthestMs;
  const moments = [...reports, ...feed, ...journal]
    .filter((one) => !one.is_future)
    .flatMap(({ began, ended }) => [began, ended])
    .filter((moment) => moment !== null)
    .filter(isNear)
    .sort();
  const [began, ended] = [moments[0], moments.at(-1)];
  return began !== undefined && ended !== undefined ? { began, ended } : null;
}

function middleOf({ began, ended }: { began: string; ended: string }): string {
  return new Date((msOf(began) + msOf(ended)) / 2).toISOString().slice(0, 10);
}
