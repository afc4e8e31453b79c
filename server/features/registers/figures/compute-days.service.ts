import type { Figures } from '../../../../contract/registers.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { yieldToReaders } from '../../../kernel/background.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import * as registers from './choices.repository.ts';
import { dayReportsOf, isCountedPeriod, shiftReportsOf } from './choose-reports.pure.ts';
import { computeDay, type Day } from './figures.pure.ts';
import { noteSold, noteUnsold } from './note-products.service.ts';
import * as records from './records.repository.ts';
import { markStockStale } from './stale-stock.repository.ts';
import type { Choices, StoredReport } from './stored.pure.ts';
import { createEventSums } from './sum-events.pure.ts';

/** Days that are computed in one transaction, for which others wait. */
const daysAtOnce = 10;
/** Days whose details are in memory at once. */
const datesAtOnce = 10;

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
  const sorted = [...new Set(dates)].sort();
  const choices = new Map<string, Choices>();
  for (let at = 0; at < sorted.length; at += datesAtOnce)
    await computeSome(ctx, location, sorted.slice(at, at + datesAtOnce), choices);
  await markStockStale(ctx.tx, [location.id]);
}

/** What they change is written with few statements. */
async function computeSome(
  ctx: InTransaction,
  location: NamedLocation,
  dates: readonly string[],
  choices: Map<string, Choices>,
): Promise<void> {
  const { tx } = ctx;
  const [reports, feed, known] = [
    Map.groupBy(await records.listReports(tx, location.id, dates), (row) => row.business_date),
    Map.groupBy(await records.listFeedDays(tx, location.id, dates), (row) => row.business_date),
    new Map((await records.listDays(tx, location.id, dates)).map((row) => [row.business_date, row])),
  ];
  const computed: Day[] = [];
  const gone: string[] = [];
  for (const business_date of dates) {
    const ofDay = reports.get(business_date) ?? [];
    const ofFeed = feed.get(business_date) ?? [];
    const sums = createEventSums();
    for await (const event of records.listEvents(tx, location.id, business_date)) sums.add(event);
    const journal = sums.sums();
    await readChoices(ctx, choices, [...ofDay, ...ofFeed, ...journal]);
    const choicesOf = (id: string) => choices.get(id) ?? noChoices;
    const day = computeDay({ business_date, reports: ofDay, journal, feed: ofFeed, choicesOf });
    const before = known.get(business_date);
    if (before?.is_closed) auditChange(ctx, location, before, day);
    if (day) computed.push(day);
    else if (before) gone.push(business_date);
    await yieldToReaders();
  }
  const rows = computed.map((day) => ({ location_id: location.id, ...day, is_stale: false }));
  await records.upsertDays(tx, rows);
  await records.deleteDays(tx, location.id, gone);
  await yieldToReaders();
  await noteSold(ctx, location.id, computed);
  await noteUnsold(ctx, location.id, [...known.values()], computed);
  await yieldToReaders();
  await noteReplaced(ctx, [...reports.values()]);
}

const noChoices: Choices = {
  ...{ has_net_departments: false, lacks_check_digit: false },
  kindOf: () => 'merchandise',
};

/** Those that are not known yet. */
async function readChoices(
  ctx: InTransaction,
  choices: Map<string, Choices>,
  rows: readonly { register_id: string }[],
): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.register_id))].filter((id) => !choices.has(id));
  if (ids.length === 0) return;
  const departments = Map.groupBy(await registers.listDepartments(ctx.tx, ids), (row) => row.register_id);
  for (const { id, ...rest } of await registers.listChoices(ctx.tx, ids)) {
    const kinds = new Map((departments.get(id) ?? []).map((row) => [row.code, kindOf(row)]));
    choices.set(id, { ...rest, kindOf: (code) => kinds.get(code) ?? 'merchandise' });
  }
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

/** A report that lost against a correction is named so in the list of files. */
async function noteReplaced(
  ctx: InTransaction,
  days: readonly (readonly (StoredReport & { file_id: string })[])[],
): Promise<void> {
  const winners = new Set<string>();
  const counted = new Set<string>();
  for (const reports of days) {
    const chosen = new Set<StoredReport>(
      [...Map.groupBy(reports, (report) => report.element).values()].flatMap((some) => [
        ...dayReportsOf(some),
        ...shiftReportsOf(some),
      ]),
    );
    for (const report of reports) {
      if (isCountedPeriod(report.period)) counted.add(report.file_id);
      if (chosen.has(report)) winners.add(report.file_id);
    }
  }
  await records.setOutcome(ctx.tx, [...winners], 'accepted', null);
  const why = 'Another report of the same period takes its place';
  await records.setOutcome(
    ctx.tx,
    [...counted].filter((id) => !winners.has(id)),
    'replaced',
    why,
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
