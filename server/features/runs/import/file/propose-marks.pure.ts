import type { MarkColumn } from '../../../../../contract/files/import-columns.ts';
import type { Mapping } from './map-headers.pure.ts';

/** A single column with yes and no, 'Manager', is no grid of roles. */
const rolesMin = 2;

/**
 * Columns side by side that have nothing but an X are a grid when the header of one is a location, or those of several
 * are roles. A header that is neither is asked about, if an X is below it.
 */
export function proposeMarks(
  mapping: Readonly<Mapping>,
  marks: readonly (number | null)[],
  kindOf: (index: number) => MarkColumn | null,
): Mapping {
  const proposed = [...mapping];
  for (const columns of gridsOf(mapping, marks)) {
    const kinds = columns.map(kindOf);
    const roles = kinds.filter((kind) => kind === 'role_marks').length;
    const isOfRoles = roles >= rolesMin;
    const most = kinds.includes('location_marks') ? 'location_marks' : isOfRoles ? 'role_marks' : null;
    for (const [at, index] of columns.entries()) {
      const isAlone = kinds[at] === 'role_marks' && !isOfRoles;
      const otherwise = marks[index] ? most : null;
      proposed[index] = isAlone ? null : (kinds[at] ?? otherwise);
    }
  }
  return proposed;
}

/** The indexes of columns side by side that have marks, and no meaning yet. */
export function gridsOf(mapping: Readonly<Mapping>, marks: readonly (number | null)[]): number[][] {
  const grids: number[][] = [[]];
  for (const [index, column] of mapping.entries()) {
    if (column === null && marks[index] != null) grids.at(-1)?.push(index);
    else grids.push([]);
  }
  return grids.filter((columns) => columns.some((index) => marks[index]));
}
