import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { registerFileMaxBytes } from '../../../../contract/fields/limits.ts';
import { RefusedFile } from '../read/register-file.pure.ts';

const maxFiles = 10_000;
const maxUnpackedBytes = 256_000_000;
const maxRatio = 100;
const nameMaxLength = 255;
const unzip = promisify(gunzip);
const inflate = promisify(inflateRaw);

export interface ArrivedFile {
  name: string;
  bytes: Buffer;
  /** The file is not read. */
  refusal?: string;
}

/**
 * The files in an XML file, a gzip or a zip: one level, measured while they are unpacked. What breaks a limit is
 * refused with a sentence; the files before it stay.
 */
export async function* unpack(name: string, bytes: Buffer): AsyncGenerator<ArrivedFile> {
  if (isZip(bytes)) {
    yield* unpackZip(name, bytes);
  } else if (isGzip(bytes)) {
    yield await unpackGzip(name, bytes);
  } else {
    yield { name: labelOf(name), bytes };
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

async function unpackGzip(name: string, bytes: Buffer): Promise<ArrivedFile> {
  const label = labelOf(name);
  const maxOutputLength = Math.min(registerFileMaxBytes, bytes.length * maxRatio);
  try {
    const unpacked = await unzip(bytes, { maxOutputLength });
    return checked({ name: label.replace(/\.gz$/i, '') || label, bytes: unpacked });
  } catch (error) {
    return refused(label, bytes, isTooLarge(error) ? tooLarge : 'The gzip file is broken or cut off.');
  }
}

function refused(name: string, bytes: Buffer, refusal: string): ArrivedFile {
  return { name, bytes, refusal };
}

function checked(file: ArrivedFile): ArrivedFile {
  return isZip(file.bytes) || isGzip(file.bytes) ? refused(file.name, file.bytes, twice) : file;
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}

interface Entry {
  name: string;
  method: number;
  isEncrypted: boolean;
  packed: number;
  unpacked: number;
  offset: number;
}

async function* unpackZip(name: string, bytes: Buffer): AsyncGenerator<ArrivedFile> {
  const label = labelOf(name);
  try {
    const entries = readDirectory(bytes).filter((entry) => !/[\\/]$/.test(entry.name));
    if (entries.length > maxFiles)
      throw new RefusedFile(`The zip has more than ${maxFiles.toLocaleString('en-US')} files.`);
    // Each entry is unpacked to at most the size that it declares, so this limit holds for what it really is.
    const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
    if (total > maxUnpackedBytes || total > bytes.length * maxRatio) {
      throw new RefusedFile(
        `The zip has more than ${maxUnpackedBytes / 1_000_000} MB when it is unpacked, or more than ${maxRatio} times its packed size.`,
      );
    }
    if (entries.length === 0) throw new RefusedFile('The zip has no files.');
    for (const entry of entries) yield await unpackEntry(bytes, entry);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    yield refused(label, bytes, error.message);
  }
}

async function unpackEntry(bytes: Buffer, entry: Entry): Promise<ArrivedFile> {
  const name = labelOf(entry.name);
  const start = dataOf(bytes, entry);
  const packed = start === null ? null : bytes.subarray(start, start + entry.packed);
  if (!packed || packed.length < entry.packed) return refused(name, Buffer.alloc(0), `${name} is cut off.`);
  const refuse = (refusal: string) => refused(name, packed, refusal);
  if (entry.isEncrypted) return refuse('It is encrypted.');
  if (entry.unpacked > registerFileMaxBytes) return refuse(tooLarge);
  if (entry.method === 0) return checked({ name, bytes: Buffer.from(packed) });
  if (entry.method !== 8) return refuse('It is packed in a way that is not read.');
  try {
    const unpacked = await inflate(packed, { maxOutputLength: Math.max(1, entry.unpacked) });
    return unpacked.length === entry.unpacked
      ? checked({ name, bytes: unpacked })
      : refuse('It is broken or cut off.');
  } catch (error) {
    return refuse(isTooLarge(error) ? 'It is larger than the zip says.' : 'It is broken or cut off.');
  }
}

/** After the local header, whose own sizes may be missing. */
function dataOf(bytes: Buffer, { offset }: Entry): number | null {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) return null;
  return offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
}

function readDirectory(bytes: Buffer): Entry[] {
  const broken = () => new RefusedFile('The zip is broken or cut off.');
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length) throw broken();
  const count = bytes.readUInt16LE(end + 10);
  if (count === 0xffff)
    throw new RefusedFile(`The zip has more than ${maxFiles.toLocaleString('en-US')} files.`);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken();
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
