import type * as z from 'zod/mini';
import { id as idSchema } from '../../../../../contract/fields/fields.ts';
import {
  type ClearableColumn,
  clearableColumns,
  type ImportColumn,
  type LocationColumn,
  locationColumns,
  type UserColumn,
  userColumns,
} from '../../../../../contract/import-columns.ts';
import { locationInput } from '../../../../../contract/locations.ts';
import type { ImportOptions } from '../../../../../contract/runs.ts';
import { userInput } from '../../../../../contract/users.ts';
import { withoutGuard } from '../../../../platform/csv.ts';
import type { AskedLinks, AskedLocation, AskedUser, LocationKeys, ReadLine, UserKeys } from '../../asked.ts';
import type { Catalog } from './catalog.ts';
import { readLinks } from './cell-links.ts';
import { type CellValue, readBySchema, readDay, readStatus } from './cell-values.ts';

/** How the cells of a file are read. */
export interface Reading {
  options: Pick<ImportOptions, 'mapping' | 'blank_clears' | 'replace'>;
  roles: Catalog;
  locations: Catalog;
}

/**
 * Reads the request of a line of a file. A blank cell keeps the current value, unless the user chose that it clears.
 */
export function readUserLine(cells: readonly string[], reading: Reading): ReadLine<AskedUser, UserKeys> {
  const line = readerOf(cells, reading.options, userColumns);
  const keys: UserKeys = line.texts({ id: idSchema });
  const { shape } = userInput;
  const fields: AskedUser['fields'] = {
    ...line.texts({ email: shape.email, full_name: shape.full_name }),
    ...line.clearable({ phone: shape.phone, employee_number: shape.employee_number }),
    ...line.read('status', (cell) => named('is_active', readStatus(cell))),
  };
  const { email, employee_number } = fields;
  if (email) keys.email = email;
  if (employee_number) keys.employee_number = employee_number;
  const links = (column: 'roles' | 'locations') => {
    const replaces = reading.options.replace.includes(column);
    const read = (cell: string) => linksOf(column, readLinks(cell, reading[column], replaces));
    return line.read(column, read, { [column]: { replace: [] } });
  };
  const asked: AskedUser = { fields, ...links('roles'), ...links('locations') };
  return line.result(keys, asked);
}

/** The same for locations. */
export function readLocationLine(
  cells: readonly string[],
  reading: Pick<Reading, 'options'>,
): ReadLine<AskedLocation, LocationKeys> {
  const line = readerOf(cells, reading.options, locationColumns);
  const keys: LocationKeys = line.texts({ id: idSchema });
  const { name, address, city, state, zip, phone, number } = locationInput.shape;
  const fields: AskedLocation['fields'] = {
    ...line.texts({ name, address, city, state, zip }),
    ...line.clearable({ phone, number }),
    ...line.read<{ closed_on: string | null }>('closed_on', (cell) => named('closed_on', readDay(cell)), {
      closed_on: null,
    }),
  };
  if (fields.number) keys.number = fields.number;
  if (fields.name) keys.name = fields.name;
  if (fields.zip) keys.zip = fields.zip;
  return line.result(keys, { fields });
}

type Labels<Column extends ImportColumn> = Record<Column, { label: string }>;

/** Reads the cells of one line by their columns, and collects their faults. */
function readerOf<Column extends UserColumn | LocationColumn>(
  cells: readonly string[],
  { mapping, blank_clears }: Reading['options'],
  labels: Labels<Column>,
) {
  const problems: string[] = [];

  /** Undefined for a column that the file does not have, and for a blank cell that keeps the value. */
  function read<T extends object>(
    column: Column,
    convert: (cell: string) => CellValue<T>,
    cleared?: NoInfer<T>,
  ): Partial<T> {
    const index = mapping.indexOf(column);
    if (index === -1) return {};
    const cell = withoutGuard(cells[index] ?? '').trim();
    if (cell === '') return isCleared(column) && cleared ? cleared : {};
    const read = convert(cell);
    if ('value' in read) return read.value;
    problems.push(...read.problems.map((problem) => withLabel(labels[column].label, problem)));
    return {};
  }

  function isCleared(column: Column): boolean {
    return blank_clears.includes(column) && clearableColumns.includes(column as ClearableColumn);
  }

  return {
    read,
    texts: <S extends Partial<Record<Column, z.ZodMiniType<string>>>>(schemas: S) =>
      eachOf<S, string>(schemas, (column, schema) =>
        read(column as Column, (cell) => named(column, readBySchema(schema, cell))),
      ),
    clearable: <S extends Partial<Record<Column, z.ZodMiniType<string | null>>>>(schemas: S) =>
      eachOf<S, string | null>(schemas, (column, schema) =>
        read(column as Column, (cell) => named(column, readBySchema(schema, cell)), { [column]: null }),
      ),
    result: <Asked, Keys extends object>(keys: Keys, asked: Asked): ReadLine<Asked, Keys> => {
      if (problems.length === 0) return { keys, asked };
      const isNamed = Object.keys(keys).length > 0;
      return { keys: isNamed ? keys : null, rejected: problems.map(withStop).join(' ') };
    },
  };
}

function eachOf<S extends object, T>(
  schemas: S,
  read: (column: string, schema: z.ZodMiniType<T>) => Record<string, unknown>,
): { [K in keyof S]?: T } {
  const entries = Object.entries(schemas) as [string, z.ZodMiniType<T>][];
  return Object.assign({}, ...entries.map(([column, schema]) => read(column, schema)));
}

function named<K extends string, T>(name: K, read: CellValue<T>): CellValue<Record<K, T>> {
  return 'value' in read ? { value: { [name]: read.value } as Record<K, T> } : read;
}

function linksOf(
  column: 'roles' | 'locations',
  read: ReturnType<typeof readLinks>,
): CellValue<{ [K in 'roles' | 'locations']?: AskedLinks }> {
  return 'links' in read ? { value: { [column]: read.links } } : read;
}

/** In a form the sentence is below its field; here it names the field. */
function withLabel(label: string, problem: string): string {
  return problem.startsWith(label) ? problem : `${label}: ${problem}`;
}

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
