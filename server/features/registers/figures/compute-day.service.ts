import { type Figures, figureNames } from '../../../../contract/registers.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { type CloseDay, noRegister } from '../close/close-day.pure.ts';
import { findClose } from '../close/closes.repository.ts';
import * as registers from './choices.repository.ts';
import { dayReportsOf, isCountedPeriod, shiftReportsOf } from './choose-reports.pure.ts';
import { compare } from './days.pure.ts';
import { type ChainKinds, countedOf } from './departments.pure.ts';
import { createEventSums, newestEvents } from './events.pure.ts';
import { computeDay, type Day } from './figures.pure.ts';
import { noteFuelAmounts } from './fuel-amounts.service.ts';
import { monthsOfDays } from './months.repository.ts';
import { noticeOverShort } from './notices.service.ts';
import { noteProducts } from './products.service.ts';
import * as records from './records.repository.ts';
import type { Choices, Counted, FeedDay, StoredReport } from './stored.pure.ts';
import { addTasks, contentOf, endTasks, findTask } from './tasks.repository.ts';
import type { Selection } from './withdrawn.repository.ts';

/**
 * Anew from all that is kept. Ends its task, and leaves those of its audit entry and of its products. Call it with the
 * location locked. @throws UncountableDay
 */
export async function computeOneDay(
  ctx: InTransaction,
  location_id: string,
  business_date: string,
): Promise<void> {
  const { tx } = ctx;
  const { day, departments, chain, ...chosen } = await readDay(tx, location_id, business_date);
  const before = await records.findDay(tx, location_id, business_date);
  if (day) await records.upsertDay(tx, { location_id, ...day, is_stale: false });
  else if (before) await records.deleteDay(tx, location_id, business_date);
  for (const one of [before, day]) if (one) noteMonth(ctx, location_id, one.trading_date);
  recordFigures(ctx, location_id);
  await endTasks(tx, location_id, 'day', [business_date]);
  if (before?.is_closed) await noteChange(ctx, location_id, before, day);
  if (day) await noticeOverShort(ctx, location_id, day);
  await noteFuelAmounts(tx, { location_id, before, day }, { departments, chain });
  await noteProducts(ctx, location_id, { business_date, before, day });
  await noteOutcomes(ctx, { location_id, business_date }, chosen);
  await records.markStockStale(tx, [location_id]);
}

export function noteMonth(ctx: InTransaction, location_id: string, trading_date: string): void {
  ctx.app.database.collect(monthsOfDays, { location_id, month: trading_date.slice(0, 7) });
}

/** What counts of a day, and what it says; with `also`, as if that was withdrawn. @throws UncountableDay */
export async function readDay(
  db: Queryable,
  location_id: string,
  business_date: string,
  also: Selection | null = null,
): Promise<Chosen & Known & { day: Day | null }> {
  const reports = await records.listReports(db, location_id, business_date, also);
  const journals = await records.listJournals(db, location_id, business_date, also);
  const feed = await records.listFeedDays(db, location_id, business_date, also);
  const close = await findClose(db, location_id, business_date);
  const { choicesOf, ...known } = await readChoices(db, [...reports, ...feed, ...journals]);
  const ofClose = close && (await choicesOfClose(db, location_id, close, known.chain));
  const sums = createEventSums(choicesOf);
  const counted = new Set<string>();
  for (const isLost of [false, true]) {
    const ofKeys = journals.filter(({ register_id }) => choicesOf(register_id).is_lost === isLost);
    for (const { event, file_id } of newestEvents(ofKeys)) {
      sums.add(event);
      counted.add(file_id);
    }
  }
  const newest = newestFeed(feed, choicesOf);
  const day = computeDay({
    ...{ business_date, reports, journal: sums.sums(), feed: newest, close },
    choicesOf: (id) => (id === noRegister && ofClose) || choicesOf(id),
  });
  return { day, ...known, reports, journals, counted };
}

/** Of rows with one begin that of a working key, then the highest version. */
function newestFeed(feed: readonly FeedDay[], choicesOf: (id: string) => Choices): FeedDay[] {
  const rank = (row: FeedDay) => Number(choicesOf(row.register_id).is_lost);
  const worstFirst = feed.toSorted(
    (a, b) => rank(b) - rank(a) || a.version - b.version || compare(a.arrived, b.arrived),
  );
  return [...new Map(worstFirst.map((row) => [row.began, row])).values()];
}

interface Known {
  departments: readonly registers.DepartmentRow[];
  chain: ChainKinds;
}

async function readChoices(db: Queryable, rows: readonly { register_id: string }[]) {
  const ids = [...new Set(rows.map((row) => row.register_id))];
  const departments = await registers.listDepartments(db, ids);
  const chain = await registers.listChainKinds(db);
  const of = Map.groupBy(departments, (row) => row.register_id);
  const unnamed = countedOf(undefined, chain);
  const choices = new Map<string, Choices>();
  for (const { id, ...rest } of await registers.listChoices(db, ids)) {
    const counted = new Map((of.get(id) ?? []).map((row) => [row.code, countedOf(row, chain)]));
    choices.set(id, { ...rest, departmentOf: (code) => counted.get(code) ?? unnamed });
  }
  const unknown: Choices = { ...unchosen, departmentOf: () => unnamed };
  return { departments, chain, choicesOf: (id: string) => choices.get(id) ?? unknown };
}

const unchosen = {
  ...{ is_lost: false, has_net_departments: false, lacks_check_digit: false },
  over_short_sign: 'undecided',
} as const;

/** A code is the department that registers of the location call so, else one that only spreadsheets name. */
async function choicesOfClose(
  db: Queryable,
  location_id: string,
  { departments }: CloseDay,
  chain: ChainKinds,
): Promise<Choices> {
  const known = await registers.listDepartmentsAt(db, location_id);
  const counted = new Map<string, Counted>();
  for (const { code, name } of departments) {
    const own = { code, name, kind: null, is_fuel_line: false, is_fuel_amount: false };
    counted.set(code, countedOf(known.find((row) => row.code === code) ?? own, chain));
  }
  return { ...unchosen, departmentOf: (code) => counted.get(code) ?? countedOf(undefined, chain) };
}

type Some = Partial<Figures>;
export interface DayChange {
  before: Some;
  after: Some;
}

/** Only for figures that a closed day had: others see what became of them. Until it is recorded, changes are joined. */
async function noteChange(
  { tx }: InTransaction,
  location_id: string,
  before: Figures & { business_date: string },
  after: Day | null,
): Promise<void> {
  const { business_date: about } = before;
  const changed = figureNames.filter((name) => before[name] !== (after?.[name] ?? null));
  if (changed.length === 0) return;
  const of = (figures: Figures | null): Some =>
    Object.fromEntries(changed.map((name) => [name, figures?.[name] ?? null]));
  const earlier = await findTask(tx, location_id, { kind: 'audit', about });
  const known = (earlier && contentOf<DayChange>(earlier)) ?? { before: {}, after: {} };
  const change = { before: { ...of(before), ...known.before }, after: { ...known.after, ...of(after) } };
  await addTasks(tx, [{ location_id, kind: 'audit', about, content: JSON.stringify(change) }]);
}

interface Chosen {
  reports: readonly (StoredReport & { file_id: string })[];
  journals: readonly { file_id: string }[];
  /** Files of which an event counts. */
  counted: ReadonlySet<string>;
}

/** A file of which nothing counts, because of a correction or a repetition, is named so in the list of files. */
async function noteOutcomes(
  { tx }: InTransaction,
  { location_id, business_date }: { location_id: string; business_date: string },
  { reports, journals, counted }: Chosen,
): Promise<void> {
  const chosen = new Set<StoredReport>([...dayReportsOf(reports), ...shiftReportsOf(reports)]);
  const winners = new Set(counted);
  for (const report of reports)
    if (chosen.has(report) || !isCountedPeriod(report.period)) winners.add(report.file_id);
  const hidden = await records.listNotCounted(tx, location_id, business_date);
  const again = hidden.filter((id) => winners.has(id));
  await records.setOutcome(tx, again, 'accepted', null);
  const replace = (rows: readonly { file_id: string }[], reason: string) => {
    const losers = new Set(rows.map((row) => row.file_id).filter((id) => !winners.has(id)));
    return records.setOutcome(tx, [...losers], 'replaced', reason);
  };
  await replace(reports, 'Another report of the same period takes its place');
  await replace(journals, 'Another file has the same events');
}
