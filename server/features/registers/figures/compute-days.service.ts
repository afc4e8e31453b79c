import type { Figures } from '../../../../contract/registers.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import * as registers from './choices.repository.ts';
import { dayReportsOf, shiftReportsOf } from './choose-reports.pure.ts';
import { computeDay, type Day } from './figures.pure.ts';
import { productKey } from './product-key.pure.ts';
import * as records from './records.repository.ts';
import type { Choices, StoredReport } from './stored.pure.ts';

/** Days that are computed in one transaction, for which others wait. */
const daysAtOnce = 10;

const amounts = [
  'fuel_gross',
  'fuel_discounts',
  'fuel',
  'merchandise_gross',
  'merchandise',
  'excluded',
  'tax',
  'revenue',
] as const satisfies readonly (keyof Figures)[];
const counts = ['fuel_volume', 'sales', 'refunds'] as const satisfies readonly (keyof Figures)[];

export interface NamedLocation {
  id: string;
  name: string;
}

/** Anew from all that is kept, in the transaction of what changed. Call it with the location locked. */
export async function computeDays(
  ctx: InTransaction,
  location: NamedLocation,
  dates: readonly string[],
): Promise<void> {
  const { tx } = ctx;
  const [reports, events, feed, known] = [
    Map.groupBy(await records.listReports(tx, location.id, dates), (row) => row.business_date),
    Map.groupBy(await records.listEvents(tx, location.id, dates), (row) => row.business_date),
    Map.groupBy(await records.listFeedDays(tx, location.id, dates), (row) => row.business_date),
    new Map((await records.listDays(tx, location.id, dates)).map((row) => [row.business_date, row])),
  ];
  const rows = [...reports.values(), ...events.values(), ...feed.values()].flat();
  const choicesOf = await readChoices(ctx, [...new Set(rows.map((row) => row.register_id))]);
  for (const business_date of [...dates].sort()) {
    const ofDay = reports.get(business_date) ?? [];
    const day = computeDay({
      business_date,
      reports: ofDay,
      events: events.get(business_date) ?? [],
      feed: feed.get(business_date) ?? [],
      choicesOf,
    });
    const before = known.get(business_date);
    if (before?.is_closed) auditChange(ctx, location, before, day);
    if (day) await records.upsertDay(tx, { location_id: location.id, ...day, is_stale: false });
    else if (before) await records.deleteDay(tx, location.id, business_date);
    if (day) await noteSold(ctx, location.id, day);
    await noteReplaced(ctx, ofDay);
  }
}

async function readChoices(ctx: InTransaction, ids: readonly string[]): Promise<(id: string) => Choices> {
  const rows = await registers.listChoices(ctx.tx, ids);
  const departments = Map.groupBy(await registers.listDepartments(ctx.tx, ids), (row) => row.register_id);
  const choices = new Map(
    rows.map(({ id, has_net_departments, lacks_check_digit }) => {
      const kinds = new Map((departments.get(id) ?? []).map((row) => [row.code, kindOf(row)]));
      const one: Choices = {
        has_net_departments,
        lacks_check_digit,
        kindOf: (code) => kinds.get(code) ?? 'merchandise',
      };
      return [id, one];
    }),
  );
  const none: Choices = { has_net_departments: false, lacks_check_digit: false, kindOf: () => 'merchandise' };
  return (id) => choices.get(id) ?? none;
}

export function kindOf({ kind, is_fuel_line }: { kind: string | null; is_fuel_line: boolean }) {
  return (kind ?? (is_fuel_line ? 'fuel' : 'merchandise')) as ReturnType<Choices['kindOf']>;
}

/** Only for figures that a closed day had: others see what became of them. */
function auditChange(ctx: InTransaction, location: NamedLocation, before: Figures, after: Day | null): void {
  const changed = [...amounts, ...counts].filter((name) => before[name] !== (after?.[name] ?? null));
  if (changed.length === 0) return;
  const worded = (figures: Figures | null) =>
    Object.fromEntries(changed.map((name) => [name, inWords(name, figures?.[name] ?? null)]));
  const { business_date } = before as Figures & { business_date: string };
  audit(ctx, {
    action: 'register.day_changed',
    subject: { type: 'location', id: location.id, name: location.name },
    details: { business_date, before: worded(before), after: worded(after) },
    location_ids: [location.id],
  });
}

function inWords(name: keyof Figures, value: number | null): string {
  if (value === null) return '—';
  if (name === 'sales' || name === 'refunds') return value.toLocaleString('en-US');
  if (name === 'fuel_volume')
    return `${(value / 1000).toLocaleString('en-US', { minimumFractionDigits: 3 })} gal`;
  return (value / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

async function noteSold(
  ctx: InTransaction,
  location_id: string,
  { trading_date, details }: Day,
): Promise<void> {
  const sold = details.products.filter(({ is_merchandise, quantity }) => is_merchandise && quantity > 0);
  if (sold.length === 0) return;
  const codes = sold.map(({ code }) => code);
  const known = new Map(
    (await records.listProducts(ctx.tx, location_id, codes)).map((row) => [row.code, row]),
  );
  const news = sold.flatMap(({ code, name: sold_as }) => {
    const row = known.get(code);
    if (row && (row.sold_on ?? '') >= trading_date) return [];
    const name = row?.listed_at ? row.name : (sold_as ?? row?.name ?? null);
    return [{ location_id, code, name, search: productKey(code, name), sold_on: trading_date }];
  });
  await records.upsertProducts(ctx.tx, news);
}

/** A report that lost against a correction is named so in the list of files. */
async function noteReplaced(ctx: InTransaction, reports: readonly (StoredReport & { file_id: string })[]) {
  const byElement = [...Map.groupBy(reports, (report) => report.element).values()];
  const chosen = new Set<StoredReport>(
    byElement.flatMap((some) => [...dayReportsOf(some), ...shiftReportsOf(some)]),
  );
  const counted = reports.filter(({ period }) => period === 2 || period === 98);
  const winners = new Set(counted.filter((report) => chosen.has(report)).map(({ file_id }) => file_id));
  const losers = counted.map(({ file_id }) => file_id).filter((id) => !winners.has(id));
  await records.setOutcome(ctx.tx, [...winners], 'accepted', null);
  await records.setOutcome(
    ctx.tx,
    [...new Set(losers)],
    'replaced',
    'Another report of the same period takes its place',
  );
}

/** Until no day is stale, a few at a time. After a crash the background continues. */
export async function computeStaleDays(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping()) {
    const isDone = await transaction(ctx, async (ctx) => {
      const [first, ...rest] = await records.listStale(ctx.tx, daysAtOnce);
      if (!first) return true;
      await records.lockLocations(ctx.tx, [first.location_id]);
      const dates = [first, ...rest.filter((row) => row.location_id === first.location_id)];
      const name = await registers.findLocationName(ctx.tx, first.location_id);
      await computeDays(
        ctx,
        { id: first.location_id, name },
        dates.map((row) => row.business_date),
      );
      return false;
    });
    if (isDone) return;
  }
}
