/**
 * Ignores case; null when all names have more than `most` typing errors: a letter missing, added or changed, or two
 * swapped.
 */
export function nearestName(typed: string, names: readonly string[], most: number): string | null {
  let nearest: string | null = null;
  let fewest = most + 1;
  for (const name of names) {
    // Each letter more or less is an error.
    if (Math.abs(typed.length - name.length) >= fewest) continue;
    const errors = countErrors(typed.toUpperCase(), name.toUpperCase());
    if (errors < fewest) [nearest, fewest] = [name, errors];
  }
  return nearest;
}

/** The Damerau-Levenshtein distance (optimal string alignment). */
function countErrors(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
