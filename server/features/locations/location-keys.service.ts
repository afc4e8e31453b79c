import { numberKey } from '../../../contract/lists/search-key.ts';
import { sortKey } from '../../../contract/lists/sort-key.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import * as repository from './location-keys.repository.ts';

export interface KeyedLocation {
  id: string;
  name: string;
  number: string | null;
  zip: string;
}

/** Locations in scope, for the cells of a file. */
export function listNumberedLocations(ctx: Authorized): Promise<KeyedLocation[]> {
  return repository.listNumbered(reader(ctx), scopeOf(ctx));
}

/** Candidates for these keys, in scope. Callers pick the exact match (`locationMatcher`). */
export function findLocationsByKeys(
  ctx: Authorized,
  keys: readonly { id?: string; number?: string; name?: string }[],
): Promise<KeyedLocation[]> {
  return repository.listByKeys(reader(ctx), scopeOf(ctx), {
    ids: keys.flatMap(({ id }) => id ?? []),
    number_keys: keys.flatMap(({ number }) => numberKey(number ?? null) ?? []),
    // The name as it is written, and without repeated spaces, as most names are stored.
    sort_names: keys.flatMap(({ name = null }) =>
      [name, name?.replace(/\s+/g, ' ') ?? null].flatMap((name) => sortKey(name) ?? []),
    ),
  });
}
