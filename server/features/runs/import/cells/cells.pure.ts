import type * as z from 'zod/mini';
import { id as idSchema } from '../../../../../contract/fields/fields.ts';
import { locationInput } from '../../../../../contract/fields/location-input.ts';
import { proposeTimeZone } from '../../../../../contract/fields/time-zone-of-address.ts';
import { userInput } from '../../../../../contract/fields/user-input.ts';
import {
  type ImportColumn,
  isListColumn,
  isMapped,
  type ListColumn,
  type LocationColumn,
  locationColumns,
  type MarkColumn,
  markColumns,
  nameParts,
  type StockColumn,
  type UserColumn,
  userColumns,
} from '../../../../../contract/files/import-columns.ts';
import type { DateOrder, ImportOptions, LineReason } from '../../../../../contract/runs.ts';
import { withoutGuard } from '../../../../platform/csv.ts';
import type {
  LinksRequest,
  LocationKeys,
  LocationRequest,
  ReadLine,
  UserKeys,
  UserRequest,
} from '../../line-request.pure.ts';
import { type Catalog, namesIn, readLinks, signs } from './catalog.pure.ts';
import {
  type CellValue,
  describeNote,
  faulty,
  quote,
  readBySchema,
  readIsOpen,
  readState,
  readStatus,
  readTimeZone,
  readZip,
} from './cell-values.pure.ts';
import { readDay } from './day-cell.pure.ts';
import { readEmail } from './email-cell.pure.ts';
import type { Meanings } from './meanings.pure.ts';
import { isNothing, isShortened, onOneLine, readMark } from './plain-cell.pure.ts';

export interface Reading {
  headers: readonly string[];
  options: Pick<ImportOptions, 'mapping' | 'blank_clears' | 'replace'> &
    Partial<Pick<ImportOptions, 'invite_new'>>;
  roles: Catalog;
  locations: Catalog;
  districts: Catalog;
  meanings: Meanings;
  /** Null or undefined when no day of the file proves it. */
  date_order?: DateOrder | null | undefined;
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
    ...line.read('email', 'email', readEmail),
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
  const links = <Column extends ListColumn>(column: Column) => {
    const { meanings, [column]: catalog, options } = reading;
    const replaces = options.replace.includes(column);
    const none: LinksRequest = { replace: [] };
    return line.readNames(column, (names) => readLinks(names, { column, meanings, catalog, replaces }), none);
  };
  const request: UserRequest = {
    fields,
    ...(name.as_written && { written_name: name.as_written }),
    ...links('roles'),
    ...links('locations'),
    ...links('districts'),
    ...(reading.options.invite_new && { inviteNew: true as const }),
  };
  return line.result(keys, request);
}

/** In one column or in two. 'Lopez, Ana' is turned round, and 'Ana Lopez (10021)' loses the number. */
function readName(line: Reader<UserColumn>, schema: typeof userInput.shape.full_name) {
  const text = line.textOf('full_name');
  if (text !== null) {
    const bare = text.replace(afterName, '').trimEnd() || text;
    const name = turnedName(bare) ?? bare;
    const fields = line.read('full_name', 'full_name', () => readBySchema(schema, name));
    return { fields, as_written: name === text ? undefined : text };
  }
  const [first, last] = nameParts.map((column) => line.textOf(column) ?? '');
  const column = first ? 'first_name' : 'last_name';
  const joined = [first, last].filter(Boolean).join(' ');
  return { fields: line.read(column, 'full_name', () => readBySchema(schema, joined)) };
}

export function readLocationLine(
  cells: readonly string[],
  reading: Pick<Reading, 'options' | 'meanings' | 'date_order' | 'districts'>,
): ReadLine<LocationRequest, LocationKeys> {
  const note = describeNote(cells);
  if (note !== null) return { keys: null, note };
  const line = readerOf(cells, reading, locationColumns);
  const keys: LocationKeys = line.texts({ id: idSchema });
  const { name, address, city, phone, number } = locationInput.shape;
  const place = { ...line.texts({ name, address, city }), ...line.read('state', 'state', readState) };
  const fields: LocationRequest['fields'] = {
    ...place,
    ...line.read('zip', 'zip', (cell) => readZip(cell, place.state)),
    ...line.texts({ phone, number }, null),
    ...line.read('closed_on', 'closed_on', (cell) => readDay(cell, reading.date_order), null),
    ...line.read('district', 'district_id', (cell) => readDistrict(cell, reading), null),
  };
  const zone = proposeTimeZone(fields.state ?? '', fields.zip ?? '');
  Object.assign(
    fields,
    line.read('time_zone', 'time_zone', (cell) => readTimeZone(cell, zone)),
  );
  if (fields.number) {
    keys.number = fields.number;
    if (line.isMeant('number')) keys.is_exact = true;
  }
  if (fields.name) keys.name = fields.name;
  if (fields.zip) keys.zip = fields.zip;
  return line.result(keys, { fields, ...line.read('status', 'is_open', readIsOpen) });
}

function readDistrict(cell: string, { districts, meanings }: Pick<Reading, 'districts' | 'meanings'>) {
  const read = readLinks([cell], { column: 'district', catalog: districts, meanings, replaces: true });
  if ('problems' in read) return read;
  const [id, ...others] = 'replace' in read.value ? read.value.replace : [];
  return id === undefined || others.length > 0
    ? faulty(`${quote(cell)} is not one district. A location is in one.`)
    : { value: id };
}

type Reader<Column extends UserColumn | LocationColumn | StockColumn> = ReturnType<typeof readerOf<Column>>;

export function readerOf<Column extends UserColumn | LocationColumn | StockColumn>(
  cells: readonly string[],
  {
    options: { mapping, blank_clears },
    meanings,
    headers = [],
  }: Pick<Reading, 'options' | 'meanings'> & Partial<Pick<Reading, 'headers'>>,
  labels: Record<Column, { label: string }>,
) {
  const problems: LineReason[] = [];
  const faultyColumns = new Set<string>();

  /** What the user said that the cell means comes first. Null for a blank cell, and without the column. */
  function textOf(column: Column): string | null {
    const cell = cellOf(column);
    const meant = meanings(column, cell);
    if (meant !== undefined) return meant || null;
    return cell === '' || isNothing(cell, isOfName(column) || isListColumn(column)) ? null : cell;
  }

  /** Names in lists may stand on lines of their own. */
  function cellOf(column: Column): string {
    const cell = withoutGuard(cells[mapping.indexOf(column)] ?? '').trim();
    return isListColumn(column) ? cell : onOneLine(cell);
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
    return convertCell(column, () => (isShortened(cell) ? faulty(shortened(cell)) : convert(cell)));
  }

  function convertCell<T>(column: Column, convert: () => CellValue<T>): T | undefined {
    const read = convert();
    if ('value' in read) return read.value;
    faultyColumns.add(column);
    const { label } = labels[column];
    problems.push(...read.problems.map(({ text, repairs }) => ({ text: withLabel(label, text), repairs })));
    return undefined;
  }

  /** The names of a cell, and the headers of the columns that have an X. */
  function readNames<Field extends Column & ListColumn, T, Cleared>(
    column: Field,
    convert: (names: string[]) => CellValue<T>,
    cleared: Cleared,
  ): { [K in Field]?: T | Cleared } {
    const cell = mapping.includes(column) ? (textOf(column) ?? '') : '';
    const names = [...namesIn(cell), ...markedHeaders(markColumns[column])];
    if (!isMapped(mapping, column) || (names.length === 0 && !blank_clears.includes(column))) return {};
    const found = names.length === 0 ? cleared : convertCell(column, () => convert(names));
    return (found === undefined ? {} : { [column]: found }) as { [K in Field]?: T | Cleared };
  }

  function markedHeaders(column: MarkColumn | undefined): string[] {
    return mapping.flatMap((one, index) => {
      if (one === null || one !== column) return [];
      const cell = withoutGuard(cells[index] ?? '');
      const header = headers[index] ?? '';
      const isMarked = readMark(cell);
      if (isMarked === null) {
        problems.push({ text: `${header}: ${quote(cell)} is not known. Write X or nothing.`, repairs: [] });
      }
      return isMarked ? header.replace(signs, '') : [];
    });
  }

  return {
    read,
    readNames,
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

const namesOfRows: readonly ImportColumn[] = ['full_name', ...nameParts, 'name', 'city'];

function isOfName(column: ImportColumn): boolean {
  return namesOfRows.includes(column);
}

function shortened(cell: string): string {
  return `Excel turned this number into ${cell}. Format its column as text, and write the number again.`;
}

/** In a form the sentence is below its field; here it names the field. */
function withLabel(label: string, problem: string): string {
  return problem.startsWith(label) ? problem : `${label}: ${problem}`;
}

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Human resources writes the number of the employee, and who is away, behind the name. */
const afterName = /\((?:#?\d{1,20}|on leave|terminated)\)$/i;

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
