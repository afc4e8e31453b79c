import { once } from 'node:events';
import { createServer, request as sendTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createUploads } from './uploads.ts';

test('createUploads lets two files be read at once, and refuses a third until one is done', async () => {
  const uploads = createUploads();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const running = [first, second].map(({ promise }) => uploads.receive({ body: undefined }, () => promise));
  const third = () => uploads.receive({ body: undefined }, async () => 'third');
  await expect(third()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Other files are being read right now. Try again in a minute.',
  });
  first.resolve('first');
  expect(await running[0]).toBe('first');
  expect(await third()).toBe('third');
  second.reject(new Error('cannot be read'));
  await expect(running[1]).rejects.toThrow('cannot be read');
  expect(await Promise.all([third(), third()])).toEqual(['third', 'third']);
});

test('createUploads takes a file that arrives slowly, and closes the connection of one that stops', async () => {
  const uploads = createUploads();
  const received: string[] = [];
  const ends: Promise<unknown>[] = [];
  const server = createServer((body) => {
    const work = uploads.receive({ body }, async (file) => {
      for await (const piece of file) {
        received.push(piece.toString());
        server.emit('piece');
      }
    });
    ends.push(work.catch((error: Error) => error.message));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = sendTo({ port, host: '127.0.0.1', method: 'POST' });
    const closed = once(socket, 'error');
    for (const piece of ['one', 'two', 'three', 'four']) {
      const arrived = once(server, 'piece');
      socket.write(piece);
      await arrived;
      vi.advanceTimersByTime(29_000);
    }
    expect(received.join()).toBe('one,two,three,four');
    vi.advanceTimersByTime(1000);
    expect((await closed)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(await Promise.all(ends)).toEqual(['The file stopped arriving before its end.']);
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
