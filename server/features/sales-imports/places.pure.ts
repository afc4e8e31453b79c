import { createCatalog } from '../runs/import/cells/catalog.pure.ts';
import { zeroFinder } from '../runs/import/cells/meanings.pure.ts';
import type { LocationOf } from './read/close-rows.pure.ts';

export interface Place {
  id: string;
  name: string;
  number: string | null;
}

/** By number, name or both, as the other imports find them. A number that has lost its zeros is found, too. */
export function locationFinder(places: readonly Place[]): LocationOf {
  const catalog = createCatalog('location', places);
  const zerosOf = zeroFinder(places.flatMap(({ number }) => number ?? []));
  return (cell) => {
    if (cell === '') return { fault: 'The location is blank.' };
    const found = catalog.find(zerosOf(cell) ?? cell);
    if (!Array.isArray(found)) return { fault: found.rejected };
    const [id, ...others] = found;
    return id !== undefined && others.length === 0 ? { id } : { fault: `'${cell}' names several locations.` };
  };
}
