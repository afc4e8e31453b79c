import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createStreams } from './streams.ts';

/** As much of an answer as a stream uses. */
function response() {
  const answer = Object.assign(new PassThrough(), { writeHead: () => answer });
  return answer;
}

test('a client that does not read is cut off', () => {
  const meters = { openStreams: { count: 0 } };
  const answer = response();
  const stream = createStreams(meters).begin('ana', answer, {});
  const ids = Array.from({ length: 50 }, () => 'x'.repeat(36));
  let sent = 0;
  while (!answer.destroyed && sent < 1000) {
    stream.send('changed', { cursor: '', lists: ['users'], ids: { users: ids } });
    sent += 1;
  }
  expect(answer.destroyed).toBe(true);
  expect(sent * 50 * 36).toBeLessThan(200_000);
});

test('a process has a maximum of streams, and an ended one makes room', () => {
  const meters = { openStreams: { count: 0 } };
  const streams = createStreams(meters, 2);
  const first = streams.begin('ana', response(), {});
  streams.begin('bo', response(), {});
  const refused = () => streams.begin('cy', response(), {});
  expect(refused).toThrow(expect.objectContaining({ status: 503 }));
  first.end('restart');
  expect(first.isOpen).toBe(false);
  expect(meters.openStreams.count).toBe(1);
  expect(refused).not.toThrow();
});

test('a stream lives about an hour', () => {
  vi.useFakeTimers();
  const answer = response();
  const stream = createStreams({ openStreams: { count: 0 } }).begin('ana', answer, {});
  vi.advanceTimersByTime(49 * 60_000);
  expect(stream.isOpen).toBe(true);
  vi.advanceTimersByTime(22 * 60_000);
  expect(stream.isOpen).toBe(false);
  expect(String(answer.read())).toContain('event: bye\ndata: {"reason":"lifetime"}\n\n');
  vi.useRealTimers();
});
