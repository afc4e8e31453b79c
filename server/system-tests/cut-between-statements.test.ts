import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRead } from '../kernel/http/request-access.ts';
import { losing, marked, readsAfterCut } from '../testing/databases/interrupted-reads.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { send } from '../testing/requests/send.ts';
import { type Cast, startCast } from '../testing/worlds/cast.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast();
});
afterAll(() => cast.close());

/**
 * Mill Road leaves the scope of the reader, or an employee does. `registers-scope.test.ts` does the same with figures.
 */
function cutOff(of: 'reader' | 'employee') {
  const { mine, ids, app, roleIds } = cast;
  const user_id = of === 'reader' ? ids.area : ids.employee;
  return losing(app, { user_id, location_id: mine.id }, async (tx, mark) => {
    const name = `Renamed ${mark}`;
    const users = tx.updateTable('users').set({ full_name: name });
    if (of === 'employee') {
      await users.where('id', '=', user_id).execute();
      await tx.updateTable('roles').set({ name }).where('id', '=', roleIds.employee).execute();
    } else {
      await users.where('id', '!=', user_id).execute();
      await tx.updateTable('locations').set({ name }).where('id', '=', mine.id).execute();
    }
  });
}

/** Whether the request names a user is in `asked`. */
function choose() {
  const asked = { user: false };
  const choice: Choice = {
    async user() {
      asked.user = true;
      return cast.ids.employee;
    },
    location: async () => cast.mine.id,
    spareLocation: async () => cast.mine.id,
    role: async () => cast.roleIds.viewer,
    employeeRole: cast.roleIds.employee,
    email: async () => crypto.randomUUID(),
    sharedView: async () => crypto.randomUUID(),
    at: (create) => create(cast.ada, cast.mine.id),
  };
  return { choice, asked };
}

test('no read answers with what was written after its reader, or its user, was cut off between two of its statements', async () => {
  const reads = endpointTable.filter(({ endpoint }) => isRead(endpoint));
  const found: string[] = [];
  let shown = 0;
  for (const { endpoint, request } of reads) {
    const { choice, asked } = choose();
    const parts = await request(choice);
    const read = async () => (await send(cast.actors.area, endpoint, parts)).text;
    for (const of of ['reader', ...(asked.user ? (['employee'] as const) : [])] as const) {
      const statements = await readsAfterCut(cutOff(of), read);
      if (statements.length > 0) found.push(`${nameOf(endpoint)}, ${of}, before statement ${statements}`);
    }
    if ((await read()).includes(marked)) shown += 1;
  }
  expect(found).toEqual([]);
  // With access, many of them show a mark.
  expect(shown).toBeGreaterThan(12);
}, 600_000);
