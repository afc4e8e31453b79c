import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { pieceBytes } from '../../../platform/spool.ts';
import { uuidFrom } from '../../../platform/uuid.ts';
import { createCardMask } from '../read/mask-cards.pure.ts';
import { createRegisterFileReader } from '../read/read-register-file.pure.ts';
import { RefusedFile, type RegisterDocument } from '../read/register-file.pure.ts';
import type { ArrivedFile } from './unpack.pure.ts';

/** Below it, a thread costs more than the packing. */
const smallBytes = 65_536;
/** Of the text in base64. */
const smallContentLength = 16_384;
/** A third of the time of the usual memory, which is made for each file, and as small. */
const smallOptions = { windowBits: 13, memLevel: 7 };

/** A file that is read, and not stored yet. */
export interface PreparedFile {
  id: string;
  name: string;
  sha256: string;
  bytes: number;
  /** Null for what could not be unpacked. */
  content: string | null;
  reading: Reading;
}

export type Reading = { document: RegisterDocument } | { refusal: string };

/** In one pass over its pieces, outside of any transaction, because it takes long. */
export async function prepareFile(file: ArrivedFile, pause: () => Promise<void>): Promise<PreparedFile> {
  const head = { id: orderedId(), name: file.name };
  try {
    return { ...head, ...(await readUnpacked(file, pause)) };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const packed = createCount();
    for await (const piece of inPieces(file.packed(), pause)) packed.add(piece);
    return { ...head, ...packed.end(), content: null, reading: { refusal: error.message } };
  }
}

/** @throws RefusedFile for what cannot be unpacked, or is too large. */
async function readUnpacked(file: ArrivedFile, pause: () => Promise<void>) {
  const count = createCount();
  const mask = createCardMask();
  const packer = createPacker();
  const reader = createTolerantReader();
  const take = async (piece: Buffer) => {
    reader.write(piece);
    await packer.write(piece);
  };
  for await (const piece of inPieces(file.unpacked(), pause)) {
    count.add(piece);
    await take(mask.push(piece));
  }
  await take(mask.end());
  return { ...count.end(), content: await packer.end(), reading: reader.end() };
}

function createCount() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(piece: Buffer) {
      hash.update(piece);
      bytes += piece.length;
    },
    end: () => ({ sha256: hash.digest('hex'), bytes }),
  };
}

/** A file that is stored. */
export async function readContent(content: string, pause: () => Promise<void>): Promise<Reading> {
  const reader = createTolerantReader();
  for await (const piece of inPieces(unpacked(content), pause)) reader.write(piece);
  return reader.end();
}

/** What is not read is refused, and nothing of it is looked at any more. */
function createTolerantReader() {
  const reader = createRegisterFileReader();
  let refusal: string | undefined;
  const tolerate = (work: () => void) => {
    if (refusal !== undefined) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      refusal = error.message;
    }
  };
  return {
    write: (piece: Buffer) => tolerate(() => reader.write(piece)),
    end(): Reading {
      const found: RegisterDocument[] = [];
      tolerate(() => found.push(reader.end()));
      const [document] = found;
      return document ? { document } : { refusal: refusal ?? '' };
    },
  };
}

/** Of 64 kB at most, with a pause for other requests between them. */
async function* inPieces(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  pause: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += pieceBytes) {
      if (!isFirst) await pause();
      isFirst = false;
      yield piece.subarray(at, at + pieceBytes);
    }
  }
}

/** Into base64 of a gzip. */
function createPacker() {
  const early: Buffer[] = [];
  let size = 0;
  let stream: ReturnType<typeof createGzip> | null = null;
  const packed: Buffer[] = [];
  return {
    async write(piece: Buffer) {
      size += piece.length;
      if (!stream && size <= smallBytes) {
        early.push(piece);
        return;
      }
      stream ??= createGzip().on('data', (part: Buffer) => packed.push(part));
      for (const part of [...early.splice(0), piece]) if (!stream.write(part)) await once(stream, 'drain');
    },
    async end(): Promise<string> {
      if (!stream) return gzipSync(Buffer.concat(early), smallOptions).toString('base64');
      const ended = once(stream, 'end');
      stream.end();
      await ended;
      return Buffer.concat(packed).toString('base64');
    },
  };
}

function unpacked(content: string): AsyncIterable<Buffer> | Iterable<Buffer> {
  const bytes = Buffer.from(content, 'base64');
  if (content.length < smallContentLength) return [gunzipSync(bytes)];
  const stream = createGunzip({ chunkSize: pieceBytes });
  stream.end(bytes);
  return stream;
}

let prepared = 0;

/** Version 7 with a counter: files of one millisecond keep the order of their arrival. */
function orderedId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  prepared = (prepared + 1) % 0x1000;
  bytes.writeUInt16BE(prepared, 6);
  return uuidFrom(bytes, 7);
}
