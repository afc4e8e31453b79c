import { Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ApiError } from './errors.ts';

const maxConcurrent = 4;
/** For a piece of an export, which is a few kilobytes compressed. */
const stallTimeoutMs = 30_000;

/** Each download needs work as long as it runs. */
export function createDownloads() {
  const users = new Set<string | null>();
  return {
    /**
     * Ends with the answer, or with the connection of a client that stalls.
     * @throws ApiError 409 while the user has another one, 503 while the process has its maximum.
     */
    begin(user_id: string | null, response: Writable) {
      if (response.destroyed) throw new ApiError('unavailable', 'The connection was closed.');
      if (users.has(user_id)) {
        throw new ApiError(
          'conflict',
          'Another download of yours is still running. Wait until it is complete, then try again.',
        );
      }
      if (users.size >= maxConcurrent) {
        throw new ApiError('unavailable', 'Too many users are downloading right now. Try again in a minute.');
      }
      users.add(user_id);
      const stalled = setTimeout(() => response.destroy(), stallTimeoutMs);
      let isCounted = true;
      const end = () => {
        clearTimeout(stalled);
        // The user may have begun another one since.
        if (isCounted) users.delete(user_id);
        isCounted = false;
      };
      response.once('close', end);
      return {
        /** Requests each piece after the previous one was taken, and lets other requests run in between. */
        stream: (pieces: AsyncGenerator<string>) => streamOf(pieces, () => stalled.refresh()),
        /** For a refused download. */
        end,
      };
    },
  };
}

/** Has no buffer: unlike `Readable.from`, it requests a piece only when the socket wants more. */
function streamOf(pieces: AsyncGenerator<string>, onRead: () => void): Readable {
  return new Readable({
    encoding: 'utf8',
    highWaterMark: 0,
    async read() {
      onRead();
      try {
        // Without this, a fast client would occupy the process until the end of the export.
        await setImmediate();
        const { done, value } = await pieces.next();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, done) {
      pieces.return(undefined).then(() => done(error), done);
    },
  });
}
