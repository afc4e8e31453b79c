import { ApiError } from './errors.ts';

/** Rows are ordered by (created_at, id), descending; neither changes, so pages never shift. */
export interface Position {
  created_at: string;
  id: string;
}

export function encodePosition({ created_at, id }: Position): string {
  return `${created_at}_${id}`;
}

const position = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Null for the first page. @throws ApiError 400 for what `encodePosition` did not make. */
export function decodePosition(text: string | undefined): Position | null {
  if (text === undefined) return null;
  const [, created_at, id] = position.exec(text) ?? [];
  if (!created_at || !id || !isStoredTime(created_at)) {
    const issues = [{ path: 'after', message: 'Must be the next of an earlier page' }];
    throw new ApiError('validation_failed', 'after: Must be the next of an earlier page', { issues });
  }
  return { created_at, id };
}

/** February 30 and the year 0 match the pattern, but PostgreSQL refuses them. */
export function isStoredTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && time.getUTCFullYear() >= 1;
}

/** Null for `last` on the last page. */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; last: Row | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? (rows.at(-1) ?? null) : null };
}
