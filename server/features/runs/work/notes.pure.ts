import type { LineRow } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';

export const notInFile = 'Not in the file';

/** Planning added the line. */
export function isNotInFile(run: Pick<RunRow, 'kind'>, row: Pick<LineRow, 'cells'>): boolean {
  return run.kind === 'import' && row.cells === null;
}

/** What is to know of a line that is not refused. */
export function noteOf(
  run: Pick<RunRow, 'kind'>,
  row: Pick<LineRow, 'cells' | 'joined' | 'line'>,
): string | null {
  if (isNotInFile(run, row)) return notInFile;
  if (row.joined === null || !('lines' in row.joined)) return null;
  return `Lines ${describeLines([row.line, ...row.joined.lines])} are one user, and read together.`;
}

export const follows = (to: number) => `Read together with line ${to}, as one user.`;
export const followsRefused = (to: number) => `The same user as line ${to}: see there.`;

const linesNamed = 3;

/** '3 and 7', '3, 7, 9 and 12 more' */
export function describeLines(lines: readonly number[]): string {
  const named = lines.slice(0, linesNamed).map(String);
  const more = lines.length - named.length;
  const last = more > 0 ? `${more.toLocaleString('en-US')} more` : named.pop();
  return `${named.join(', ')} and ${last}`;
}
