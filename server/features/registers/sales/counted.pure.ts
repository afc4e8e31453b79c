import { daysBefore } from '../../../platform/clock.ts';
import { compare } from '../figures/days.pure.ts';
import type { Way } from './counted.repository.ts';

/** Where the locations of a comparison were counted in more ways than one, and before when the last of them was. */
export function countedDifferently(ways: readonly Way[]): { before: string; locations: number } | null {
  const dates = [...Map.groupBy(ways, ({ location_id }) => location_id).values()].flatMap((own) => {
    const changes = [0, 1].flatMap((part) => changeOf(own, part) ?? []);
    return changes.sort(compare).slice(-1);
  });
  const before = dates.sort(compare).at(-1);
  return before === undefined ? null : { before, locations: dates.length };
}

/** The first date since which one part was counted in the newest way alone. Days without that part say nothing. */
function changeOf(ways: readonly Way[], part: number): string | null {
  const known = ways.flatMap(({ counted, first, last }) => {
    const way = counted.split('/')[part];
    return way ? [{ way, first, last }] : [];
  });
  const newest = known.toSorted((a, b) => compare(a.last, b.last)).at(-1);
  const lastOther = known
    .flatMap(({ way, last }) => (way === newest?.way ? [] : last))
    .sort(compare)
    .at(-1);
  if (lastOther === undefined) return null;
  const since = known.flatMap(({ way, first }) => (way === newest?.way && first > lastOther ? first : []));
  return since.sort(compare)[0] ?? daysBefore(lastOther, -1);
}
