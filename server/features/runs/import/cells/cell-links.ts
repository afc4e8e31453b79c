import type { AskedLinks } from '../../asked.ts';
import { type Catalog, nameSeparator, signs } from './catalog.ts';

/**
 * Reads the roles or locations in a cell, separated by semicolons. `+x` adds and `-x` removes; a plain name adds,
 * unless the user chose that cells replace.
 */
export function readLinks(
  cell: string,
  catalog: Catalog,
  replaces: boolean,
): { links: AskedLinks } | { problems: string[] } {
  const texts = cell.split(nameSeparator).map((text) => text.trim());
  const problems: string[] = [];
  const plain = new Set<string>();
  const add = new Set<string>();
  const remove = new Set<string>();
  for (const text of texts.filter((text) => text.replace(signs, '') !== '')) {
    const sign = signs.exec(text)?.[0];
    const found = catalog.find(text.replace(signs, '').trim());
    if ('rejected' in found) problems.push(found.rejected);
    else (sign === '-' ? remove : sign === '+' ? add : plain).add(found.id);
  }
  if (replaces && plain.size > 0 && add.size + remove.size > 0) {
    problems.push('A cell cannot mix names with + or - and names that replace. Remove the signs.');
  }
  if ([...remove].some((id) => add.has(id) || plain.has(id))) {
    problems.push('The same name is added and removed.');
  }
  if (problems.length > 0) return { problems: [...new Set(problems)] };
  if (replaces && plain.size > 0) return { links: { replace: [...plain] } };
  return { links: { add: [...plain, ...add], remove: [...remove] } };
}
