import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeListHeader } from '../../contract/lists/list.ts';
import { createLocation, listLocations } from '../../contract/locations.ts';
import { createUser, listUsers } from '../../contract/users.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

const most = 100;

let world: World;

beforeAll(async () => {
  world = await startWorld({ env: { WHOLE_LIST_MAX_ROWS: String(most) } });
  for (let n = 0; n <= most; n += 1) {
    const place = { name: `Store ${n}`, address: '1 Main Street', city: 'Albany', state: 'NY', zip: '12207' };
    (await world.ada.call(createLocation, { body: place })).ok();
    const user = { email: `user${n}@northline.example`, full_name: `User ${n}` };
    (await world.ada.call(createUser, { body: user })).ok();
  }
});
afterAll(() => world.close());

test.each([
  ['users', listUsers],
  ['locations', listLocations],
] as const)('every page of %s says that the list is too large to be read whole, and one that is not says nothing', async (_, list) => {
  const read = async (query: { limit?: number; after?: string; q?: string }) => {
    const reply = await world.ada.call(list, { query });
    return { isLarge: reply.headers.get(largeListHeader), ...(reply.ok() as { next: string | null }) };
  };
  const first = await read({ limit: 10 });
  expect(first.isLarge).toBe('yes');
  expect((await read({ limit: 10, after: first.next ?? '' })).isLarge).toBe('yes');
  expect((await read({ q: '42' })).isLarge).toBeNull();
});
