import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listDayNotes, setDayNote } from '../../contract/day-notes.ts';
import { serverPartOf } from '../../contract/http/server-part.ts';
import { createLocation, type Location } from '../../contract/locations.ts';
import { getLocationSales, getSalesDay, listSales } from '../../contract/registers.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { comparable, send } from '../testing/requests/send.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

// Past midnight in New York, and not yet in Honolulu.
const moment = '2026-03-15T06:30:00Z';
const inNewYork = { yesterday: '2026-03-14', today: '2026-03-15' };
const inHonolulu = { yesterday: '2026-03-13', today: '2026-03-14' };

let world: World;
let honolulu: Location;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(moment), env: { TIME_ZONE: 'Pacific/Honolulu' } });
  const body = { ...millRoad, name: 'Harbor', state: 'HI', zip: '96813' };
  honolulu = (await world.ada.call(createLocation, { body })).ok();
});
afterAll(() => world.close());

const takes = (schema: unknown, value: string) => z.safeParse(schema as z.ZodMiniType, value).success;

/** Each parameter in a path or query that takes a day, and not any text. */
const parameters = endpointTable.flatMap(({ endpoint, request }) => {
  const { params, query } = serverPartOf(endpoint);
  return Object.entries({ params, query }).flatMap(([part, schema]) => {
    const shape = schema instanceof z.ZodMiniObject ? schema.shape : {};
    const names = Object.keys(shape).filter(
      (name) => takes(shape[name], '2026-03-14') && !takes(shape[name], '2026-03-99'),
    );
    const of = part as 'params' | 'query';
    return names.map((name) => ({
      ...{ title: `${nameOf(endpoint)} ${name}`, endpoint, request, part: of, name },
      schema: shape[name],
    }));
  });
});

test('the contract has parameters of days', () => {
  expect(parameters.length).toBeGreaterThan(20);
});

test.each(parameters)('$title takes yesterday and today, and refuses tomorrow', async ({
  endpoint,
  request,
  part,
  name,
  schema,
}) => {
  const unknown = async () => randomUUID();
  const choice: Choice = {
    ...{ user: unknown, location: async () => world.locations.millRoad.id, spareLocation: unknown },
    ...{ role: unknown, email: unknown, employeeRole: randomUUID(), sharedView: unknown, at: unknown },
  };
  const parts = await request(choice);
  const answerFor = async (day: string) =>
    comparable(await send(world.ada, endpoint, { ...parts, [part]: { ...parts[part], [name]: day } }));
  const days = part === 'params' || endpoint.path.includes('/:id/') ? inNewYork : inHonolulu;
  for (const word of ['yesterday', 'today'] as const) {
    expect(await answerFor(word)).toBe(await answerFor(days[word]));
    expect(takes(schema, word)).toBe(true);
  }
  expect(await answerFor('tomorrow')).toMatch(part === 'params' ? /^404/ : /^400.*yesterday or today/);
  expect(await answerFor('2026-02-30')).toMatch(part === 'params' ? /^404/ : /^400.*There is no such day/);
});

test('the days of a request about one location are those of its clock, and of any other those of the chain', async () => {
  const { ada, locations } = world;
  const words = { from: 'yesterday', to: 'today' };
  const daysOf = (days: typeof inNewYork) => ({ from: days.yesterday, to: days.today });
  const sales = async (location?: string, client = ada) =>
    (await client.call(listSales, { query: { ...words, ...(location && { location }) } })).ok();
  const { id } = locations.millRoad;
  expect(await sales()).toMatchObject(daysOf(inHonolulu));
  expect(await sales(id)).toMatchObject(daysOf(inNewYork));
  expect(await sales(honolulu.id)).toMatchObject(daysOf(inHonolulu));
  expect(await sales(`${id},${honolulu.id}`)).toMatchObject(daysOf(inHonolulu));
  const page = (await ada.call(getLocationSales, { params: { id }, query: words })).ok();
  expect(page).toMatchObject(daysOf(inNewYork));
  expect((await ada.call(listDayNotes, { query: words })).ok()).toMatchObject(daysOf(inHonolulu));
  // The clock of a location out of scope says nothing about it.
  const mona = await world.newUser('Mona Elsewhere', ['manager'], [locations.airport]);
  expect(await sales(id, mona)).toMatchObject(daysOf(inHonolulu));
});

test('a note of yesterday is one of the day, and a day that has no figures says so', async () => {
  const { ada, locations } = world;
  const params = { id: locations.millRoad.id, business_date: 'yesterday' };
  const body = { note: 'Pump 3 closed', is_closed: false };
  const { note } = (await ada.call(setDayNote, { params, body })).ok();
  expect(note?.business_date).toBe(inNewYork.yesterday);
  const { notes } = (
    await ada.call(listDayNotes, { query: { from: inNewYork.yesterday, to: inNewYork.yesterday } })
  ).ok();
  expect(notes).toEqual([note]);
  expect((await ada.call(getSalesDay, { params })).status).toBe(404);
});

test('a day in a body stays a day', async () => {
  const path = `/api/locations/${honolulu.id}/close`;
  const answer = await world.ada.raw('POST', path, { closed_on: 'yesterday' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Must be a day such as 2026-11-20');
});
