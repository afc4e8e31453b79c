import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { ImportColumn } from '../../../../contract/files/import-columns.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import type { LineReason, RunSubject } from '../../../../contract/runs.ts';
import type { App } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { type Reading, readLocationLine, readUserLine } from '../import/cells/cells.pure.ts';
import { readStockLine } from '../import/cells/stock-line.pure.ts';
import { placeKey } from '../import/choose-match.pure.ts';
import type { LocationKeys, StockKeys, UserKeys } from '../line-request.pure.ts';
import { cellsAtOnce } from '../pace.pure.ts';
import { eachCells, insertKeys, insertReasons, listKeys } from '../run-lines.repository.ts';
import { lockRun, type RunRow } from '../runs.repository.ts';

import { type Alike, describeAlike, noteNumber } from './look-alikes.service.ts';

import type { ReadWith } from './read-lines.service.ts';
import { runContext } from './run-context.service.ts';

const linesNamed = 3;
/** Says that the whole file was read. No line has this number, so planning again reads it again. */
const readMark = { key: 'twins', line: 0 };

/**
 * Rejects every line whose key stands twice in the file, also with other faults. Nobody can say which is right, and if
 * one was applied, the other, mended later, would turn it into something else. False when the run is no longer this
 * process's.
 */
export async function findTwins(app: App, run: RunRow, readWith: ReadWith): Promise<boolean> {
  const db = app.database.read;
  if (run.kind !== 'import' || (await listKeys(db, run.id, [readMark.key])).size > 0) return true;
  const ctx = await runContext(app, db, run);
  const reading = keysOnly(run.about, await readWith(ctx));
  const alike: Alike = new Map();
  const twins = reasonsOf(await linesByKey(app, run, reading, alike));
  const reasons = [
    ...twins,
    ...(await describeAlike(ctx, run.about, alike, new Set(twins.map(({ line }) => line)))),
  ];
  for (let at = 0; at < reasons.length; at += cellsAtOnce) {
    const isOurs = await write(app, run, reasons.slice(at, at + cellsAtOnce), []);
    if (!isOurs) return false;
  }
  return write(app, run, [], [readMark]);
}

const keyColumns: Record<RunSubject, readonly ImportColumn[]> = {
  users: ['id', 'employee_number', 'email'],
  locations: ['id', 'number', 'name', 'zip'],
  stock: ['locations', 'code'],
};

/** Only the columns that find a row, because the whole file is read in one turn. */
function keysOnly(about: RunSubject, reading: Reading): Reading {
  const columns: readonly (ImportColumn | null)[] = keyColumns[about];
  const mapping = reading.options.mapping.map((column) => (columns.includes(column) ? column : null));
  return { ...reading, options: { ...reading.options, mapping } };
}

interface Key {
  what: string;
  lines: number[];
  /** Another system may write a line for each location of a user. */
  places: Set<string>;
}

async function linesByKey(app: App, run: RunRow, reading: Reading, alike: Alike): Promise<Map<string, Key>> {
  const found = new Map<string, Key>();
  const placeAt = run.options?.mapping.indexOf('locations') ?? -1;
  for await (const { line, cells } of eachCells(app.database.read, run.id)) {
    for (const { key, what } of keysOf(run.about, cells, reading, (keys) => noteNumber(alike, line, keys))) {
      const known = found.get(key);
      const place = cells[placeAt]?.trim() ?? '';
      if (known) known.lines.push(line);
      else found.set(key, { what, lines: [line], places: new Set([place]) });
      if (known && known.places.size < 2) known.places.add(place);
    }
  }
  return found;
}

/** `note` gets those that have a number. */
function keysOf(
  about: RunSubject,
  cells: readonly string[],
  reading: Reading,
  note: (keys: (UserKeys & LocationKeys) | null) => void,
): { key: string; what: string }[] {
  if (about === 'stock') return keysOfStock(readStockLine(cells, reading).keys);
  const { keys } = about === 'users' ? readUserLine(cells, reading) : readLocationLine(cells, reading);
  note(keys);
  return about === 'users' ? keysOfUser(keys) : keysOfLocation(keys);
}

function keysOfStock(keys: StockKeys | null) {
  return keys ? [{ key: `stock:${keys.location_id} ${keys.code}`, what: 'location and code' }] : [];
}

function keysOfUser(keys: UserKeys | null) {
  const { id, employee_number, email } = keys ?? {};
  return [
    ...(id ? [{ key: `id:${id}`, what: 'id' }] : []),
    ...(employee_number ? [{ key: `number:${numberKey(employee_number)}`, what: 'employee number' }] : []),
    ...(email ? [{ key: `email:${emailKey(email)}`, what: 'email' }] : []),
  ];
}

function keysOfLocation(keys: LocationKeys | null) {
  const { id, number, name, zip } = keys ?? {};
  return [
    ...(id ? [{ key: `id:${id}`, what: 'id' }] : []),
    ...(number ? [{ key: `number:${numberKey(number)}`, what: 'number' }] : []),
    // Without a number, a line finds its location by name and ZIP code.
    ...(!id && !number && name && zip
      ? [{ key: `name:${placeKey({ name, zip })}`, what: 'name and ZIP code' }]
      : []),
  ];
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

async function write(
  app: App,
  run: RunRow,
  reasons: readonly { line: number; reasons: LineReason[] }[],
  keys: readonly { key: string; line: number }[],
): Promise<boolean> {
  await yieldToRequests();
  return app.database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, run.id);
    if (current?.state !== 'planning' || current.leased_by !== run.leased_by) return false;
    if (reasons.length > 0) await insertReasons(tx, run.id, reasons);
    if (keys.length > 0) await insertKeys(tx, run.id, keys);
    return true;
  });
}
