import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPoll } from './poll.pure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often it reads in this time. */
async function readsOf(ms: number, { hasNews = false, wakeEveryMs = 0 } = {}): Promise<number> {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return hasNews;
  };
  const poll = createPoll({ read, onFailure: () => {} });
  poll.start();
  await vi.advanceTimersByTimeAsync(70_000);
  reads = 0;
  const waking = wakeEveryMs ? setInterval(poll.wake, wakeEveryMs) : undefined;
  await vi.advanceTimersByTimeAsync(ms);
  clearInterval(waking);
  poll.stop();
  const before = reads;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toBe(before);
  return reads;
}

test('it reads five times a second, once a second after a quiet minute, and not when it is stopped', async () => {
  expect(await readsOf(10_000, { hasNews: true })).toBe(50);
  expect(await readsOf(10_000)).toBe(10);
});

test('a change of this process is read at once, and many as one', async () => {
  expect(await readsOf(1000, { hasNews: true, wakeEveryMs: 1 })).toBeGreaterThanOrEqual(9);
  expect(await readsOf(1000, { hasNews: true, wakeEveryMs: 1 })).toBeLessThanOrEqual(11);
});

test('a failed read is tried again after a second', async () => {
  let failures = 0;
  const read = () => Promise.reject(new Error('away'));
  const poll = createPoll({ read, onFailure: () => void failures++ });
  poll.start();
  await vi.advanceTimersByTimeAsync(5500);
  expect(failures).toBe(6);
  poll.stop();
});
