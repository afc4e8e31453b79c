import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemory, type Spool, spool } from '../../../platform/spool.ts';
import { zipOfTexts } from '../../../testing/requests/register-xml.ts';
import { RefusedFile } from '../read/register-file.pure.ts';
import { unpack } from './unpack.pure.ts';

const xml = `<?xml version="1.0"?><Report>${Array.from({ length: 200 }, (_, index) => index).join(' ')}</Report>`;
const megabytes = (count: number) => 1_000_000 * count;

interface Found {
  name: string;
  /** 'read', or the sentence. */
  outcome: string;
  /** Of what is kept of a file that is refused. */
  packed: number;
}

async function unpackAll(file: Spool, name = 'a.xml'): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of unpack(name, file)) {
    let packed = 0;
    for await (const piece of one.packed()) packed += piece.length;
    found.push({ name: one.name, outcome: await readAll(one.unpacked), packed });
  }
  return found;
}

async function readAll(unpacked: () => AsyncIterable<Buffer>): Promise<string> {
  try {
    for await (const piece of unpacked()) expect(piece.length).toBeGreaterThan(0);
    return 'read';
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return error.message;
  }
}

const inBytes = (bytes: Uint8Array | string) => inMemory(Buffer.from(bytes));
const outcomes = async (bytes: Uint8Array | string) =>
  (await unpackAll(inBytes(bytes))).map(({ outcome }) => outcome);

const central = Buffer.from([0x50, 0x4b, 1, 2]);

/** The directory of a zip says something else of one of its files. */
async function patched(change: (zip: Buffer, entry: number) => void, files = { 'a.xml': xml }, index = 0) {
  const zip = Buffer.from(await zipOfTexts(files));
  let entry = zip.indexOf(central);
  for (let at = 0; at < index; at++) entry = zip.indexOf(central, entry + 4);
  change(zip, entry);
  return zip;
}

test.each<[what: string, make: () => Promise<Uint8Array> | Uint8Array, sentence: string]>([
  ['a gzip that is cut off', () => gzipSync(xml).subarray(0, 200), 'The gzip file is broken or cut off'],
  ['a gzip bomb', () => gzipSync(Buffer.alloc(megabytes(40), ' ')), 'more than 32 MB when it is unpacked'],
  ['a gzip in a gzip', () => gzipSync(gzipSync(xml)), 'packed twice'],
  ['a zip in a gzip', async () => gzipSync(await zipOfTexts({ 'a.xml': xml })), 'packed twice'],
  [
    'a zip that is cut off',
    async () => (await zipOfTexts({ 'a.xml': xml })).subarray(0, -30),
    'The zip is broken or cut off',
  ],
  [
    'a zip bomb',
    () => zipOfTexts({ 'a.xml': Buffer.alloc(megabytes(20), ' ') }),
    'more than 100 times its packed size',
  ],
  [
    'a zip of 10,001 files',
    () => patched((zip) => zip.writeUInt16LE(10_001, zip.length - 12)),
    'The zip has more than 10,000 files',
  ],
  ['a zip of nothing', () => zipOfTexts({}), 'The zip has no files'],
  ['a zip in a zip', async () => zipOfTexts({ 'a.zip': await zipOfTexts({ 'a.xml': xml }) }), 'packed twice'],
  ['an encrypted file', () => patched((zip, entry) => zip.writeUInt16LE(1, entry + 8)), 'It is encrypted'],
  [
    'another packing',
    () => patched((zip, entry) => zip.writeUInt16LE(12, entry + 10)),
    'in a way that is not read',
  ],
  [
    'a size that is too small',
    () => patched((zip, entry) => zip.writeUInt32LE(9, entry + 24)),
    'larger than the zip says',
  ],
  [
    'a size that is too large',
    () => patched((zip, entry) => zip.writeUInt32LE(9999, entry + 24)),
    'broken or cut off',
  ],
  [
    'a size above all files',
    () => patched((zip, entry) => zip.writeUInt32LE(40_000_000, entry + 24)),
    'more than 32 MB',
  ],
  [
    'a place outside',
    () => patched((zip, entry) => zip.writeUInt32LE(99_999, entry + 42)),
    'a.xml is cut off',
  ],
  [
    'a place without a file',
    () => patched((zip, entry) => zip.writeUInt32LE(7, entry + 42)),
    'a.xml is cut off',
  ],
  [
    'bytes that end outside',
    () => patched((zip, entry) => zip.writeUInt32LE(9999, entry + 20)),
    'is cut off',
  ],
])('%s is refused with a sentence', async (_, make, sentence) => {
  expect(await outcomes(await make())).toEqual([expect.stringContaining(sentence)]);
});

test('names in a zip are labels, and a bad file leaves the others', async () => {
  const hostile = { X: '../../../etc/passwd', Y: 'C:\\Register\\day.xml', Z: 'a/folder/' };
  const places = Object.entries(hostile).map(([letter, name]) => [letter.repeat(name.length), name] as const);
  const files = [
    ...places.map(([place]) => [place, xml]),
    ['bad\u0007name.xml', gzipSync(xml)],
    [`${'long'.repeat(100)}.xml`, xml],
  ];
  const zip = Buffer.from(await zipOfTexts(Object.fromEntries(files)));
  for (const [place, name] of places) zip.write(name, zip.lastIndexOf(place));
  expect((await unpackAll(inBytes(zip))).map(({ name, outcome }) => [name, outcome])).toEqual([
    ['passwd', 'read'],
    ['day.xml', 'read'],
    ['badname.xml', 'It is packed twice. Only one level is unpacked.'],
    ['long'.repeat(64).slice(0, 255), 'read'],
  ]);
});

test.each<[what: string, change: (zip: Buffer, entry: number) => void, sentence: string]>([
  ['an encrypted file', (zip, entry) => zip.writeUInt16LE(1, entry + 8), 'encrypted'],
  ['another packing', (zip, entry) => zip.writeUInt16LE(12, entry + 10), 'a way that is not read'],
  ['a stored file with two sizes', (zip, entry) => zip.writeUInt16LE(0, entry + 10), 'broken or cut off'],
  ['a place outside', (zip, entry) => zip.writeUInt32LE(99_999, entry + 42), 'cut off'],
  ['a size above all files', (zip, entry) => zip.writeUInt32LE(40_000_000, entry + 24), '32 MB'],
  [
    'packed bytes that are none',
    (zip) => zip.fill(0xff, zip.indexOf('b.xml') + 5, zip.indexOf('b.xml') + 15),
    'broken',
  ],
  ['an absolute name', (zip, entry) => zip.write('/', entry + 46), 'read'],
])('a zip with %s keeps its other files', async (_, change, sentence) => {
  const files = { 'a.xml': xml, 'b.xml': xml, 'c.xml': xml };
  expect(await outcomes(await patched(change, files, 1))).toEqual([
    'read',
    expect.stringContaining(sentence),
    'read',
  ]);
});

test('a directory that breaks off leaves the files before it', async () => {
  const files = { 'a.xml': xml, 'b.xml': xml, 'c.xml': xml };
  const zip = await patched((zip, entry) => zip.write('nothing', entry), files, 2);
  expect(await outcomes(zip)).toEqual(['read', 'read', 'The zip is broken or cut off.']);
});

test('files that share their bytes refuse the archive, which is kept once', async () => {
  const count = 2000;
  const zip = Buffer.from(
    await zipOfTexts(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.xml`, xml]))),
  );
  // Every file is the first one.
  for (let entry = zip.indexOf(central); entry >= 0; entry = zip.indexOf(central, entry + 4))
    zip.writeUInt32LE(0, entry + 42);
  expect(await unpackAll(inBytes(zip), 'all.zip')).toEqual([
    { name: 'all.zip', outcome: 'The zip has files that share their bytes.', packed: zip.length },
  ]);
  const half = Buffer.from(await zipOfTexts({ 'a.xml': xml, 'b.xml': xml }));
  half.writeUInt32LE(half.readUInt32LE(half.indexOf(central) + 20) + 60, half.indexOf(central) + 20);
  expect(await outcomes(half)).toEqual(['The zip has files that share their bytes.']);
});

test('an archive beyond 256 MB keeps the files before that, and reads none of the others', async () => {
  const lines = Array.from({ length: 90_000 }, (_, index) => `${index * 7919}${'<Same/>'.repeat(50)}`);
  const bytes = Buffer.from(lines.join('')).subarray(0, megabytes(30));
  const names = Array.from({ length: 12 }, (_, index) => `${index}.xml`);
  const zip = await zipOfTexts(Object.fromEntries(names.map((name) => [name, bytes])));
  const found = await outcomes(zip);
  const tooMuch = 'The zip has more than 256 MB when it is unpacked.';
  expect(found).toEqual([...Array<string>(8).fill('read'), ...Array<string>(4).fill(tooMuch)]);
});

test('a zip on the disk says the same as in memory', async () => {
  const zip = Buffer.from(await zipOfTexts({ 'a.xml': xml, 'b.xml': Buffer.alloc(megabytes(3), 'xyz ') }));
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => `${index * 7919} `).join(''));
  const large = Buffer.from(await zipOfTexts({ 'a.xml': xml, 'n.xml': noise, 'z.xml': xml }));
  const folder = await mkdtemp(join(tmpdir(), 'canopy-unpack-'));
  for (const bytes of [zip, large]) {
    const file = await spool(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 60_000) yield Buffer.from(bytes.subarray(at, at + 60_000));
      })(),
      folder,
    );
    expect(await unpackAll(file)).toEqual(await unpackAll(inBytes(bytes)));
    await file.close();
  }
  await rm(folder, { recursive: true });
});

test('any change of any bytes of a zip ends in files or sentences, and keeps no more than came', async () => {
  const zip = Buffer.from(await zipOfTexts({ 'a.xml': xml, 'b.xml': xml, 'folder/c.xml': xml }));
  const change = fc.record({
    at: fc.integer({ min: 4, max: zip.length - 1 }),
    byte: fc.constantFrom(0, 1, 0x50, 0x7f, 0x80, 0xff),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const broken = Buffer.from(zip);
      for (const { at, byte } of changes) broken[at] = byte;
      const found = await unpackAll(inBytes(broken));
      expect(found.length).toBeGreaterThan(0);
      expect(found.reduce((sum, { packed }) => sum + packed, 0)).toBeLessThanOrEqual(2 * zip.length);
    }),
    { numRuns: 2000 },
  );
});
