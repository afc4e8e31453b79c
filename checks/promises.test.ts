import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The commands of a table of promises that nobody can run. */
function findUnknown(document: string, scripts: Record<string, string>, faults: string): string[] {
  const commands = [...document.matchAll(/`npm (?:run )?([\w-]+)(?: -- ([\w-]+))?/g)];
  return commands.flatMap(([text, script = '', fault = '']) => {
    const isKnown =
      script in scripts && (script !== 'faults' || new RegExp(`^  ${fault},$`, 'm').test(faults));
    return isKnown ? [] : [text];
  });
}

const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const faults = read('faults/main.ts');

test('docs/measurements.md names commands that exist, and a result or that there is none yet', () => {
  const document = read('docs/measurements.md');
  expect(findUnknown(document, scripts, faults)).toEqual([]);
  const rows = document.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [, , command = '', result = ''] = row
      .split(' | ')
      .flatMap((cell, n) => (n === 0 ? ['', cell] : [cell]));
    expect(command, row).toMatch(/^`npm /);
    expect(result, row).toMatch(/\d{4}-\d\d-\d\d: |not yet measured/);
  }
});

test('findUnknown finds a command and a fault that do not exist', () => {
  const document = '| x | `npm run faults -- nothing` | | `npm run missing` | `npm run bench -- --quick` |';
  expect(findUnknown(document, { faults: '', bench: '' }, '  model,\n')).toEqual([
    '`npm run faults -- nothing',
    '`npm run missing',
  ]);
});
