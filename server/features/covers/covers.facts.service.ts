import { displayName } from '../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import { inOrder } from '../../platform/background/background.ts';
import { momentInWords } from '../../platform/clock.ts';
import type { CoverRow, OpenCover, PlaceRow, Receiver, Viewer } from './covers.repository.ts';
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

/** By a chunk of a run. */
const endedAtMost = 10_000;

/** In words, of each of these users: what a deactivation ends, in scope. Null for nothing. */
export async function readEndedWith(ctx: Authorized, user_ids: readonly string[]) {
  const viewer = viewerOf(ctx);
  const filter = { ended_with: user_ids };
  const rows = await repository.listCovers(reader(ctx), viewer, filter, endedAtMost);
  return (id: string): string | null => {
    const own = rows.filter(({ user_id, granted_by, starts_at }) =>
      user_id === id ? true : granted_by === id && starts_at > viewer.at,
    );
    return own.map((row) => inWords(row, row.user_id !== id, viewer.at)).join('; ') || null;
  };
}

/** 'Mill Road until Sun, Nov 29, 11:59 PM', 'Sam Lee at Mill Road from … until …' */
function inWords(row: CoverRow, isOfOther: boolean, at: string): string {
  const { location_name, starts_at, ends_at, time_zone } = row;
  const where = isOfOther ? `${displayName(row)} at ${location_name}` : location_name;
  const from = starts_at > at ? ` from ${momentInWords(starts_at, time_zone)}` : '';
  return `${where}${from} until ${momentInWords(ends_at, time_zone)}`;
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
