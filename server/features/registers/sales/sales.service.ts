import {
  type Figures,
  figureNames,
  type SalesDay,
  type SalesQuery,
  type SalesSelection,
} from '../../../../contract/registers.ts';
import type { SalesRange } from '../../../../contract/sales-selection.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { decodeCursor, encodeCursor, readPage } from '../../../kernel/paging.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireLocation } from '../../locations/locations.service.ts';
import { heldOf, nothingHeld } from '../connections/held.service.ts';
import { listDepartmentNames } from '../figures/choices.repository.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import { listProblems } from '../figures/tasks.repository.ts';
import { listGradeNames } from './breakdown.repository.ts';
import { sumDepartments, sumGrades } from './parts.repository.ts';
import * as repository from './sales.repository.ts';
import { defaultDays, locationsOf, rangeOf, todayOf } from './selection.service.ts';
import { createProductSums } from './sum-products.pure.ts';
import { getTill } from './till.service.ts';

type Reader = Authorized<'registers.read'>;

const newestFirst: repository.SalesSort = { field: 'trading_date', isDescending: true };

const unknown = Object.fromEntries(figureNames.map((name) => [name, null])) as Figures;

export async function listSales(ctx: Reader, { limit, after, sort, ...selection }: SalesQuery) {
  const filter = await filterOf(ctx, selection);
  const problems = await problemsOf(ctx, selection, filter);
  if (!filter)
    return {
      days: [],
      total: 0,
      totals: unknown,
      held: nothingHeld,
      from: null,
      to: null,
      next: null,
      ...problems,
    };
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
    held: await heldOf(db, repository.matches(db, filter), filter),
    next: last && encodeCursor(['sales', order], last.position),
    ...problems,
  };
}

const problemsShown = 20;

type Selection = Pick<SalesSelection, keyof SalesRange | 'day'>;

/** Days that could not be computed. Without an end until today, because they may follow the last figures. */
async function problemsOf(ctx: Authorized, selection: Selection, filter: repository.DayFilter | null) {
  const last = (selection.period ? filter?.to : selection.to) ?? todayOf(ctx);
  const from = filter?.from ?? daysBefore(last, defaultDays - 1);
  const locations = locationsOf(ctx, selection);
  return listProblems(reader(ctx), { ...locations, from, to: last }, problemsShown);
}

/** Null when nothing in scope has figures, and no range is given. */
async function filterOf(ctx: Authorized, selection: Selection): Promise<repository.DayFilter | null> {
  const range = await rangeOf(ctx, selection);
  return range && { ...range, ...locationsOf(ctx, selection), day: selection.day };
}

/** Some dates have two closes. */
const daysOfLocationMax = 1000;

/** @throws ApiError 404 out of scope. */
export async function getLocationSales(
  ctx: Reader,
  id: string,
  range: Pick<SalesRange, 'period' | 'from' | 'to'>,
) {
  await requireLocation(ctx, id);
  const selection = { ...range, location: [id] };
  const filter = await filterOf(ctx, selection);
  const problems = await problemsOf(ctx, selection, filter);
  if (!filter) {
    const none = { days: [], fuel_by_grade: [], departments: [], products: [] };
    return { ...none, held: nothingHeld, from: null, to: null, ...problems };
  }
  const db = reader(ctx);
  const page = { sort: newestFirst, limit: daysOfLocationMax, after: null };
  const days = (await repository.listDays(db, filter, page)).map(({ day }) => day);
  const products = createProductSums();
  for await (const details of repository.listDetails(db, id, days)) products.add(details);
  const held = await heldOf(db, repository.matches(db, filter), filter);
  const { from, to } = filter;
  return { days, held, from, to, ...(await partsOf(ctx, id, days)), products: products.sums(), ...problems };
}

/** @throws ApiError 404 out of scope, and for a day without figures. */
export async function getSalesDay(ctx: Reader, id: string, business_date: string) {
  await requireLocation(ctx, id);
  const found = await repository.findDay(reader(ctx), id, business_date);
  if (!found) throw new ApiError('not_found', 'There are no figures of this day.');
  const { sources, journal, not_understood = [] }: DayDetails = found.details;
  const products = createProductSums();
  products.add(found.details);
  const parts = await partsOf(ctx, id, [found.day]);
  const till = await getTill(ctx, id, business_date);
  const { trading_date } = found.day;
  const bounds = { scope: scopeOf(ctx), location: [id], from: trading_date, to: trading_date };
  const held = await heldOf(reader(ctx), repository.areThese(reader(ctx), [found.day]), bounds);
  return {
    ...found.day,
    sources,
    journal,
    held,
    ...parts,
    ...till,
    not_understood,
    products: products.sums(),
  };
}

async function partsOf(ctx: Reader, location_id: string, days: readonly Pick<SalesDay, 'business_date'>[]) {
  const db = reader(ctx);
  const of = { location_id, business_dates: days.map(({ business_date }) => business_date) };
  const names = await listDepartmentNames(db, location_id);
  const departments = await sumDepartments(db, of);
  const gradeNames = new Map((await listGradeNames(db)).map(({ code, name }) => [code, name]));
  const grades = await sumGrades(db, of);
  return {
    fuel_by_grade: grades.map((one) => ({ ...one, name: gradeNames.get(one.grade) ?? null })),
    departments: departments.map((one) => ({ ...one, name: names.get(`${one.code} ${one.name}`) ?? null })),
  };
}
