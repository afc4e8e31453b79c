import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { listNumberedLocations } from '../locations/locations.facts.service.ts';
import { locationIdsOf, lockManageable } from '../registers/connections/registers.service.ts';
import { createCatalog } from '../runs/import/cells/catalog.pure.ts';
import { zeroFinder } from '../runs/import/cells/meanings.pure.ts';
import type { LocationOf } from './read/close-rows.pure.ts';

export interface Place {
  id: string;
  name: string;
  number: string | null;
}

/** The locations of a connection. @throws ApiError 403, 404 as `lockManageable`. */
export async function placesOf(ctx: Authorized, register_id: string): Promise<Place[]> {
  const ids = await change(ctx, {}, async (ctx) => {
    await lockManageable(ctx, register_id);
    return locationIdsOf(ctx, register_id);
  });
  const own = new Set(ids);
  return (await listNumberedLocations(ctx)).filter(({ id }) => own.has(id));
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
