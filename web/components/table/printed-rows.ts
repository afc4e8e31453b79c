/** Lists with more rows than this are not printed whole. */
export const printedRows = 2000;

/** The rows of a printed list, which renders all rows up to the limit. */
export function rowsToPrint(count: number) {
  return Array.from({ length: Math.min(count, printedRows) }, (_, index) => ({ index }));
}
