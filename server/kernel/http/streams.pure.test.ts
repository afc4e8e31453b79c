import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Counts } from '../../platform/metrics/metrics.ts';
import { createStreams } from './streams.ts';

/** As much of an answer as a stream uses. */
function response() {
  const answer = Object.assign(new PassThrough(), { writeHead: () => answer });
  return answer;
}

const newMeter = () => ({ open: 0, ended: new Counts() });
/** The answer to a real client, which reads nothing. */
async function unreadAnswer(): Promise<ServerResponse> {
  const server = createServer();
  const asking = once(server, 'request');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [, answer] = await asking;
  return answer;
}

test('a client that does not read is cut off', async () => {
  const meter = newMeter();
  const answer = await unreadAnswer();
  const stream = createStreams({ streams: meter }).begin({ user_id: 'ana' }, answer, {});
  const ids = Array.from({ length: 50 }, () => 'x'.repeat(36));
  // The buffers of the kernel take some megabytes first.
  for (let sent = 0; stream.isOpen && sent < 20_000; sent++) {
    stream.send('changed', { cursor: '', lists: ['users'], ids: { users: ids } });
    if (sent % 20 === 0) await new Promise(setImmediate);
  }
  expect(stream.isOpen).toBe(false);
  expect(answer.destroyed).toBe(true);
  expect(answer.writableLength).toBeLessThan(100_000);
  expect(meter.open).toBe(0);
  expect(meter.ended.of('unread')).toBe(1);
  expect(meter.ended.of('left')).toBe(0);
});

test('a process has a maximum of streams, and an ended one makes room', () => {
  const meter = newMeter();
  const streams = createStreams({ streams: meter }, 2);
  const first = streams.begin({ user_id: 'ana' }, response(), {});
  streams.begin({ user_id: 'bo' }, response(), {});
  const another = () => streams.begin({ user_id: 'cy' }, response(), {});
  expect(another).toThrow(expect.objectContaining({ status: 503 }));
  first.end('restart');
  expect(first.isOpen).toBe(false);
  expect(meter.open).toBe(1);
  expect(another).not.toThrow();
  expect(['refused', 'restart'].map((reason) => meter.ended.of(reason))).toEqual([1, 1]);
});

test('a user has three streams of tabs that share none, beside those that are shared', () => {
  const meter = newMeter();
  const streams = createStreams({ streams: meter });
  const shared = streams.begin({ user_id: 'ana' }, response(), {});
  const open = () => streams.begin({ user_id: 'ana', isAlone: true }, response(), {});
  const alone = [open(), open(), open(), open()];
  expect(alone.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true]);
  expect(shared.isOpen).toBe(true);
  expect(meter.ended.of('too_many')).toBe(1);
});

test('a stream lives about an hour', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = response();
  const stream = createStreams({ streams: newMeter() }).begin({ user_id: 'ana' }, answer, {});
  vi.advanceTimersByTime(49 * 60_000);
  expect(stream.isOpen).toBe(true);
  vi.advanceTimersByTime(22 * 60_000);
  expect(stream.isOpen).toBe(false);
  expect(String(answer.read())).toContain('event: bye\ndata: {"reason":"lifetime"}\n\n');
});
