import { ownText } from '../../../platform/text.ts';
import { amountMaxDigits, codeMaxLength, figureMax, nameMaxLength } from './limits.pure.ts';
import { RefusedFile } from './register-file.pure.ts';
import { childOf, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

/** Null for one that is missing or blank. @throws RefusedFile for one that is too long */
export function codeAt(node: XmlNode | undefined, ...path: string[]): string | null {
  const found = nodeAt(node, ...path);
  return found ? boundCode(found.text.trim(), found.name, found.line) || null : null;
}

export function boundCode(text: string, what: string, line: number): string {
  if (text.length > codeMaxLength)
    throw new RefusedFile(`Line ${line}: ${what} has more than ${codeMaxLength} characters.`);
  return ownText(text);
}

/** Cut where it is too long, but not inside of a character. Null for one that is missing or blank. */
export function nameAt(node: XmlNode | undefined, ...path: string[]): string | null {
  const text = textOf(node, ...path);
  return text === null ? null : cutName(text);
}

export function cutName(text: string): string {
  return ownText(text.slice(0, nameMaxLength).replace(/[\ud800-\udbff]$/, '')).trimEnd();
}

/** Null for an item without a code. */
export function itemCodeOf(node: XmlNode): { code: string; format: string | null } | null {
  const code = codeAt(node, 'ItemCode', 'POSCode');
  if (code === null) return null;
  const format = nodeAt(node, 'ItemCode', 'POSCodeFormat');
  const said = format?.attributes.format;
  return { code, format: said === undefined ? null : boundCode(said, 'format', format?.line ?? node.line) };
}

/** 0 for one that is missing or blank. @throws RefusedFile */
export function cents(node: XmlNode | undefined, name: string): number {
  return digits(node, name, 2);
}

function digits(node: XmlNode | undefined, name: string, places: number): number {
  return readDigits(textOf(node, name) ?? '0', places, name, lineOf(node, name));
}

export function lineOf(node: XmlNode | undefined, name: string): number {
  return childOf(node, name)?.line ?? node?.line ?? 0;
}

/** Reads amounts, and adds up what it has read by the name of the element. Each is 0 where it is missing or blank. */
export type FigureReader = ReturnType<typeof createFigureReader>;

/** Of one report, or of the events of a day: no sum of any part of it is beyond the largest figure. */
export function createFigureReader() {
  const sums = new Map<string, number>();
  const add = (value: number, name: string, places: number, line: number) => {
    const sum = (sums.get(name) ?? 0) + Math.abs(value);
    if (sum > figureMax) {
      const most = (figureMax / 10 ** places).toLocaleString('en-US');
      throw new RefusedFile(`Line ${line}: ${name} adds up to more than ${most}.`);
    }
    sums.set(name, sum);
    return value;
  };
  const read = (places: number) => (node: XmlNode | undefined, name: string) =>
    add(digits(node, name, places), name, places, lineOf(node, name));
  return {
    /** @throws RefusedFile, as all of them do */
    cents: read(2),
    /** Thousandths of a gallon. */
    volume: read(3),
    count: read(0),
    /** Thousandths of a unit. */
    quantity: (node: XmlNode | undefined, name: string) => {
      const line = lineOf(node, name);
      return add(readQuantity(textOf(node, name) ?? '0', name, line), name, 3, line);
    },
    /** The volume that the element itself says. */
    ownVolume: ({ name, text, line }: XmlNode) =>
      add(readDigits(text.trim() || '0', 3, name, line), name, 3, line),
  };
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * Read from its digits, because a float would lose cents. @throws RefusedFile for anything else than a number, for one that
 * is too large, and for more places than the unit has, unless they are zeros.
 */
function readDigits(text: string, places: number, what: string, line: number): number {
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
function readQuantity(text: string, what: string, line: number): number {
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
