import { samePlacesNamed } from '../../../contract/fields/limits.ts';
import type { Answer, Received } from '../../../contract/http/endpoint.ts';
import type { listSamePlaces as endpoint } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import * as repository from './locations.repository.ts';
import { comparedWith } from './same-place.pure.ts';

/** In scope, by name. One of them may be a duplicate; it does not prevent saving. */
export async function listSamePlaces(
  ctx: Authorized<'locations.read'>,
  { except, ...typed }: Received<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const rows = await repository.listPlaces(reader(ctx), scopeOf(ctx));
  const inCommon = comparedWith(typed);
  const found = rows.flatMap((row) => {
    const same = row.id === except ? [] : inCommon(row);
    return same.length > 0 ? [{ id: row.id, name: row.name, closed_on: row.closed_on, same }] : [];
  });
  return { locations: found.slice(0, samePlacesNamed), total: found.length };
}
