import { expect, test } from 'vitest';
import { textLines } from './log-text.ts';

function textOf(line: object): string {
  let text = '';
  textLines({ write: (part) => (text += part) }).write(JSON.stringify({ time: 0, ...line }));
  return text.replace(/^\d\d:\d\d:\d\d /, '');
}

test('textLines writes a sentence with its details, without those that have no value', () => {
  expect(textOf({ level: 30, pid: 1, hostname: 'x', status: 200, user: null, msg: 'request' })).toBe(
    'request status=200\n',
  );
  expect(textOf({ level: 40, database: 'SQLite, a b', list: [1, 2], msg: 'Careful.' })).toBe(
    'WARN Careful. database="SQLite, a b" list=[1,2]\n',
  );
});

test('textLines writes the stack of an error', () => {
  expect(
    textOf({ level: 50, err: { message: 'no', stack: 'Error: no\n    at x' }, msg: 'a request failed' }),
  ).toBe('ERROR a request failed\nError: no\n    at x\n');
});

test('textLines replaces control characters', () => {
  expect(textOf({ level: 30, err: { stack: 'Error: \u001b[2J\u0007gone\r' }, msg: 'a\u009bb' })).toBe(
    'a�b\nError: �[2J�gone�\n',
  );
});

test('textLines leaves out requests where a person watches, but not those that failed', () => {
  let text = '';
  const lines = textLines({ write: (part) => (text += part) }, { withRequests: false });
  lines.write(JSON.stringify({ time: 0, level: 30, msg: 'request', status: 200 }));
  lines.write(JSON.stringify({ time: 0, level: 50, msg: 'a request failed' }));
  expect(text).toMatch(/^\d\d:\d\d:\d\d ERROR a request failed\n$/);
});
