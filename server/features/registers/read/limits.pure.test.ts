import { expect, test } from 'vitest';
import {
  atAllLimits,
  beyondAllLimits,
  codes,
  counts,
  documents,
  figures,
  many,
  names,
  numbers,
  one,
} from '../../../testing/requests/hostile-register-files.ts';
import * as limits from './limits.pure.ts';
import { createRegisterFileReader } from './read-register-file.pure.ts';
import { RefusedFile, type RegisterDocument } from './register-file.pure.ts';

/** As a file comes. */
function* piecesOf(texts: Iterable<string>): Generator<Buffer> {
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < 65_536) continue;
    const bytes = Buffer.from(waiting);
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    waiting = '';
  }
  yield Buffer.from(waiting);
}

/** A refusal has a sentence. Everything else that is thrown fails the test. */
function read(texts: Iterable<string>): { document: RegisterDocument } | { refusal: string } {
  const reader = createRegisterFileReader();
  try {
    for (const piece of piecesOf(texts)) reader.write(piece);
    const document = reader.end();
    boundAll(document);
    return { document };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    expect(error.message).toMatch(/^(Line \d+: )?[^\n]{5,240}$/);
    expect(error.message).not.toContain('undefined');
    return { refusal: error.message };
  }
}

const outcome = (texts: Iterable<string>) => {
  const found = read(texts);
  return 'refusal' in found ? found.refusal : 'read';
};

/** Nothing that is kept is beyond its limit. */
function boundAll(document: RegisterDocument): void {
  const { reports, events, departments, items, ...head } = document;
  boundValue(head);
  expect(reports.length).toBeLessThanOrEqual(limits.reportsMaxCount);
  expect(departments.size).toBeLessThanOrEqual(limits.departmentsMaxCount);
  boundValue([...departments]);
  for (const report of reports) {
    // Register, cashier and till.
    expect(report.till.length).toBeLessThanOrEqual(3 * limits.codeMaxLength + 2);
    boundValue({ ...report, till: '', data: JSON.parse(report.data) });
  }
  for (const { content } of events) boundValue({ ...JSON.parse(content), identity: '' });
  boundValue(items);
}

function boundValue(value: unknown): void {
  if (typeof value === 'string' && value.length > limits.nameMaxLength) expect(value).toBe('shorter');
  if (typeof value === 'number' && !(Math.abs(value) <= 100 * limits.figureMax)) expect(value).toBe('less');
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) boundValue(member);
}

test.each(codes)('%s with a long %s is refused: two codes could become one', (kind, slot, element) => {
  expect(outcome(one(kind, { [slot]: 'x'.repeat(limits.codeMaxLength) }))).toBe('read');
  const refusal = outcome(one(kind, { [slot]: 'x'.repeat(10 * limits.codeMaxLength) }));
  expect(refusal).toMatch(new RegExp(`^Line \\d+: ${element} has more than 40 characters\\.$`));
});

test.each(names)('%s with a long %s is read, and cut between characters', (kind, slot) => {
  for (const name of ['x'.repeat(100), 'x'.repeat(1000), `${'x'.repeat(99)}😀 and more`]) {
    const found = read(one(kind, { [slot]: name }));
    if ('refusal' in found) throw new Error(found.refusal);
    const { document } = found;
    const said = JSON.stringify([
      document,
      [...document.departments],
      [...document.events],
      document.reports,
    ]);
    expect(said).toContain(name.slice(0, 99));
    expect(said).not.toContain('x'.repeat(101));
    expect(said).not.toMatch(/\\ud83d|\ufffd/);
  }
});

test.each(figures)('%s whose %s adds up beyond the largest figure is refused', (kind, slot, places) => {
  const half = String(limits.figureMax / 10 ** places / 2 - 1000);
  expect(outcome(many(kind, 2, () => ({ [slot]: half })))).toBe('read');
  expect(outcome(many(kind, 2, (index) => ({ [slot]: index === 0 ? half : `-${half}` })))).toBe('read');
  const sentence = /^Line \d+: \w+ adds up to more than [\d,]+\.$/;
  expect(outcome(many(kind, 20, () => ({ [slot]: half })))).toMatch(sentence);
  // Signs that cancel each other make no sum of a part smaller.
  expect(outcome(many(kind, 20, (index) => ({ [slot]: index % 2 === 0 ? half : `-${half}` })))).toMatch(
    sentence,
  );
  expect(outcome(one(kind, { [slot]: String(limits.figureMax / 10 ** (places - 1)) }))).toMatch(sentence);
  expect(outcome(one(kind, { [slot]: '9999999999' }))).toContain('has more than 9 digits before the point');
});

test.each(numbers)('%s accepts a %s of %s and refuses %s', (kind, slot, most, beyond, sentence) => {
  expect(outcome(one(kind, { [slot]: most }))).toBe('read');
  expect(outcome(one(kind, { [slot]: beyond }))).toContain(sentence);
});

test.each(counts)('%s: %d are read, and ten times as many are refused', (_, max, make, sentence) => {
  expect(outcome(make(max))).toBe('read');
  expect(outcome(make(10 * max))).toContain(sentence);
});

test.each(
  Object.keys(documents),
)('%s at all limits together is read, and at ten times all of them refused', (kind) => {
  expect(outcome(atAllLimits(kind))).toBe('read');
  expect(outcome(beyondAllLimits(kind))).toMatch(/^Line \d+: /);
});

test('any element of any document with any text, or thousands of times, is read within the limits or refused with a sentence', () => {
  const texts = [
    '',
    'x'.repeat(400),
    'x'.repeat(65_000),
    '9'.repeat(12),
    '-40000000.00',
    '0.001',
    '1e9',
    'constructor',
    '2026-02-30',
    '😀'.repeat(60),
  ];
  for (const { detail, around } of Object.values(documents)) {
    const whole = around({}, detail({}));
    for (const [leaf, name = ''] of whole.matchAll(/<(\w+)[^<>]*>[^<]*<\/\1>/g))
      for (const text of texts) outcome([whole.replace(leaf, `<${name}>${text}</${name}>`)]);
    for (const name of new Set([...whole.matchAll(/<(\w+)[\s>]/g)].map(([, found = '']) => found))) {
      for (const other of ['constructor', '__proto__', 'x'.repeat(500)])
        outcome([whole.replaceAll(new RegExp(`(</?)${name}(?=[\\s/>])`, 'g'), `$1${other}`)]);
      const [element = ''] = new RegExp(`<${name}(\\s[^>]*)?>[\\s\\S]*?</${name}>`).exec(whole) ?? [];
      if (element === '') continue;
      outcome([
        whole.replace(element, () => element.repeat(Math.min(25_000, Math.floor(300_000 / element.length)))),
      ]);
    }
  }
});

test('5,000 locations × 400 days of the largest figure are a safe integer', () => {
  expect(Number.isSafeInteger(limits.figureMax * 5000 * 400)).toBe(true);
});
