import { aTime } from '../worlds/model-world.ts';

/** Where an answer differs from what is expected of it. Members that are not expected may be anything. */
export function differences(expected: unknown, actual: unknown, at = 'answer'): string[] {
  if (expected === aTime) return typeof actual === 'string' ? [] : [`${at} is hidden`];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at} is no list`];
    const [wanted, got] = [sorted(expected), sorted(actual)];
    const keys = (rows: unknown[]) => rows.map(keyOf);
    const missing = keys(wanted).filter((key) => !keys(got).includes(key));
    const extra = keys(got).filter((key) => !keys(wanted).includes(key));
    if (missing.length + extra.length > 0 || wanted.length !== got.length)
      return [`${at} lacks [${missing}] and shows [${extra}]`];
    return wanted.flatMap((row, n) => differences(row, got[n], `${at}[${keyOf(row)}]`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${at} is ${actual}`];
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, (actual as Record<string, unknown>)[name], `${at}.${name}`),
    );
  }
  return Object.is(expected, actual)
    ? []
    : [`${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}

function sorted(rows: unknown[]): unknown[] {
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf(row: unknown): string {
  const { id, check } = Object(row);
  return String(id ?? check ?? row);
}
