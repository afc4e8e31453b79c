import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { updateLocation } from '../../../contract/locations.ts';
import { updateProfile } from '../../../contract/profile.ts';
import { createUser, updateUser } from '../../../contract/users.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const exportCsv = (query = '') => world.ada.raw('GET', `/api/audit.csv${query}`);
const add = async (full_name: string) => {
  const body = { email: `${crypto.randomUUID()}@northline.example`, full_name };
  return (await world.ada.call(createUser, { body })).ok();
};

test('exportAudit sends a UTF-8 file with a header that is not cached', async () => {
  const response = await exportCsv();
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const bytes = await response.bytes();
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head] = new TextDecoder().decode(bytes).split('\r\n');
  expect(head).toBe(
    'Time (UTC),Who,Who (id),What,Action,Concerning,Concerning (id),Details,Locations,By way of,Address,Browser,Token',
  );
});

test('exportAudit writes typed text so that it runs in no spreadsheet and breaks no row', async () => {
  const { id } = await add('=HYPERLINK("http://evil.example","x"),;@sum');
  const text = await (await exportCsv(`?user=${id}`)).text();
  expect(text).toContain(',"\'=HYPERLINK(""http://evil.example"",""x""),;\'@sum",');
});

test('exportAudit of changes only leaves out sign-ins, and says so', async () => {
  const text = await (await exportCsv('?only=changes')).text();
  expect(text).not.toContain('Signed in');
  expect(await (await exportCsv()).text()).toContain('Signed in');
  const query = { action: 'audit.exported' as const, limit: 2 };
  const { entries } = (await world.ada.call(listAudit, { query })).ok();
  expect(entries[1]?.changes).toEqual([{ field: 'Action', before: null, after: 'Changes only' }]);
});

test('exportAudit applies the filters and is recorded with them', async () => {
  const user = await add('Fil Filter');
  (await world.ada.call(updateUser, { params: { id: user.id }, body: { phone: '555-0100' } })).ok();
  const text = await (await exportCsv(`?user=${user.id}&action=user.updated`)).text();
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.slice(20)).toMatch(
    new RegExp(
      `^Ada Owner,${world.ada.id},Ada Owner edited Fil Filter,User edited,Fil Filter,${user.id},` +
        'Phone: none → 555-0100,,screen,127\\.0\\.0\\.1,',
    ),
  );
  const [entry] = (await world.ada.call(listAudit, { query: { action: 'audit.exported', limit: 1 } })).ok()
    .entries;
  expect(entry).toMatchObject({
    sentence: 'Ada Owner exported the audit log',
    changes: [
      { field: 'User', before: null, after: 'Fil Filter' },
      { field: 'Action', before: null, after: 'User edited' },
    ],
  });
});

test("exportAudit writes the browser's full name, which the screen shows in short", async () => {
  const user = await add('Bo Browser');
  const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/142.0';
  const body = { phone: '555-0100' };
  await world.ada.raw('PATCH', `/api/users/${user.id}`, body, { 'user-agent': browser });
  const query = { user: user.id, action: 'user.updated', limit: 1 } as const;
  const [entry] = (await world.ada.call(listAudit, { query })).ok().entries;
  expect(entry).toMatchObject({ device: 'Firefox on Windows', user_agent: browser });
  const text = await (await exportCsv(`?user=${user.id}&action=user.updated`)).text();
  expect(text).toContain(`,127.0.0.1,${browser},\r\n`);
});

test('exportAudit distinguishes users with the same name', async () => {
  const mara = await world.newUser('Mara Mime', ['manager'], [world.locations.millRoad]);
  (await mara.call(updateProfile, { body: { full_name: 'Ada Owner' } })).ok();
  const params = { id: world.locations.millRoad.id };
  (await mara.call(updateLocation, { params, body: { zip: '99999' } })).ok();
  const text = await (await exportCsv('?action=location.updated')).text();
  expect(text).toContain(`Ada Owner,${mara.id},Ada Owner edited the location Mill Road,`);
  expect(text).not.toContain(world.ada.id);
});

test('exportAudit has every entry once, newest first, over several pages', async () => {
  const { write } = world.app.database;
  const many = Array.from({ length: 1203 }, (_, n) => ({
    id: crypto.randomUUID(),
    // Many entries within one millisecond: their ids decide the order.
    at: new Date(Date.UTC(2020, 0, 1, 0, 0, Math.floor(n / 100))).toISOString(),
    actor_id: null,
    actor_name: 'Command line',
    action: 'location.created',
    subject_type: 'location',
    subject_id: null,
    subject_name: `Location ${n}.`,
    details: '{}',
    via: 'command line',
    ip: '',
    user_agent: '',
  }));
  await write((tx) => tx.insertInto('audit_entries').values(many).execute());
  const text = await (await exportCsv('?to=2020-02-01T00:00:00Z')).text();
  const rows = text.trim().split('\r\n').slice(1);
  expect(new Set(rows).size).toBe(1203);
  const times = rows.map((row) => row.slice(0, 19));
  expect(times).toEqual(times.toSorted().reverse());
});
