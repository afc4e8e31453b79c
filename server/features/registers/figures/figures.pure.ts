import type { DepartmentKind, PartSource } from '../../../../contract/registers.ts';
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

/** Cents and thousandths; null is unknown. */
export interface Figures {
  fuel_gross: number | null;
  fuel_discounts: number | null;
  fuel: number | null;
  fuel_volume: number | null;
  merchandise_gross: number | null;
  merchandise: number | null;
  excluded: number | null;
  tax: number | null;
  revenue: number | null;
  sales: number | null;
  refunds: number | null;
}

export interface DayDetails {
  sources: Record<'fuel' | 'merchandise' | 'tax' | 'sales', PartSource | null>;
  journal: { fuel: number; merchandise: number; tax: number } | null;
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

type Member = keyof Parts;

/** Computed anew from all that is kept; null when nothing of the day is. */
export function computeDay(day: StoredDay): Day | null {
  if (day.reports.length + day.events.length + day.feed.length === 0) return null;
  const sources = sourcesOf(day);
  const find = <M extends Member>(member: M) => sources.find(({ parts }) => parts[member] !== undefined);
  const [fuel, goods, tax, sales] = [find('grades'), find('departments'), find('tax'), find('sales')];
  const grades = fuel?.parts.grades ?? null;
  const departments = goods?.parts.departments ?? null;
  const figures = {
    ...fuelFigures(grades),
    ...goodsFigures(departments),
    tax: tax?.parts.tax ?? null,
    sales: sales?.parts.sales ?? null,
    refunds: find('refunds')?.parts.refunds ?? null,
  };
  const revenue =
    figures.fuel === null && figures.merchandise === null
      ? null
      : (figures.fuel ?? 0) + (figures.merchandise ?? 0);
  const journal = journalOf(sources.find(({ source }) => source === 'journal')?.parts);
  const span = spanOf(day);
  const is_closed = isClosed(day);
  const is_future = [...day.reports, ...day.events, ...day.feed].some((one) => one.is_future);
  const marks = [
    ...(figures.fuel !== null && figures.merchandise === null ? ['fuel only'] : []),
    ...(figures.fuel === null && figures.merchandise !== null ? ['merchandise only'] : []),
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
    revenue,
    details: {
      sources: {
        fuel: fuel?.source ?? null,
        merchandise: goods?.source ?? null,
        tax: tax?.source ?? null,
        sales: sales?.source ?? null,
      },
      journal,
      grades: grades ?? [],
      departments: departments ?? [],
      products: find('products')?.parts.products ?? [],
      marks,
    },
  };
}

function fuelFigures(grades: GradeFigures[] | null) {
  if (!grades) return { fuel_gross: null, fuel_discounts: null, fuel: null, fuel_volume: null };
  const isNetOnly = grades.some(({ gross }) => gross === null);
  return {
    fuel_gross: isNetOnly ? null : sum(grades.map(({ gross }) => gross ?? 0)),
    fuel_discounts: isNetOnly ? null : sum(grades.map(({ discounts }) => Math.abs(discounts ?? 0))),
    fuel: sum(grades.map(({ net }) => net)),
    fuel_volume: sum(grades.map(({ volume }) => volume)),
  };
}

function goodsFigures(departments: DepartmentFigures[] | null) {
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
  if (!parts?.grades || !parts.departments) return null;
  return {
    fuel: sum(parts.grades.map(({ net }) => net)),
    merchandise: goodsFigures(parts.departments).merchandise ?? 0,
    tax: parts.tax ?? 0,
  };
}

/** Of the parts that the report knows. */
function journalMark(
  journal: DayDetails['journal'],
  { fuel, merchandise }: Pick<Figures, 'fuel' | 'merchandise'>,
) {
  if (!journal) return [];
  const difference =
    (fuel === null ? 0 : journal.fuel - fuel) +
    (merchandise === null ? 0 : journal.merchandise - merchandise);
  if (difference === 0) return [];
  const amount = (Math.abs(difference) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return [`Journal: ${amount} ${difference < 0 ? 'less' : 'more'} than the day report`];
}

/** The first and the last known moment, without those of a wrong clock. */
function spanOf({ reports, events, feed }: StoredDay): { began: string; ended: string } | null {
  const moments = [...reports, ...events, ...feed]
    .filter((one) => !one.is_future)
    .flatMap((one) => [one.began, 'ended' in one ? one.ended : null])
    .filter((moment) => moment !== null)
    .sort();
  const [began, ended] = [moments[0], moments.at(-1)];
  return began !== undefined && ended !== undefined ? { began, ended } : null;
}

function middleOf({ began, ended }: { began: string; ended: string }): string {
  return new Date((msOf(began) + msOf(ended)) / 2).toISOString().slice(0, 10);
}
