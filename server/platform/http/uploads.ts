import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Spool, spool } from '../spool.ts';
import { ApiError } from './errors.ts';

/** Of one user or key, from the first byte until it is read. */
const ofOneOwner = 2;
/** While they arrive they are on the disk, and cost hardly anything. */
const maxArriving = 64;
/** With those that wait for a thread. Each takes 10 seconds at most (reader-threads.ts), so the last one waits a minute. */
const maxRead = 8;
/** How long a client may pause while it sends a file, which takes minutes on a slow line. */
const stallTimeoutMs = 30_000;
/**
 * A client that sends a byte now and then would keep its place for the ten minutes that a request may take. These are
 * 8 kB a second, which the slowest lines send, such as one channel of ISDN.
 */
const leastBytes = 480_000;
const leastBytesTimeoutMs = 60_000;

/** A form would wrap the file, and JSON is for the other endpoints. */
const notFiles = /^(application\/(json|x-www-form-urlencoded)|multipart\/)/i;

/** Call it on a server for uploads only. */
export function acceptFiles(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!notFiles.test(request.headers['content-type'] ?? '')) return payload;
    throw new ApiError('unsupported_media_type', 'Send the file itself, for example as text/csv.');
  });
}

/** Nothing of it is read before the call of `parseSpooled`. */
export interface ArrivingFile {
  /**
   * It waits in a file without a name in this folder, not in memory, until all of it is here.
   * @throws ApiError 413 for a file that is too large; 400 for one that stops, or arrives too slowly; 503 while too many
   * others are read.
   */
  parseSpooled<T>(folder: string, work: (file: Spool) => Promise<T>): Promise<T>;
}

interface Arrival {
  /** Who sends it: a user or a key. */
  owner: string;
  request: Pick<FastifyRequest, 'body'>;
  maxBytes: number;
  /** When the owner has two others. */
  refuseThird?: (sentence: string) => ApiError;
}

export type Uploads = ReturnType<typeof createUploads>;

const third = 'Two files of yours are still being read. Wait until one of them is done, then try again.';

export function createUploads() {
  const owners = new Map<string, number>();
  let arriving = 0;
  let read = 0;

  async function receiveOne<T>(
    payload: IncomingMessage | undefined,
    maxBytes: number,
    work: (file: ArrivingFile) => Promise<T>,
  ): Promise<T> {
    if (arriving >= maxArriving) throw tooMany();
    arriving++;
    let isArriving = true;
    const arrived = () => {
      if (isArriving) arriving--;
      isArriving = false;
    };
    try {
      return await work({
        async parseSpooled(folder, work) {
          const file = await spool(piecesOf(payload, maxBytes), folder);
          arrived();
          try {
            if (read >= maxRead) throw tooMany();
            read++;
            return await work(file).finally(() => read--);
          } finally {
            await file.close();
          }
        },
      });
    } finally {
      arrived();
    }
  }

  return {
    /**
     * Counts until the work is done.
     * @throws ApiError 409, or what the arrival says, while its owner has two others; 503 while too many files arrive.
     */
    async receive<T>(
      { owner, request, maxBytes, refuseThird = conflict }: Arrival,
      work: (file: ArrivingFile) => Promise<T>,
    ): Promise<T> {
      // Null for a request without a body.
      const payload = request.body as IncomingMessage | undefined;
      const others = owners.get(owner) ?? 0;
      try {
        if (others >= ofOneOwner) throw refuseThird(third);
        owners.set(owner, others + 1);
        return await receiveOne(payload, maxBytes, work).finally(() => release(owners, owner));
      } finally {
        // The rest of a refused file is read and dropped: an unread body would keep the answer from the client.
        payload?.resume();
      }
    },
  };
}

function release(owners: Map<string, number>, owner: string): void {
  const others = (owners.get(owner) ?? 0) - 1;
  if (others > 0) owners.set(owner, others);
  else owners.delete(owner);
}

function conflict(sentence: string): ApiError {
  return new ApiError('conflict', sentence);
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Other files are being read right now. Try again in a minute.');
}

/** Those of a request without a body are none. */
async function* piecesOf(payload: IncomingMessage | undefined, maxBytes: number): AsyncGenerator<Buffer> {
  if (!payload) return;
  if (Number(payload.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let bytes = 0;
  let sinceLeast = 0;
  const stalled = setTimeout(() => payload.destroy(stopped()), stallTimeoutMs);
  const slow = setTimeout(() => payload.destroy(tooSlow()), leastBytesTimeoutMs);
  try {
    // After destroying it, no answer could be sent.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stalled.refresh();
      bytes += piece.length;
      sinceLeast += piece.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      if (sinceLeast >= leastBytes) {
        sinceLeast = 0;
        slow.refresh();
      }
      yield piece;
    }
  } finally {
    clearTimeout(stalled);
    clearTimeout(slow);
  }
}

function tooSlow(): ApiError {
  return new ApiError('malformed_request', 'The file arrived too slowly.');
}

function stopped(): ApiError {
  return new ApiError('malformed_request', 'The file stopped arriving before its end.');
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The file is larger than ${maxBytes / 1_000_000} MB.`);
}
