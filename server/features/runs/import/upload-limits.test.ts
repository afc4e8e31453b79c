import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '../../../../contract/runs.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { createReaderThreads } from '../../../platform/threads/reader-threads.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';
import { purgeRuns } from '../discard.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const people = 'Email;Full name\nana@x.example;Ana\nben@x.example;Ben\n';
const lines = `Email;Note\n${`a@x.example;${'x'.repeat(100)}\n`.repeat(30_000)}`;
const script = new URL('../../../start/reader-thread.ts', import.meta.url);

/** As on a server whose limits this file breaks. */
async function withLimits<T>(
  limits: Parameters<typeof createReaderThreads>[0]['limits'] & object,
  work: () => Promise<T>,
) {
  const { readers } = world.app;
  world.app.readers = createReaderThreads({ script, refusals: [ApiError], limits });
  try {
    return await work();
  } finally {
    await world.app.readers.close();
    world.app.readers = readers;
  }
}

test.each([
  ['time', { processorMs: 1 }, 'The file takes too long to read. Split it into smaller files.'],
  [
    'memory',
    { memoryBytes: 1000 },
    'The file needs too much memory to be read. Split it into smaller files.',
  ],
])('a file that takes too much %s is refused, and the next one is read', async (_, limits, detail) => {
  await withLimits(limits, async () => {
    const refused = await upload(world.ada, 'users', lines);
    expect(refused.problem()).toMatchObject({ status: 400, detail, issues: [{ path: 'file' }] });
  });
  expect((await upload(world.ada, 'users', people)).ok()).toMatchObject({ total: 2 });
});

test('a file of which only a part was stored is purged, unless the same id brings another one', async () => {
  const [again, left] = [randomUUID(), randomUUID()];
  await withLimits({ yieldedBytes: 300_000 }, async () => {
    for (const id of [again, left]) {
      const { detail } = (await upload(world.ada, 'users', lines, { id })).problem();
      expect(detail).toBe('The file holds more than can be read. Split it into smaller files.');
      // What a killed server leaves is the same.
      expect(await countLines(id)).toBeGreaterThan(0);
    }
  });
  (await upload(world.ada, 'users', people, { id: again })).ok();
  const hour = 3_600_000;
  const purgeIn = (ms: number) => purgeRuns({ ...world.app, now: () => new Date(Date.now() + ms) });
  await purgeIn(hour - 60_000);
  expect(await countLines(left)).toBeGreaterThan(0);
  await purgeIn(hour + 1000);
  expect([await countLines(again), await countLines(left)]).toEqual([2, 0]);
  expect((await world.ada.call(contract.getRun, { params: { id: left } })).status).toBe(404);
});

async function countLines(run_id: string): Promise<number> {
  const rows = world.app.database.read.selectFrom('run_lines').select('line').where('run_id', '=', run_id);
  return (await rows.execute()).length;
}
