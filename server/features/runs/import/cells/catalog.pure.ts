import { meaningMaxLength, nameMaxLength } from '../../../../../contract/fields/limits.ts';
import { numberKey } from '../../../../../contract/lists/search-key.ts';
import { nearestName } from '../../../../../contract/lists/search-typos.ts';
import type { LineReason } from '../../../../../contract/runs.ts';
import type { LinksRequest } from '../../line-request.pure.ts';
import { type CellValue, quote } from './cell-values.pure.ts';
import { type Meanings, withoutZeros, wordKey } from './meanings.pure.ts';

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
const numberAndName = /^(\S+)\s*[-–—:]\s+\S|^(\S+)\s+[-–—]\s*\S/;

const unknownMax = 10_000;

export function createCatalog(noun: 'role' | 'location', rows: readonly CatalogRow[]): Catalog {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byNumber = Map.groupBy(rows, ({ number }) => numberKey(number));
  const byName = Map.groupBy(rows, ({ name }) => wordKey(name));
  const names = [...byName.values()].flatMap(([row]) => row?.name ?? []);
  /** A wrong name is usually in many lines, and the nearest one is searched among all. */
  const unknown = new Map<string, Unknown>();

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
    const decorated = noun === 'location' ? findDecorated(text) : undefined;
    return decorated ? [decorated.id] : null;
  }

  /** '101 - Mill Road' is location 101 only if it is called so. */
  function findDecorated(text: string): CatalogRow | undefined {
    const [prefixed] = byNumber.get(numberKey(text.replace(numberPrefix, '')) ?? '') ?? [];
    if (prefixed) return prefixed;
    const [, dashed, spaced] = numberAndName.exec(text) ?? [];
    const [numbered] =
      byNumber.get(numberKey((dashed ?? spaced ?? '').replace(numberPrefix, '')) ?? '') ?? [];
    return numbered && wordKey(text).endsWith(wordKey(numbered.name)) ? numbered : undefined;
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
    const known = noun === 'role' ? 'called' : 'called or numbered';
    const meant = near.map(({ label }) => label).join(' or ');
    const rejected = `No ${noun} is ${known} ${quote(text)}.${meant && ` Did you mean ${meant}?`}`;
    if (unknown.size < unknownMax) unknown.set(text, { rejected, near });
    return { rejected, near };
  }

  function nearTo(text: string): Unknown['near'] {
    const bare = withoutZeros(text);
    const numbered = bare === null ? [] : rows.filter(({ number }) => withoutZeros(number ?? '') === bare);
    if (numbered.length > 0) {
      return numbered.slice(0, 2).map(({ id, number }) => ({ id, label: number ?? '' }));
    }
    const nearest = nearestName(text, names, Math.max(1, Math.floor(text.length / 4)));
    const [row, ...others] = nearest === null ? [] : (byName.get(wordKey(nearest)) ?? []);
    return row && others.length === 0 ? [{ id: row.id, label: row.name }] : [];
  }

  function referenceTo(id: string): string {
    const { number = null, name = null } = byId.get(id) ?? {};
    return [number, name].find((text) => isReference(text, id, find)) ?? id;
  }

  return { find, referenceTo };
}

function isReference(text: string | null, id: string, find: Catalog['find']): text is string {
  if (text === null || text.includes(nameSeparator) || signs.test(text) || text.trim() !== text) return false;
  const found = find(text);
  return Array.isArray(found) && found.length === 1 && found[0] === id;
}

/** A cell can have thousands of names. */
const reasonsMax = 5;

interface LinksReading {
  column: 'roles' | 'locations';
  catalog: Catalog;
  meanings: Meanings;
  replaces: boolean;
}

/** Names are separated by semicolons. `+x` adds and `-x` removes; a plain name adds, unless cells replace. */
export function readLinks(cell: string, { replaces, ...reading }: LinksReading): CellValue<LinksRequest> {
  const problems = new Map<string, LineReason>();
  const plain = new Set<string>();
  const add = new Set<string>();
  const remove = new Set<string>();
  for (const text of namesIn(cell)) {
    const sign = signs.exec(text)?.[0];
    for (const found of findNames(text.replace(signs, '').trim(), reading)) {
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

/** With their signs. */
export function namesIn(cell: string): string[] {
  return cell
    .split(nameSeparator)
    .map((text) => text.trim())
    .filter((text) => text.replace(signs, '') !== '');
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
