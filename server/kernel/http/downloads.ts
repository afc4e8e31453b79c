import { Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../errors.ts';

const mostAtOnce = 4;
/** Within this time a reader takes what was sent last: a page of an export is a few kilobytes on the wire. */
const takenWithinMs = 30_000;

interface Downloads {
  /**
   * Counts one download of the user until its answer is closed, and cuts the connection of a reader who stalls.
   * @throws ApiError 409 while the user has another one, 503 while the process has as many as it bears.
   */
  begin(user_id: string | null, response: Writable): Download;
}

interface Download {
  /** Asks for a piece when the one before it was taken, and lets other requests be answered first. */
  stream(pieces: AsyncGenerator<string>): Readable;
}

/** Bounds the downloads of a process: what is made while it is sent costs work for as long as it lasts. */
export function createDownloads(): Downloads {
  const users = new Set<string | null>();
  return {
    begin(user_id, response) {
      if (response.destroyed) throw new ApiError('unavailable', 'The connection was closed.');
      if (users.has(user_id)) {
        throw new ApiError(
          'conflict',
          'Another download of yours is still running. Wait until it is complete, then try again.',
        );
      }
      if (users.size >= mostAtOnce) {
        throw new ApiError('unavailable', 'Too many users are downloading right now. Try again in a minute.');
      }
      users.add(user_id);
      const stalled = setTimeout(() => response.destroy(), takenWithinMs);
      response.once('close', () => {
        clearTimeout(stalled);
        users.delete(user_id);
      });
      return { stream: (pieces) => oneByOne(pieces, () => stalled.refresh()) };
    },
  };
}

/** Without a buffer, and unlike `Readable.from`, it asks for nothing before the socket wants more. */
function oneByOne(pieces: AsyncGenerator<string>, onAsked: () => void): Readable {
  return new Readable({
    encoding: 'utf8',
    highWaterMark: 0,
    async read() {
      onAsked();
      try {
        // A reader who is as quick as we are would otherwise keep the process to itself until the end.
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
