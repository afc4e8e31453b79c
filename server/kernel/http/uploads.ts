import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileMaxBytes } from '../../../contract/fields/limits.ts';
import { ApiError } from '../errors.ts';

const maxConcurrent = 2;
/** How long a client may pause while it sends a file, which takes minutes on a slow line. */
const stallTimeoutMs = 30_000;

/** Media types that are not accepted for a file: a form would wrap it, and JSON is for the other endpoints. */
const notFiles = /^(application\/(json|x-www-form-urlencoded)|multipart\/)/i;

/** Passes the bodies of this server's routes on as they arrive. Call it on a server for uploads only. */
export function acceptFiles(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!notFiles.test(request.headers['content-type'] ?? '')) return payload;
    throw new ApiError('unsupported_media_type', 'Send the file itself, for example as text/csv.');
  });
}

interface Uploads {
  /**
   * Counts an upload until the work is done, and gives it the body of the request.
   * The connection of a client that stalls is closed.
   * @throws ApiError 503 while the process has its maximum; 413, when the body is read, for one that is too large.
   */
  receive<T>(
    request: Pick<FastifyRequest, 'body'>,
    work: (file: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T>;
}

/** Limits the uploads of a process, because each is held in memory while it is read. */
export function createUploads(): Uploads {
  let running = 0;
  return {
    async receive(request, work) {
      if (running >= maxConcurrent) {
        throw new ApiError('unavailable', 'Other files are being read right now. Try again in a minute.');
      }
      running++;
      // Null for a request without a body.
      const payload = request.body as IncomingMessage | undefined;
      try {
        return await work(payload ? limited(payload) : nothing());
      } finally {
        running--;
        // The rest of a refused file is read and dropped: an unread body would keep the answer from the client.
        payload?.resume();
      }
    },
  };
}

async function* limited(payload: IncomingMessage): AsyncGenerator<Buffer> {
  if (Number(payload.headers['content-length'] ?? 0) > fileMaxBytes) throw tooLarge();
  let bytes = 0;
  const stalled = setTimeout(() => payload.destroy(stopped()), stallTimeoutMs);
  try {
    // After destroying it, no answer could be sent.
    for await (const piece of payload.iterator({ destroyOnReturn: false })) {
      stalled.refresh();
      bytes += (piece as Buffer).length;
      if (bytes > fileMaxBytes) throw tooLarge();
      yield piece as Buffer;
    }
  } finally {
    clearTimeout(stalled);
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

function stopped(): ApiError {
  return new ApiError('malformed_request', 'The file stopped arriving before its end.');
}

function tooLarge(): ApiError {
  return new ApiError('too_large', `The file is larger than ${fileMaxBytes / 1_000_000} MB.`);
}
