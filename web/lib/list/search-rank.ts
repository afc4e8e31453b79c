import { orderOf, soughtOf, type TieredRow, tierOf, tiers } from '../../../contract/lists/search-tiers.ts';

/** A row that a search found, with the number by which users name it. */
type Ranked = TieredRow;

/**
 * The rows with the best match first, as the command box and the server order them; a short text finds parts of words,
 * too. `first` are the ids that come before all but the exact number. With `most`, only so many of the best are returned,
 * without sorting all others.
 */
export function inRank<Row extends Ranked & { id: string }>(
  rows: readonly Row[],
  text: string,
  { first, most = rows.length }: { first?: ReadonlySet<string>; most?: number } = {},
): Row[] {
  const sought = soughtOf(text);
  const placed = rows.map((row) => {
    const tier = tierOf(sought, row) ?? tiers.part;
    const isLast = tier !== tiers.number && first && !first.has(row.id);
    return { row, rank: isLast ? tier + tiers.part : tier, order: orderOf(row) };
  });
  if (most >= placed.length) return placed.sort(compare).map(({ row }) => row);
  const best: typeof placed = [];
  for (const one of placed) {
    const last = best.at(-1);
    if (best.length >= most && (!last || compare(one, last) >= 0)) continue;
    const place = best.findIndex((other) => compare(one, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, one);
    if (best.length > most) best.pop();
  }
  return best.map(({ row }) => row);
}

interface Placed {
  rank: number;
  order: string;
}

function compare(a: Placed, b: Placed): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
}
