import { amountMaxDigits } from './limits.pure.ts';
import { RefusedFile } from './register-file.pure.ts';

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * Read from its digits, because a float would lose cents. @throws RefusedFile for anything else than a number, for one that
 * is too large, and for more places than the unit has, unless they are zeros.
 */
export function readDigits(text: string, places: number, what: string, line: number): number {
  const [, sign = '', whole = '', fraction = ''] = decimal.exec(text) ?? [];
  const rest = fraction.slice(places);
  if ((whole === '' && fraction === '') || /[1-9]/.test(rest))
    throw new RefusedFile(`Line ${line}: ${what} is not an amount: "${text.slice(0, 40)}".`);
  // Registers may write zeros before it.
  if (whole.length > amountMaxDigits && whole.replace(/^0+/, '').length > amountMaxDigits)
    throw new RefusedFile(`Line ${line}: ${what} has more than ${amountMaxDigits} digits before the point.`);
  const digits = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`;
  const value = Number(digits);
  return sign === '-' && value !== 0 ? -value : value;
}

/** @throws RefusedFile for one that is negative or above this. */
export function readWhole(text: string, max: number, what: string, line: number): number {
  const value = readDigits(text, 0, what, line);
  if (value >= 0 && value <= max) return value;
  throw new RefusedFile(`Line ${line}: ${what} must be from 0 to ${max.toLocaleString('en-US')}.`);
}

/** A quantity of goods may have more places, as from a scale: it is rounded to thousandths. */
export function readQuantity(text: string, what: string, line: number): number {
  const [head = '', fraction = '', ...others] = text.split('.');
  const places = fraction.slice(0, 3).padEnd(3, '0');
  const isUp = /^[5-9]/.test(fraction.slice(3)) && /^\d+$/.test(fraction);
  const cut = readDigits(
    others.length === 0 && /^\d*$/.test(fraction) ? `${head}.${places}` : text,
    3,
    what,
    line,
  );
  if (!isUp) return cut;
  return head.startsWith('-') ? cut - 1 : cut + 1;
}

/** YYYY-MM-DD from its first 10 characters, never through a zone. @throws RefusedFile */
export function readDate(text: string, what: string, line: number): string {
  const date = text.slice(0, 10);
  const isReal = /^\d{4}-\d\d-\d\d$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (!isReal) throw new RefusedFile(`Line ${line}: ${what} is not a date: "${text.slice(0, 40)}".`);
  return date;
}

/** HH:MM:SS from its first 8 characters; the offset is information only. @throws RefusedFile */
export function readTime(text: string, what: string, line: number): string {
  const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.exec(text)?.[0];
  if (!time) throw new RefusedFile(`Line ${line}: ${what} is not a time: "${text.slice(0, 40)}".`);
  return time;
}
