import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { salesKey } from '../../lib/network/query-keys.ts';
import { followRegisters } from './registers.api.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('figures on screen follow at once, and at most every five seconds while registers send all the time', async () => {
  // As in the app, where another part says whether the server can be reached.
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  let reads = 0;
  const queryFn = () => ++reads;
  const stop = new QueryObserver(client, { queryKey: [...salesKey, 'tiles'], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(1);
  for (let tenth = 0; tenth < 120; tenth++) {
    followRegisters(client);
    await vi.advanceTimersByTimeAsync(100);
  }
  // In twelve seconds: at once, after five and after ten.
  expect(reads).toBe(4);
  await vi.advanceTimersByTimeAsync(20_000);
  // The last changes are not lost, and then there is nothing to read.
  expect(reads).toBe(5);
  stop();
});
