import { nameMaxLength } from '../../../../../contract/fields/limits.ts';
import { fold, numberKey } from '../../../../../contract/lists/search-key.ts';
import { nearestName } from '../../../../platform/nearest-name.ts';

export interface CatalogRow {
  id: string;
  name: string;
  number: string | null;
}

/** The roles, or the locations in scope, by the names that cells of a file may use. */
export interface Catalog {
  /** Finds a row by id, else by number, else by name. */
  find(text: string): { id: string } | { rejected: string };
  /** The shortest text by which `find` finds this row: the number, the name, or the id. */
  referenceTo(id: string): string;
}

/** Separates several names in one cell. */
export const nameSeparator = ';';
/** Signs before a name that add and remove. */
export const signs = /^[+-]/;

export function createCatalog(noun: 'role' | 'location', rows: readonly CatalogRow[]): Catalog {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byNumber = groupBy(rows, ({ number }) => numberKey(number));
  const byName = groupBy(rows, ({ name }) => nameKey(name));
  const names = [...new Set(rows.map(({ name }) => name))];
  const unknown = new Map<string, string>();
  const references = new Map<string, string>();

  function find(text: string): { id: string } | { rejected: string } {
    // Before any other work: names are compared letter by letter with all others.
    if (text.length > nameMaxLength) {
      return { rejected: `No ${noun} has a name of ${text.length.toLocaleString('en-US')} characters.` };
    }
    const row = byId.get(text.toLowerCase());
    if (row) return { id: row.id };
    const [numbered] = byNumber.get(numberKey(text) ?? '') ?? [];
    if (numbered) return { id: numbered.id };
    const [named, ...others] = byName.get(nameKey(text)) ?? [];
    if (!named) return { rejected: remembered(unknown, text, () => describeUnknown(text)) };
    if (others.length === 0) return { id: named.id };
    return { rejected: `${others.length + 1} ${noun}s are called '${text}'. Use the number or the id.` };
  }

  function describeUnknown(text: string): string {
    const nearest = nearestName(text, names, Math.max(1, Math.floor(text.length / 4)));
    const known = noun === 'role' ? 'called' : 'called or numbered';
    return `No ${noun} is ${known} '${text}'.${nearest === null ? '' : ` Did you mean ${nearest}?`}`;
  }

  function isReference(text: string | null, id: string): text is string {
    if (text === null || text.includes(nameSeparator) || signs.test(text) || text.trim() !== text)
      return false;
    const found = find(text);
    return 'id' in found && found.id === id;
  }

  function referenceTo(id: string): string {
    return remembered(references, id, () => {
      const { number = null, name = null } = byId.get(id) ?? {};
      return [number, name].find((text) => isReference(text, id)) ?? id;
    });
  }

  return { find, referenceTo };
}

function nameKey(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}

function groupBy(
  rows: readonly CatalogRow[],
  keyOf: (row: CatalogRow) => string | null,
): Map<string, CatalogRow[]> {
  const groups = new Map<string, CatalogRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!key) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Remembered, because a wrong name is usually in many lines, and the nearest one is searched among all. */
function remembered(known: Map<string, string>, key: string, make: () => string): string {
  const text = known.get(key) ?? make();
  known.set(key, text);
  return text;
}
