import { randomUUID } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Smaller ones are not worth a file. */
const inMemoryBytes = 1_048_576;
export const pieceBytes = 65_536;

/** Bytes that arrived, to be read in any order. What is large is on the disk, not in memory. */
export interface Spool {
  readonly size: number;
  /** What another thread of this process opens it by. */
  readonly origin: SpoolOrigin;
  /** Fewer bytes at the end. */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** A file stays open until its spool is closed. */
export type SpoolOrigin = { bytes: Uint8Array } | { fd: number; size: number };

/** Its file has no name, so that nothing of it is left after a kill. Close it. */
export async function spool(arriving: AsyncIterable<Buffer>, folder: string): Promise<Spool> {
  let waiting: Buffer[] = [];
  let size = 0;
  let unsaved = 0;
  let file: FileHandle | null = null;
  const save = async () => {
    file ??= await openNameless(folder);
    await file.writev(waiting);
    for (const piece of waiting) releaseBytes(piece);
    waiting = [];
    unsaved = 0;
  };
  try {
    for await (const piece of arriving) {
      waiting.push(piece);
      size += piece.length;
      unsaved += piece.length;
      if (unsaved >= inMemoryBytes) await save();
    }
    if (file) await save();
  } catch (error) {
    await (file as FileHandle | null)?.close();
    throw error;
  }
  return file ? inFile(file, size) : inMemory(Buffer.concat(waiting));
}

export function inMemory(bytes: Buffer): Spool {
  return {
    size: bytes.length,
    origin: { bytes },
    read: async (start, length) => bytes.subarray(start, start + length),
    close: async () => {},
  };
}

function inFile(file: FileHandle, size: number): Spool {
  return {
    size,
    origin: { fd: file.fd, size },
    async read(start, length) {
      const wanted = Math.max(0, Math.min(length, size - start));
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** In the thread that reads it. Closing it leaves the file open for the thread that it is from. */
export function openSpool(origin: SpoolOrigin): Spool {
  if ('bytes' in origin)
    return inMemory(Buffer.from(origin.bytes.buffer, origin.bytes.byteOffset, origin.bytes.length));
  const { fd, size } = origin;
  return {
    size,
    origin,
    // At once: only this thread waits for the disk.
    async read(start, length) {
      const piece = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - start)));
      return piece.subarray(0, readSync(fd, piece, 0, piece.length, start));
    },
    close: async () => {},
  };
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `arriving-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/** In pieces of 64 kB. */
export async function* piecesOf(from: Spool, start = 0, end = from.size): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceBytes) yield await from.read(at, Math.min(pieceBytes, end - at));
}

/**
 * Frees bytes that nobody reads any more, where V8 would keep tens of megabytes of them for a while. Only those with memory of their
 * own: all of it, or a part of this many bytes that nobody else has a part of.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array, ownBytes = byteLength): void {
  const isOwn = buffer.byteLength === byteLength || buffer.byteLength === ownBytes;
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
