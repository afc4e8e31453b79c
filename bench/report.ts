/** One line of the table. Nothing is asserted: the aim stands beside what was seen. */
export interface Measure {
  what: string;
  canopy: string;
  /** The yardstick of the same run, on the same machine. */
  bare?: string;
  ratio?: number;
  aim?: { text: string; met: boolean };
}

export function atLeast(ratio: number, aim: number): Pick<Measure, 'ratio' | 'aim'> {
  return { ratio, aim: { text: `≥ ${aim}`, met: ratio >= aim } };
}

export function atMostTimes(ratio: number, aim: number): Pick<Measure, 'ratio' | 'aim'> {
  return { ratio, aim: { text: `≤ ${aim}`, met: ratio <= aim } };
}

export function atMost(value: number, unit: string, aim: number, digits = 0): Omit<Measure, 'what'> {
  return {
    canopy: `${value.toFixed(digits)} ${unit}`,
    aim: { text: `≤ ${aim} ${unit}`, met: value <= aim },
  };
}

const heads = ['', 'Canopy', 'bare', 'ratio', 'aim', ''];

export function printTable(title: string, measures: Measure[]): void {
  const rows = measures.map(({ what, canopy, bare = '', ratio, aim }) => [
    what,
    canopy,
    bare,
    ratio === undefined ? '' : ratio.toFixed(2),
    aim?.text ?? '',
    aim ? (aim.met ? 'met' : 'MISSED') : '',
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  console.info(`\n${title}\n${line(heads)}\n${rows.map(line).join('\n')}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that `share` (0 to 1) of all are not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
