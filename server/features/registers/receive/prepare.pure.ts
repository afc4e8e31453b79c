import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip, gzipSync } from 'node:zlib';
import { registerFileMaxBytes } from '../../../../contract/fields/limits.ts';
import { uuidFrom } from '../../../platform/uuid.ts';
import { maskCardNumbers } from '../read/mask-cards.pure.ts';
import { readRegisterFile } from '../read/read-register-file.pure.ts';
import { RefusedFile, type RegisterDocument } from '../read/register-file.pure.ts';
import type { ArrivedFile } from './unpack.pure.ts';

const pack = promisify(gzip);
/** Below it, a thread costs more than the packing. */
const smallBytes = 65_536;

/** A file that is read, and not stored yet. */
export interface PreparedFile {
  id: string;
  name: string;
  sha256: string;
  bytes: number;
  /** Null for what is too large, or no file that could be read again. */
  content: string | null;
  reading: Reading;
}

export type Reading = { document: RegisterDocument } | { refusal: string };

/** Outside of any transaction, because it takes long. */
export async function prepareFile(file: ArrivedFile, pause: () => Promise<void>): Promise<PreparedFile> {
  const { name, bytes, refusal } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const head = { id: orderedId(), name, sha256, bytes: bytes.length };
  if (refusal !== undefined) return { ...head, content: null, reading: { refusal } };
  if (bytes.length > registerFileMaxBytes)
    return {
      ...head,
      content: null,
      reading: { refusal: `The file is larger than ${registerFileMaxBytes / 1_000_000} MB.` },
    };
  await maskCardNumbers(bytes, pause);
  const reading = await readContent(bytes, pause);
  return { ...head, content: await packed(bytes), reading };
}

export async function readContent(bytes: Buffer, pause: () => Promise<void>): Promise<Reading> {
  try {
    return { document: await readRegisterFile(bytes, pause) };
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.message };
    throw error;
  }
}

async function packed(bytes: Buffer): Promise<string> {
  const gzipped = bytes.length < smallBytes ? gzipSync(bytes) : await pack(bytes);
  return gzipped.toString('base64');
}

export function unpacked(content: string): Buffer {
  return gunzipSync(Buffer.from(content, 'base64'));
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
