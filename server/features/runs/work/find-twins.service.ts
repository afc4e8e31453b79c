import { numberKey } from '../../../../contract/lists/search-key.ts';
import type { LineReason } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import type { Reading } from '../import/cells/cells.pure.ts';
import { withoutZeros } from '../import/cells/meanings.pure.ts';
import { numberRepairs } from '../import/choose-match.pure.ts';
import type { LineKeys, LocationKeys, UserKeys } from '../line-request.pure.ts';
import { cellsAtOnce } from '../pace.pure.ts';
import { eachCells, insertKeys, insertReasons, listKeys } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import { isNewRow } from './lines.service.ts';
import { writePlan } from './run-context.service.ts';
import type { Subject } from './subject.pure.ts';

const linesNamed = 3;
/** Says that the whole file was read. No line has this number, so planning again reads it again. */
const readMark = { key: 'twins', line: 0 };

/**
 * Rejects every line whose key stands twice in the file, also with other faults. Nobody can say which is right, and if
 * one was applied, the other, mended later, would turn it into something else. False when the run is no longer this
 * process's.
 */
export async function findTwins(
  ctx: Authorized,
  run: RunRow,
  subject: Subject,
  reading: Reading,
): Promise<boolean> {
  const { app } = ctx;
  if ((await listKeys(app.database.read, run.id, [readMark.key])).size > 0) return true;
  const alike: Alike = new Map();
  const twins = reasonsOf(await linesByKey(app, run, subject, keysOnly(subject, reading), alike));
  const explained = new Set(twins.map(({ line }) => line));
  const reasons = [...twins, ...(await describeAlike(ctx, subject, alike, explained))];
  for (let at = 0; at < reasons.length; at += cellsAtOnce) {
    const some = reasons.slice(at, at + cellsAtOnce);
    if (!(await writePlan(app, run, (tx) => insertReasons(tx, run.id, some)))) return false;
  }
  return writePlan(app, run, (tx) => insertKeys(tx, run.id, [readMark]));
}

/** Only the columns that find a row, because the whole file is read in one turn. */
function keysOnly({ keyColumns }: Subject, reading: Reading): Reading {
  const mapping = reading.options.mapping.map((column) =>
    column && keyColumns.includes(column) ? column : null,
  );
  return { ...reading, options: { ...reading.options, mapping } };
}

interface Key {
  what: string;
  lines: number[];
  /** Another system may write a line for each location of a user. */
  places: Set<string>;
}

async function linesByKey(
  app: App,
  run: RunRow,
  subject: Subject,
  reading: Reading,
  alike: Alike,
): Promise<Map<string, Key>> {
  const found = new Map<string, Key>();
  const placeAt = run.options?.mapping.indexOf('locations') ?? -1;
  for await (const { line, cells } of eachCells(app.database.read, run.id)) {
    const { keys } = subject.read(cells, reading);
    if (keys) noteNumber(alike, line, keys);
    for (const { key, what } of keys ? subject.keysOf(keys) : []) {
      const known = found.get(key);
      const place = cells[placeAt]?.trim() ?? '';
      if (known) known.lines.push(line);
      else found.set(key, { what, lines: [line], places: new Set([place]) });
      if (known && known.places.size < 2) known.places.add(place);
    }
  }
  return found;
}

function reasonsOf(found: ReadonlyMap<string, Key>): { line: number; reasons: LineReason[] }[] {
  const byLine = new Map<number, LineReason[]>();
  for (const { what, lines, places } of found.values()) {
    if (lines.length < 2) continue;
    const hint =
      places.size > 1
        ? ' If they are one user, write one line with the locations separated by semicolons.'
        : '';
    const text = `Lines ${describeLines(lines)} have the same ${what}.${hint}`;
    for (const line of lines) byLine.set(line, [...(byLine.get(line) ?? []), { text, repairs: [] }]);
  }
  return [...byLine].map(([line, reasons]) => ({ line, reasons }));
}

/** '3 and 7', '3, 7, 9 and 12 more' */
function describeLines(lines: readonly number[]): string {
  const named = lines.slice(0, linesNamed).map(String);
  const more = lines.length - named.length;
  const last = more > 0 ? `${more.toLocaleString('en-US')} more` : named.pop();
  return `${named.join(', ')} and ${last}`;
}

/** The numbers of a file by the digits that they share without zeros in front. */
type Alike = Map<string, Map<string, { number: string; line: number; lines: number[] }>>;

/** Not one that the user said is meant as it is. */
function noteNumber(alike: Alike, line: number, keys: LineKeys): void {
  const { employee_number, number = employee_number, is_exact } = keys as UserKeys & LocationKeys;
  const bare = number === undefined || is_exact ? null : withoutZeros(number);
  const key = number === undefined ? null : numberKey(number);
  if (bare === null || key === null || number === undefined) return;
  const group = alike.get(bare) ?? new Map();
  alike.set(bare, group);
  const known = group.get(key);
  if (known) known.lines.push(line);
  else group.set(key, { number, line, lines: [line] });
}

const numbersAtOnce = 200;

/**
 * 1 and 001 would become two locations. Numbers that exist are what they are; `explained` lines are rejected already.
 */
async function describeAlike(
  ctx: Authorized,
  subject: Subject,
  alike: Alike,
  explained: ReadonlySet<number>,
): Promise<{ line: number; reasons: LineReason[] }[]> {
  const groups = [...alike.values()].filter((group) => group.size > 1).map((group) => [...group.values()]);
  const described: { line: number; reasons: LineReason[] }[] = [];
  const column = subject.keyColumns.includes('employee_number') ? 'employee_number' : 'number';
  for (let at = 0; at < groups.length; at += numbersAtOnce) {
    await yieldToRequests();
    const some = groups.slice(at, at + numbersAtOnce);
    const numbers = some.flat().map(({ number }) => number);
    const matches = await subject.match(
      ctx,
      numbers.map((number) => ({ [column]: number })),
    );
    const isNew = new Set(numbers.filter((_, index) => isNewRow(matches[index])));
    for (const group of some) {
      for (const { number: value, lines } of group) {
        const [other] = group.filter(({ number }) => number !== value);
        if (!isNew.has(value) || !other) continue;
        const text = `Line ${other.line} has ${other.number}, which differs from ${value} only by zeros in front.`;
        const repairs = numberRepairs(column, value, [other.number]);
        for (const line of lines) {
          if (!explained.has(line)) described.push({ line, reasons: [{ text, repairs }] });
        }
      }
    }
  }
  return described;
}
