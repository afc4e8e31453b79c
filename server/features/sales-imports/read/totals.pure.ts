import { readNumber } from './cells.pure.ts';

export interface Total {
  column: number;
  of: number[];
}

/** Of which the sums are searched; the other rows only disprove them. */
const rowsLookedAt = 500;

/** Finds columns that are, in all rows, the sum of columns beside them that are no totals themselves. */
export function createTotalFinder(candidates: readonly number[]) {
  let columns = [...candidates];
  const rows: number[][] = [];
  let totals: Total[] | null = null;

  const holds = (row: readonly number[], { column, of }: Total) =>
    row[column] === of.reduce((sum, index) => sum + (row[index] ?? 0), 0);

  /** Totals behind their parts first, then those before theirs, inner ones before outer ones. */
  function search(): Total[] {
    const found: Total[] = [];
    const isTotal = (index: number) => found.some(({ column }) => column === index);
    const look = (column: number, beside: readonly number[]) => {
      const of = isTotal(column) ? null : searchBeside(column, beside);
      if (of) found.push({ column, of });
    };
    for (const column of columns)
      look(column, columns.filter((index) => index < column && !isTotal(index)).reverse());
    for (const column of columns.toReversed())
      look(
        column,
        columns.filter((index) => index > column && !isTotal(index)),
      );
    return found.sort((a, b) => a.column - b.column);
  }

  /** The nearest ones first. */
  function searchBeside(column: number, beside: readonly number[]): number[] | null {
    const left = rows.map((row) => row[column] ?? 0);
    if (left.every((value) => value === 0)) return null;
    const of: number[] = [];
    for (const index of beside) {
      for (const [at, row] of rows.entries()) left[at] = (left[at] ?? 0) - (row[index] ?? 0);
      if (rows.some((row) => row[index])) of.push(index);
      if (of.length > 1 && left.every((value) => value === 0)) return of.sort((a, b) => a - b);
    }
    return null;
  }

  return {
    add(cells: readonly string[]): void {
      const row: number[] = [];
      for (const index of columns) {
        const read = readNumber(cells[index] ?? '', 2, Number.MAX_SAFE_INTEGER);
        if ('fault' in read) columns = columns.filter((one) => one !== index);
        else row[index] = read.value ?? 0;
      }
      if (rows.length < rowsLookedAt) {
        rows.push(row);
        return;
      }
      totals = (totals ?? search()).filter((total) => holds(row, total));
    },
    /** Those of columns that have a number or nothing in every row. */
    found(): Total[] {
      const isNumeric = (index: number) => columns.includes(index);
      return (totals ?? search()).filter(({ column, of }) => isNumeric(column) && of.every(isNumeric));
    },
  };
}
