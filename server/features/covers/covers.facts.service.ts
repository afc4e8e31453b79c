import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import { inOrder } from '../../platform/background/background.ts';
import type { OpenCover, PlaceRow, Receiver, Viewer } from './covers.repository.ts';
import * as repository from './covers.repository.ts';

// For rules: whoever is authorized for an act reads what decides about it.

export interface CoverFacts {
  /** Null for a user out of scope. */
  receiver: Receiver | null;
  /** Those in scope, in the order of their names. */
  places: ReadonlyMap<string, CoverPlace>;
}

export interface CoverPlace extends PlaceRow {
  /** Of the user, not over. */
  covers: OpenCover[];
}

export function viewerOf(ctx: Authorized): Viewer {
  const { user_id, permissions } = ctx.actor;
  return { user_id, scope: scopeOf(ctx), permissions: [...permissions], at: now(ctx) };
}

export async function readCoverFacts(
  ctx: Authorized,
  user_id: string,
  location_ids: readonly string[],
): Promise<CoverFacts> {
  const [db, viewer] = [reader(ctx), viewerOf(ctx)];
  const [receiver, places, open] = await inOrder([
    repository.findReceiver(db, viewer, user_id),
    repository.listPlaces(db, viewer, user_id, location_ids),
    repository.listOpen(db, { user_id, location_ids, at: viewer.at }),
  ]);
  const covers = Map.groupBy(open, ({ location_id }) => location_id);
  return {
    receiver,
    places: new Map(places.map((place) => [place.id, { ...place, covers: covers.get(place.id) ?? [] }])),
  };
}
