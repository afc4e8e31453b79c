import type { OwnToday } from '../../../../contract/dashboard.ts';
import type { Received } from '../../../../contract/http/endpoint.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type * as contract from '../../../../contract/registers.ts';
import type { OfDistricts } from '../../../../contract/sales-selection.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import { reader } from '../../../kernel/context.ts';
import { readTogether } from '../../../platform/background/background.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { heldOf, nothingHeld } from '../connections/held.service.ts';
import { silentSince } from '../connections/registers.service.ts';
import { activeSince, localTime, msOf } from '../figures/days.pure.ts';
import { listNotified } from '../notices/absent.service.ts';
import { countLowStock, countLowStockAt } from '../stock/stock.service.ts';
import * as repository from './sales.repository.ts';
import { todayOf } from './selection.service.ts';
import { compareRevenueAt } from './so-far.service.ts';

/** A day of today began at most this long ago, with a margin for zones and forgotten closes. */
const recentDays = 4;
const locationIdsShown = 20;

/**
 * All null without permission; sales where no location reports, products before its files name an active one, stock
 * before the first stock list.
 */
export async function getSalesTiles(ctx: Authorized<'signed_in'>, of: OfDistricts) {
  const has_figures = await repository.hasFigures(reader(ctx));
  const none = { has_figures, revenue: null, products: null, stock: null };
  if (!has_figures || !ctx.actor.permissions.has('registers.read')) return none;
  const [stock, reporting, active] = await readTogether(ctx, [
    () => countLowStock(ctx, of),
    () => reportingToday(ctx, of),
    () => repository.countProducts(reader(ctx), productsOf(ctx, of)),
  ]);
  if (reporting.length === 0) return { ...none, stock };
  const reported = reporting.filter(({ today }) => today.length > 0);
  const amounts = reported.flatMap(({ today }) => revenueOf(today) ?? []);
  const files = reported.flatMap(({ last_file_at }) => last_file_at ?? []).sort();
  const missing = reporting.length - reported.length;
  return {
    has_figures,
    revenue: {
      amount: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
      as_of: files.at(-1) ?? null,
      reported: reported.length,
      held: await heldOfToday(
        ctx,
        reported.flatMap(({ today }) => today),
      ),
      missing,
      yesterday: reported.length < missing ? await revenueOfYesterday(ctx, of) : null,
    },
    products: active > 0 ? { active } : null,
    stock,
  };
}

async function heldOfToday(ctx: Authorized, days: readonly repository.RecentDay[]) {
  const dates = days.map(({ trading_date }) => trading_date).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return nothingHeld;
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  const where = [...repository.areThese(db, days), ...atLocations(db, 'sales_days.location_id', { scope })];
  return heldOf(db, where, { scope, from, to });
}

async function revenueOfYesterday(ctx: Authorized, of: OfDistricts): Promise<number | null> {
  const yesterday = daysBefore(todayOf(ctx), 1);
  const filter = { ...of, scope: scopeOf(ctx), from: yesterday, to: yesterday };
  return (await repository.sumDays(reader(ctx), filter)).revenue;
}

/** What these locations tell of today, by location. Null without permission, and before the chain has figures. */
export async function readTodayAt(ctx: Authorized, ids: string[]) {
  if (ids.length === 0 || !ctx.actor.permissions.has('registers.read')) return null;
  if (!(await repository.hasFigures(reader(ctx)))) return null;
  const [found, changes, low] = await readTogether(ctx, [
    () => reportingToday(ctx, { location: ids }),
    () => compareRevenueAt(ctx, ids),
    () => countLowStockAt(ctx, ids),
  ]);
  const reporting = new Map(found.map((location) => [location.id, location]));
  return (id: string): OwnToday => {
    const { today = [], last_file_at = null, is_silent = false } = reporting.get(id) ?? {};
    return {
      revenue: revenueOf(today),
      change: changes.get(id) ?? null,
      has_register: reporting.has(id),
      has_reported: today.length > 0,
      is_silent,
      last_file_at,
      low_stock: low.get(id) ?? null,
    };
  };
}

/** Missing ones first, each by name. */
export async function listReporting(ctx: Authorized<'registers.read'>, of: OfDistricts) {
  const reporting = await reportingToday(ctx, of);
  const ids = reporting.map(({ id }) => id);
  const seen = { scope: scopeOf(ctx), location: ids };
  const [last, notified] = [await repository.listLastDates(reader(ctx), seen), await listNotified(ctx, ids)];
  return {
    locations: reporting
      .map(({ id, name, number, last_file_at, is_silent, today }) => ({
        ...{ id, name, number, last_file_at, is_silent, has_reported: today.length > 0 },
        last_date: last.get(id) ?? null,
        notified: notified.get(id) ?? null,
      }))
      .sort((a, b) => Number(a.has_reported) - Number(b.has_reported)),
  };
}

async function reportingToday(ctx: Authorized, of: Pick<LocationFilter, 'location' | 'district'>) {
  const db = reader(ctx);
  const moment = ctx.app.now();
  const today = moment.toISOString().slice(0, 10);
  const since = daysBefore(today, recentDays);
  const scope = scopeOf(ctx);
  const reporting = await repository.listReporting(db, { ...of, scope }, { today, closedSince: since });
  const location = reporting.map(({ id }) => id);
  // In scope once more: it may have changed since the locations were read (decision 92).
  const recent = await repository.listRecentDays(db, { scope, location }, since);
  const days = Map.groupBy(recent, (day) => day.location_id);
  const silent = silentSince(ctx.app);
  const all = reporting.map(({ register_file_at, imported_at, ...location }) => ({
    ...location,
    is_silent: register_file_at !== null && register_file_at < silent,
    last_file_at: [register_file_at ?? '', imported_at ?? ''].sort()[1] || null,
    today: daysOfToday(days.get(location.id) ?? [], moment, location.time_zone),
  }));
  // One that is closed is not missing.
  return all.filter(({ closed_on, today }) => closed_on === null || today.length > 0);
}

const lastSaleMs = 6 * 3_600_000;

/**
 * The days that a location means by today: all that trade today, closed and open. A location that closes its day at
 * 21:00 and sells on has two. If none trades today, its open day, if it sold lately.
 */
function daysOfToday(
  days: readonly repository.RecentDay[],
  moment: Date,
  timeZone: string,
): repository.RecentDay[] {
  const now = localTime(moment, timeZone);
  const usable = days.filter((day) => !day.is_future);
  const ofToday = usable.filter((day) => day.trading_date === now.slice(0, 10));
  if (ofToday.length > 0) return ofToday;
  const [newest] = usable.toSorted((a, b) => (a.business_date < b.business_date ? 1 : -1));
  if (!newest || newest.is_closed || newest.ended === null) return [];
  return msOf(now) - msOf(newest.ended) < lastSaleMs ? [newest] : [];
}

/** What is dated ahead is not of today. Null when no day knows its revenue. */
function revenueOf(days: readonly repository.RecentDay[]): number | null {
  const known = days.flatMap(({ revenue, ahead }) => (revenue === null ? [] : revenue - ahead));
  return known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0);
}

function productsOf(
  ctx: Authorized,
  {
    q = '',
    location,
    district,
  }: Pick<Received<typeof contract.listProducts>['query'], 'q' | 'location' | 'district'> = {},
): repository.ProductFilter {
  const soldSince = activeSince(ctx.app.now());
  const words = fold(q).split(' ').filter(Boolean).slice(0, 8);
  return { scope: scopeOf(ctx), soldSince, words, location, district };
}

export async function listProducts(
  ctx: Authorized<'registers.read'>,
  { limit, after = 0, ...selection }: Received<typeof contract.listProducts>['query'],
) {
  const db = reader(ctx);
  const filter = productsOf(ctx, selection);
  const total = await repository.countProducts(db, filter);
  const rows = await repository.listProducts(db, filter, { limit, offset: after });
  const codes = rows.map(({ code }) => code);
  const at = await repository.listProductLocations(db, filter, codes);
  const end = after + rows.length;
  return {
    products: rows.map((row) => ({
      ...row,
      location_ids: (at.get(row.code) ?? []).slice(0, locationIdsShown).map(({ location_id }) => location_id),
    })),
    total,
    next: end < total && rows.length > 0 ? end : null,
  };
}
