import { type Sort, sortText } from '../../contract/lists/list-filters.ts';
import { ApiError } from './errors.ts';
import { decodePosition, encodePosition, isStoredTime } from './keyset.ts';

export interface Position {
  value: string | null;
  id: string;
}

/** So that an invalid cursor never gets to the database. */
export type SortValues = 'text' | 'time' | 'number' | readonly string[];

export const newestFirst = { field: 'created_at', isDescending: true } as const;

function isNewestFirst(sort: Sort<string>) {
  return sort.field === newestFirst.field && sort.isDescending === newestFirst.isDescending;
}

/** @throws ApiError 400 for what `from=best` cannot be combined with: the best matches are one page of a search. */
export function requireSearch(query: { q?: unknown; sort?: unknown; after?: unknown; ids?: unknown }) {
  if (query.q && !query.sort && !query.after && !query.ids) return;
  const message = 'best needs q, and goes without sort, after and ids';
  throw new ApiError('validation_failed', `from: ${message}`, { issues: [{ path: 'from', message }] });
}

/** The value is missing when the row has none. Has the total, so that only the first page counts it. */
export function encodeSorted(sort: Sort<string>, { value, id }: Position, total: number): string {
  const encoded = value === null ? [] : [Buffer.from(value).toString('base64url')];
  const position = isNewestFirst(sort)
    ? encodePosition({ created_at: value ?? '', id })
    : [sortText(sort), id, ...encoded].join('.');
  return `${position}~${total}`;
}

const totalled = /^(.*)~(\d{1,9})$/;
const cursor = /^(-?[a-z_]+)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([\w-]+))?$/;

/** `total` is null in a cursor of an earlier version. */
export interface Continued extends Position {
  total: number | null;
}

/** Null for the first page. @throws ApiError 400 for a cursor of another sort, and for anything else. */
export function decodeSorted(
  sort: Sort<string>,
  values: SortValues,
  text: string | undefined,
): Continued | null {
  if (text === undefined) return null;
  const [, place = text, counted] = totalled.exec(text) ?? [];
  const total = counted === undefined ? null : Number(counted);
  if (isNewestFirst(sort)) {
    const position = decodePosition(place);
    return position && { value: position.created_at, id: position.id, total };
  }
  const [, sorted, id, encoded] = cursor.exec(place) ?? [];
  const value = encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString();
  if (!id || sorted !== sortText(sort) || !isValue(value, values)) {
    const message = 'Must be the next of an earlier page with the same sort';
    throw new ApiError('validation_failed', `after: ${message}`, { issues: [{ path: 'after', message }] });
  }
  return { value, id, total };
}

function isValue(value: string | null, values: SortValues): boolean {
  if (value === null) return typeof values === 'string';
  if (values === 'text') return !value.includes('\0') && value.isWellFormed();
  if (values === 'number') return /^-?\d{1,15}$/.test(value);
  return values === 'time' ? isStoredTime(value) : values.includes(value);
}
