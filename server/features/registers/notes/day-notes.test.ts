import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { listDayNotes, setDayNote } from '../../../../contract/day-notes.ts';
import { createLocation } from '../../../../contract/locations.ts';
import { createRegister, listSales } from '../../../../contract/registers.ts';
import { mcm } from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const range = { from: '2026-03-01', to: '2026-03-31' };

test('a day without figures has a note and the mark, which are audited, replaced and deleted', async () => {
  const body = { ...millRoad, name: 'Pier 9' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const params = { id, business_date: '2026-03-13' };
  const save = async (note: string, is_closed: boolean) =>
    (await world.ada.call(setDayNote, { params, body: { note, is_closed } })).ok().note;
  const listed = async () =>
    (await world.ada.call(listDayNotes, { query: { ...range, location: id } })).ok().notes;
  expect(await save('', false)).toBeNull();
  expect(await save(' Pump 3 closed ', false)).toMatchObject({ note: 'Pump 3 closed', is_closed: false });
  const stored = await save('Storm', true);
  expect(stored).toMatchObject({
    location_id: id,
    business_date: '2026-03-13',
    note: 'Storm',
    is_closed: true,
  });
  expect(await save('Storm', true)).toEqual(stored);
  expect(await listed()).toEqual([stored]);
  const outside = { from: '2026-03-14', to: '2026-03-31' };
  expect((await world.ada.call(listDayNotes, { query: outside })).ok().notes).toEqual([]);
  expect(await save('', false)).toBeNull();
  expect(await listed()).toEqual([]);
  const query = { action: 'register.day_noted', location: id } as const;
  const { entries } = (await world.ada.call(listAudit, { query })).ok();
  const fields = entries.map(({ changes }) => changes.map(({ field, after }) => `${field}: ${after}`));
  expect(fields).toEqual([
    ['Is closed: no', 'Note: none', 'Business date: 2026-03-13'],
    ['Is closed: yes', 'Note: Storm', 'Business date: 2026-03-13'],
    ['Note: Pump 3 closed', 'Business date: 2026-03-13'],
  ]);
  expect(entries[0]?.sentence).toBe('Ada Owner changed the note of 2026-03-13 at Pier 9');
});

test('lists of days and their CSV read the note', async () => {
  const body = { ...millRoad, name: 'Pier 11', number: '9011' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const { key } = (
    await world.ada.call(createRegister, { body: { name: 'Front', location_ids: [id] } })
  ).ok();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const head = { store: '9011', business_date: day, began: `${day}T06:00:00`, ended: `${day}T22:00:00` };
  const file = mcm(head, [{ code: '12', name: 'Snacks', amount: '3.00' }]);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
  await world.nobody.raw('POST', '/api/register-files', file, headers);
  const params = { id, business_date: day };
  (await world.ada.call(setDayNote, { params, body: { note: 'Storm', is_closed: true } })).ok();
  const query = { from: day, to: day, location: id };
  const { days } = (await world.ada.call(listSales, { query })).ok();
  expect(days[0]?.marks).toEqual(['merchandise only', 'Location closed', 'Storm']);
  const csv = await world.ada.raw('GET', `/api/sales/export.csv?from=${day}&to=${day}&location=${id}`);
  expect(await csv.text()).toContain('merchandise only; Location closed; Storm');
});

test('a note is refused when it is long, has more than one line, or its day does not exist', async () => {
  const { id } = (await world.ada.call(createLocation, { body: { ...millRoad, name: 'Pier 10' } })).ok();
  const call = (business_date: string, note: string) =>
    world.ada.call(setDayNote, { params: { id, business_date }, body: { note, is_closed: false } });
  for (const reply of [await call('2026-03-13', 'x'.repeat(501)), await call('2026-03-13', 'one\u2028two')])
    expect(reply.problem()).toMatchObject({ status: 400 });
  expect((await call('2026-02-30', 'x')).status).toBe(404);
});

test('a manager writes and reads the notes of own locations, and finds no others', async () => {
  const create = async (name: string) =>
    (await world.ada.call(createLocation, { body: { ...millRoad, name } })).ok();
  const [own, other] = [await create('Own 1'), await create('Other 2')];
  const mona = await world.newUser('Mona Manager', ['manager'], [own]);
  const body = { note: 'Storm', is_closed: true };
  const noteAt = (id: string) => mona.call(setDayNote, { params: { id, business_date: '2026-03-14' }, body });
  (await noteAt(own.id)).ok();
  expect((await noteAt(other.id)).status).toBe(404);
  const params = { id: other.id, business_date: '2026-03-14' };
  (await world.ada.call(setDayNote, { params, body })).ok();
  const { notes } = (await mona.call(listDayNotes, { query: range })).ok();
  expect(notes.map(({ location_id }) => location_id)).toEqual([own.id]);
});
