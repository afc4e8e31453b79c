import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import { inOrder } from '../../platform/background/background.ts';
import type { OpenCover, PlaceRow, Receiver, Viewer } from './covers.repository.ts';
import * as repository from './covers.repository.ts';

// For rules: whoever is authorized for an act reads what decides about it.

export interface CoverFacts {
  /** Null for a user out of scope. */
  receiver: (Omit<Receiver, 'is_higher'> & { is_higher: boolean }) | null;
  /** Those in scope, in the order of their names. */
  places: ReadonlyMap<string, CoverPlace>;
}

export interface CoverPlace extends Omit<PlaceRow, 'is_lasting' | 'is_held'> {
  is_lasting: boolean;
  is_held: boolean;
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
  const present = ({ is_lasting, is_held, ...place }: PlaceRow): CoverPlace => ({
    ...place,
    ...{ is_lasting: is_lasting === 1, is_held: is_held === 1, covers: covers.get(place.id) ?? [] },
  });
  return {
    receiver: receiver && { ...receiver, is_higher: receiver.is_higher === 1 },
    places: new Map(places.map((place) => [place.id, present(place)])),
  };
}
