import * as z from 'zod/mini';
import { day } from '../../../../contract/fields/fields.ts';

/** A blank cell is unknown. A fault is the end of a sentence that names the cell. */
export type Cell<T> = { value: T | null } | { fault: string };

const unknown = { value: null };

/** Of a cell in a sentence. */
export function quote(cell: string): string {
  const line = cell.replace(/\s+/g, ' ').trim();
  return line.length > 40 ? `'${line.slice(0, 40)}…'` : `'${line}'`;
}

/** Above these, a spreadsheet has computed the number: 12.300000000000001. */
const computedPlaces = 6;

/** `$1,234.50`, `(12.40)` and `12.40-`, from the digits, in units of the last place. */
export function readNumber(cell: string, places: number, most: number): Cell<number> {
  const text = cell.trim().replaceAll('\u2212', '-');
  if (text === '') return unknown;
  const bare = text.replace(/^\((.*)\)$/, '-$1').replace(/\s|\$/g, '');
  // Accounting formats write a zero so.
  if (bare === '-' && text.includes('$')) return { value: 0 };
  const [, before = '', whole = '', fraction = '', after = ''] =
    /^([+-]?)(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?(-?)$/.exec(bare) ?? [];
  if (whole + fraction === '' || (before === '-' && after === '-'))
    return { fault: `${quote(cell)} is not a number.` };
  const isComputed = fraction.length > computedPlaces;
  if (places < 3 && !isComputed && /[1-9]/.test(fraction.slice(places)))
    return { fault: `${quote(cell)} has more than ${places === 0 ? 'no' : 'two'} decimals.` };
  const digits = whole.replaceAll(',', '');
  if (digits.length > 12) return { fault: `${quote(cell)} is too large.` };
  const lower = fraction.slice(0, places).padEnd(places, '0');
  const rest = Number(fraction[places] ?? 0) >= 5 ? 1 : 0;
  const size = Number(`${digits}${lower}` || 0) + rest;
  if (size > most) return { fault: `${quote(cell)} is too large.` };
  return { value: (before === '-' || after === '-') && size > 0 ? -size : size };
}

/** A workbook counts days from here. */
const firstOfWorkbook = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** In the order of the United States: 11/25/26 is November 25. */
export function readDate(cell: string): Cell<string> {
  const text = cell
    .trim()
    .slice(0, 60)
    .replace(/^[a-z]{3,9},? +(?=[a-z\d])/i, (word) =>
      months.includes(word.slice(0, 3).toLowerCase()) ? word : '',
    )
    .replace(/[T ,]+\d\d?:\d\d(:\d\d(\.\d+)?)?( ?[ap]m|Z)?$/i, '');
  if (text === '') return unknown;
  const found = isoOf(text);
  if (found && z.safeParse(day, found).success) return { value: found };
  return { fault: `${quote(cell)} is not a date. Write it as 11/25/2026.` };
}

function isoOf(text: string): string | null {
  if (/^\d{5}(\.\d+)?$/.test(text))
    return new Date(firstOfWorkbook + Math.floor(Number(text)) * dayMs).toISOString().slice(0, 10);
  const ordered = /^(\d{4})([-/.]?)(\d\d?)\2(\d\d?)$/.exec(text);
  if (ordered) return iso(ordered[1], ordered[3], ordered[4]);
  const american = /^(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)$/.exec(text);
  if (american) return iso(american[4], american[1], american[3]);
  const named = /^([a-z]{3,9})\.? +(\d\d?),? +(\d{4})$/i.exec(text);
  if (named) return iso(named[3], monthOf(named[1]), named[2]);
  const short = /^(\d\d?)[- ]([a-z]{3,9})[- ](\d{4}|\d\d)$/i.exec(text);
  return short ? iso(short[3], monthOf(short[2]), short[1]) : null;
}

function monthOf(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function iso(year = '', month = '', dayOfMonth = ''): string {
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
}
