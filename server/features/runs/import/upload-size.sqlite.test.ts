import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLinesMax } from '../../../../contract/fields/limits.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { listRunLines } from '../../../../contract/runs.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('uploadFile reads as many lines as a run may have while other requests are served', async () => {
  const note = 'x'.repeat(300);
  const lines = Array.from({ length: runLinesMax }, (_, n) => `user${n}@x.example;User ${n};${note}`);
  const reading = upload(world.ada, 'users', `Email;Full name;Note\n${lines.join('\n')}`);
  let isRead = false;
  void reading.then(() => {
    isRead = true;
  });
  let served = 0;
  while (!isRead) {
    (await world.ada.call(getProfile, {})).ok();
    served++;
  }
  const run = (await reading).ok();
  expect(run).toMatchObject({ total: runLinesMax, file: { headers: ['Email', 'Full name', 'Note'] } });
  const query = { after: runLinesMax - 1 };
  const { lines: last } = (await world.ada.call(listRunLines, { params: { id: run.id }, query })).ok();
  expect(last.map(({ line }) => line)).toEqual([runLinesMax, runLinesMax + 1]);
  expect(served).toBeGreaterThan(20);
});
