import type * as z from 'zod/mini';
import { id as idSchema } from '../../../../../contract/fields/fields.ts';
import { locationInput } from '../../../../../contract/fields/location-input.ts';
import { timeZone } from '../../../../../contract/fields/time-zone.ts';
import { userInput } from '../../../../../contract/fields/user-input.ts';
import {
  type LocationColumn,
  locationColumns,
  nameParts,
  type StockColumn,
  type UserColumn,
  userColumns,
} from '../../../../../contract/files/import-columns.ts';
import type { ImportOptions, LineReason } from '../../../../../contract/runs.ts';
import { withoutGuard } from '../../../../platform/csv.ts';
import type {
  LinksRequest,
  LocationKeys,
  LocationRequest,
  ReadLine,
  UserKeys,
  UserRequest,
} from '../../line-request.pure.ts';
import { type Catalog, readLinks } from './catalog.pure.ts';
import {
  type CellValue,
  describeNote,
  readBySchema,
  readDay,
  readState,
  readStatus,
} from './cell-values.pure.ts';
import type { Meanings } from './meanings.pure.ts';

export interface Reading {
  headers: readonly string[];
  options: Pick<ImportOptions, 'mapping' | 'blank_clears' | 'replace'> &
    Partial<Pick<ImportOptions, 'invite_new'>>;
  roles: Catalog;
  locations: Catalog;
  meanings: Meanings;
}

/** A blank cell keeps the current value, unless the user chose that it clears. */
export function readUserLine(cells: readonly string[], reading: Reading): ReadLine<UserRequest, UserKeys> {
  const note = describeNote(cells);
  if (note !== null) return { keys: null, note };
  const line = readerOf(cells, reading, userColumns);
  const keys: UserKeys = line.texts({ id: idSchema });
  const { shape } = userInput;
  const name = readName(line, shape.full_name);
  const header = reading.headers[reading.options.mapping.indexOf('status')] ?? '';
  const fields: UserRequest['fields'] = {
    ...line.texts({ email: shape.email }),
    ...name.fields,
    ...line.texts({ phone: shape.phone, employee_number: shape.employee_number }, null),
    ...line.read('status', 'is_active', (cell) => readStatus(cell, header)),
  };
  const { email, employee_number, full_name } = fields;
  if (email) keys.email = email;
  if (employee_number && full_name) keys.full_name = full_name;
  if (employee_number) {
    keys.employee_number = employee_number;
    if (line.isMeant('employee_number')) keys.is_exact = true;
  }
  const links = (column: 'roles' | 'locations') => {
    const { meanings, [column]: catalog, options } = reading;
    const replaces = options.replace.includes(column);
    const none: LinksRequest = { replace: [] };
    return line.read(
      column,
      column,
      (cell) => readLinks(cell, { column, meanings, catalog, replaces }),
      none,
    );
  };
  const request: UserRequest = {
    fields,
    ...(name.as_written !== undefined && { written_name: name.as_written }),
    ...links('roles'),
    ...links('locations'),
    ...(reading.options.invite_new && { inviteNew: true as const }),
  };
  return line.result(keys, request);
}

/** In one column or in two. 'Lopez, Ana' is turned round. */
function readName(line: Reader<UserColumn>, schema: typeof userInput.shape.full_name) {
  const cell = line.textOf('full_name');
  const turned = cell === null ? null : turnedName(cell);
  if (cell !== null && turned !== null) {
    const fields = line.read('full_name', 'full_name', () => readBySchema(schema, turned));
    return { fields, as_written: cell };
  }
  if (cell !== null) return { fields: line.texts({ full_name: schema }) };
  const [first, last] = nameParts.map((column) => line.textOf(column) ?? '');
  const column = first ? 'first_name' : 'last_name';
  const joined = [first, last].filter(Boolean).join(' ');
  return { fields: line.read(column, 'full_name', () => readBySchema(schema, joined)) };
}

export function readLocationLine(
  cells: readonly string[],
  reading: Pick<Reading, 'options' | 'meanings'>,
): ReadLine<LocationRequest, LocationKeys> {
  const note = describeNote(cells);
  if (note !== null) return { keys: null, note };
  const line = readerOf(cells, reading, locationColumns);
  const keys: LocationKeys = line.texts({ id: idSchema });
  const { name, address, city, zip, phone, number } = locationInput.shape;
  const fields: LocationRequest['fields'] = {
    ...line.texts({ name, address, city }),
    ...line.read('state', 'state', readState),
    ...line.texts({ zip }),
    ...line.texts({ phone, number }, null),
    ...line.read('closed_on', 'closed_on', readDay, null),
    ...line.texts({ time_zone: timeZone }),
  };
  if (fields.number) {
    keys.number = fields.number;
    if (line.isMeant('number')) keys.is_exact = true;
  }
  if (fields.name) keys.name = fields.name;
  if (fields.zip) keys.zip = fields.zip;
  return line.result(keys, { fields });
}

type Reader<Column extends UserColumn | LocationColumn | StockColumn> = ReturnType<typeof readerOf<Column>>;

export function readerOf<Column extends UserColumn | LocationColumn | StockColumn>(
  cells: readonly string[],
  { options: { mapping, blank_clears }, meanings }: Pick<Reading, 'options' | 'meanings'>,
  labels: Record<Column, { label: string }>,
) {
  const problems: LineReason[] = [];
  const faultyColumns = new Set<string>();

  /** What the user said that the cell means comes first. Null for a blank cell, and without the column. */
  function textOf(column: Column): string | null {
    const cell = cellOf(column);
    return (meanings(column, cell) ?? cell) || null;
  }

  function cellOf(column: Column): string {
    return withoutGuard(cells[mapping.indexOf(column)] ?? '').trim();
  }

  /** Nothing for a column that the file does not have, and for a blank cell that keeps the value. */
  function read<Field extends string, T, Cleared = never>(
    column: Column,
    field: Field,
    convert: (cell: string) => CellValue<T>,
    cleared?: Cleared,
  ): { [K in Field]?: T | NoInfer<Cleared> } {
    const found = mapping.includes(column) ? readValue(column, convert, cleared) : undefined;
    return (found === undefined ? {} : { [field]: found }) as { [K in Field]?: T | NoInfer<Cleared> };
  }

  function readValue<T, Cleared>(column: Column, convert: (cell: string) => CellValue<T>, cleared?: Cleared) {
    const cell = textOf(column);
    if (cell === null) return blank_clears.includes(column) ? cleared : undefined;
    const read = convert(cell);
    if ('value' in read) return read.value;
    faultyColumns.add(column);
    const { label } = labels[column];
    problems.push(...read.problems.map(({ text, repairs }) => ({ text: withLabel(label, text), repairs })));
    return undefined;
  }

  return {
    read,
    textOf,
    fault(column: Column, text: string) {
      faultyColumns.add(column);
      problems.push({ text, repairs: [] });
    },
    isMeant: (column: Column) => meanings(column, cellOf(column)) !== undefined,
    texts: <S extends Partial<Record<Column, z.ZodMiniType>>>(schemas: S, cleared?: null) => {
      const fields = Object.entries<z.ZodMiniType>(schemas as Record<string, z.ZodMiniType>).map(
        ([column, schema]) => read(column as Column, column, (cell) => readBySchema(schema, cell), cleared),
      );
      return Object.assign({}, ...fields) as { [K in keyof S]?: z.output<S[K]> };
    },
    /** `keys` are null for a line whose faults hide them. */
    result: <Request, Keys extends object>(keys: Keys | null, request: Request): ReadLine<Request, Keys> => {
      if (keys && problems.length === 0) return { keys, request };
      const isNamed = keys !== null && Object.keys(keys).length > 0;
      const rejected = problems.map(({ text, repairs }) => ({ text: withStop(text), repairs }));
      return { keys: isNamed ? keys : null, rejected, partial: request, faulty: faultyColumns };
    },
  };
}

/** In a form the sentence is below its field; here it names the field. */
function withLabel(label: string, problem: string): string {
  return problem.startsWith(label) ? problem : `${label}: ${problem}`;
}

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** These may follow a name after a comma. */
const suffixes = /^(jr|sr|ii|iii|iv|v|esq|md|phd|dds|cpa|rn|mba)$/;
const wordsMax = 3;

/** 'Lopez, Ana' → 'Ana Lopez'. Null when the comma may mean something else, as before a suffix. */
function turnedName(name: string): string | null {
  const parts = name.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  if (parts.length !== 2 || !isPart(last) || !isPart(first)) return null;
  if (suffixes.test(first.replace(/\./g, '').toLowerCase())) return null;
  return `${first} ${last}`;
}

function isPart(part: string): boolean {
  return /\p{L}/u.test(part) && !/[\d;&/@()]/.test(part) && part.split(/\s+/).length <= wordsMax;
}
