/** A row of the table. A missed aim fails nothing. */
export interface Row {
  what: string;
  Canopy: string;
  /** The value of the bare server in the same run. */
  bare?: string;
  ratio?: string;
  aim?: string;
}

export function printTable(title: string, rows: readonly Row[]): void {
  const heads = ['what', 'Canopy', 'bare', 'ratio', 'aim'] as const;
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  console.info(`\n${title}`);
  for (const line of lines)
    console.info(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** The cells of a figure that should be no more than `most`. */
export function atMost(value: number, unit: string, most: number, digits = 0) {
  return { Canopy: `${value.toFixed(digits)} ${unit}`, aim: aim(`≤ ${most} ${unit}`, value <= most) };
}

export function aim(text: string, isMet: boolean): string {
  return `${text}${isMet ? '' : ', MISSED'}`;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

/** The value that is not exceeded by `share` (0 to 1) of all values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
