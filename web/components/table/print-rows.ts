/** More rows than this are not for paper. */
export const printedRows = 2000;

/** The rows of a printed list, which has no row out of sight. */
export function rowsToPrint(count: number) {
  return Array.from({ length: Math.min(count, printedRows) }, (_, index) => ({ index }));
}
