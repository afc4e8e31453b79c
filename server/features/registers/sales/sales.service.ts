import { sortText } from '../../../../contract/lists/list-filters.ts';
import {
  type Figures,
  figureNames,
  type SalesDay,
  type SalesQuery,
  type SalesSelection,
} from '../../../../contract/registers.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { exportTable } from '../../../kernel/http/export-pages.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { decodeCursor, encodeCursor, readPage } from '../../../kernel/paging.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import { auditScopeOf } from '../../audit/audit.service.ts';
import { requireLocation } from '../../locations/locations.service.ts';
import { listDepartmentNames } from '../figures/choices.repository.ts';
import { daysBefore, localTime } from '../figures/days.pure.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import { listProblems } from '../figures/tasks.repository.ts';
import { sumDepartments, sumGrades } from './parts.repository.ts';
import * as repository from './sales.repository.ts';
import { createProductSums } from './sum-products.pure.ts';

const rangeDays = 7;
/** A year and a month. What it is compared with is not counted. */
const rangeMaxDays = 400;

type Reader = Authorized<'registers.read'>;

const newestFirst: repository.SalesSort = { field: 'trading_date', isDescending: true };

const unknown = Object.fromEntries(figureNames.map((name) => [name, null])) as Figures;

export async function listSales(ctx: Reader, { limit, after, sort, ...selection }: SalesQuery) {
  const filter = await filterOf(ctx, selection);
  const problems = await problemsOf(ctx, selection, filter);
  if (!filter) return { days: [], total: 0, totals: unknown, from: null, to: null, next: null, ...problems };
  const db = reader(ctx);
  const order = sort ?? newestFirst;
  const place = decodeCursor(['sales', order], repository.salesOrder(order), after);
  const [{ total, ...totals }, { rows, last }] = await Promise.all([
    repository.sumDays(db, filter),
    readPage(limit, (limit) =>
      repository.listDays(db, filter, { sort: order, limit, after: place?.position ?? null }),
    ),
  ]);
  return {
    ...{ days: rows.map(({ day }) => day), total, totals, from: filter.from, to: filter.to },
    next: last && encodeCursor(['sales', order], last.position),
    ...problems,
  };
}

const problemsShown = 20;

/** Days that could not be computed. Without `to` until today, because they may follow the last figures. */
async function problemsOf(
  ctx: Authorized,
  { to, location }: Pick<Range, 'to' | 'location'>,
  filter: Pick<repository.DayFilter, 'from'> | null,
) {
  const last = to ?? todayOf(ctx);
  const from = filter?.from ?? daysBefore(last, rangeDays - 1);
  return listProblems(reader(ctx), { scope: scopeOf(ctx), from, to: last, location }, problemsShown);
}

/** Of the chain. */
export function todayOf({ app }: Context): string {
  return localTime(app.now(), app.config.time_zone).slice(0, 10);
}

type Range = Pick<SalesSelection, 'from' | 'to' | 'location' | 'state'>;

/** Null when nothing in scope has figures, and no range is given. */
async function filterOf(
  ctx: Authorized,
  { from, to, location, state }: Range,
): Promise<repository.DayFilter | null> {
  const scope = scopeOf(ctx);
  const last = to ?? (await repository.findLastDate(reader(ctx), { scope, location, today: todayOf(ctx) }));
  if (last === null) return null;
  const first = from ?? daysBefore(last, rangeDays - 1);
  const range = { from: first, to: to ?? (first > last ? first : last) };
  if (daysBefore(range.to, rangeMaxDays) >= range.from) {
    throw invalid({ path: 'from', message: `A period has at most ${rangeMaxDays} days` });
  }
  return { scope, ...range, location, state };
}

const comparedDays = 7;

export async function listSalesDates(ctx: Reader, range: Omit<Range, 'state'>) {
  const filter = await filterOf(ctx, range);
  if (!filter) return { from: null, to: null, dates: [] };
  const { from, to } = filter;
  const compared = { ...filter, from: daysBefore(from, comparedDays) };
  return { from, to, dates: await repository.sumByDate(reader(ctx), compared) };
}

/** Some dates have two closes. */
const daysOfLocationMax = 1000;

/** @throws ApiError 404 out of scope. */
export async function getLocationSales(ctx: Reader, id: string, range: Pick<Range, 'from' | 'to'>) {
  await requireLocation(ctx, id);
  const selection = { ...range, location: [id] };
  const filter = await filterOf(ctx, selection);
  const problems = await problemsOf(ctx, selection, filter);
  if (!filter) return { days: [], fuel_by_grade: [], departments: [], products: [], ...problems };
  const db = reader(ctx);
  const page = { sort: newestFirst, limit: daysOfLocationMax, after: null };
  const days = (await repository.listDays(db, filter, page)).map(({ day }) => day);
  const products = createProductSums();
  for await (const details of repository.listDetails(db, id, days)) products.add(details);
  return { days, ...(await partsOf(ctx, id, days)), products: products.sums(), ...problems };
}

/** @throws ApiError 404 out of scope, and for a day without figures. */
export async function getSalesDay(ctx: Reader, id: string, business_date: string) {
  await requireLocation(ctx, id);
  const found = await repository.findDay(reader(ctx), id, business_date);
  if (!found) throw new ApiError('not_found', 'There are no figures of this day.');
  const { sources, journal }: DayDetails = found.details;
  const products = createProductSums();
  products.add(found.details);
  const parts = await partsOf(ctx, id, [found.day]);
  return { ...found.day, sources, journal, ...parts, products: products.sums() };
}

async function partsOf(ctx: Reader, location_id: string, days: readonly Pick<SalesDay, 'business_date'>[]) {
  const db = reader(ctx);
  const of = { location_id, business_dates: days.map(({ business_date }) => business_date) };
  const names = await listDepartmentNames(db, location_id);
  const departments = await sumDepartments(db, of);
  return {
    fuel_by_grade: await sumGrades(db, of),
    departments: departments.map((one) => ({ ...one, name: names.get(`${one.code} ${one.name}`) ?? null })),
  };
}

const rowsPerPage = 250;

const money = (cents: number | null) => (cents === null ? null : decimal(cents, 2));
const plain = (value: number | null) => (value === null ? null : String(value));

/** From its digits: a spreadsheet adds these numbers up. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const columns: Record<string, (day: SalesDay) => string | null> = {
  Location: (day) => day.location_name,
  Number: (day) => day.location_number,
  'Trading date': (day) => day.trading_date,
  'Business date': (day) => day.business_date,
  From: (day) => day.began,
  To: (day) => day.ended,
  State: (day) => day.state.replace('_', ' '),
  Revenue: (day) => money(day.revenue),
  Fuel: (day) => money(day.fuel),
  'Fuel before discounts': (day) => money(day.fuel_gross),
  'Fuel discounts': (day) => money(day.fuel_discounts),
  Gallons: (day) => (day.fuel_volume === null ? null : decimal(day.fuel_volume, 3)),
  Merchandise: (day) => money(day.merchandise),
  Excluded: (day) => money(day.excluded),
  Tax: (day) => money(day.tax),
  Sales: (day) => plain(day.sales),
  Refunds: (day) => plain(day.refunds),
  Notes: (day) => day.marks.join('; ') || null,
};

export function exportSales(ctx: Reader, selection: SalesSelection, renew: Renew<'registers.read'>) {
  const { from, to, state, sort } = selection;
  return exportTable(ctx, {
    ...{ name: 'Sales', action: 'register.exported', columns, renew, scopeOf: auditScopeOf },
    details: { from, to, state, sort: sort && sortText(sort) },
    async read(ctx: Reader, after) {
      const { days, next } = await listSales(ctx, { ...selection, limit: rowsPerPage, after });
      return { rows: days, next };
    },
  });
}
