/** A missed aim fails nothing. */
export interface Row {
  what: string;
  Canopy: string;
  /** In the same run. */
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

export function atMost(value: number, unit: string, most: number, digits = 0) {
  return { Canopy: `${value.toFixed(digits)} ${unit}`, aim: aim(`≤ ${most} ${unit}`, value <= most) };
}

export function aim(text: string, isMet: boolean): string {
  return `${text}${isMet ? '' : ', MISSED'}`;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

/** `share` is 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
