import * as yauzl from 'yauzl';
import { pieceBytes, type Spool } from './spool.ts';

/** As the directory of the archive says: none of it is proven. */
export interface ZipEntry {
  /** Read as UTF-8. It may be a path, or that of a folder. */
  name: string;
  /** 0 for stored, 8 for deflated. */
  method: number;
  isEncrypted: boolean;
  packedBytes: number;
  unpackedBytes: number;
  /** Of its header. */
  offset: number;
}

export type ZipDirectory = Awaited<ReturnType<typeof openZip>>;

/** Of a zip that waits on the disk or in memory; it stays open. @throws Error for what is no zip */
export async function openZip(file: Spool) {
  const zip = await yauzl.fromRandomAccessReaderPromise(new SpoolReader(file), file.size, {
    autoClose: false,
    // Names and sizes that are odd concern one file: they are judged by who unpacks it.
    decodeStrings: false,
    validateEntrySizes: false,
  });
  return {
    /** As the archive says. */
    count: zip.entryCount,
    /** @throws Error where the directory is broken: what came before it was right. */
    async *entries(): AsyncGenerator<ZipEntry> {
      for await (const entry of zip.eachEntry()) yield describe(entry);
    },
    /** Where the packed bytes begin; null where there is no such file, or its bytes are cut off. */
    async startOf({ offset, packedBytes }: ZipEntry): Promise<number | null> {
      const place = { relativeOffsetOfLocalHeader: offset, compressedSize: packedBytes } as yauzl.Entry;
      const header = await zip.readLocalFileHeaderPromise(place, { minimal: true }).catch(() => null);
      return header?.fileDataStart ?? null;
    },
  };
}

function describe(entry: yauzl.Entry): ZipEntry {
  return {
    name: entry.fileNameRaw.toString(),
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    packedBytes: entry.compressedSize,
    unpackedBytes: entry.uncompressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
  };
}

/** Two small reads for each file of a directory: they are answered from a window of the file. */
class SpoolReader extends yauzl.RandomAccessReader {
  readonly #file: Spool;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: Spool) {
    super();
    this.#file = file;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#bytesAt(position, length).then(
      (bytes) => done(null, bytes.copy(target, offset)),
      (error: Error) => done(error),
    );
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    if (position >= this.#file.size) return Buffer.alloc(0);
    const isInside = position >= this.#start && position + length <= this.#start + this.#window.length;
    if (!isInside) {
      this.#window = await this.#file.read(position, Math.max(length, pieceBytes));
      this.#start = position;
    }
    return this.#window.subarray(position - this.#start, position - this.#start + length);
  }
}
