import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../contract/http/problem.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import type { QuickResponse } from '../testing/requests/quick-fetch.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('every refused call has its failure text from the catalog', async () => {
  const guarded = (await contractEndpoints()).filter(({ permission }) => permission !== 'anyone');
  expect(guarded.length).toBeGreaterThan(20);
  const titles = await Promise.all(
    guarded.map(async (endpoint) => {
      const path = endpoint.path.replaceAll(/:\w+/g, () => randomUUID());
      const refused = await world.nobody.raw(endpoint.method, path);
      return [nameOf(endpoint), await titleOf(refused)];
    }),
  );
  expect(titles).toEqual(guarded.map((endpoint) => [nameOf(endpoint), endpoint.failure]));
});

test('a failed search has the failure text of searches', async () => {
  const search = async (path: string) => titleOf(await world.ada.raw('GET', `${path}?q=${'x'.repeat(201)}`));
  expect(await search('/api/users')).toBe('Failed to search users');
  expect(await search('/api/locations')).toBe('Failed to search locations');
});

async function titleOf(refused: QuickResponse) {
  return ((await refused.json()) as Problem).title;
}
