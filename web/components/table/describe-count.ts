import type { DirectoryView } from '../../lib/directory/index.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

export function describeCount(
  { count, total, isExact, searching, windows }: DirectoryView<unknown>,
  noun: readonly [one: string, several: string],
) {
  const all = total < 1e6 ? countOf(total, ...noun) : `${aboutMany(total)} ${noun[1]}`;
  if (searching) return `Searching ${formatNumber(total)}...`;
  if (windows && windows.loaded < count) {
    const loaded = `${windows.isFromEnd ? 'the last ' : ''}${formatNumber(windows.loaded)}`;
    return `Showing ${loaded} of ${count === total ? all : `${aboutMany(count)} matching ${noun[1]}`}`;
  }
  return isExact && (count === total ? all : `${formatNumber(count)} of ${all}`);
}

/** '4,000', 'about 1.0 M' */
function aboutMany(count: number) {
  return count < 1e6 ? formatNumber(count) : `about ${(count / 1e6).toFixed(1)} M`;
}
