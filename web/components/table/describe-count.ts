import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import type { ListView } from '../../lib/list/use-list.ts';

type Counted = Pick<ListView<never>, 'total' | 'isTotalExact' | 'all' | 'isSearching'>;

/** '41 of 10,000+ users'; null while the number is not known. */
export function describeCount(
  { total, isTotalExact, all, isSearching }: Counted,
  [one, several]: readonly [one: string, several: string],
): string | null {
  if (isSearching) return all ? `Searching ${countText(all.total, all.isTotalExact)}...` : 'Searching...';
  if (total === null) return null;
  const isPart = all !== null && (total !== all.total || isTotalExact !== all.isTotalExact);
  if (!isPart) return isTotalExact ? countOf(total, one, several) : `${countText(total, false)} ${several}`;
  const ofAll = all.isTotalExact
    ? countOf(all.total, one, several)
    : `${countText(all.total, false)} ${several}`;
  return `${countText(total, isTotalExact)} of ${ofAll}`;
}

/** '10,000+' */
export function countText(count: number, isExact: boolean) {
  return `${formatNumber(count)}${isExact ? '' : '+'}`;
}
