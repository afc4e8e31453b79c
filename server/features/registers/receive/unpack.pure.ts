import { Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw, inflateRawSync } from 'node:zlib';
import { registerFileMaxBytes } from '../../../../contract/fields/limits.ts';
import { pieceBytes, piecesOf, type Spool } from '../../../platform/spool.ts';
import { ownText } from '../../../platform/text.ts';
import { openZip, type ZipDirectory, type ZipEntry } from '../../../platform/zip.ts';
import { RefusedFile } from '../read/register-file.pure.ts';

const maxFiles = 10_000;
const maxUnpackedBytes = 256_000_000;
const maxRatio = 100;
const nameMaxLength = 255;
/** Up to here, a stream costs more than the unpacking. */
const smallBytes = 262_144;
/** Of the header before each file, without its name. */
const headerBytes = 30;

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
  const plain = last.replace(/\p{Cc}/gu, '').slice(0, nameMaxLength);
  return ownText(plain).trim() || 'file';
}

const tooLarge = `It has more than ${registerFileMaxBytes / 1_000_000} MB when it is unpacked, or more than ${maxRatio} times its packed size.`;
const twice = 'It is packed twice. Only one level is unpacked.';
const broken = 'It is broken or cut off.';
const brokenZip = 'The zip is broken or cut off.';
const tooMany = `The zip has more than ${maxFiles.toLocaleString('en-US')} files.`;
const tooMuch = `The zip has more than ${maxUnpackedBytes / 1_000_000} MB when it is unpacked.`;
const overlapping = 'The zip has files that share their bytes.';

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

/** Only its own bytes are there to be kept. */
function refused(name: string, packed: () => AsyncIterable<Buffer>, refusal: string): ArrivedFile {
  const unpacked = () => {
    throw new RefusedFile(refusal);
  };
  return { name, packed, unpacked };
}

async function* unpackZip(label: string, file: Spool): AsyncGenerator<ArrivedFile> {
  const refuseZip = (refusal: string) => refused(label, () => piecesOf(file), refusal);
  const zip = await openZip(file).catch(() => null);
  if (!zip) return yield refuseZip(brokenZip);
  if (zip.count > maxFiles) return yield refuseZip(tooMany);
  const { entries, isWhole } = await readDirectory(zip);
  if (isOverlapping(entries, file.size)) return yield refuseZip(overlapping);
  const files = entries.filter(({ isFolder }) => !isFolder);
  if (files.length === 0 && isWhole) return yield refuseZip('The zip has no files.');
  const total = { bytes: 0 };
  for (const entry of files) yield await unpackEntry(file, zip, entry, total);
  if (!isWhole) yield refuseZip(brokenZip);
}

interface Entry extends ZipEntry {
  isFolder: boolean;
}

/** As far as it can be read. */
async function readDirectory(zip: ZipDirectory): Promise<{ entries: Entry[]; isWhole: boolean }> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.entries()) {
      const { name } = entry;
      entries.push({ ...entry, name: labelOf(name), isFolder: /[\\/]$/.test(name) });
    }
    return { entries, isWhole: true };
  } catch {
    return { entries, isWhole: false };
  }
}

/** What is packed once could be unpacked thousands of times otherwise. */
function isOverlapping(entries: readonly ZipEntry[], size: number): boolean {
  let end = 0;
  let total = 0;
  for (const { offset, packedBytes } of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (offset < end) return true;
    // One that begins inside and ends outside is cut off, which concerns nobody else.
    end = offset + headerBytes + packedBytes;
    total += Math.max(0, Math.min(end, size) - offset);
  }
  return total > size;
}

async function unpackEntry(
  file: Spool,
  zip: ZipDirectory,
  entry: ZipEntry,
  total: { bytes: number },
): Promise<ArrivedFile> {
  const { name } = entry;
  const start = await zip.startOf(entry);
  if (start === null) {
    const end = Math.min(file.size, entry.offset + headerBytes + entry.packedBytes);
    return refused(name, () => piecesOf(file, entry.offset, end), `${name} is cut off.`);
  }
  const packed = () => piecesOf(file, start, start + entry.packedBytes);
  if (entry.isEncrypted) return refused(name, packed, 'It is encrypted.');
  if (entry.unpackedBytes > registerFileMaxBytes) return refused(name, packed, tooLarge);
  if (entry.method !== 0 && entry.method !== 8)
    return refused(name, packed, 'It is packed in a way that is not read.');
  return { name, packed, unpacked: () => unpackedOf(entry, packed(), total) };
}

/** Counts what it reads into the total of the archive. @throws RefusedFile */
async function* unpackedOf(
  entry: ZipEntry,
  packed: AsyncGenerator<Buffer>,
  total: { bytes: number },
): AsyncGenerator<Buffer> {
  let size = 0;
  // The others of an archive that is too large are refused unread.
  if (total.bytes > maxUnpackedBytes) throw new RefusedFile(tooMuch);
  for await (const piece of once(inflated(entry, packed))) {
    size += piece.length;
    total.bytes += piece.length;
    if (total.bytes > maxUnpackedBytes) throw new RefusedFile(tooMuch);
    yield piece;
  }
  if (size !== entry.unpackedBytes) throw new RefusedFile(broken);
}

function inflated({ method, packedBytes, unpackedBytes }: ZipEntry, packed: AsyncGenerator<Buffer>) {
  if (method === 0) return packed;
  const ratioBytes = packedBytes * maxRatio;
  const limit =
    unpackedBytes <= ratioBytes
      ? { bytes: unpackedBytes, tooLarge: 'It is larger than the zip says.' }
      : { bytes: ratioBytes, tooLarge };
  const isSmall = limit.bytes <= smallBytes && packedBytes <= pieceBytes;
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
