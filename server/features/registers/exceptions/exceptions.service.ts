import { gradeName } from '../../../../contract/sales-breakdown.ts';
import {
  type ExceptionKind,
  type ExceptionSeen,
  type ExceptionSettings,
  type ExceptionsQuery,
  exceptionKinds,
  exceptionSettingNames,
  exceptionLimits as limits,
  type SalesException,
} from '../../../../contract/sales-exceptions.ts';
import type { SalesRange } from '../../../../contract/sales-selection.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import type { SalesExceptionsSeenTable } from '../../../kernel/database/schema.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { compare } from '../figures/days.pure.ts';
import { listGradeNames } from '../sales/breakdown.repository.ts';
import { locationsOf, rangeOf } from '../sales/selection.service.ts';
import {
  comparedCodes,
  type DayRow,
  inDollars,
  type Line,
  linesOfDay,
  linesOfGrades,
  linesOfValue,
} from './exceptions.pure.ts';
import * as repository from './exceptions.repository.ts';

type Reader = Authorized<'registers.read'>;

const rangeMaxDays = 31;
/** In which the last price of a grade, and the days on which it sold, are looked for. */
const gradeDays = limits.selling_days + 1;

export async function listExceptions(
  ctx: Reader,
  { kind, seen, limit, after = 0, ...selection }: ExceptionsQuery,
) {
  const { exceptions, ...range } = await findExceptions(ctx, selection, kind);
  const ofSeen = exceptions.filter((one) => one.seen !== null);
  const ofOthers = exceptions.filter((one) => one.seen === null);
  const rows = seen === 'all' ? exceptions : seen === 'seen' ? ofSeen : ofOthers;
  const end = after + limit;
  return {
    ...range,
    exceptions: rows.slice(after, end),
    ...{ total: rows.length, seen: ofSeen.length, limits: settingsOf(ctx) },
    next: end < rows.length ? end : null,
  };
}

function settingsOf({ app: { config } }: Reader): ExceptionSettings {
  return Object.fromEntries(
    exceptionSettingNames.map((name) => [name, config[name]]),
  ) as unknown as ExceptionSettings;
}

/** Computed when they are read: a day that comes late changes what was usual on later ones. The newest first. */
export async function findExceptions(ctx: Reader, selection: SalesRange, kind?: ExceptionKind) {
  const range = await rangeOf(ctx, selection);
  if (!range) return { exceptions: [], from: null, to: null };
  const { from, to } = range;
  if (daysBefore(to, rangeMaxDays) >= from)
    throw invalid({ path: 'from', message: `Exceptions are listed for at most ${rangeMaxDays} days` });
  const db = reader(ctx);
  const query = { locations: locationsOf(ctx, selection), from, to };
  const days = await repository.listDays(db, query);
  const grades = await repository.listGrades(db, { ...query, from: daysBefore(from, gradeDays) });
  await yieldToRequests();
  const lines = [
    ...(await linesOfValues(ctx, query)),
    ...linesOfGrades(from, days, grades),
    ...days.flatMap(linesOfDay),
    ...(await linesOfCorrections(ctx, query, days)),
  ];
  const ofKind = kind ? lines.filter((line) => line.kind === kind) : lines;
  return { exceptions: await named(ctx, ofKind, await repository.listSeen(db, query)), from, to };
}

async function linesOfValues(ctx: Reader, query: repository.Days): Promise<Line[]> {
  const db = reader(ctx);
  const settings = settingsOf(ctx);
  const striking = await repository.listStriking(db, query, settings);
  const compared = striking.filter(({ code }) => comparedCodes.includes(code));
  const location = [...new Set(compared.map(({ location_id }) => location_id))];
  const before = { ...query, from: daysBefore(query.from, limits.usual_days) };
  // The past of few locations is read, and only what they are compared with.
  const past =
    location.length === 0
      ? []
      : await repository.listValues(db, { ...before, locations: { ...query.locations, location } }, [
          ...new Set(compared.map(({ code }) => code)),
        ]);
  const byValue = Map.groupBy(past, ({ location_id, code }) => `${location_id} ${code}`);
  return striking.flatMap((row) => {
    const { trading_date } = row;
    const own = byValue.get(`${row.location_id} ${row.code}`) ?? [];
    const first = daysBefore(trading_date, limits.usual_days);
    return linesOfValue(
      row,
      own.filter((one) => one.trading_date >= first && one.trading_date < trading_date),
      settings,
    );
  });
}

const correctable = { fuel: 'Fuel', merchandise: 'Merchandise', excluded: 'Excluded', tax: 'Tax' } as const;
const unknownFigure = '—';

interface Entry {
  business_date?: string;
  before?: Readonly<Record<string, string>>;
}

/**
 * From the audit log, whose entry of several days has their dates in the names of its figures. A figure that was unknown
 * before came late, and one that is again what it was, as after an undo, is no correction.
 */
async function linesOfCorrections(
  ctx: Reader,
  query: repository.Days,
  days: readonly DayRow[],
): Promise<Line[]> {
  const listed = new Map(days.map((day) => [`${day.location_id} ${day.business_date}`, day]));
  const corrected = new Map<string, Line | null>();
  for (const { location_id, details } of await repository.listCorrections(reader(ctx), query)) {
    const { business_date, before = {} } = details as Entry;
    for (const [name, was] of Object.entries(before)) {
      const [figure = '', date = business_date] = name.split(' on ');
      const day = listed.get(`${location_id} ${date}`);
      const key = `${location_id} ${date} ${figure}`;
      if (!day || !isCorrectable(figure) || was === unknownFigure) continue;
      const { trading_date } = day;
      const is = day[figure] === null ? unknownFigure : inDollars(day[figure]);
      const line: Line = {
        ...{ location_id, business_date: day.business_date, trading_date, kind: 'corrected' },
        ...{ about: figure, what: `${correctable[figure]} ${is}`, usual: `${was} before` },
      };
      if (is === was) corrected.set(key, null);
      else if (!corrected.has(key)) corrected.set(key, line);
    }
  }
  return [...corrected.values()].filter((line) => line !== null);
}

function isCorrectable(figure: string): figure is keyof typeof correctable {
  return figure in correctable;
}

export function seenOf({ note, updated_at, updated_by_name }: ExceptionSeen): ExceptionSeen {
  return { note, updated_at, updated_by_name };
}

const ofGrades: readonly ExceptionKind[] = ['price', 'grade_out'];

async function named(
  ctx: Reader,
  lines: readonly Line[],
  marks: readonly SalesExceptionsSeenTable[],
): Promise<SalesException[]> {
  const db = reader(ctx);
  const ids = [...new Set(lines.map(({ location_id }) => location_id))];
  const names = new Map((await repository.listNames(db, ids)).map((one) => [one.id, one]));
  const grades = new Map((await listGradeNames(db)).map(({ code, name }) => [code, name]));
  const keyOf = ({ location_id, business_date, kind, about }: (typeof marks)[number] | Line) =>
    [location_id, business_date, kind, about].join(' ');
  const seen = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const place = ({ kind }: Line) => exceptionKinds.indexOf(kind);
  const sortName = ({ location_id }: Line) => names.get(location_id)?.sort_name ?? '';
  return lines
    .toSorted(
      (a, b) =>
        compare(b.trading_date, a.trading_date) || compare(sortName(a), sortName(b)) || place(a) - place(b),
    )
    .map((line) => {
      const { name = '', number = null } = names.get(line.location_id) ?? {};
      const { kind, about, what } = line;
      const said = ofGrades.includes(kind) ? `${gradeName(about, grades.get(about) ?? null)}: ${what}` : what;
      const mark = seen.get(keyOf(line));
      return {
        ...{ ...line, location_name: name, location_number: number, what: said },
        // What says something else now is seen no more.
        seen: mark?.what === said ? seenOf(mark) : null,
      };
    });
}
