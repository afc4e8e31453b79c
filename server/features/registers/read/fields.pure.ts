import { ownText } from '../../../platform/own-text.ts';
import { readDigits, readQuantity } from './digits.pure.ts';
import { codeMaxLength, figureMax, nameMaxLength } from './limits.pure.ts';
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
export interface FigureReader {
  /** @throws RefusedFile, as all of them do */
  cents(node: XmlNode | undefined, name: string): number;
  /** Thousandths of a gallon. */
  volume(node: XmlNode | undefined, name: string): number;
  /** Thousandths of a unit. */
  quantity(node: XmlNode | undefined, name: string): number;
  count(node: XmlNode | undefined, name: string): number;
  /** The volume that the element itself says. */
  ownVolume(node: XmlNode): number;
}

/** Of one report, or of the events of a day: no sum of any part of it is beyond the largest figure. */
export function createFigureReader(): FigureReader {
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
    cents: read(2),
    volume: read(3),
    count: read(0),
    quantity: (node, name) => {
      const line = lineOf(node, name);
      return add(readQuantity(textOf(node, name) ?? '0', name, line), name, 3, line);
    },
    ownVolume: ({ name, text, line }) => add(readDigits(text.trim() || '0', 3, name, line), name, 3, line),
  };
}
