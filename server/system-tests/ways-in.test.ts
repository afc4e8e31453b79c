import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../contract/http/problem.ts';
import { createLocation } from '../../contract/locations.ts';
import * as registers from '../../contract/registers.ts';
import {
  discardRun,
  getRun,
  listRunLines,
  planImport,
  type Run,
  type RunSubject,
  runSubjects,
} from '../../contract/runs.ts';
import { type ZippedFile, zipOf } from '../platform/write-zip.ts';
import { csvTricks, hostileCsvs } from '../testing/requests/hostile-csvs.ts';
import { feedTricks, hostileFeeds } from '../testing/requests/hostile-feeds.ts';
import type { Bytes, Hostile } from '../testing/requests/hostile-inputs.ts';
import { one } from '../testing/requests/hostile-register-files.ts';
import {
  archives,
  hostileRegisterFiles,
  registerTricks,
  withNoise,
} from '../testing/requests/hostile-register-inputs.ts';
import type { QuickResponse } from '../testing/requests/quick-fetch.ts';
import { upload } from '../testing/requests/upload.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

// npm run faults -- inputs sends the same, and larger ones, to a real server, and measures.

let world: World;
let key = '';
beforeAll(async () => {
  world = await startWorld();
  const body = { ...millRoad, name: 'Store 12', number: '12' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const register = { name: 'Front', location_ids: [id] };
  key = (await world.ada.call(registers.createRegister, { body: register })).ok().key;
});
afterAll(() => world.close());

/** Of each file, what a parser needs to come to its limit, and a little more. */
const largestBytes = 16_000_000;
const trickBytes = 1_200_000;
const csvBytes = 2_700_000;
const csvTrickBytes = 300_000;

const withKey = (bytes: Bytes) =>
  world.nobody.raw('POST', '/api/register-files?name=a.xml', bytes, {
    authorization: `Bearer ${key}`,
    'content-type': 'application/octet-stream',
  });
const byHand = (bytes: Bytes) =>
  world.ada.raw('POST', '/api/register-files/by-hand?name=a.xml', bytes, {
    'content-type': 'application/xml',
  });
const zipped = async (files: readonly ZippedFile[]) => [await zipOf(files.map(withNoise))];
const ways: [name: string, pack: (files: ZippedFile[]) => Promise<Bytes[]>, send: typeof withKey][] = [
  ['plain', async (files) => files.map(({ bytes }) => Uint8Array.from(bytes)), withKey],
  [
    'gzip',
    async (files) => files.map(withNoise).map(({ bytes }) => Uint8Array.from(gzipSync(bytes, { level: 1 }))),
    withKey,
  ],
  ['zip', zipped, withKey],
  ['by hand', zipped, byHand],
];

const sentence = /^\S[^\n]+ [^\n]{3,400}$/;

async function outcomesOf(answer: QuickResponse) {
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const { files } = JSON.parse(text) as registers.RegisterReceipt;
  for (const { outcome, reason } of files) if (outcome !== 'accepted') expect(reason).toMatch(sentence);
  return files.map(({ outcome }) => outcome);
}

let sent = 0;
/** It is unlike those before. */
const good = () => Buffer.from(one('TLM', { till: `${++sent % 200}`, tax: `${sent}.00` }).join());

/** What is refused has its first 100 kB, packed, and nothing else. */
async function expectNothingOfRefused() {
  const { read } = world.app.database;
  const refused = await read
    .selectFrom('register_files')
    .select(['id', 'name', 'content'])
    .where('outcome', '=', 'refused')
    .execute();
  for (const { name, content } of refused) expect((content ?? '').length, name).toBeLessThan(134_000);
  const ids = new Set(refused.map(({ id }) => id));
  const reports = await read.selectFrom('register_reports').select('file_id').execute();
  const journals = await read.selectFrom('register_journals').select('file_id').execute();
  expect([...reports, ...journals].filter(({ file_id }) => ids.has(file_id ?? ''))).toEqual([]);
}

test.each(
  ways,
)('register files at ten times each limit are refused with a sentence: %s', async (way, pack, send) => {
  const turn = ways.findIndex(([name]) => name === way);
  const inputs = hostileRegisterFiles(10, largestBytes);
  for (const [index, { name, make }] of inputs.entries()) {
    // One way each; `npm run faults -- inputs` sends each of them through all.
    if (index % ways.length !== turn) continue;
    const files = make();
    const outcomes = [];
    for (const bytes of await pack(files)) outcomes.push(...(await outcomesOf(await send(bytes))));
    const expected =
      name === 'names' ? ['accepted', 'duplicate', 'waiting', 'replaced'] : ['refused', 'duplicate'];
    expect(
      outcomes.filter((outcome) => !expected.includes(outcome)),
      name,
    ).toEqual([]);
    expect(await outcomesOf(await send(Uint8Array.from(good()))), name).not.toContain('refused');
  }
  await expectNothingOfRefused();
});

test('register files that no limit of sizes stops are answered with a sentence', async () => {
  for (const { name, make } of registerTricks(trickBytes)) {
    for (const { bytes } of make()) await outcomesOf(await withKey(Uint8Array.from(bytes)));
    expect(await outcomesOf(await withKey(Uint8Array.from(good()))), name).toEqual(['accepted']);
  }
  for (const { name, make } of archives.filter(({ name }) => !/of (\d|32)/.test(name)))
    expect(await outcomesOf(await withKey(await make())), name).not.toContain('accepted');
  await expectNothingOfRefused();
});

const feed = (body: string) =>
  world.nobody.raw('POST', '/api/register-feed', body, {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  });

const goodFeed =
  hostileFeeds(1, '12')
    .find(({ name }) => name === 'sums of a day')
    ?.make() ?? '';

test('what a feed says at ten times each limit is refused with a sentence', async () => {
  const { read } = world.app.database;
  const stored = async () => [
    await read
      .selectFrom('register_feed')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
    await read
      .selectFrom('register_stock')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
  ];
  for (const { name, make } of [...hostileFeeds(10, '12'), ...feedTricks]) {
    const before = await stored();
    const answer = await feed(make());
    const text = await answer.text();
    if (answer.status !== 200) {
      expect.soft([answer.status, name]).toEqual([400, name]);
      expect.soft(text.length, name).toBeLessThan(20_000);
      expect((JSON.parse(text) as Problem).detail).toMatch(sentence);
      expect(await stored(), name).toEqual(before);
    }
    expect((await feed(goodFeed)).status, name).toBe(200);
  }
});

async function plan({ id, file }: Run) {
  const body = { mapping: file?.mapping ?? [] };
  (await world.ada.call(planImport, { params: { id }, body })).ok();
  await world.workOnRuns();
  const { lines } = (await world.ada.call(listRunLines, { params: { id }, query: {} })).ok();
  return lines.map(({ planned, reason }) => `${planned}: ${reason}`);
}

async function expectSentence(about: RunSubject, { name, make }: Hostile<Bytes>, isRead: boolean) {
  const id = randomUUID();
  const answer = await upload(world.ada, about, make(), { id });
  expect([name, answer.status]).toEqual([name, isRead ? 200 : 400]);
  const params = { id };
  if (isRead) {
    (await world.ada.call(discardRun, { params })).ok();
  } else {
    expect(answer.problem().detail, name).toMatch(sentence);
    expect((await world.ada.call(getRun, { params })).status).toBe(404);
  }
}

test.each(
  runSubjects,
)('a CSV file of %s at ten times each limit is refused with a sentence', async (about) => {
  // Few bytes are enough for as many lines of stock.
  const isSent = ({ name }: { name: string }) =>
    name !== 'the same key' && (name !== 'lines' || about === 'stock');
  for (const file of hostileCsvs(about, 10, csvBytes).filter(isSent))
    await expectSentence(about, file, file.name === 'texts');
  const texts = async (times: 1 | 10) => {
    const file = hostileCsvs(about, times, 30_000).find(({ name }) => name === 'texts');
    return plan((await upload(world.ada, about, file?.make() ?? '')).ok());
  };
  const expected = (start: string) => expect.stringMatching(new RegExp(`^${start}: `));
  expect((await texts(1)).slice(0, 5)).toEqual(Array(5).fill(expected('created')));
  // The last line is cut off.
  for (const line of (await texts(10)).slice(0, -1)) expect(line).toEqual(expected('rejected'));
});

test('a CSV file that is none is refused with a sentence', async () => {
  for (const file of csvTricks(csvTrickBytes))
    await expectSentence('users', file, ['line breaks', 'UTF-16'].includes(file.name));
});
