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
import { eachCells, type FoundOfLine, insertKeys, listKeys, saveFound } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import { joinLines, type SharedKey } from './join-lines.service.ts';
import { isNewRow } from './lines.service.ts';
import { describeLines } from './notes.pure.ts';
import { writePlan } from './run-context.service.ts';
import type { Subject } from './subject.pure.ts';

/** Says that the whole file was read. No line has this number, so planning again reads it again. */
const readMark = { key: 'twins', line: 0 };

/**
 * Joins lines of one user, and rejects every other line whose key stands twice in the file, also with other faults:
 * nobody can say which is right, and if one was applied, the other, mended later, would turn it into something else.
 * False when the run is no longer this process's.
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
  const shared = await sharedKeys(app, run, subject, keysOnly(subject, reading), alike);
  const { joined, refused } =
    run.about === 'users'
      ? await joinLines(ctx, run, reading, shared)
      : { joined: [] as FoundOfLine[], refused: shared };
  const twins = reasonsOf(refused);
  const explained = new Set(twins.map(({ line }) => line));
  const found = together(joined, [...twins, ...(await describeAlike(ctx, subject, alike, explained))]);
  for (let at = 0; at < found.length; at += cellsAtOnce) {
    const some = found.slice(at, at + cellsAtOnce);
    if (!(await writePlan(app, run, (tx) => saveFound(tx, run.id, some)))) return false;
  }
  return writePlan(app, run, (tx) => insertKeys(tx, run.id, [readMark]));
}

/** What is wrong with a joined line is wrong with the first one of its user. */
function together(joined: readonly FoundOfLine[], reasons: readonly Reasons[]): FoundOfLine[] {
  const found = new Map(joined.map((line) => [line.line, line] as const));
  for (const { line: at, reasons: own } of reasons) {
    const place = found.get(at)?.joined;
    const line = place && 'to' in place ? place.to : at;
    const known = found.get(line) ?? { line };
    found.set(line, { ...known, reasons: [...(known.reasons ?? []), ...own] });
  }
  return [...found.values()];
}

/** Only the columns that find a row, because the whole file is read in one turn. */
function keysOnly({ keyColumns }: Subject, reading: Reading): Reading {
  const mapping = reading.options.mapping.map((column) =>
    column && keyColumns.includes(column) ? column : null,
  );
  return { ...reading, options: { ...reading.options, mapping } };
}

async function sharedKeys(
  app: App,
  run: RunRow,
  subject: Subject,
  reading: Reading,
  alike: Alike,
): Promise<SharedKey[]> {
  const found = new Map<string, SharedKey>();
  for await (const { line, cells } of eachCells(app.database.read, run.id)) {
    const { keys } = subject.read(cells, reading);
    if (keys) noteNumber(alike, line, keys);
    for (const { key, what } of keys ? subject.keysOf(keys) : []) {
      const known = found.get(key);
      if (known) known.lines.push(line);
      else found.set(key, { what, lines: [line], end: '.' });
    }
  }
  return [...found.values()].filter(({ lines }) => lines.length > 1);
}

function reasonsOf(shared: readonly SharedKey[]): Reasons[] {
  const byLine = new Map<number, LineReason[]>();
  for (const { what, lines, end } of shared) {
    const text = `Lines ${describeLines(lines)} have the same ${what}${end}`;
    for (const line of lines) byLine.set(line, [...(byLine.get(line) ?? []), { text, repairs: [] }]);
  }
  return [...byLine].map(([line, reasons]) => ({ line, reasons }));
}

type Reasons = Pick<FoundOfLine, 'line'> & { reasons: LineReason[] };

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
): Promise<Reasons[]> {
  const groups = [...alike.values()].filter((group) => group.size > 1).map((group) => [...group.values()]);
  const described: Reasons[] = [];
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
