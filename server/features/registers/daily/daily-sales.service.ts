import type { EmailSection } from '../../../../contract/notifications/notifications.ts';
import type { ComparedName, LocationSales, SalesComparison } from '../../../../contract/sales.ts';
import { type ExceptionKind, exceptionRules } from '../../../../contract/sales-exceptions.ts';
import { type Authorized, requirePermission, scopeOf } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { listCorrections } from '../../../kernel/notifications/list-acts.ts';
import { daysBefore, momentInWords } from '../../../platform/clock.ts';
import type { Block } from '../../../platform/email/blocks.ts';
import { silentSince } from '../connections/registers.service.ts';
import { findExceptions } from '../exceptions/exceptions.service.ts';
import { dayInWords } from '../figures/days.pure.ts';
import { listReportingLocations } from '../notices/notices.repository.ts';
import { compareSales, listLeftOut, listSalesByLocation } from '../sales/compare.service.ts';
import { rangeOfPeriod } from '../sales/periods.pure.ts';
import { listSales } from '../sales/sales.service.ts';
import { todayOf } from '../sales/selection.service.ts';
import {
  type Counted,
  changeText,
  dateInWords,
  dollars,
  figuresBlock,
  gallons,
  heldLines,
  isEarly,
  subjectOf,
} from './daily-blocks.pure.ts';

export interface DailySales {
  /** Null when only registers are silent. */
  subject: string | null;
  /** The day from which this email, or the one before it, names what is missing. */
  gapsFrom: string | null;
  blocks: readonly Block[];
  /** Fewer than half of the locations have closed their day. */
  isEarly: boolean;
}

interface Wanted {
  sections: readonly EmailSection[];
  /** Of the receiver. */
  zone: string;
  /** When the last email went; null before the first. */
  since: string | null;
  isFollowUp: boolean;
  /** What was read for others of this minute who see all locations, too. */
  shared: Shared;
}

export type Shared = Map<string, Promise<unknown>>;

/** Reading the figures of all locations takes long, and many receivers may see them all. */
function share<T>(ctx: Reader, shared: Shared, name: string, read: () => Promise<T>): Promise<T> {
  if (!scopeOf(ctx).all) return read();
  const known = (shared.get(name) as Promise<T> | undefined) ?? read();
  shared.set(name, known);
  return known;
}

type Reader = Authorized<'registers.read'>;
interface Range {
  from: string;
  to: string;
}

/** What the receiver may see of their locations, now. Null when there is nothing to say. */
export async function readDailySales(actor: Authorized, wanted: Wanted): Promise<DailySales | null> {
  if (!actor.actor.permissions.has('registers.read')) return null;
  const ctx = requirePermission(actor, 'registers.read');
  const { sections, zone, isFollowUp } = wanted;
  const has = (section: EmailSection) => sections.includes(section);
  const shared = <T>(name: string, read: () => Promise<T>) => share(ctx, wanted.shared, name, read);
  const isCounted = has('sales') || has('locations') || has('exceptions');
  const counted = isCounted ? await shared('counts', () => countYesterday(ctx)) : null;
  const silent = has('silent') ? await silentBlock(ctx) : null;
  const blocksOf = (section: EmailSection, read: (counted: Yesterday) => Promise<Block[]>) =>
    counted && has(section) ? shared(section, () => read(counted)) : [];
  const figures = await blocksOf('sales', (counted) => salesBlocks(ctx, counted));
  const corrected = counted && has('sales') ? await correctedBlock(ctx, wanted) : null;
  const exceptions = await blocksOf('exceptions', ({ date }) => exceptionsBlock(ctx, date));
  const locations = await blocksOf('locations', (counted) => locationBlocks(ctx, counted));
  if (!counted && !silent) return null;
  const time = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const;
  const asOf = `As of ${ctx.app.now().toLocaleTimeString('en-US', time).replaceAll('\u202f', ' ')}, ${zone} time.`;
  const { public_url } = ctx.app.config;
  const link = counted
    ? `${public_url}/sales?from=${counted.date}&to=${counted.date}`
    : `${public_url}/sales/reporting`;
  return {
    subject: counted && subjectOf(counted, isFollowUp),
    gapsFrom: counted && daysBefore(counted.date, 1),
    blocks: [
      ...figures,
      ...[silent, ...exceptions, ...locations, corrected].flatMap((block) => block ?? []),
      { title: '', paragraphs: [[asOf, link]] },
    ],
    isEarly: counted !== null && isEarly(counted),
  };
}

interface Yesterday extends Counted {
  missing: { name: string; isOpen: boolean }[];
}

/** Null when nothing was expected of a location of theirs. */
async function countYesterday(ctx: Reader): Promise<Yesterday | null> {
  const date = daysBefore(todayOf(ctx), 1);
  const range = { from: date, to: date };
  const { columns, compared } = await compareSales(ctx, { ...range, against: 'week', by: 'day' });
  const { left_out } = await listLeftOut(ctx, { ...range, against: 'week', limit: leftOutMax });
  const missing = left_out.flatMap(({ side, reason, location }) =>
    side === 'now' && (reason === 'missing' || reason === 'not_closed')
      ? [{ name: location.name, isOpen: reason === 'not_closed' }]
      : [],
  );
  const [{ locations = 0, closed = 0, missing: absent = 0 } = {}] = columns;
  const of = locations + (absent ?? 0);
  if (of === 0) return null;
  const { totals, held } = await closedDays(ctx, range);
  return { date, closed, of, totals, held, compared, missing };
}

const leftOutMax = 5000;

const closedDays = (ctx: Reader, range: Range) => listSales(ctx, { ...range, day: 'closed', limit: 1 });

const namesShown = 30;

function shortened(rows: readonly string[][]): string[][] {
  const more = rows.length - namesShown;
  return more > 0 ? [...rows.slice(0, namesShown), ['And more', String(more)]] : [...rows];
}

async function salesBlocks(ctx: Reader, counted: Yesterday): Promise<Block[]> {
  const { date, closed, missing, totals, held, compared } = counted;
  const rows = missing.map(({ name, isOpen }) => [name, isOpen ? 'not closed' : 'no figures']);
  const gaps = { title: `Missing on ${dayInWords(date)}`, table: { head: ['', ''], rows: shortened(rows) } };
  const lines = heldLines(held);
  const blocks: Block[] = [
    ...(missing.length > 0 ? [gaps] : []),
    ...(lines.length > 0 ? [{ title: 'Undecided', paragraphs: [lines] }] : []),
  ];
  if (closed === 0) return blocks;
  const against = async (range: Range, against: SalesComparison) =>
    (await compareSales(ctx, { ...range, against, by: 'month' })).compared;
  const day = { from: date, to: date };
  const weekday = new Date(date).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
  blocks.push(
    figuresBlock(dayInWords(date), totals, '', [
      { title: `from ${dayInWords(daysBefore(date, 7))}`, comparison: compared },
      { title: `from the last 4 ${weekday}s`, comparison: await against(day, 'average') },
    ]),
  );
  const add = async (title: string, range: Range, base: SalesComparison, from: string) =>
    blocks.push(
      figuresBlock(
        `${title}, ${dateInWords(range.from)} to ${dateInWords(range.to)}`,
        (await closedDays(ctx, range)).totals,
        '',
        [{ title: from, comparison: await against(range, base) }],
      ),
    );
  const { week_starts_on } = ctx.app.config;
  const week = rangeOfPeriod('last_week', todayOf(ctx), week_starts_on);
  if (week.to === date) await add('Last week', week, 'week', 'from the week before');
  const month = { from: `${date.slice(0, 8)}01`, to: date };
  await add('Month to date', month, 'year', 'from the same weekdays last year');
  return blocks;
}

const exceptionsShown = 10;
/** Said in other parts. */
const saidElsewhere: readonly ExceptionKind[] = ['not_closed', 'corrected'];

async function exceptionsBlock(ctx: Reader, date: string): Promise<Block[]> {
  const { exceptions } = await findExceptions(ctx, { from: date, to: date });
  const all = exceptions.filter(({ kind, seen }) => seen === null && !saidElsewhere.includes(kind));
  if (all.length === 0) return [];
  const rows = all
    .slice(0, exceptionsShown)
    .map(({ location_name, kind, what, usual }) => [
      location_name,
      `${exceptionRules[kind][0]}: ${what}${usual === null ? '' : ` (${usual})`}`,
    ]);
  const more = all.length - rows.length;
  const link = `${ctx.app.config.public_url}/sales/exceptions?from=${date}&to=${date}`;
  const paragraphs = [[more > 0 ? `And ${more} more` : 'All of them', link]];
  return [{ title: `Exceptions on ${dayInWords(date)}`, table: { head: ['', ''], rows }, paragraphs }];
}

const allLocations = 12;
const ranked = 5;

/** All of a few, else those that gained and lost most, by merchandise and by gallons. Never by revenue. */
async function locationBlocks(ctx: Reader, { date, closed }: Yesterday): Promise<Block[]> {
  if (closed === 0) return [];
  const query = { from: date, to: date, against: 'week' as const };
  const { locations, total } = await listSalesByLocation(ctx, { ...query, limit: allLocations });
  const before = `from ${dayInWords(daysBefore(date, 7))}`;
  if (total <= allLocations) {
    const rows = locations.map((row) => [
      row.location.name,
      ...[gallons(row.fuel_volume), changeText(row.compared, 'fuel_volume') ?? '—'],
      ...[dollars(row.merchandise), changeText(row.compared, 'merchandise') ?? '—'],
    ]);
    return [{ title: 'Locations', table: { head: ['', '', before, 'merchandise', before], rows } }];
  }
  const blocks: Block[] = [];
  for (const name of ['merchandise', 'fuel_volume'] as const)
    for (const isDescending of [true, false]) {
      const sort = { field: `${name}_change` as const, isDescending };
      const page = await listSalesByLocation(ctx, { ...query, sort, limit: ranked });
      const rows = page.locations.flatMap((row) => gainRow(row, name, isDescending) ?? []);
      const title = `${name === 'merchandise' ? 'Merchandise' : 'Gallons'}: ${isDescending ? 'gained' : 'lost'} most`;
      if (rows.length > 0) blocks.push({ title, table: { head: ['', before, ''], rows } });
    }
  return blocks;
}

/** Null for one that did not go in this direction. */
function gainRow(
  { location, compared }: LocationSales,
  name: ComparedName,
  isGain: boolean,
): [string[]] | null {
  const [now, base] = [compared?.now[name] ?? null, compared?.base[name] ?? null];
  if (now === null || base === null || now === base || now > base !== isGain) return null;
  const amount = name === 'merchandise' ? dollars(Math.abs(now - base)) : gallons(Math.abs(now - base));
  return [[location.name, `${isGain ? '+' : '−'}${amount}`, changeText(compared, name) ?? '—']];
}

const dayMs = 86_400_000;

async function correctedBlock(ctx: Reader, { since, isFollowUp }: Wanted): Promise<Block | null> {
  if (isFollowUp) return null;
  const from = since ?? new Date(ctx.app.now().getTime() - dayMs).toISOString();
  const corrections = await listCorrections(reader(ctx), { scope: scopeOf(ctx), since: from });
  if (corrections.length === 0) return null;
  const rows = corrections.map(({ name, details: { day, amount } }) => [
    name,
    [day, amount].filter(Boolean).join(', '),
  ]);
  const title = since ? 'Corrected since the last email' : 'Corrected in the last 24 hours';
  return { title, table: { head: ['', ''], rows: shortened(rows) } };
}

async function silentBlock(ctx: Reader): Promise<Block | null> {
  const since = silentSince(ctx.app);
  const today = ctx.app.now().toISOString().slice(0, 10);
  const all = await listReportingLocations(reader(ctx), scopeOf(ctx), today);
  const rows = all.flatMap(({ name, register_at, time_zone }) =>
    register_at !== null && register_at < since
      ? [[name, `since ${momentInWords(register_at, time_zone)}`]]
      : [],
  );
  if (rows.length === 0) return null;
  return { title: 'Silent registers', table: { head: ['', ''], rows: shortened(rows) } };
}
