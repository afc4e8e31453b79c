import { createHash } from 'node:crypto';

/** The types of PostgreSQL that the tables use, and how a value of SQLite is written as JSON for each. */
const converters: Record<string, (value: unknown) => unknown> = {
  uuid: asIs,
  text: asIs,
  int4: asIs,
  int8: asIs,
  timestamptz: asIs,
  bool: toBoolean,
  jsonb: (value) => JSON.parse(String(value)),
};

export type Convert = (value: unknown) => unknown;

/**
 * Converts a value of SQLite to the one that the column of PostgreSQL holds.
 * @throws Error for a type that no table had when this was written.
 */
export function converterOf(type: string, column: string): Convert {
  const convert = converters[type];
  if (!convert) throw new Error(`The move does not know the type ${type} of ${column}`);
  return (value) => (value === null ? null : convert(value));
}

function asIs(value: unknown) {
  return value;
}

function toBoolean(value: unknown) {
  if (value !== 0 && value !== 1) throw new Error(`${value} is no boolean`);
  return value === 1;
}

export interface Digest {
  rows: number;
  sha256: string;
}

/** Counts rows and hashes their canonical form: JSON with the members of objects in the order of their names. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(values: readonly unknown[]): void {
    this.#rows += 1;
    this.#hash.update(`${JSON.stringify(values.map(sorted))}\n`);
  }

  digest(): Digest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** PostgreSQL stores the members of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
