import type { InTransaction } from '../../../kernel/context.ts';
import type { RegisterDepartmentsTable, RegisterFilesTable } from '../../../kernel/database/schema.ts';
import * as connections from '../connections/registers.repository.ts';
import * as choices from '../figures/choices.repository.ts';
import { isInFuture } from '../figures/days.pure.ts';
import { countedOf } from '../figures/departments.pure.ts';
import * as records from '../figures/records.repository.ts';
import { addAllDays, addTasks } from '../figures/tasks.repository.ts';
import type { ReadDocument } from './prepare.pure.ts';

export interface StoredFile {
  row: RegisterFilesTable;
  /** Null for a file that is not counted. */
  document: ReadDocument | null;
}

type Counted = StoredFile & { document: ReadDocument; row: { location_id: string; register_id: string } };

/** Keeps what the files say, and leaves as tasks what follows. Call it with the locations locked. */
export async function keepFiles(ctx: InTransaction, stored: readonly StoredFile[]): Promise<void> {
  const { tx } = ctx;
  const counted = stored.filter(
    (file): file is Counted =>
      file.document !== null && file.row.location_id !== null && file.row.register_id !== null,
  );
  await records.insertReports(tx, counted.flatMap(reportsOf));
  await records.insertJournals(tx, counted.flatMap(journalsOf));
  await addTasks(tx, counted.flatMap(itemsOf));
  await addDays(
    ctx,
    counted.flatMap(({ row, document }) =>
      document.dates.map((business_date) => ({ location_id: row.location_id, business_date })),
    ),
  );
  await noteDepartments(
    ctx,
    counted.map(({ row, document }) => ({ ...row, departments: document.departments })),
  );
  await noteRegisters(ctx, counted);
}

/** Days to compute anew. */
export async function addDays(
  { tx }: InTransaction,
  days: readonly { location_id: string; business_date: string }[],
): Promise<void> {
  const unique = new Map(days.map((day) => [`${day.location_id} ${day.business_date}`, day]));
  await addTasks(
    tx,
    [...unique.values()].map(({ location_id, business_date }) => ({
      ...{ location_id, kind: 'day' as const, about: business_date, content: null },
    })),
  );
}

function headOf({ row }: Counted) {
  const { id, location_id, register_id, received_at } = row;
  return { file_id: id, location_id, register_id, arrived: `${received_at} ${id}` };
}

function reportsOf(file: Counted) {
  return file.document.reports.map(({ began, ...report }, position) => {
    const is_future = isInFuture(began, file.row.received_at);
    return { ...headOf(file), position, is_future, ...report };
  });
}

function journalsOf(file: Counted) {
  return file.document.journals.map((journal) => ({ ...headOf(file), ...journal }));
}

function itemsOf({ row: { id, location_id, received_at }, document: { items } }: Counted) {
  if (!items) return [];
  // The last task takes from the list what no part named.
  return [...items.parts, ...(items.is_whole ? [null] : [])].map((content, index) => ({
    ...{ location_id, kind: 'items' as const, content },
    about: `${received_at} ${id} ${String(index).padStart(4, '0')}`,
  }));
}

export interface Named {
  location_id: string;
  register_id: string;
  departments: readonly { code: string; name: string | null; is_fuel_line: boolean }[];
}

/** A known code that counts otherwise because of its name or a fuel line lets all days be computed anew. */
export async function noteDepartments({ tx }: InTransaction, named: readonly Named[]): Promise<void> {
  const chain = await choices.listChainKinds(tx);
  for (const [register_id, some] of Map.groupBy(named, (one) => one.register_id)) {
    const known = new Map((await choices.listDepartments(tx, [register_id])).map((row) => [row.code, row]));
    const changed = new Map<string, RegisterDepartmentsTable>();
    const at = new Map<string, { register_id: string; code: string; location_id: string }>();
    for (const { location_id, departments } of some) {
      for (const { code, name, is_fuel_line } of departments) {
        at.set(`${location_id} ${code}`, { register_id, code, location_id });
        const before = changed.get(code) ?? known.get(code);
        const row = {
          ...{ register_id, code, kind: before?.kind ?? null, name: before?.name ?? name },
          is_fuel_line: is_fuel_line || (before?.is_fuel_line ?? false),
          is_fuel_amount: before?.is_fuel_amount ?? false,
        };
        const isChanged = before?.name !== row.name || before.is_fuel_line !== row.is_fuel_line;
        if (!before || isChanged) changed.set(code, row);
      }
    }
    await choices.upsertDepartments(tx, [...changed.values()]);
    await choices.insertCodesAt(tx, [...at.values()]);
    const textOf = (row: RegisterDepartmentsTable) => JSON.stringify(countedOf(row, chain));
    const isStale = [...changed.values()].some((row) => {
      const before = known.get(row.code);
      return before && textOf(before) !== textOf(row);
    });
    if (!isStale) continue;
    const locations = await connections.listLocationsOf(tx, { all: true }, [register_id]);
    const ids = locations.map(({ location_id }) => location_id);
    await addAllDays(tx, ids);
  }
}

/** Make and version are shown, and nothing depends on them. */
async function noteRegisters({ tx }: InTransaction, counted: readonly Counted[]): Promise<void> {
  for (const [id, some] of Map.groupBy(counted, ({ row }) => row.register_id)) {
    const last = some.at(-1);
    if (!last) continue;
    const [register] = await connections.lockRegisters(tx, [id]);
    const { make, version } = last.document;
    const isOne = (await connections.listLocationsOf(tx, { all: true }, [id])).length === 1;
    const number = some.map(({ document }) => document.store_number).find((one) => one !== null);
    await connections.updateRegister(tx, id, {
      last_file_at: last.row.received_at,
      ...(make !== null && { make }),
      ...(version !== null && { version }),
      ...(isOne && register?.store_number === null && { store_number: number ?? null }),
    });
  }
}
