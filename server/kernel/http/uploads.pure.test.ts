import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request as sendTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createUploads, type Uploads } from './uploads.ts';

const parsed = (bytes: Buffer) => Promise.resolve(bytes.toString());

test('createUploads parses two files at a time, and the next when one is done', async () => {
  const uploads = createUploads();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const started: string[] = [];
  const begin = (user: string, done: Promise<string>) =>
    uploads.receive(user, { body: undefined }, (file) =>
      file.parse(() => {
        started.push(user);
        return done;
      }),
    );
  const running = [begin('ana', first.promise), begin('ben', second.promise)];
  const third = begin('cleo', Promise.resolve('third'));
  await setImmediate();
  expect(started).toEqual(['ana', 'ben']);
  second.reject(new Error('cannot be read'));
  await expect(running[1]).rejects.toThrow('cannot be read');
  expect(await third).toBe('third');
  first.resolve('first');
  expect(await running[0]).toBe('first');
});

test('createUploads takes one file of a user at a time, and eight in all', async () => {
  const uploads = createUploads();
  const done = Promise.withResolvers<void>();
  const begin = (user: string) => uploads.receive(user, { body: undefined }, () => done.promise);
  const running = Array.from({ length: 8 }, (_, n) => begin(`user ${n}`));
  await expect(begin('user 3')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another file of yours is still being read. Wait until that is done, then try again.',
  });
  await expect(begin('ana')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Other files are being read right now. Try again in a minute.',
  });
  done.resolve();
  await Promise.all(running);
  await begin('user 3');
});

test('two files that arrive slowly keep nobody from importing', async () => {
  await withServer(async ({ open, uploads }) => {
    const slow = ['ana', 'ben', 'cleo'].map((user) => open(user));
    for (const { socket } of slow) socket.write('a');
    expect(await uploads.receive('dan', { body: undefined }, (file) => file.parse(parsed))).toBe('');
    for (const { socket } of slow) socket.end('b');
    expect(await Promise.all(slow.map(({ outcome }) => outcome))).toEqual(['ab', 'ab', 'ab']);
  });
});

test.each([
  [
    'pauses for half a minute',
    { pieces: ['one', 'two'], stepMs: 29_000, lastMs: 1000 },
    'The file stopped arriving before its end.',
  ],
  [
    'sends a little now and then',
    { pieces: ['one', 'two', 'three'], stepMs: 20_000, lastMs: 0 },
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
      const piece = 'x'.repeat(40_000);
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
    bodies.set(`/${user}`, body.resolve);
    const socket = sendTo({ port, host: '127.0.0.1', method: 'POST', path: `/${user}`, agent: false });
    socket.on('error', () => {});
    socket.flushHeaders();
    let read = 0;
    const watched = async () => {
      const file = await body.promise;
      const iterate = file.iterator.bind(file);
      file.iterator = async function* (options): AsyncGenerator<Buffer, undefined> {
        for await (const piece of iterate(options)) {
          yield piece;
          // The next piece is wanted, so this one has been counted.
          read += piece.length;
        }
        return undefined;
      };
      return file;
    };
    const outcome = watched()
      .then((body) => uploads.receive(user, { body }, (file) => file.parse(parsed)))
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
