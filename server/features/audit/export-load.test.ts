import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { exportAudit, listAudit } from '../../../contract/audit.ts';
import { addLargeAudit, largeRows, readExport, stallExport } from '../../testing/databases/large-audit.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let readers: User[];
beforeAll(async () => {
  world = await startWorld();
  await addLargeAudit(world);
  readers = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    readers.push(await world.newUser(`Rea ${name}`, ['viewer'], [world.locations.millRoad]));
  }
});
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

async function countExported(): Promise<number> {
  const query = { action: 'audit.exported', limit: 500 } as const;
  return (await world.ada.call(listAudit, { query })).ok().entries.length;
}

/** A small export, once the server has noticed that the previous one is over. */
async function exportAgain(reader: User): Promise<void> {
  let status = 0;
  while (status !== 200) {
    const answer = await reader.raw('GET', `${exportAudit.path}?to=2019-01-01T00:00:00Z`);
    await answer.text();
    ({ status } = answer);
  }
}

test('exportAudit refuses a second export of the same user, and records nothing', async () => {
  const [reader] = readers as [User];
  const running = await stallExport(world, reader);
  const before = await countExported();
  const second = await reader.call(exportAudit, { query: {} });
  expect(second.status).toBe(409);
  expect(second.problem()).toMatchObject({
    title: 'Failed to export the audit log',
    detail: 'Another download of yours is still running. Wait until it is complete, then try again.',
  });
  expect(await countExported()).toBe(before);
  expect(await readExport(running)).toEqual({ rows: largeRows, isWhole: true });
  await exportAgain(reader);
});

test('exportAudit refuses an export at the limit of the server, until another one is over', async () => {
  const running = await Promise.all(readers.slice(0, 4).map((reader) => stallExport(world, reader)));
  const last = readers.at(-1) as User;
  const refused = await last.call(exportAudit, { query: {} });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.problem().detail).toBe('Too many users are downloading right now. Try again in a minute.');
  running[0]?.destroy();
  await exportAgain(last);
  for (const response of running) response.destroy();
  for (const reader of readers) await exportAgain(reader);
});

test('exportAudit cuts the export of a client that stops reading, and frees its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [reader] = readers as [User];
  const response = await stallExport(world, reader);
  vi.advanceTimersByTime(31_000);
  const read = await readExport(response);
  expect(read.isWhole).toBe(false);
  expect(read.rows).toBeLessThan(largeRows);
  vi.useRealTimers();
  await exportAgain(reader);
});

test('exportAudit exports nothing for HEAD', async () => {
  const before = await countExported();
  expect((await world.ada.raw('HEAD', exportAudit.path)).status).toBe(404);
  expect(await countExported()).toBe(before);
});
