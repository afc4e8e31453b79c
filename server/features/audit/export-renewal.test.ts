import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { type Person, startWorld, type World } from '../../testing/world.ts';

/** Four pages of about 8 MB: more than all buffers between the two ends hold, so a reader who pauses stops them. */
const rows = 2000;
const name = 'A very long name. '.repeat(450);

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { id: location_id, name: location_name } = world.stores.millRoad;
  for (let start = 0; start < rows; start += 100) {
    const entries = Array.from({ length: 100 }, (_, n) => ({
      id: crypto.randomUUID(),
      at: new Date(Date.UTC(2020, 0, 1, 0, 0, start + n)).toISOString(),
      actor_id: null,
      actor_name: 'Command line',
      action: 'location.created',
      subject_type: 'location',
      subject_id: null,
      subject_name: name,
      details: '{}',
      via: 'command line',
      ip: '',
      user_agent: '',
    }));
    const links = entries.map(({ id, at }) => ({
      entry_id: id,
      location_id,
      at,
      location_name,
      change: null,
    }));
    await world.app.database.write(async (tx) => {
      await tx.insertInto('audit_entries').values(entries).execute();
      await tx.insertInto('audit_entry_locations').values(links).execute();
    });
  }
});
afterAll(() => world.close());

/** Begins to read the old entries and stops after the first piece. */
async function begin({ token }: Person): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${world.url}/api/audit.csv?to=2020-06-01T00:00:00Z`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  return response;
}

async function readOn(response: IncomingMessage): Promise<{ rows: number; isWhole: boolean }> {
  let text = '';
  try {
    for await (const piece of response) text += piece;
  } catch {
    // Broken off: `complete` says so.
  }
  return { rows: text.split('\r\n').length - 2, isWhole: response.complete };
}

const roles = (role_ids: string[]) => (reader: Person) =>
  world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } });

const changes: [string, (reader: Person) => Promise<{ status: number }>][] = [
  ['deactivated', ({ id }) => world.ada.call(updateUser, { params: { id }, body: { is_active: false } })],
  ['signed out', (reader) => reader.raw('POST', '/auth/v1/logout')],
  ['without a role that reads the audit', (reader) => roles([world.roleIds.employee])(reader)],
  ['without the role that reached every store', (reader) => roles([world.roleIds.viewer])(reader)],
  [
    'off one of their stores',
    ({ id }) => {
      const body = { location_ids: [world.stores.millRoad.id] };
      return world.ada.call(replaceUserLocations, { params: { id }, body });
    },
  ],
];

test.each(changes)('an export breaks off once its reader is %s', async (what, change) => {
  const { millRoad, airport } = world.stores;
  const role = what.includes('every store') ? 'admin' : 'viewer';
  const reader = await world.person(
    `Rea ${changes.findIndex(([name]) => name === what)}`,
    [role],
    [millRoad, airport],
  );
  const response = await begin(reader);
  expect((await change(reader)).status).toBeLessThan(300);
  const read = await readOn(response);
  expect(read.isWhole).toBe(false);
  expect(read.rows).toBeLessThan(rows);
});

test('an export whose reader stays who they are is whole, however slowly it is read', async () => {
  const reader = await world.person('Sam Slow', ['viewer'], [world.stores.millRoad]);
  expect(await readOn(await begin(reader))).toEqual({ rows, isWhole: true });
});
