import type { LocationSelectionQuery } from '../../../contract/lists/list.ts';
import { definedOnly } from '../../../contract/lists/list-filters.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import * as list from './locations-list.repository.ts';

export function filterOfQuery(
  ctx: Context,
  { q, sort: _, ...filters }: LocationSelectionQuery,
): list.LocationListFilter {
  return { scope: scopeOf(ctx), q, filters: definedOnly(filters), runs: runScopeOf(ctx) };
}

export function matchingLocations(
  ctx: Authorized<'locations.read'>,
  query: LocationSelectionQuery,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return list.listMatches(reader(ctx), filterOfQuery(ctx, query), limit);
}
