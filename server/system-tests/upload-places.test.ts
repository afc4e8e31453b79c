import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../contract/locations.ts';
import * as contract from '../../contract/registers.ts';
import { exampleReports } from '../testing/requests/register-xml.ts';
import { upload } from '../testing/requests/upload.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function newKey(number: string): Promise<string> {
  const body = { ...millRoad, name: `Store ${number}`, number };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const register = { name: `Front of ${number}`, location_ids: [id] };
  return (await world.ada.call(contract.createRegister, { body: register })).ok().key;
}

const path = '/api/register-files?name=a.xml';
const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/xml' });

test('eight files of a key that drip keep neither another key nor a user from sending one', async () => {
  const [slow, other] = [await newKey('71'), await newKey('72')];
  const refusals: IncomingMessage[] = [];
  const sixAreRefused = Promise.withResolvers<void>();
  const drips = Array.from({ length: 8 }, () => {
    const sent = request(world.url + path, { method: 'POST', agent: false, headers: headersOf(slow) });
    sent.on('error', () => {});
    sent.on('response', (refusal) => {
      if (refusals.push(refusal) === 6) sixAreRefused.resolve();
    });
    sent.write('<');
    return sent;
  });
  await sixAreRefused.promise;

  const received = await world.nobody.raw('POST', path, exampleReports.fgm, headersOf(other));
  expect(received.status).toBe(200);
  expect((await upload(world.ada, 'users', 'Email\nana@x.example\n')).status).toBe(200);

  // Programs try again after these, and after nothing else.
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429, 429, 429]);
  expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(0);
  for (const sent of drips) sent.destroy();
});
