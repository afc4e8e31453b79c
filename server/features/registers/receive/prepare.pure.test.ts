import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemory, type Spool, spool } from '../../../platform/spool.ts';
import { exampleJournal, fgm } from '../../../testing/requests/register-xml.ts';
import { type PreparedFile, prepareFile, readRegisterFiles } from './prepare.pure.ts';

async function prepare(file: Uint8Array | string | Spool, options: object = {}): Promise<PreparedFile[]> {
  const files: PreparedFile[] = [];
  const arrived = typeof file === 'object' && 'close' in file ? file : inMemory(Buffer.from(file));
  for await (const portion of readRegisterFiles(arrived, { name: 'a.xml', ...options }, () => {}))
    if ('files' in portion) files.push(...portion.files);
  return files;
}

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
  ['words', 'Figures of Monday: 3', 'This is no XML file. Canopy reads'],
  ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'This is a web page. Canopy reads'],
  ['a web page without a type', '<!-- saved --><HTML><br></HTML>', 'This is a web page'],
  ['a CSV file', 'Date,Store,Amount\n2026-03-12,7,1.00\n', 'This is a table of text, such as a CSV file'],
  ['a PDF', '%PDF-1.7\n1 0 obj', 'This is a PDF'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'This is a picture'],
  ['a log of Commander', '<transSet periodID="2"><trans/></transSet>', 'In Commander, export NAXML'],
  [
    'a summary of Commander',
    '<pd:summaryPd xmlns:pd="urn:vfi-sapphire:pd.2002-05-21"/>',
    'a summary report of Commander (summaryPd)',
  ],
  [
    'half a letter of UTF-16',
    Buffer.from(`\ufeff${report}`, 'utf16le').subarray(0, -1),
    'no text in its encoding',
  ],
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
  expect(whole?.reading).toMatchObject({
    document: { make: 'Ä ************1111 €', journals: [{ events: 1 }] },
  });
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
      expect(await prepareFile({ name: 'a.xml', packed: list, unpacked: list })).toEqual(whole);
    }),
    { numRuns: 50 },
  );
  if (typeof whole?.content !== 'string') throw new Error('It has a content');
  const [stored] = await prepare(Buffer.from(whole.content, 'base64'), { isStored: true });
  expect(stored?.reading).toEqual(whole.reading);
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
  expect(await prepare(file)).toMatchObject([{ reading: { document: { document: 'PJR' } } }]);
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

const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ['little, with its mark', '\ufeff', false],
  ['big, with its mark', '\ufeff', true],
  ['little, without it', '', false],
  ['big, without it', '', true],
])('a file in UTF-16 is read (%s), and no card number of it is stored', async (_, mark, isBig) => {
  const card = '4111111111111111';
  const declared = report
    .replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>')
    .replace('Acme', `Café ${card}`);
  const [file] = await prepare(wide(mark + declared, isBig));
  expect(file?.reading).toMatchObject({ document: { make: 'Café ************1111', document: 'FGM' } });
  const [same] = await prepare(declared);
  expect(file?.content && gunzipSync(Buffer.from(file.content, 'base64')).toString()).not.toContain(card);
  expect(same?.reading).toEqual(file?.reading);
});
