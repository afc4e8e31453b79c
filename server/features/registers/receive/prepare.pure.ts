import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { packText } from '../../../platform/packed-list.ts';
import { pieceBytes, piecesOf, type Spool } from '../../../platform/spool.ts';
import { isCountedPeriod } from '../figures/choose-reports.pure.ts';
import { createNarrower } from '../read/decode.pure.ts';
import { createCardMask } from '../read/mask-cards.pure.ts';
import { createRegisterFileReader } from '../read/read-register-file.pure.ts';
import {
  type ListedItem,
  type ReadEvent,
  type ReadReport,
  RefusedFile,
  type RegisterDocument,
} from '../read/register-file.pure.ts';
import { type ArrivedFile, unpack } from './unpack.pure.ts';

/** Below it, a stream costs more than the packing. */
const smallBytes = 65_536;
/** A third of the time of the usual memory, which is made for each file, and as small. */
const smallOptions = { windowBits: 13, memLevel: 7 };
/** Of a refused file: enough to see what it is. */
const refusedBytes = 100_000;
/** 32 MB of a register pack to 2. What packs worse is none of its files, and would be long in one transaction. */
const packedMaxLength = 6_000_000;
/** Files of one portion. */
const filesAtOnce = 20;
const lengthAtOnce = 500_000;
const eventsAtOnce = 400;
const itemsAtOnce = 500;

/** A file that is read, and not stored yet: plain rows, which go from thread to thread. */
export interface PreparedFile {
  name: string;
  sha256: string;
  bytes: number;
  /** Null for what could not be unpacked. */
  content: string | null;
  reading: Reading;
}

export type Reading = { document: ReadDocument } | { refusal: string };

/** What a register file says, as it is stored. Long texts are packed. */
export interface ReadDocument
  extends Pick<
    RegisterDocument,
    'document' | 'is_understood' | 'store_number' | 'make' | 'version' | 'uncountable'
  > {
  dates: string[];
  departments: { code: string; name: string | null; is_fuel_line: boolean }[];
  reports: (Pick<ReadReport, 'element' | 'period' | 'business_date' | 'began'> & { content: string })[];
  /** A period whose reports are kept, and not counted. */
  other_period: number | null;
  journals: { business_date: string; position: number; events: number; content: string }[];
  items: { is_whole: boolean; parts: string[] } | null;
}

export interface FilesOptions {
  name: string;
  /** Its content as it is stored. */
  isStored?: boolean;
  /** As many were read before. */
  skip?: number;
  /** Each file alone, and its name before it is read. */
  isEachNamed?: boolean;
}

export type FilesPortion = { begins: string } | { files: PreparedFile[] };

/**
 * The files in what arrived, some at a time. Each is read or refused by itself. `startFile` is called before each, for a
 * limit of what one may take.
 */
export async function* readRegisterFiles(
  arrived: Spool,
  { name, isStored = false, skip = 0, isEachNamed = false }: FilesOptions,
  startFile: () => void,
): AsyncGenerator<FilesPortion> {
  let files: PreparedFile[] = [];
  let length = 0;
  let index = 0;
  for await (const file of isStored ? [storedFile(name, arrived)] : unpack(name, arrived)) {
    if (index++ < skip) continue;
    startFile();
    if (isEachNamed) yield { begins: file.name };
    const prepared = await prepareFile(file);
    files.push(prepared);
    length += lengthOf(prepared);
    if (!isEachNamed && files.length < filesAtOnce && length < lengthAtOnce) continue;
    yield { files };
    files = [];
    length = 0;
  }
  if (files.length > 0) yield { files };
}

function storedFile(name: string, content: Spool): ArrivedFile {
  const packed = () => piecesOf(content);
  return { name, packed, unpacked: () => gunzipped(content) };
}

async function* gunzipped(content: Spool): AsyncGenerator<Buffer> {
  const stream = createGunzip({ chunkSize: pieceBytes });
  stream.end(await content.read(0, content.size));
  yield* stream;
}

function lengthOf({ content, reading }: Pick<PreparedFile, 'content' | 'reading'>): number {
  const texts =
    'document' in reading
      ? [
          ...reading.document.reports.map((one) => one.content),
          ...reading.document.journals.map((one) => one.content),
          ...(reading.document.items?.parts ?? []),
        ]
      : [];
  return texts.reduce((sum, text) => sum + text.length, content?.length ?? 0);
}

/** One of them. */
export async function prepareFile(file: ArrivedFile): Promise<PreparedFile> {
  const { name } = file;
  try {
    return { name, ...(await readUnpacked(file)) };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    // What cannot be unpacked is known by its packed bytes, and what is refused unread by its name and the refusal.
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of file.packed()) {
      hash.update(piece);
      bytes += piece.length;
    }
    if (bytes === 0) hash.update(`${name}\n${error.message}`);
    return { name, sha256: hash.digest('hex'), bytes, content: null, reading: { refusal: error.message } };
  }
}

/** In one pass over its pieces. @throws RefusedFile for what cannot be unpacked, or is too large. */
async function readUnpacked(file: ArrivedFile) {
  const hash = createHash('sha256');
  let bytes = 0;
  const mask = createCardMask();
  const packer = createPacker();
  const reader = createTolerantReader();
  const narrower = createNarrower();
  const take = async (piece: Buffer) => {
    reader.write(piece);
    await packer.write(piece);
  };
  for await (const piece of inPieces(file.unpacked())) {
    hash.update(piece);
    bytes += piece.length;
    await take(mask.push(narrower.push(piece)));
  }
  await take(mask.push(narrower.end()));
  await take(mask.end());
  const content = await packer.end();
  const read = reader.end();
  const isTooLong = 'document' in read && lengthOf({ content, reading: read }) > packedMaxLength;
  const reading = isTooLong ? { refusal: tooLong } : read;
  const stored = 'document' in reading ? content : packer.head();
  return { sha256: hash.digest('hex'), bytes, content: stored, reading };
}

const tooLong = `It packs to more than ${packedMaxLength / 1_000_000} MB, as no file of a register does.`;

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
      const found: ReadDocument[] = [];
      tolerate(() => found.push(rowsOf(reader.end())));
      const [document] = found;
      return document ? { document } : { refusal: refusal ?? '' };
    },
  };
}

function rowsOf(read: RegisterDocument): ReadDocument {
  const { document, is_understood, store_number, make, version, uncountable, reports, events, items } = read;
  const dates = new Set([...reports.map(({ business_date }) => business_date), ...events.dates]);
  return {
    ...{ document, is_understood, store_number, make, version, uncountable },
    dates: [...dates],
    departments: [...read.departments].map(([code, department]) => ({ code, ...department })),
    reports: reports.map((report) => {
      const { element, period, business_date, began, data, ...head } = report;
      // Which of several reports counts is decided by their heads: long data is packed apart.
      const packed = packText(data);
      const rest = JSON.stringify({ ...head, element, period, business_date, began }).slice(0, -1);
      const content = `${rest},"data":${packed === data ? data : JSON.stringify(packed)}}`;
      return { element, period, business_date, began, content };
    }),
    other_period: reports.find(({ period }) => !isCountedPeriod(period))?.period ?? null,
    journals: journalsOf(events),
    items: items && { is_whole: items.is_whole, parts: partsOf(items.items) },
  };
}

/** By date, because that is how they are asked for. */
function journalsOf(events: Iterable<ReadEvent>): ReadDocument['journals'] {
  const open = new Map<string, { position: number; contents: string[] }>();
  const journals: ReadDocument['journals'] = [];
  const close = (business_date: string, { position, contents }: { position: number; contents: string[] }) => {
    const content = packText(`[${contents.join()}]`);
    journals.push({ business_date, position, events: contents.length, content });
  };
  for (const { business_date, content } of events) {
    const own = open.get(business_date) ?? { position: 0, contents: [] };
    open.set(business_date, own);
    own.contents.push(content);
    if (own.contents.length < eventsAtOnce) continue;
    close(business_date, own);
    open.set(business_date, { position: own.position + 1, contents: [] });
  }
  for (const [business_date, own] of open) if (own.contents.length > 0) close(business_date, own);
  return journals;
}

function partsOf(items: readonly ListedItem[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < items.length; at += itemsAtOnce)
    parts.push(packText(JSON.stringify(items.slice(at, at + itemsAtOnce))));
  return parts;
}

/** Of 64 kB at most. */
async function* inPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes);
}

/** Into base64 of a gzip. */
function createPacker() {
  const early: Buffer[] = [];
  const first: Buffer[] = [];
  let size = 0;
  let stream: ReturnType<typeof createGzip> | null = null;
  const packed: Buffer[] = [];
  return {
    async write(piece: Buffer) {
      if (size < refusedBytes) first.push(piece.subarray(0, refusedBytes - size));
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
    /** Of its first bytes. */
    head: () => gzipSync(Buffer.concat(first)).toString('base64'),
  };
}
