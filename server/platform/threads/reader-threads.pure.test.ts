import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { inMemory, spool } from '../spool.ts';
import { createReaderThreads, ReaderEnded } from './reader-threads.ts';

class ToyRefusal extends Error {
  code = '';
}

const script = new URL('../../testing/processes/toy-readers.ts', import.meta.url);
const limits = {
  processorMs: 150,
  memoryBytes: 100_000_000,
  yieldedBytes: 4_000_000,
  portionBytes: 1_000_000,
};
const readers = createReaderThreads({ script, refusals: [ToyRefusal], limits, threadsMax: 1 });
afterAll(() => readers.close());

const nothing = inMemory(Buffer.alloc(0));

async function all(reader: string, options: unknown = {}, file = nothing, threads = readers) {
  const portions: unknown[] = [];
  for await (const portion of threads.read(reader, file, options)) portions.push(portion);
  return portions;
}

const reads = async (threads = readers) =>
  expect(await all('large', { portions: 1, bytes: 1 }, nothing, threads)).toEqual(['x']);

test.each([100_000, 3_000_000])('a reader gets the bytes of a file of %d bytes', async (size) => {
  const bytes = () => Buffer.alloc(size, 'all of it ');
  const arriving = async function* () {
    yield bytes();
  };
  const file = await spool(arriving(), tmpdir());
  const sha256 = createHash('sha256').update(bytes()).digest('hex');
  expect(await all('digest', {}, file)).toEqual([{ size, sha256 }]);
  await file.close();
});

test('a reader makes no portion before it is asked for', async () => {
  const portions = readers.read<number>('count', nothing, { from: 5 });
  expect(await portions.next()).toEqual({ value: 5, done: false });
  expect(await portions.next()).toEqual({ value: 6, done: false });
  await portions.return(undefined);
  // 1,000 are added by the reader's own end.
  expect(await all('counted')).toEqual([1007]);
});

test('who reads in a loop and leaves it ends the reading', async () => {
  for await (const portion of readers.read<number>('count', nothing, {})) if (portion === 3) break;
  expect(await all('counted')).toEqual([1004]);
});

test('a refusal of a reader arrives as an object of its class, with its fields', async () => {
  const error = await all('refuse').catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ToyRefusal);
  expect(error).toMatchObject({ name: 'ToyRefusal', message: 'The toy is torn.', code: 'torn' });
  await reads();
});

test('a bug of a reader arrives with its stack', async () => {
  const error = await all('fail').catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'RangeError', message: 'a bug' });
  expect((error as Error).stack).toContain('toy-readers.ts');
  await expect(all('nobody')).rejects.toThrow('There is no reader nobody');
  await reads();
});

test.each([
  ['computes for ever', 'loop', 'time'],
  ['keeps ever more objects', 'objects', 'memory'],
  ['keeps ever more in one map', 'map', 'memory'],
  ['keeps ever more bytes', 'bytes', 'memory'],
])('a reader that %s is ended, and the next file is read', async (_, reader, why) => {
  const slow = createReaderThreads({ script, refusals: [], limits: { ...limits, processorMs: 60_000 } });
  const threads = why === 'time' ? readers : slow;
  const error = await all(reader, {}, nothing, threads).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ReaderEnded);
  expect(error).toMatchObject({ why });
  await reads(threads);
  await slow.close();
});

test('the processor time of each file of an archive counts alone', async () => {
  expect(await all('files', { files: 6, areCounted: true })).toEqual([0, 1, 2, 3, 4, 5]);
  await expect(all('files', { files: 60, areCounted: false })).rejects.toMatchObject({ why: 'time' });
});

test('what comes out of a file is limited, and each portion', async () => {
  expect(await all('large', { portions: 4, bytes: 999_000 })).toHaveLength(4);
  await expect(all('large', { portions: 5, bytes: 999_000 })).rejects.toMatchObject({ why: 'memory' });
  await expect(all('large', { portions: 1, bytes: 8_000_001 })).rejects.toMatchObject({ why: 'memory' });
  await reads();
});

test('files wait in turn for a thread', async () => {
  const first = readers.read<number>('count', nothing, {});
  await first.next();
  const order: string[] = [];
  const others = ['second', 'third'].map(async (name) => {
    await reads();
    order.push(name);
  });
  order.push('first');
  await first.return(undefined);
  await Promise.all(others);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a thread that is gone fails its file, and another one takes its place', async () => {
  await expect(all('leave')).rejects.toThrow('A reader ended its thread');
  await reads();
});

test('closing ends what is being read', async () => {
  const closed = createReaderThreads({ script, refusals: [] });
  const reading = closed.read<number>('count', nothing, {});
  await reading.next();
  await closed.close();
  await expect(reading.next()).rejects.toThrow('The server is stopping');
  await expect(closed.read('count', nothing, {}).next()).rejects.toThrow('The server is stopping');
});
