import { departmentBases } from '../../../../contract/departments.ts';
import type { GradeSales, PartSource, ProductSales } from '../../../../contract/registers.ts';
import { type CloseDay, noRegister } from '../close/close-day.pure.ts';
import { dayReportsOf, isDayReport, shiftReportsOf } from './choose-reports.pure.ts';
import { productCode } from './product-code.pure.ts';
import type { Counted, FeedDay, JournalSums, StoredDay, StoredReport } from './stored.pure.ts';
import { type Till, tillOfJournal, tillOfReports } from './till.pure.ts';

/** Cents and thousandths of a unit; what is unknown is null. */
export interface DepartmentFigures extends Counted {
  code: string;
  gross: number | null;
  discounts: number | null;
  promotions: number | null;
  refunds: number | null;
  net: number;
  quantity: number | null;
  /** Transactions. */
  count: number | null;
}

export type ProductFigures = ProductSales & {
  /** Whether its department is merchandise. */
  is_merchandise: boolean;
};

/** What one kind of source says. A member that is absent is unknown. */
export interface Parts extends Till {
  grades?: GradeSales[];
  departments?: DepartmentFigures[];
  tax?: number;
  sales?: number;
  refunds?: number;
  /** Events that lower revenue, refunds or not. */
  returns?: number;
  products?: ProductFigures[];
}

export interface Source {
  source: PartSource;
  parts: Parts;
}

/** In the order in which they are believed. */
export function sourcesOf(day: StoredDay): Source[] {
  const { reports, journal } = day;
  const open = day.feed.filter(({ ended }) => ended === null);
  const closed = day.feed.filter(({ ended }) => ended !== null);
  return [
    { source: 'day_report', parts: partsOfReports(day, dayReportsOf(reports)) },
    { source: 'feed', parts: partsOfFeed(day, closed) },
    { source: 'close', parts: day.close ? partsOfClose(day, day.close) : {} },
    { source: 'journal', parts: partsOfJournal(day, journal) },
    { source: 'shift_reports', parts: partsOfReports(day, shiftReportsOf(reports)) },
    { source: 'feed', parts: partsOfFeed(day, open) },
  ];
}

export function isClosed({ reports, feed, close }: StoredDay): boolean {
  return reports.some(isDayReport) || feed.some(({ ended }) => ended !== null) || Boolean(close);
}

/** Fuel is that of FGM, else of MSM; tax that of TLM, else of MSM. */
function partsOfReports(day: StoredDay, reports: readonly StoredReport[]): Parts {
  const of = (element: StoredReport['element']) => reports.filter((report) => report.element === element);
  const [fgm, mcm, msm, tlm, ism] = [of('FGM'), of('MCM'), of('MSM'), of('TLM'), of('ISM')];
  const parts: Parts = tillOfReports(msm, day.choicesOf);
  const refunds = parts.values?.refunds?.count ?? null;
  if (refunds !== null) parts.refunds = refunds;
  const fuel = fgm.length > 0 ? fgm : msm.filter(({ data }) => data.grades);
  if (fuel.length > 0) {
    parts.grades = sumGrades(
      fuel.flatMap(({ data }) =>
        (data.grades ?? []).map((one) => ({ ...one, net: one.gross - one.discounts })),
      ),
    );
  }
  if (mcm.length > 0) parts.departments = sumDepartments(mcm.flatMap((report) => departmentsOf(day, report)));
  const tax = (tlm.length > 0 ? tlm : msm).flatMap(({ data }) => data.tax ?? []);
  if (tax.length > 0) parts.tax = sum(tax);
  const sales = msm.flatMap(({ data }) => data.sales ?? []);
  if (sales.length > 0) parts.sales = sum(sales);
  if (ism.length > 0) {
    parts.products = sumProducts(
      ism.flatMap(({ register_id, data }) => {
        const choices = day.choicesOf(register_id);
        return (data.items ?? []).map(({ department, name, quantity, ...item }) => ({
          code: productCode(item, choices),
          name,
          quantity,
          is_merchandise: choices.departmentOf(department ?? '').counts_as === 'merchandise',
        }));
      }),
    );
  }
  return parts;
}

function departmentsOf(day: StoredDay, { register_id, data }: StoredReport): DepartmentFigures[] {
  const { departmentOf, has_net_departments } = day.choicesOf(register_id);
  return (data.departments ?? []).map((sum) => {
    const {
      code,
      gross,
      reductions,
      discounts = null,
      promotions = null,
      refunds = null,
      count = null,
    } = sum;
    const apart = has_net_departments ? nothingApart : { discounts, promotions, refunds };
    // A release before stored 0 for a quantity that the report does not say.
    const quantity = sum.discounts === undefined ? sum.quantity || null : sum.quantity;
    return {
      ...{ code, ...departmentOf(code), ...apart, quantity, count },
      gross: has_net_departments ? null : gross,
      net: has_net_departments ? gross : gross - reductions,
    };
  });
}

const nothingApart = { discounts: null, promotions: null, refunds: null };

/** Counts sales and tax as soon as there is any event. Without a line of fuel or goods it does not know that part. */
function partsOfJournal(day: StoredDay, journal: readonly JournalSums[]): Parts {
  if (journal.length === 0) return {};
  const goods = journal.flatMap(({ register_id, goods }) => goods.map((line) => ({ register_id, ...line })));
  const fuel = journal.flatMap((one) => one.fuel);
  const parts: Parts = {
    tax: sum(journal.map(({ tax }) => tax)),
    sales: sum(journal.map(({ sales }) => sales)),
    refunds: sum(journal.map(({ refunds }) => refunds)),
    returns: sum(journal.map(({ returns }) => returns)),
    ...tillOfJournal(journal),
  };
  const netOnly = { gross: null, discounts: null };
  if (fuel.length > 0) {
    parts.grades = sumGrades(
      fuel.map(({ grade, volume, amount }) => ({ grade, volume, ...netOnly, net: amount })),
    );
  }
  if (goods.length === 0) return parts;
  const countedOf = ({ register_id, department }: (typeof goods)[number]) =>
    day.choicesOf(register_id).departmentOf(department ?? '');
  parts.departments = sumDepartments(
    goods.map((line) => ({
      ...{ code: line.department ?? '', ...countedOf(line), ...netOnly },
      ...{ promotions: null, refunds: null, net: line.amount, quantity: line.quantity, count: null },
    })),
  );
  parts.products = sumProducts(
    goods.flatMap((line) => {
      const { item, quantity } = line;
      if (!item) return [];
      const code = productCode(item, day.choicesOf(line.register_id));
      return [
        { code, name: item.name, quantity, is_merchandise: countedOf(line).counts_as === 'merchandise' },
      ];
    }),
  );
  return parts;
}

function partsOfFeed(day: StoredDay, feed: readonly FeedDay[]): Parts {
  if (feed.length === 0) return {};
  const parts: Parts = {
    grades: sumGrades(
      feed.flatMap(({ fuel }) => fuel.map((one) => ({ ...one, net: one.gross - Math.abs(one.discounts) }))),
    ),
    departments: sumDepartments(
      feed.flatMap(({ register_id, departments }) =>
        departments.map(({ code, gross, discounts, refunds, kind }) => ({
          ...{ code, ...day.choicesOf(register_id).departmentOf(code) },
          ...(kind && { counts_as: kind, basis: 'decided' as const }),
          ...{ gross, discounts: Math.abs(discounts), promotions: null, refunds: Math.abs(refunds) },
          ...{ net: gross - Math.abs(discounts) - Math.abs(refunds), quantity: null, count: null },
        })),
      ),
    ),
  };
  for (const member of ['tax', 'sales', 'refunds'] as const) {
    const known = feed.flatMap((row) => row[member] ?? []);
    if (known.length > 0) parts[member] = sum(known);
  }
  return parts;
}

function partsOfClose(day: StoredDay, close: CloseDay): Parts {
  const { departmentOf } = day.choicesOf(noRegister);
  const parts: Parts = {};
  const netOnly = { gross: null, discounts: null };
  if (close.fuel.length > 0)
    parts.grades = close.fuel.map(({ grade, volume, amount }) => ({
      grade,
      volume,
      ...netOnly,
      net: amount,
    }));
  if (close.departments.length > 0)
    parts.departments = sumDepartments(
      close.departments.map(({ code, amount, is_merchandise }) => ({
        ...{ code, ...departmentOf(code) },
        ...(is_merchandise && { counts_as: 'merchandise', basis: 'decided' }),
        ...{ ...netOnly, promotions: null, refunds: null, net: amount, quantity: null, count: null },
      })),
    );
  if (close.tax !== null) parts.tax = close.tax;
  if (close.sales !== null) parts.sales = close.sales;
  if (close.tenders.length > 0) parts.tenders = close.tenders;
  if (close.values.length > 0) {
    // How many it counts of, and whether all tills were counted, it does not say.
    const values = close.values.map(({ code, amount }) => [code, { amount, count: null }]);
    parts.values = Object.fromEntries(values);
    parts.is_sign_decided = true;
  }
  return parts;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Of those that are known; unknown without any. */
export function sumSome(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? sum(known) : null;
}

/** Unknown as soon as one of them is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sum(values.map((value) => value ?? 0));
}

function grouped<T, Row>(rows: readonly T[], keyOf: (row: T) => string, merge: (rows: T[]) => Row): Row[] {
  const groups = [...Map.groupBy(rows, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([, rows]) => merge(rows));
}

export function sumGrades(rows: readonly GradeSales[]): GradeSales[] {
  return grouped(
    rows,
    ({ grade }) => grade,
    (rows) => ({
      grade: rows[0]?.grade ?? '',
      volume: sumSome(rows.map(({ volume }) => volume)),
      gross: sumKnown(rows.map(({ gross }) => gross)),
      discounts: sumKnown(rows.map(({ discounts }) => discounts)),
      net: sumSome(rows.map(({ net }) => net)),
    }),
  );
}

/** One code may count differently at two connections of a location. Of two reasons the weaker one stays. */
function sumDepartments(rows: readonly DepartmentFigures[]): DepartmentFigures[] {
  return grouped(
    rows,
    ({ code, name, counts_as }) => JSON.stringify([code, name, counts_as]),
    (rows) => ({
      ...(rows[0] as DepartmentFigures),
      basis: departmentBases.findLast((basis) => rows.some((row) => row.basis === basis)) ?? 'undecided',
      gross: sumKnown(rows.map(({ gross }) => gross)),
      discounts: sumKnown(rows.map(({ discounts }) => discounts)),
      promotions: sumKnown(rows.map(({ promotions }) => promotions)),
      refunds: sumKnown(rows.map(({ refunds }) => refunds)),
      net: sum(rows.map(({ net }) => net)),
      quantity: sumKnown(rows.map(({ quantity }) => quantity)),
      count: sumKnown(rows.map(({ count }) => count)),
    }),
  );
}

/** In one pass over rows that were made for it, because a report may have thousands. */
function sumProducts(rows: ProductFigures[]): ProductFigures[] {
  const products = new Map<string, ProductFigures>();
  for (const row of rows) {
    const { code, name, quantity, is_merchandise } = row;
    const known = products.get(code);
    if (!known) {
      products.set(code, row);
      continue;
    }
    known.quantity += quantity;
    known.is_merchandise ||= is_merchandise;
    if (name !== null && (known.name === null || name < known.name)) known.name = name;
  }
  return [...products.keys()].sort().map((code) => products.get(code) as ProductFigures);
}
