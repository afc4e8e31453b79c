import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const loops = Object.values(world.loops);
  // What the world left to do, and what that leaves to others.
  for (let time = 0; time < 2; time++) for (const loop of loops) await loop.run();
});
afterAll(() => world.close());

test('an idle server asks its database at most twice a second, and begins no transaction', async () => {
  const executed: Record<string, Executed[]> = {};
  for (const [name, loop] of Object.entries(world.loops)) {
    executed[name] = await record(() => loop.run());
  }
  // Once an hour it deletes what has expired.
  const { cleanup = [], ...others } = executed;
  for (const [name, statements] of Object.entries(others))
    expect(
      statements.map(({ sql }) => sql.trimStart().slice(0, 6)),
      name,
    ).toEqual(statements.map(() => 'select'));
  expect(cleanup.length).toBeLessThan(100);
  const everySecond = Object.entries(executed).reduce(
    (sum, [name, { length }]) => sum + (length * 1000) / world.loops[name as keyof World['loops']].everyMs,
    0,
  );
  expect(everySecond).toBeGreaterThan(0.5);
  expect(everySecond).toBeLessThanOrEqual(2);
});
