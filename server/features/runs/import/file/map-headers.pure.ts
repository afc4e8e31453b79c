import {
  headerKey,
  type ImportColumn,
  importColumns,
  nameParts,
  resultHeaders,
} from '../../../../../contract/files/import-columns.ts';
import type { RunSubject } from '../../../../../contract/runs.ts';

export type Mapping = (ImportColumn | null)[];
type Columns = Readonly<Record<string, { label: string; synonyms: string }>>;

/** Payroll says in brackets where it has a column from: 'Payroll Name (Personal Profile)'. */
const source = /\s*\([^()]*profile[^()]*\)$/i;

/** By label or else by a synonym, each column at most once. */
export function matchHeaders<C extends Columns>(columns: C, headers: readonly string[]): (keyof C | null)[] {
  const keys = headers.map((header) => headerKey(header.replace(source, '')));
  const mapping: (keyof C | null)[] = headers.map(() => null);
  const isFree = (index: number) => index !== -1 && mapping[index] === null;
  const all = Object.entries(columns) as [keyof C, C[keyof C]][];
  // Labels first, then synonyms in their order, so that the better match wins wherever it is in the file.
  for (const [id, { label }] of all) {
    const index = keys.indexOf(headerKey(label));
    if (isFree(index)) mapping[index] = id;
  }
  for (const [id, { synonyms }] of all) {
    if (mapping.includes(id)) continue;
    const names = synonyms.split(/[|\n]/).map(headerKey).filter(Boolean);
    const index = names.map((name) => keys.indexOf(name)).find(isFree);
    if (index !== undefined) mapping[index] = id;
  }
  return mapping;
}

/** As `matchHeaders`. `samples`, the first cells, decide where they contradict. */
export function mapHeaders(
  about: RunSubject,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
): Mapping {
  const columns: Columns = importColumns[about];
  const mapping = matchHeaders(columns, headers) as Mapping;
  if (about === 'users') {
    dropNames(mapping, headers, samples);
    dropDistricts(mapping, headers);
  }
  correctByCells(about, mapping, samples);
  if (about === 'locations') findNumber(headers, mapping, samples);
  return mapping;
}

const places = /^(?:store|site|station|branch|facility|location|unit|tienda|sucursal|filiale|standort)$/;
const number = /^#?\p{L}{0,3}[ -]?\d+\p{L}?$/u;

/** 'Store', with 501 in its cells, beside 'Name'. */
function findNumber(
  headers: readonly string[],
  mapping: Mapping,
  samples: readonly (readonly string[])[],
): void {
  if (mapping.includes('number')) return;
  const index = headers.findIndex((header, index) => {
    const cells = samples.flatMap((cells) => cells[index]?.trim() || []);
    return (
      mapping[index] === null &&
      places.test(headerKey(header)) &&
      cells.length > 0 &&
      cells.every((cell) => number.test(cell))
    );
  });
  if (index !== -1) mapping[index] = 'number';
}

/**
 * A file with the whole name and its parts would name users twice; a part alone is no name. A preferred name is not always
 * there, and often only the first one.
 */
function dropNames(
  mapping: Mapping,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): void {
  const whole = mapping.indexOf('full_name');
  const hasParts = nameParts.every((part) => mapping.includes(part));
  const isPreferred = /^(?:preferred|display|chosen)/.test(headerKey(headers[whole] ?? ''));
  const isSome = isPreferred || samples.some((cells) => !cells[whole]?.trim());
  if (hasParts && whole !== -1 && isSome) mapping[whole] = null;
  const isWhole = mapping.includes('full_name') || !hasParts;
  for (const part of nameParts) {
    if (isWhole && mapping.includes(part)) mapping[mapping.indexOf(part)] = null;
  }
}

/** Beside a location, 'District' and 'Region' say where it is, and giving it whole must be chosen. Exports write 'Districts'. */
function dropDistricts(mapping: Mapping, headers: readonly string[]): void {
  const index = mapping.indexOf('districts');
  const isExported = headerKey(headers[index] ?? '') === headerKey(importColumns.users.districts.label);
  if (index !== -1 && mapping.includes('locations') && !isExported) mapping[index] = null;
}

/** What cells must look like, and which column they are otherwise, if no header means that one. */
const cellRules: Record<
  RunSubject,
  { column: ImportColumn; fits: RegExp; otherwise: ImportColumn | null }[]
> = {
  users: [
    { column: 'id', fits: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, otherwise: 'employee_number' },
    { column: 'employee_number', fits: /\d|^\S{1,6}$/, otherwise: 'full_name' },
    { column: 'email', fits: /@/, otherwise: null },
  ],
  locations: [
    { column: 'id', fits: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, otherwise: 'number' },
    { column: 'name', fits: /\p{L}/u, otherwise: 'number' },
  ],
  stock: [
    { column: 'on_hand', fits: /\d/, otherwise: null },
    { column: 'reorder_point', fits: /\d/, otherwise: null },
    { column: 'counted_at', fits: /\d/, otherwise: null },
  ],
};

/** 'Store' may be the number or the name, and 'User ID' is rarely an id of this product. */
function correctByCells(about: RunSubject, mapping: Mapping, samples: readonly (readonly string[])[]): void {
  for (const { column, fits, otherwise } of cellRules[about]) {
    const index = mapping.indexOf(column);
    const cells = samples.map((cells) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    if (index === -1 || cells.length === 0 || cells.some((cell) => fits.test(cell))) continue;
    const isFree = otherwise !== null && !mapping.includes(otherwise);
    mapping[index] = isFree ? otherwise : null;
  }
}

/** For the same headers in any order. The file of the rows to fix counts as the file that it comes from. */
export function rememberedMapping<Column>(
  headers: readonly string[],
  earlier: { headers: readonly string[]; mapping: readonly (Column | null)[] },
): (Column | null)[] | null {
  if (setOf(headers) !== setOf(earlier.headers)) return null;
  const chosen = new Map(earlier.headers.map((header, index) => [headerKey(header), earlier.mapping[index]]));
  return headers.map((header) => chosen.get(headerKey(header)) ?? null);
}

function setOf(headers: readonly string[]): string {
  const keys = headers.map(headerKey).filter((key) => !ownKeys.includes(key));
  return JSON.stringify(keys.sort());
}

const ownKeys = resultHeaders.map(headerKey);
