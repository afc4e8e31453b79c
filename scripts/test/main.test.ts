import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** `npm test -- words`, without its installation. */
async function run(...words: string[]) {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['scripts/test/main.ts', ...words], {
    cwd: root,
    env: { PATH, TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

const within = 180_000;

test('npm test with a word that no test file has in its path runs nothing and fails', {
  timeout: within,
}, async () => {
  for (const words of [['userz'], ['fields/email', 'userz']]) {
    const { code, output } = await run(...words);
    expect(code).toBe(1);
    expect(output).toBe('No test file has userz in its path.\n\nNo test ran.\n\n0 passed, 0 failed\n');
  }
});

test('npm test with a word runs the files that have it, a line for each part, and counts their tests', {
  timeout: within,
}, async () => {
  const { code, output } = await run('contract/error-catalog');
  expect({ code, output }).toMatchObject({ code: 0 });
  const line = (pattern: string) => `${pattern.replaceAll('N', '\\d+').replaceAll(' ', ' +')}\\n`;
  const parts = line('ok N\\.N s rules, texts and checks of the tree: N passed') + line(' N\\.N s in all');
  const rest = '\\nskipped: types and lint: [^\\n]+\\n\\n2 passed, 0 failed\\n';
  expect(output).toMatch(new RegExp(`^${parts}${rest}$`));
});
