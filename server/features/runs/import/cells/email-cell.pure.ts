import { emailKey } from '../../../../../contract/fields/email-key.ts';
import { meaningMaxLength } from '../../../../../contract/fields/limits.ts';
import { userInput } from '../../../../../contract/fields/user-input.ts';
import { type CellValue, faulty, quote, readBySchema } from './cell-values.pure.ts';

const { email: schema } = userInput.shape;
/** Mail programs write a name and several addresses. More is no cell of one user. */
const longestCell = 1000;
const offeredMax = 4;
const readMax = 20;
const between = /[\s<>()[\],;"]+/;

/** The address in 'Ana Lopez <ana@x.example>' and 'mailto:ana@x.example'. Of several, the user chooses one. */
export function readEmail(cell: string): CellValue<string> {
  const read = readBySchema(schema, cell);
  if ('value' in read || cell.length > longestCell) return read;
  const found = new Map<string, string>();
  const parts = cell.split(between).filter((part) => part.includes('@'));
  for (const part of parts.slice(0, readMax).flatMap((part) => (isEmail(part) ? part : part.split(/[/|]/)))) {
    const bare = part
      .replace(/^mailto:|^'+|'+$/gi, '')
      .replace(/\?.*$/, '')
      .replace(/[.:]+$/, '');
    if (isEmail(bare) && !found.has(emailKey(bare))) found.set(emailKey(bare), bare);
  }
  const [first, ...others] = found.values();
  if (first === undefined) return faulty(`${quote(cell)} is not an email address.`);
  if (others.length === 0) return { value: first };
  const repairs = [first, ...others].slice(0, offeredMax).map((means) => ({
    ...{ column: 'email' as const, value: cell, means, label: `Use ${means}` },
  }));
  const text = `${quote(cell)} has ${found.size} addresses. Choose one.`;
  return { problems: [{ text, repairs: cell.length > meaningMaxLength ? [] : repairs }] };
}

function isEmail(text: string): boolean {
  return 'value' in readBySchema(schema, text);
}
