import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request as sendTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { type ArrivingFile, createUploads, type Uploads } from './uploads.ts';

const text = (file: ArrivingFile) =>
  file.parseSpooled(tmpdir(), async (arrived) => String(await arrived.read(0, arrived.size)));
const maxBytes = 20_000_000;
const noBody = { body: undefined };

/** Begins to read a file without bytes, until `done`. */
function reading(uploads: Uploads, owner: string, done: Promise<void>): Promise<void> {
  return uploads.receive({ owner, request: noBody, maxBytes }, (file) =>
    file.parseSpooled(tmpdir(), () => done),
  );
}

test('createUploads takes two files of an owner at a time', async () => {
  const uploads = createUploads();
  const done = Promise.withResolvers<void>();
  const running = [reading(uploads, 'ana', done.promise), reading(uploads, 'ana', done.promise)];
  await expect(reading(uploads, 'ana', done.promise)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Two files of yours are still being read. Wait until one of them is done, then try again.',
  });
  const refuseThird = (sentence: string) =>
    new ApiError('rate_limited', sentence, { retry_after_seconds: 5 });
  const third = uploads.receive({ owner: 'ana', request: noBody, maxBytes, refuseThird }, text);
  await expect(third).rejects.toMatchObject({ status: 429, retry_after_seconds: 5 });
  done.resolve();
  await Promise.all(running);
  await reading(uploads, 'ana', done.promise);
});

test('createUploads has eight files read at a time, and refuses the ninth when it is here', async () => {
  const uploads = createUploads();
  const done = Promise.withResolvers<void>();
  const owners = ['ana', 'ben', 'cleo', 'dan'];
  const running = [...owners, ...owners].map((owner) => reading(uploads, owner, done.promise));
  await setImmediate();
  await expect(reading(uploads, 'eva', done.promise)).rejects.toMatchObject({
    code: 'unavailable',
    retry_after_seconds: 2,
    message: 'Other files are being read right now. Try again in a minute.',
  });
  done.reject(new Error('cannot be read'));
  expect((await Promise.allSettled(running)).map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, () => 'rejected'),
  );
  await reading(uploads, 'eva', Promise.resolve());
});

test('files that arrive slowly keep nobody from reading one', async () => {
  await withServer(async ({ open, uploads }) => {
    const slow = Array.from({ length: 20 }, (_, n) => open(`user ${n}`));
    for (const { socket } of slow) socket.write('a');
    await Promise.all(slow.map(({ arrived }) => arrived(1)));
    expect(await uploads.receive({ owner: 'eva', request: noBody, maxBytes }, text)).toBe('');
    // One after the other, because all of them would be read at the same time.
    for (const { socket, outcome } of slow) {
      socket.end('b');
      expect(await outcome).toBe('ab');
    }
  });
});

test('createUploads takes 64 files that arrive', async () => {
  const uploads = createUploads();
  const done = Promise.withResolvers<void>();
  const begin = (owner: string) => uploads.receive({ owner, request: noBody, maxBytes }, () => done.promise);
  const running = Array.from({ length: 64 }, (_, n) => begin(`user ${n}`));
  await expect(begin('ana')).rejects.toMatchObject({ code: 'unavailable' });
  done.resolve();
  await Promise.all(running);
  await begin('ana');
});

test.each([
  [
    'pauses for half a minute',
    { pieces: ['one', 'two'], stepMs: 29_000, lastMs: 1000 },
    'The file stopped arriving before its end.',
  ],
  [
    'sends less than 8 kB a second',
    { pieces: ['x'.repeat(150_000), 'y'.repeat(150_000), 'z'.repeat(150_000)], stepMs: 20_000, lastMs: 0 },
    'The file arrived too slowly.',
  ],
])('createUploads closes the connection of a client that %s', async (_, {
  pieces,
  stepMs,
  lastMs,
}, message) => {
  await withServer(async ({ open }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { socket, outcome, arrived } = open('ana');
      const closed = once(socket, 'error');
      for (const [index, piece] of pieces.entries()) {
        socket.write(piece);
        await arrived(pieces.slice(0, index + 1).join('').length);
        vi.advanceTimersByTime(stepMs);
      }
      vi.advanceTimersByTime(lastMs);
      expect((await closed)[0]).toMatchObject({ code: 'ECONNRESET' });
      expect(await outcome).toBe(message);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('createUploads takes a large file as long as enough of it arrives each minute', async () => {
  await withServer(async ({ open }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { socket, outcome, arrived } = open('ana');
      const piece = 'x'.repeat(250_000);
      for (let n = 0; n < 10; n++) {
        socket.write(piece);
        await arrived(piece.length * (n + 1));
        vi.advanceTimersByTime(25_000);
      }
      socket.end();
      expect(await outcome).toBe(piece.repeat(10));
    } finally {
      vi.useRealTimers();
    }
  });
});

interface Opened {
  socket: ClientRequest;
  /** The text of the file, or the sentence of its refusal. */
  outcome: Promise<string>;
  /** Resolves when the server has read as many bytes. */
  arrived(bytes: number): Promise<void>;
}

/** Serves uploads; `open` begins one and sends nothing yet. */
async function withServer(work: (server: { uploads: Uploads; open(user: string): Opened }) => Promise<void>) {
  const uploads = createUploads();
  const bodies = new Map<string, (body: IncomingMessage) => void>();
  const server = createServer((body) => bodies.get(body.url ?? '')?.(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (user: string): Opened => {
    const body = Promise.withResolvers<IncomingMessage>();
    bodies.set(`/${encodeURIComponent(user)}`, body.resolve);
    const socket = sendTo({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/${encodeURIComponent(user)}`,
      agent: false,
    });
    socket.on('error', () => {});
    socket.flushHeaders();
    let read = 0;
    const watched = async () => {
      const file = await body.promise;
      const iterate = file.iterator.bind(file);
      file.iterator = async function* (options): AsyncGenerator<Buffer, undefined> {
        for await (const piece of iterate(options)) {
          const { length } = piece;
          yield piece;
          // The next piece is wanted, so this one has been counted.
          read += length;
        }
        return undefined;
      };
      return file;
    };
    const outcome = watched()
      .then((body) => uploads.receive({ owner: user, request: { body }, maxBytes }, text))
      .catch((error: Error) => error.message);
    const arrived = async (bytes: number) => {
      while (read < bytes) await setImmediate();
    };
    return { socket, outcome, arrived };
  };
  try {
    await work({ uploads, open });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
