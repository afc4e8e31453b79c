import type { DepartmentKind, Figures, PartSource } from '../../../../contract/registers.ts';
import { isCountedPeriod } from './choose-reports.pure.ts';
import { msOf } from './local-time.pure.ts';
import {
  type DepartmentFigures,
  type GradeFigures,
  isClosed,
  type Parts,
  type ProductFigures,
  sourcesOf,
  sum,
} from './parts.pure.ts';
import type { StoredDay } from './stored.pure.ts';

const longDayMs = 30 * 3_600_000;

export interface DayDetails {
  sources: Record<'fuel' | 'merchandise' | 'tax' | 'sales', PartSource | null>;
  /** A part without any line is null. */
  journal: { fuel: number | null; merchandise: number | null; tax: number } | null;
  grades: GradeFigures[];
  departments: DepartmentFigures[];
  products: ProductFigures[];
  marks: string[];
}

export interface Day extends Figures {
  business_date: string;
  trading_date: string;
  began: string | null;
  ended: string | null;
  is_closed: boolean;
  /** A clock of the register was wrong: it is never the day of today. */
  is_future: boolean;
  details: DayDetails;
}

/** Computed anew from all that is stored; null when nothing of the day counts. */
export function computeDay(stored: StoredDay): Day | null {
  const day = { ...stored, reports: stored.reports.filter(({ period }) => isCountedPeriod(period)) };
  if (day.reports.length + day.journal.length + day.feed.length === 0) return null;
  const found = findParts(day);
  const figures = figuresOf(found);
  const journal = journalOf(found.journal);
  const span = spanOf(day);
  const is_closed = isClosed(day);
  const is_future = [...day.reports, ...day.journal, ...day.feed].some((one) => one.is_future);
  const marks = [
    ...unknownMark(figures),
    ...(span && msOf(span.ended) - msOf(span.began) > longDayMs ? ['Covers 2 dates'] : []),
    ...(is_closed ? journalMark(journal, figures) : []),
    ...(is_future ? ['clock of the register'] : []),
  ];
  return {
    business_date: day.business_date,
    trading_date: span ? middleOf(span) : day.business_date,
    began: span?.began ?? null,
    ended: span?.ended ?? null,
    is_closed,
    is_future,
    ...figures,
    details: { ...detailsOf(found), journal, marks },
  };
}

type Found = ReturnType<typeof findParts>;

/** The source that is believed, for each part. */
function findParts(day: StoredDay) {
  const sources = sourcesOf(day);
  const find = (member: keyof Parts) => sources.find(({ parts }) => parts[member] !== undefined) ?? null;
  const journal = sources.find(({ source }) => source === 'journal')?.parts;
  const sales = find('sales');
  const refunds = find('refunds');
  const isPart = isClosed(day) && refunds?.source === 'journal' && !isWhole(journal, sales);
  return {
    fuel: find('grades'),
    goods: find('departments'),
    tax: find('tax'),
    sales,
    refunds: isPart ? null : refunds,
    products: find('products'),
    journal,
  };
}

/** It has as many sales as another source counted, which may count refunds with them. */
function isWhole(journal: Parts | undefined, counted: { source: PartSource; parts: Parts } | null): boolean {
  const { sales, refunds } = journal ?? {};
  if (sales === undefined || refunds === undefined || counted?.source === 'journal') return false;
  return counted?.parts.sales === sales || counted?.parts.sales === sales + refunds;
}

function figuresOf({ fuel, goods, tax, sales, refunds }: Found): Figures {
  const parts = { ...fuelFigures(fuel?.parts.grades), ...goodsFigures(goods?.parts.departments) };
  const isUnknown = parts.fuel === null && parts.merchandise === null;
  return {
    ...parts,
    tax: tax?.parts.tax ?? null,
    revenue: isUnknown ? null : (parts.fuel ?? 0) + (parts.merchandise ?? 0),
    sales: sales?.parts.sales ?? null,
    refunds: refunds?.parts.refunds ?? null,
  };
}

function detailsOf({ fuel, goods, tax, sales, products }: Found): Omit<DayDetails, 'journal' | 'marks'> {
  return {
    sources: {
      fuel: fuel?.source ?? null,
      merchandise: goods?.source ?? null,
      tax: tax?.source ?? null,
      sales: sales?.source ?? null,
    },
    grades: fuel?.parts.grades ?? [],
    departments: goods?.parts.departments ?? [],
    products: products?.parts.products ?? [],
  };
}

function unknownMark({ fuel, merchandise }: Figures): string[] {
  if (fuel !== null && merchandise === null) return ['fuel only'];
  return fuel === null && merchandise !== null ? ['merchandise only'] : [];
}

function fuelFigures(grades: GradeFigures[] | undefined) {
  if (!grades) return { fuel_gross: null, fuel_discounts: null, fuel: null, fuel_volume: null };
  const isNetOnly = grades.some(({ gross }) => gross === null);
  return {
    fuel_gross: isNetOnly ? null : sum(grades.map(({ gross }) => gross ?? 0)),
    fuel_discounts: isNetOnly ? null : sum(grades.map(({ discounts }) => Math.abs(discounts ?? 0))),
    fuel: sum(grades.map(({ net }) => net)),
    fuel_volume: sum(grades.map(({ volume }) => volume)),
  };
}

function goodsFigures(departments: DepartmentFigures[] | undefined) {
  if (!departments) return { merchandise_gross: null, merchandise: null, excluded: null };
  const of = (kind: DepartmentKind) => departments.filter((one) => one.kind === kind);
  const merchandise = of('merchandise');
  return {
    merchandise_gross: merchandise.some(({ gross }) => gross === null)
      ? null
      : sum(merchandise.map(({ gross }) => gross ?? 0)),
    merchandise: sum(merchandise.map(({ net }) => net)),
    excluded: sum(of('excluded').map(({ net }) => net)),
  };
}

function journalOf(parts: Parts | undefined): DayDetails['journal'] {
  // Any event makes its tax known.
  if (parts?.tax === undefined) return null;
  return {
    fuel: fuelFigures(parts.grades).fuel,
    merchandise: goodsFigures(parts.departments).merchandise,
    tax: parts.tax,
  };
}

/** Of the parts that both know. */
function journalMark(
  journal: DayDetails['journal'],
  { fuel, merchandise }: Pick<Figures, 'fuel' | 'merchandise'>,
) {
  if (!journal) return [];
  const over = (ours: number | null, reported: number | null) =>
    ours === null || reported === null ? 0 : ours - reported;
  const difference = over(journal.fuel, fuel) + over(journal.merchandise, merchandise);
  if (difference === 0) return [];
  const amount = (Math.abs(difference) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return [`Journal: ${amount} ${difference < 0 ? 'less' : 'more'} than the day report`];
}

/** The first and the last known moment, without those of a wrong clock. */
function spanOf({ reports, journal, feed }: StoredDay): { began: string; ended: string } | null {
  const moments = [...[...reports, ...feed].filter((one) => !one.is_future), ...journal]
    .flatMap(({ began, ended }) => [began, ended])
    .filter((moment) => moment !== null)
    .sort();
  const [began, ended] = [moments[0], moments.at(-1)];
  return began !== undefined && ended !== undefined ? { began, ended } : null;
}

function middleOf({ began, ended }: { began: string; ended: string }): string {
  return new Date((msOf(began) + msOf(ended)) / 2).toISOString().slice(0, 10);
}
