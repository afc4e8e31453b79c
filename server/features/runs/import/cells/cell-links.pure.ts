import { meaningMaxLength } from '../../../../../contract/fields/limits.ts';
import type { LineReason } from '../../../../../contract/runs.ts';
import type { LinksRequest } from '../../line-request.pure.ts';
import { type Catalog, nameSeparator, signs } from './catalog.pure.ts';
import type { CellValue } from './cell-values.pure.ts';
import type { Meanings } from './meanings.pure.ts';

/** A cell can have thousands of names. */
const reasonsMax = 5;

export interface LinksReading {
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
