import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileMaxBytes } from '../../../contract/fields/limits.ts';
import { type Spool, spool } from '../../platform/spool.ts';
import { createTurns } from '../../platform/turns.ts';
import { ApiError } from '../errors.ts';

/** Files that are parsed at a time, and files that may arrive meanwhile, each of a different user. */
const maxParsed = 2;
const maxArriving = 8;
/** How long a client may pause while it sends a file, which takes minutes on a slow line. */
const stallTimeoutMs = 30_000;
/** A client that sends a byte now and then would keep its place for hours. */
const leastBytes = 65_536;
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

/** Nothing of it is read before the first call of `parse`. */
export interface ArrivingFile {
  /**
   * Waits until fewer than two others are parsed.
   * @throws ApiError 413 for a file that is too large; 400 for one that stops, or arrives too slowly.
   */
  parse<T>(work: (bytes: Buffer) => Promise<T>): Promise<T>;
  /** The same for what is read in pieces: it waits in a file without a name in this folder, not in memory. */
  parseSpooled<T>(folder: string, work: (file: Spool) => Promise<T>): Promise<T>;
}

export interface Uploads {
  /**
   * Counts until the work is done.
   * @throws ApiError 409 while the user has another file; 503 while too many files arrive.
   */
  receive<T>(
    user_id: string | null,
    request: Pick<FastifyRequest, 'body'>,
    work: (file: ArrivingFile) => Promise<T>,
    maxBytes?: number,
  ): Promise<T>;
}

export function createUploads(): Uploads {
  const users = new Set<string | null>();
  const inTurn = createTurns(maxParsed);
  return {
    async receive(user_id, request, work, maxBytes = fileMaxBytes) {
      if (users.has(user_id)) {
        throw new ApiError(
          'conflict',
          'Another file of yours is still being read. Wait until that is done, then try again.',
        );
      }
      if (users.size >= maxArriving) {
        throw new ApiError('unavailable', 'Other files are being read right now. Try again in a minute.');
      }
      users.add(user_id);
      // Null for a request without a body.
      const payload = request.body as IncomingMessage | undefined;
      try {
        return await work({
          parse: async (work) => {
            const pieces: Buffer[] = [];
            for await (const piece of piecesOf(payload, maxBytes)) pieces.push(piece);
            const bytes = Buffer.concat(pieces);
            return inTurn(() => work(bytes));
          },
          parseSpooled: async (folder, work) => {
            const file = await spool(piecesOf(payload, maxBytes), folder);
            return inTurn(() => work(file)).finally(() => file.close());
          },
        });
      } finally {
        users.delete(user_id);
        // The rest of a refused file is read and dropped: an unread body would keep the answer from the client.
        payload?.resume();
      }
    },
  };
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
