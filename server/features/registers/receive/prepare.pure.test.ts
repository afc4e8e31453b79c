import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemory, spool } from '../../../platform/spool.ts';
import { exampleJournal, fgm } from '../../../testing/requests/register-xml.ts';
import { type PreparedFile, prepareFile, type Reading, readContent } from './prepare.pure.ts';
import { unpack } from './unpack.pure.ts';

const pause = async () => {};

async function prepare(bytes: Uint8Array | string, name = 'a.xml'): Promise<PreparedFile[]> {
  const files: PreparedFile[] = [];
  for await (const file of unpack(name, inMemory(Buffer.from(bytes))))
    files.push(await prepareFile(file, pause));
  return files;
}

const said = (reading: Reading | undefined) =>
  reading && 'document' in reading
    ? { document: { ...reading.document, events: [...reading.document.events] } }
    : reading;
const plain = (file: PreparedFile | undefined) => ({ ...file, reading: said(file?.reading) });
const refusalOf = ({ reading }: PreparedFile) => ('refusal' in reading ? reading.refusal : 'read');
const refusals = async (bytes: Uint8Array | string) => (await prepare(bytes)).map(refusalOf);

const day = { business_date: '2026-03-12', began: '2026-03-12T06:00:00', ended: '2026-03-12T22:00:00' };
const report = fgm(day, [{ grade: '1', volume: '1.5', amount: '4.50' }]);
const inRoot = (text: string) => `<NAXML-POSJournal>${text}</NAXML-POSJournal>`;
const event = (text: string) =>
  inRoot(
    `<JournalReport><SaleEvent><BusinessDate>2026-03-12</BusinessDate>${text}</SaleEvent></JournalReport>`,
  );

test.each<[what: string, bytes: Uint8Array | string, sentence: string]>([
  ['a document type', `<!DOCTYPE a SYSTEM "file:///etc/passwd">${report}`, 'declares a document type'],
  [
    'a billion laughs',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;">]>${inRoot('&b;')}`,
    'declares a document type',
  ],
  [
    'a document type after 100 kB of comment',
    `<!--${' '.repeat(100_000)}--><!DOCTYPE a><a/>`,
    'a document type',
  ],
  ['an entity that is none of XML', report.replace('Acme', '&euro;'), 'Line 1: undefined entity'],
  ['41 levels', `${'<a>'.repeat(41)}${'</a>'.repeat(41)}`, 'nested more than 40 deep'],
  ['a million levels', '<a>'.repeat(1_000_000), 'nested more than 40 deep'],
  ['a text of 65 kB', event(`<Note>${'x'.repeat(65_537)}</Note>`), 'Note has more than 64 kB of text'],
  ['an attribute of 65 kB', event(`<Note a="${'x'.repeat(65_537)}"/>`), 'an attribute has more than 64 kB'],
  ['a tag without an end', inRoot(`<a ${'b'.repeat(1_200_000)}`), '1 MB brought no element'],
  ['an event of 20,001 elements', event('<a/>'.repeat(20_001)), 'more than 20000 elements'],
  ['two roots', `${report}<again/>`, 'only one root'],
  ['a file that is cut off', report.slice(0, -30), 'the file is cut off inside of FuelGradeMovement'],
  ['no file at all', '', 'The file is empty'],
  ['a file of zeros', Buffer.alloc(100_000), 'The file is empty'],
  ['zeros before a file', `\0\0${report}`, 'begins with zeros'],
  ['words', 'Figures of Monday: 3', 'Line 1'],
  ['UTF-16', Buffer.from(`\ufeff${report}`, 'utf16le'), 'no text in its encoding'],
  [
    'another encoding',
    `<?xml version="1.0" encoding="EBCDIC-US"?><a/>`,
    'The encoding ebcdic-us is not read',
  ],
  [
    'an amount with half a cent',
    report.replace('4.50', '4.505'),
    'FuelGradeSalesAmount is not an amount: "4.505"',
  ],
  ['an amount in words', report.replace('4.50', 'four'), 'is not an amount: "four"'],
  ['an amount with separators', report.replace('4.50', '4,500.00'), 'is not an amount'],
  ['an amount above all money', report.replace('4.50', '1'.repeat(40)), 'more than 9 digits'],
  [
    'a date that does not exist',
    report.replace('<BusinessDate>2026-03-12', '<BusinessDate>2026-02-30'),
    'not a date',
  ],
  ['a time that does not exist', report.replace('>22:00:00', '>25:00:00'), 'EndTime is not a time'],
  ['a report without a day', report.replace(/<BusinessDate>.*?<\/BusinessDate>/, ''), 'has no BusinessDate'],
])('%s is refused with a sentence', async (_, bytes, sentence) => {
  const [refusal] = await refusals(bytes);
  expect(refusal).toContain(sentence);
});

test('a file says the same in pieces of any size, from memory and from the disk, and when it is read again', async () => {
  const text = `\ufeff${exampleJournal.replace('Acme', 'Ä 4111111111111111 €')}<!-- ${'😀'.repeat(40)} -->`;
  const bytes = Buffer.from(text);
  const [whole] = await prepare(bytes);
  expect(said(whole?.reading)).toMatchObject({ document: { make: 'Ä ************1111 €', events: [{}] } });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), async (sizes) => {
      const pieces: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        pieces.push(Buffer.from(bytes.subarray(at, at + size)));
        at += size;
      }
      const list = async function* () {
        yield* pieces;
      };
      const again = await prepareFile({ name: 'a.xml', packed: list, unpacked: list }, pause);
      expect(plain(again)).toEqual({ ...plain(whole), id: again.id });
    }),
    { numRuns: 50 },
  );
  if (typeof whole?.content !== 'string') throw new Error('It has a content');
  expect(said(await readContent(whole.content, pause))).toEqual(said(whole.reading));
});

test('what is larger than 1 MB waits on the disk, and nothing is left of its file', async () => {
  const large = Buffer.from(`${exampleJournal}${`<!--${' '.repeat(100_000)}-->`.repeat(30)}`);
  async function* arriving() {
    for (let at = 0; at < large.length; at += 50_000) yield large.subarray(at, at + 50_000);
  }
  const folder = await mkdtemp(join(tmpdir(), 'canopy-spool-'));
  const file = await spool(arriving(), folder);
  expect(await readdir(folder)).toEqual([]);
  expect(file.size).toBe(large.length);
  expect(await file.read(large.length - 3, 10)).toEqual(Buffer.from('-->'));
  for await (const one of unpack('a.xml', file))
    expect((await prepareFile(one, pause)).reading).toMatchObject({ document: { document: 'PJR' } });
  await file.close();
  await rm(folder, { recursive: true });
});

test('card numbers lose all but four digits, and codes of items and amounts stay', async () => {
  const text = (inner: string) => event(inner);
  const cards = [
    ['<Account>4111111111111111</Account>', '************1111'],
    ['<a:Account b="5500000000000004"/>', '************0004'],
    ['<Track>;378282246310005=2512</Track>', ';***********0005='],
    ['<POSCode>4111111111111111</POSCode>', '4111111111111111'],
    ['<n:POSCode x="y">36006666333344</n:POSCode>', '36006666333344'],
    ['<Sum>4111111111111111.00</Sum>', '4111111111111111.00'],
    ['<Id>4111111111111112</Id>', '4111111111111112'],
    ['<Id>41111111111111114111111111111111</Id>', '41111111111111114111111111111111'],
  ] as const;
  for (const [inner, stored] of cards) {
    const [file] = await prepare(text(inner));
    expect(gunzipSync(Buffer.from(file?.content ?? '', 'base64')).toString()).toContain(stored);
  }
});
