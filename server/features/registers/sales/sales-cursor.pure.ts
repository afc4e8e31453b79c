import * as z from 'zod/mini';
import { day, id } from '../../../../contract/fields/fields.ts';
import type { SalesSelection } from '../../../../contract/registers.ts';
import { invalid } from '../../../kernel/errors.ts';

/** Where a page ends. */
export interface SalesPosition {
  /** The sorted figure of its last day; null when it is not known, and for the other sorts. */
  value: number | null;
  trading_date: string;
  /** By which locations are sorted. */
  location: string;
  location_id: string;
  business_date: string;
}

const position = z.strictObject({
  sort: z.string(),
  value: z.optional(z.string().check(z.regex(/^-?\d{1,15}$/))),
  trading_date: day,
  location: z.string().check(z.refine((text) => !text.includes('\0') && text.isWellFormed())),
  location_id: id,
  business_date: day,
});

export function encodeSales(sort: SalesSelection['sort'], { value, ...last }: SalesPosition): string {
  const parts = { sort: sort ?? '', ...(value !== null && { value: String(value) }), ...last };
  return Buffer.from(new URLSearchParams(parts).toString()).toString('base64url');
}

/** Null for the first page. @throws ApiError 400 for a cursor of another sort, and for anything else. */
export function decodeSales(sort: SalesSelection['sort'], text: string | undefined): SalesPosition | null {
  if (text === undefined) return null;
  const parts = new URLSearchParams(Buffer.from(text, 'base64url').toString());
  const { success, data } = z.safeParse(position, Object.fromEntries(parts));
  if (!success || data.sort !== (sort ?? '')) {
    throw invalid({ path: 'after', message: 'Must be the next of an earlier page with the same sort' });
  }
  const { sort: _, value, ...last } = data;
  return { value: value === undefined ? null : Number(value), ...last };
}
