import { percentile } from '../faults/support/percentile.ts';

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

/** Milliseconds beside those of `bare`; `most` is how many times as long they may be. */
export function times(
  what: string,
  ours: number,
  bare: number,
  { most, ratio = ours / bare }: { most?: number; ratio?: number } = {},
): Row {
  const cells = { Canopy: `${ours.toFixed(2)} ms`, bare: `${bare.toFixed(2)} ms`, ratio: ratio.toFixed(2) };
  return { what, ...cells, ...(most !== undefined && { aim: aim(`≤ ${most}`, ratio <= most) }) };
}

export function atMost(value: number, unit: string, most: number, digits = 0) {
  return { Canopy: `${value.toFixed(digits)} ${unit}`, aim: aim(`≤ ${most} ${unit}`, value <= most) };
}

export function aim(text: string, isMet: boolean): string {
  return `${text}${isMet ? '' : ', MISSED'}`;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
