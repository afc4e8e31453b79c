import { meaningMaxLength, nameMaxLength } from '../../../../../contract/fields/limits.ts';
import type { ListColumn } from '../../../../../contract/files/import-columns.ts';
import { numberKey, wordKey } from '../../../../../contract/lists/search-key.ts';
import { nearestName } from '../../../../../contract/lists/search-typos.ts';
import type { LineReason } from '../../../../../contract/runs.ts';
import type { LinksRequest } from '../../line-request.pure.ts';
import { type CellValue, quote } from './cell-values.pure.ts';
import { type Meanings, withoutZeros } from './meanings.pure.ts';
import { isNothing } from './plain-cell.pure.ts';

export interface CatalogRow {
  id: string;
  name: string;
  number: string | null;
}

/** With the rows that the text may mean. */
export interface Unknown {
  rejected: string;
  near: { id: string; label: string }[];
}

/** By the names that cells of a file may use. */
export interface Catalog {
  /** By id, else number, else name. Several rows for a list of names with commas or bars. */
  find(text: string): string[] | Unknown;
  /** Whether it finds one row, without a look at what else the text may mean. */
  has(text: string): boolean;
  /** The shortest text by which `find` finds this row. */
  referenceTo(id: string): string;
}

export const nameSeparator = ';';
export const signs = /^[+-]/;
/** Separators that may also be part of a name. */
const otherSeparators = /[,|\n]/;
/** 'Store 101', '#101' */
const numberPrefix =
  /^(?:store|site|location|unit|station|branch)?\s*(?:#|no\.?|number|num\.?)?\s*(?=\S*\d)/i;
/** '101 - Mill Road' */
const numberAndName = /^(\S+?)\s*[-–—:]\s+(\S.*)$|^(\S+)\s+[-–—]\s*(\S.*)$/;

/** Roles in Spanish and German, behind the names that a chain may have for them. Never one that may do everything. */
const translations = new Map(
  [
    'manager: gerente, encargado, encargada, leiter, leiterin',
    'store manager, manager: gerente de tienda, jefe de tienda, filialleiter, filialleiterin, marktleiter, marktleiterin',
    'cashier: cajero, cajera, kassierer, kassiererin',
    'employee: empleado, empleada, mitarbeiter, mitarbeiterin, angestellter, angestellte',
  ].flatMap((line) => {
    const [names = [], words = []] = line.split(': ').map((list) => list.split(', '));
    return words.map((word) => [word, names] as const);
  }),
);

const unknownMax = 10_000;

type Noun = 'role' | 'location' | 'district';

export function createCatalog(noun: Noun, rows: readonly CatalogRow[]): Catalog {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byNumber = Map.groupBy(rows, ({ number }) => numberKey(number));
  const byName = Map.groupBy(rows, ({ name }) => wordKey(name));
  const names = [...byName.values()].flatMap(([row]) => row?.name ?? []);
  /** A wrong name is usually in many lines, and the nearest one is searched among all. */
  const unknown = new Map<string, Unknown>();
  const byBareNumber = Map.groupBy(rows, ({ number }) => withoutZeros(number ?? ''));
  const decorated = new Map<string, CatalogRow | null>();

  function find(text: string): string[] | Unknown {
    // Before any other work: names are compared letter by letter with all others.
    if (text.length > nameMaxLength) {
      return {
        rejected: `No ${noun} has a name of ${text.length.toLocaleString('en-US')} characters.`,
        near: [],
      };
    }
    const found = findOne(text);
    if (Array.isArray(found) || found) return found;
    return findList(text) ?? unknown.get(text) ?? describeUnknown(text);
  }

  function findOne(text: string): string[] | Unknown | null {
    const row = byId.get(text.toLowerCase()) ?? byNumber.get(numberKey(text) ?? '')?.[0];
    if (row) return [row.id];
    const [named, ...others] = byName.get(wordKey(text)) ?? [];
    if (named && others.length === 0) return [named.id];
    if (named) {
      const rejected = `${others.length + 1} ${noun}s are called ${quote(text)}. Use the number or the id.`;
      return { rejected, near: [] };
    }
    const [translated] = noun === 'role' ? inEnglish(text).flatMap((name) => byName.get(name) ?? []) : [];
    const other = noun === 'location' ? findDecorated(text) : translated;
    return other ? [other.id] : null;
  }

  function findDecorated(text: string): CatalogRow | null {
    const known = decorated.get(text);
    if (known !== undefined) return known;
    const found = readDecorated(text);
    if (decorated.size < unknownMax) decorated.set(text, found);
    return found;
  }

  /** '101 - Mill Road' is location 101, but not where Mill Road is another one. With its name, 0101 is 101, too. */
  function readDecorated(text: string): CatalogRow | null {
    const [prefixed] = byNumber.get(numberKey(text.replace(numberPrefix, '')) ?? '') ?? [];
    if (prefixed) return prefixed;
    const { number, rest } = splitDecorated(text);
    const [exact] = byNumber.get(numberKey(number) ?? '') ?? [];
    const bare = withoutZeros(number);
    const [like, ...others] = bare === null ? [] : (byBareNumber.get(bare) ?? []);
    const numbered = exact ?? (others.length === 0 ? like : undefined);
    if (!numbered) return null;
    if (wordKey(rest).endsWith(wordKey(numbered.name))) return numbered;
    const nearest = byName.has(wordKey(rest)) ? rest : nearestOf(names, rest);
    return exact && (nearest === null || wordKey(nearest) === wordKey(exact.name)) ? exact : null;
  }

  /** Only when all parts are names, because names may have commas. */
  function findList(text: string): string[] | null {
    const parts = text.split(otherSeparators).map((part) => part.trim());
    if (parts.length === 1) return null;
    const found = parts.filter((part) => part !== '').map(findOne);
    return found.every((ids) => Array.isArray(ids)) && found.length > 0 ? found.flat() : null;
  }

  function describeUnknown(text: string): Unknown {
    const near = nearTo(text);
    const described = { rejected: describeMissing(noun, text, near), near };
    if (unknown.size < unknownMax) unknown.set(text, described);
    return described;
  }

  function nearTo(text: string): Unknown['near'] {
    const bare = withoutZeros(text);
    const numbered = bare === null ? [] : (byBareNumber.get(bare) ?? []);
    const offered = numbered.slice(0, 2).map(({ id, number }) => ({ id, label: number ?? '' }));
    if (offered.length > 0) return offered;
    const nearest = nearestOf(names, text);
    const [row, ...others] = nearest === null ? [] : (byName.get(wordKey(nearest)) ?? []);
    return row && others.length === 0 ? [{ id: row.id, label: row.name }] : [];
  }

  function referenceTo(id: string): string {
    const { number = null, name = null } = byId.get(id) ?? {};
    return [number, name].find((text) => isReference(text, id, find)) ?? id;
  }

  const has = (text: string) => text.length <= nameMaxLength && Array.isArray(findOne(text));
  return { find, has, referenceTo };
}

function nearestOf(names: readonly string[], text: string): string | null {
  return nearestName(text, names, Math.max(1, Math.floor(text.length / 4)));
}

function inEnglish(role: string): readonly string[] {
  return translations.get(wordKey(role)) ?? [];
}

function describeMissing(noun: Noun, text: string, near: Unknown['near']): string {
  const known = noun === 'role' ? 'called' : 'called or numbered';
  const meant = near.map(({ label }) => label).join(' or ');
  return `No ${noun} is ${known} ${quote(text)}.${meant && ` Did you mean ${meant}?`}`;
}

function splitDecorated(text: string): { number: string; rest: string } {
  const [, dashed, name, spaced, spacedName] = numberAndName.exec(text) ?? [];
  return { number: (dashed ?? spaced ?? '').replace(numberPrefix, ''), rest: name ?? spacedName ?? '' };
}

function isReference(text: string | null, id: string, find: Catalog['find']): text is string {
  if (text === null || text.includes(nameSeparator) || signs.test(text) || text.trim() !== text) return false;
  const found = find(text);
  return Array.isArray(found) && found.length === 1 && found[0] === id;
}

/** A cell can have thousands of names. */
const reasonsMax = 5;

export interface LinksReading {
  column: ListColumn | 'district';
  catalog: Catalog;
  meanings: Meanings;
  replaces: boolean;
}

/** `+x` adds and `-x` removes; a plain name adds, unless cells replace. */
export function readLinks(
  names: readonly string[],
  { replaces, ...reading }: LinksReading,
): CellValue<LinksRequest> {
  const problems = new Map<string, LineReason>();
  const plain = new Set<string>();
  const add = new Set<string>();
  const remove = new Set<string>();
  for (const text of names) {
    const sign = signs.exec(text)?.[0];
    const parts = splitNames(text.replace(signs, '').trim(), reading);
    for (const found of parts.flatMap((part) => findNames(part, reading))) {
      if ('rejected' in found) problems.set(found.rejected.text, found.rejected);
      else (sign === '-' ? remove : sign === '+' ? add : plain).add(found.id);
    }
  }
  if (replaces && plain.size > 0 && add.size + remove.size > 0) {
    addProblem('A cell cannot mix names with + or - and names that replace. Remove the signs.');
  }
  if ([...remove].some((id) => add.has(id) || plain.has(id))) {
    addProblem('The same name is added and removed.');
  }
  if (problems.size > 0) return { problems: firstOf([...problems.values()]) };
  if (replaces && plain.size > 0) return { value: { replace: [...plain] } };
  return { value: { add: [...plain, ...add], remove: [...remove] } };

  function addProblem(text: string) {
    problems.set(text, { text, repairs: [] });
  }
}

/** Separated by semicolons, with their signs. */
export function namesIn(cell: string): string[] {
  return cell
    .split(nameSeparator)
    .map((text) => text.trim())
    .filter((text) => text.replace(signs, '') !== '');
}

/**
 * 'Manager, Cashier' is two roles. A place may have commas in its address, so one of its parts must be known. Names that are
 * known as a whole stay.
 */
export function splitNames(
  name: string,
  { column, catalog, meanings }: Omit<LinksReading, 'replaces'>,
): string[] {
  const isKnown = (text: string) => meanings(column, text) !== undefined || catalog.has(text);
  if (name.length > nameMaxLength || !otherSeparators.test(name) || isKnown(name)) return [name];
  const parts = name
    .split(otherSeparators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return column === 'roles' || parts.some(isKnown) ? parts : [name];
}

/** None for a name that the user leaves out. */
function findNames(
  name: string,
  { column, catalog, meanings }: Omit<LinksReading, 'replaces'>,
): ({ id: string } | { rejected: LineReason })[] {
  const means = meanings(column, name);
  if (means === '') return [];
  const found = catalog.find(means ?? name);
  if (Array.isArray(found)) return found.map((id) => ({ id }));
  if (isNothing(name)) return [];
  const repairs = found.near.map(({ id, label }) => ({
    ...{ column, value: name, means: id, label: `Use ${label}` },
  }));
  return [{ rejected: { text: found.rejected, repairs: name.length > meaningMaxLength ? [] : repairs } }];
}

function firstOf(problems: LineReason[]): LineReason[] {
  const more = problems.length - reasonsMax;
  if (more <= 0) return problems;
  const text = `${more.toLocaleString('en-US')} more names of this cell have faults.`;
  return [...problems.slice(0, reasonsMax), { text, repairs: [] }];
}
