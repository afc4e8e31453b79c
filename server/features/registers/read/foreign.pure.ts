import { RefusedFile } from './register-file.pure.ts';

const instead = 'Canopy reads the XML files of registers (NAXML)';

const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, 'This is a PDF'],
  [/^(\x89PNG|\xff\xd8\xff|GIF8)/, 'This is a picture'],
  [/^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+)?html\b/i, 'This is a web page'],
  [/^[^<\n]*[,;\t|][^<\n]*(\r?\n|$)/, 'This is a table of text, such as a CSV file'],
];

/** What is no XML gets a sentence of ours instead of the parser's. `head` is in latin1. @throws RefusedFile */
export function refuseForeign(head: string): void {
  const what = beginnings.find(([beginning]) => beginning.test(head))?.[1];
  if (what) throw new RefusedFile(`${what}. ${instead}.`);
  if (!head.startsWith('<')) throw new RefusedFile(`This is no XML file. ${instead}.`);
}

/** Roots of the own exports of Commander, by which nobody could try a reading. @throws RefusedFile */
export function refuseRoot(root: string): void {
  if (root !== 'transSet' && !/[a-z]Pd$/.test(root)) return;
  const what = root === 'transSet' ? 'a transaction log' : 'a summary report';
  throw new RefusedFile(
    `This is ${what} of Commander (${root}), which Canopy does not read. In Commander, export NAXML: POS journal and movement reports.`,
  );
}
