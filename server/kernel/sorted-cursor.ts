import { type Sort, sortText } from '../../contract/lists/list-filters.ts';
import { ApiError } from './errors.ts';
import { decodePosition, encodePosition, isStoredTime } from './keyset.ts';

/**
 * The end of a page of a sorted list: the value by which its last row is sorted, null for a missing value, and the
 * row's id.
 */
export interface Position {
  value: string | null;
  id: string;
}

/** The type of the values of a sort, so that an invalid cursor never gets to the database. */
export type SortValues = 'text' | 'time' | readonly string[];

export const newestFirst = { field: 'created_at', isDescending: true } as const;

function isNewestFirst(sort: Sort<string>) {
  return sort.field === newestFirst.field && sort.isDescending === newestFirst.isDescending;
}

/** The sort, the id and the encoded value. The value is missing when the row has none. */
export function encodeSorted(sort: Sort<string>, { value, id }: Position): string {
  if (isNewestFirst(sort)) return encodePosition({ created_at: value ?? '', id });
  const encoded = value === null ? [] : [Buffer.from(value).toString('base64url')];
  return [sortText(sort), id, ...encoded].join('.');
}

const cursor = /^(-?[a-z_]+)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([\w-]+))?$/;

/**
 * Null for the first page.
 * @throws ApiError 400 for anything that `encodeSorted` did not make, and for the cursor of another sort.
 */
export function decodeSorted(
  sort: Sort<string>,
  values: SortValues,
  text: string | undefined,
): Position | null {
  if (text === undefined) return null;
  if (isNewestFirst(sort)) {
    const position = decodePosition(text);
    return position && { value: position.created_at, id: position.id };
  }
  const [, sorted, id, encoded] = cursor.exec(text) ?? [];
  const value = encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString();
  if (!id || sorted !== sortText(sort) || !isValue(value, values)) {
    const message = 'Must be the next of an earlier page with the same sort';
    throw new ApiError('validation_failed', `after: ${message}`, { issues: [{ path: 'after', message }] });
  }
  return { value, id };
}

function isValue(value: string | null, values: SortValues): boolean {
  if (value === null) return typeof values === 'string';
  if (values === 'text') return !value.includes('\0') && value.isWellFormed();
  return values === 'time' ? isStoredTime(value) : values.includes(value);
}
