import { Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw, inflateRawSync } from 'node:zlib';
import { registerFileMaxBytes } from '../../../../contract/fields/limits.ts';
import { pieceBytes, piecesOf, type Spool } from '../../../platform/spool.ts';
import { RefusedFile } from '../read/register-file.pure.ts';

const maxFiles = 10_000;
const maxUnpackedBytes = 256_000_000;
const maxRatio = 100;
const nameMaxLength = 255;
/** Up to here, a stream costs more than the unpacking. */
const smallBytes = 262_144;
/** A comment may follow the end of the directory. */
const endMaxBytes = 65_557;
const directoryMaxBytes = 4_000_000;

export interface ArrivedFile {
  name: string;
  /** As it came. */
  packed(): AsyncIterable<Buffer>;
  /** Read them before the next file. @throws RefusedFile for what breaks a limit while it is unpacked. */
  unpacked(): AsyncIterable<Buffer>;
}

/**
 * The files in an XML file, a gzip or a zip: one level, measured while they are unpacked. What breaks a limit is
 * refused with a sentence; the files before it stay.
 */
export async function* unpack(name: string, file: Spool): AsyncGenerator<ArrivedFile> {
  const head = await file.read(0, 4);
  const label = labelOf(name);
  const packed = () => piecesOf(file);
  if (isZip(head)) {
    yield* unpackZip(label, file);
  } else if (isGzip(head)) {
    yield { name: label.replace(/\.gz$/i, '') || label, packed, unpacked: () => gunzipped(file) };
  } else {
    yield { name: label, packed, unpacked: packed };
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isZip(bytes: Buffer): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** A name is a label, never a path. */
function labelOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.toWellFormed().replace(/\p{Cc}/gu, '');
  return plain.slice(0, nameMaxLength).trim() || 'file';
}

const tooLarge = `It has more than ${registerFileMaxBytes / 1_000_000} MB when it is unpacked, or more than ${maxRatio} times its packed size.`;
const twice = 'It is packed twice. Only one level is unpacked.';
const broken = 'It is broken or cut off.';
const tooMany = `The zip has more than ${maxFiles.toLocaleString('en-US')} files.`;

function gunzipped(file: Spool): AsyncGenerator<Buffer> {
  const limit = { bytes: Math.min(registerFileMaxBytes, file.size * maxRatio), tooLarge };
  return once(measured(piecesOf(file), createGunzip(), limit, 'The gzip file is broken or cut off.'));
}

interface Limit {
  bytes: number;
  tooLarge: string;
}

/** @throws RefusedFile */
async function* measured(
  packed: AsyncIterable<Buffer>,
  unpacking: Transform,
  { bytes, tooLarge }: Limit,
  broken: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  // What fails is said by the stream that is read.
  const unpacked = Readable.from(packed, { objectMode: false }).on('error', (error) =>
    unpacking.destroy(error),
  );
  try {
    for await (const piece of unpacked.pipe(unpacking) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > bytes) throw new RefusedFile(tooLarge);
      yield piece;
    }
  } catch (error) {
    if (!isOfZlib(error)) throw error;
    throw new RefusedFile(broken);
  } finally {
    unpacked.destroy();
    unpacking.destroy();
  }
}

function isOfZlib(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('Z_');
}

/** @throws RefusedFile for what is a zip or gzip again. */
async function* once(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst && (isZip(piece) || isGzip(piece))) throw new RefusedFile(twice);
    isFirst = false;
    yield piece;
  }
}

function refused(name: string, packed: () => AsyncIterable<Buffer>, refusal: string): ArrivedFile {
  const unpacked = () => {
    throw new RefusedFile(refusal);
  };
  return { name, packed, unpacked };
}

interface Entry {
  name: string;
  method: number;
  isEncrypted: boolean;
  packed: number;
  unpacked: number;
  offset: number;
}

async function* unpackZip(label: string, file: Spool): AsyncGenerator<ArrivedFile> {
  try {
    const entries = (await readDirectory(file)).filter((entry) => !/[\\/]$/.test(entry.name));
    if (entries.length > maxFiles) throw new RefusedFile(tooMany);
    // Each entry is unpacked to at most the size that it declares, so this limit holds for what it really is.
    const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
    if (total > maxUnpackedBytes || total > file.size * maxRatio) {
      throw new RefusedFile(
        `The zip has more than ${maxUnpackedBytes / 1_000_000} MB when it is unpacked, or more than ${maxRatio} times its packed size.`,
      );
    }
    if (entries.length === 0) throw new RefusedFile('The zip has no files.');
    for (const entry of entries) yield await unpackEntry(file, entry);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    yield refused(label, () => piecesOf(file), error.message);
  }
}

async function unpackEntry(file: Spool, entry: Entry): Promise<ArrivedFile> {
  const name = labelOf(entry.name);
  const start = await dataOf(file, entry);
  if (start === null || start + entry.packed > file.size)
    return refused(name, () => piecesOf(file, entry.offset), `${name} is cut off.`);
  const packed = () => piecesOf(file, start, start + entry.packed);
  if (entry.isEncrypted) return refused(name, packed, 'It is encrypted.');
  if (entry.unpacked > registerFileMaxBytes) return refused(name, packed, tooLarge);
  if (entry.method !== 0 && entry.method !== 8)
    return refused(name, packed, 'It is packed in a way that is not read.');
  return { name, packed, unpacked: () => unpackedOf(entry, packed()) };
}

/** @throws RefusedFile */
async function* unpackedOf(entry: Entry, packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const limit = { bytes: entry.unpacked, tooLarge: 'It is larger than the zip says.' };
  let size = 0;
  for await (const piece of once(inflated(entry, packed, limit))) {
    size += piece.length;
    yield piece;
  }
  if (size !== entry.unpacked) throw new RefusedFile(broken);
}

function inflated({ method, ...entry }: Entry, packed: AsyncGenerator<Buffer>, limit: Limit) {
  if (method === 0) return packed;
  const isSmall = entry.unpacked <= smallBytes && entry.packed <= pieceBytes;
  return isSmall ? inflatedAtOnce(packed, limit) : measured(packed, createInflateRaw(), limit, broken);
}

async function* inflatedAtOnce(packed: AsyncGenerator<Buffer>, limit: Limit): AsyncGenerator<Buffer> {
  const { value = Buffer.alloc(0) } = await packed.next();
  try {
    yield inflateRawSync(value, { maxOutputLength: Math.max(1, limit.bytes) });
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new RefusedFile(isTooLarge ? limit.tooLarge : broken);
  }
}

/** After the local header, whose own sizes may be missing. */
async function dataOf(file: Spool, { offset }: Entry): Promise<number | null> {
  const header = await file.read(offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null;
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function readDirectory(file: Spool): Promise<Entry[]> {
  const brokenZip = () => new RefusedFile('The zip is broken or cut off.');
  const tail = await file.read(Math.max(0, file.size - endMaxBytes), endMaxBytes);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > tail.length) throw brokenZip();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  if (count === 0xffff) throw new RefusedFile(tooMany);
  if (length > directoryMaxBytes) throw new RefusedFile('The names of the files in the zip are too long.');
  const bytes = await file.read(tail.readUInt32LE(end + 16), length);
  const entries: Entry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw brokenZip();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    ) as [number, number, number];
    entries.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
