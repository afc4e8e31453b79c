import type { DepartmentKind } from '../../../../contract/registers.ts';
import { yieldToReaders } from '../../../kernel/background.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type {
  RegisterDepartmentsTable,
  RegisterEventsTable,
  RegisterFilesTable,
  RegisterReportsTable,
} from '../../../kernel/database/schema.ts';
import * as connections from '../connections/registers.repository.ts';
import { listChoices, listDepartments, upsertDepartments } from '../figures/choices.repository.ts';
import { isInFuture } from '../figures/local-time.pure.ts';
import { productCode } from '../figures/product-code.pure.ts';
import { productKey } from '../figures/product-key.pure.ts';
import * as records from '../figures/records.repository.ts';
import type { RegisterDocument } from '../read/register-file.pure.ts';
import * as files from './register-files.repository.ts';

export interface StoredFile {
  row: RegisterFilesTable;
  /** Null for a file that is not counted. */
  document: RegisterDocument | null;
  location_name: string;
}

type Counted = StoredFile & { document: RegisterDocument; row: { location_id: string; register_id: string } };

/** Keeps what the files say. Returns the days that must be computed anew, by location. */
export async function keepDocument(
  ctx: InTransaction,
  stored: readonly StoredFile[],
): Promise<Map<string, Set<string>>> {
  const { tx } = ctx;
  const counted = stored.filter(
    (file): file is Counted =>
      file.document !== null && file.row.location_id !== null && file.row.register_id !== null,
  );
  const touched = new Map<string, Set<string>>();
  const touch = ({ row }: Counted, business_date: string) => {
    const dates = touched.get(row.location_id) ?? new Set();
    touched.set(row.location_id, dates.add(business_date));
  };
  const reports: RegisterReportsTable[] = [];
  for (const file of counted) {
    const { document, row } = file;
    const { location_id, register_id, received_at } = row;
    const arrived = `${received_at} ${row.id}`;
    const head = { file_id: row.id, location_id, register_id, arrived };
    for (const [position, report] of document.reports.entries()) {
      const { element, period, business_date, began, content } = report;
      const is_future = isInFuture(began, received_at);
      reports.push({
        ...head,
        position,
        element,
        period,
        business_date,
        is_future,
        content,
      });
      touch(file, business_date);
    }
    for (const business_date of document.events.dates) touch(file, business_date);
  }
  await records.insertReports(tx, reports);
  await yieldToReaders();
  const overtaken = await records.upsertEvents(tx, eventsOf(counted));
  await records.setOutcome(
    tx,
    await files.listWithoutRecords(tx, [...overtaken]),
    'replaced',
    'Another file has the same events',
  );
  await noteDepartments(ctx, counted);
  await noteItems(ctx, counted);
  await noteRegisters(ctx, counted);
  return touched;
}

function* eventsOf(counted: readonly Counted[]): Generator<RegisterEventsTable> {
  for (const { document, row } of counted) {
    const { id: file_id, location_id, register_id, received_at } = row;
    let position = 0;
    for (const { began, ...event } of document.events) {
      // Of two in one file the later one stays.
      const arrived = `${received_at} ${file_id} ${String(position++).padStart(6, '0')}`;
      const is_future = isInFuture(began, received_at);
      yield { file_id, location_id, register_id, arrived, is_future, ...event };
    }
  }
}

/** A new code is merchandise, or fuel by its line. A known one that becomes fuel makes its days stale. */
async function noteDepartments({ tx }: InTransaction, counted: readonly Counted[]): Promise<void> {
  for (const [register_id, some] of Map.groupBy(counted, ({ row }) => row.register_id)) {
    const known = new Map((await listDepartments(tx, [register_id])).map((row) => [row.code, row]));
    const changed = new Map<string, RegisterDepartmentsTable>();
    let isStale = false;
    const note = (code: string, name: string | null, is_fuel_line: boolean) => {
      const before = changed.get(code) ?? known.get(code);
      const kind: DepartmentKind | null = before?.kind ?? null;
      const row = {
        ...{ register_id, code, kind, name: before?.name ?? name },
        is_fuel_line: is_fuel_line || (before?.is_fuel_line ?? false),
      };
      if (before && before.name === row.name && before.is_fuel_line === row.is_fuel_line) return;
      changed.set(code, row);
      isStale ||= known.has(code) && row.is_fuel_line && kind === null && !known.get(code)?.is_fuel_line;
    };
    for (const { document } of some)
      for (const [code, { name, is_fuel_line }] of document.departments) note(code, name, is_fuel_line);
    await upsertDepartments(tx, [...changed.values()]);
    if (!isStale) continue;
    const locations = await connections.listLocationsOf(tx, { all: true }, [register_id]);
    await records.markStale(
      tx,
      locations.map(({ location_id }) => location_id),
    );
  }
}

/** By the order of arrival: the newest record of an item stays. */
async function noteItems({ tx }: InTransaction, counted: readonly Counted[]): Promise<void> {
  for (const { document, row } of counted) {
    const { items } = document;
    if (!items) continue;
    const { location_id, register_id, received_at } = row;
    const [choices = { lacks_check_digit: false }] = await listChoices(tx, [register_id]);
    if (items.is_whole) await records.unlistProducts(tx, location_id, received_at);
    const listed = new Map(items.items.map((item) => [productCode(item, choices), item]));
    const known = await records.listProducts(tx, location_id, [...listed.keys()]);
    const newer = new Set(known.filter((one) => (one.listed_at ?? '') > received_at).map(({ code }) => code));
    const names = new Map(known.map(({ code, name }) => [code, name]));
    const rows = [...listed].flatMap(([code, { name: itemName, price, is_active }]) => {
      if (newer.has(code)) return [];
      const name = itemName ?? names.get(code) ?? null;
      const listing = is_active ? ('active' as const) : ('inactive' as const);
      return [
        { location_id, code, name, search: productKey(code, name), price, listing, listed_at: received_at },
      ];
    });
    await records.upsertProducts(tx, rows);
  }
}

/** Make and version are shown, and nothing depends on them. */
async function noteRegisters({ tx }: InTransaction, counted: readonly Counted[]): Promise<void> {
  for (const [id, some] of Map.groupBy(counted, ({ row }) => row.register_id)) {
    const last = some.at(-1);
    if (!last) continue;
    const [register] = await connections.lockRegisters(tx, [id]);
    const { make, version, store_number } = last.document;
    const isOne = (await connections.listLocationsOf(tx, { all: true }, [id])).length === 1;
    const number = some.map(({ document }) => document.store_number).find((one) => one !== null);
    await connections.updateRegister(tx, id, {
      last_file_at: last.row.received_at,
      ...(make !== null && { make }),
      ...(version !== null && { version }),
      ...(isOne && register?.store_number === null && { store_number: number ?? store_number }),
    });
  }
}
