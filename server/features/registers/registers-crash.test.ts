import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocation } from '../../../contract/locations.ts';
import * as contract from '../../../contract/registers.ts';
import { buildSender } from '../../../scripts/vite/sender.ts';
import { freePort } from '../../testing/processes/free-port.ts';
import { startServer } from '../../testing/processes/server-process.ts';
import { fgm, journal } from '../../testing/requests/register-xml.ts';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
/** A second server on the same database. */
let other: TestApp;
let root: string;
let place: { dataDir: string; databaseUrl?: string };
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'canopy-crash-'));
  world = await startWorld({ now: () => new Date('2026-04-02T13:00:00Z') });
  const { data_dir, database_url } = world.app.config;
  place = { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) };
  other = await startTestApp({ reuse: place });
});
afterAll(async () => {
  await other.close();
  await world.close();
  await rm(root, { recursive: true });
});

async function connect(number: string) {
  const body = { ...millRoad, name: `Store ${number}`, number };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const register = { name: `Register ${number}`, location_ids: [id] };
  const { key } = (await world.ada.call(contract.createRegister, { body: register })).ok();
  const days = async () => {
    const query = { from: '2026-03-01', to: '2026-03-31' };
    return (await world.ada.call(contract.getLocationSales, { params: { id }, query })).ok().days;
  };
  return { id, key, days };
}

const saleOf = (store: string, index: number) =>
  journal(
    [
      {
        ...{ transaction: String(index), began: '2026-03-01T08:00:00' },
        business_date: `2026-03-0${1 + (index % 3)}`,
        items: [{ department: '12', amount: '1.00', quantity: '1' }],
      },
    ],
    store,
  );

test('kill -9 of the server and of the program in the middle: nothing is counted twice, and nothing is lost', {
  timeout: 240_000,
}, async () => {
  const count = Number(process.env.CRASH_FILES ?? 300);
  const { id, key, days } = await connect('61');
  const folder = join(root, 'out');
  await mkdir(folder);
  const long = new Date('2026-03-05T00:00:00Z');
  for (let index = 0; index < count; index++) {
    await writeFile(join(folder, `${index}.xml`), saleOf('61', index));
    await utimes(join(folder, `${index}.xml`), long, long);
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' },
    ...{ DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
  };
  const sales = async () => (await days()).reduce((sum, day) => sum + (day.sales ?? 0), 0);
  const atLeast = (wanted: number) =>
    vi.waitFor(async () => expect(await sales()).toBeGreaterThanOrEqual(wanted), {
      timeout: 100_000,
      interval: 5,
    });
  // As Canopy serves it, with the Node of the machine, which may be an older one.
  await writeFile(join(root, 'canopy-sender.mjs'), await buildSender());
  await writeFile(join(root, 'register.key'), `${key}\n`);
  const node = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;
  const options = [
    '--watch',
    folder,
    '--to',
    url,
    '--key-file',
    join(root, 'register.key'),
    '--every',
    '0.5',
  ];
  const program = () => {
    const child = spawn(node, ['canopy-sender.mjs', ...options], { cwd: root, env: {}, stdio: 'ignore' });
    return { child, kill: () => end(child) };
  };
  let server = await startServer({ env });
  let sender = program();
  try {
    await atLeast(1);
    await server.kill();
    const between = await sales();
    server = await startServer({ env });
    await atLeast(Math.min(count, between + 1));
    await sender.kill();
    sender = program();
    await atLeast(count);
  } finally {
    await sender.kill();
    await server.stop();
  }
  expect((await days()).map(({ sales, merchandise }) => [sales, merchandise])).toEqual(
    [0, 1, 2].map(() => [count / 3, (count / 3) * 100]),
  );
  const { files } = (
    await world.ada.call(contract.listRegisterFiles, { query: { location: id, limit: 500 } })
  ).ok();
  expect(files.map(({ outcome }) => outcome)).toEqual(Array(Math.min(500, count)).fill('accepted'));
  expect((await readdir(folder)).filter((name) => name.endsWith('.xml'))).toHaveLength(count);
});

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

test('the same files from two servers at the same moment are counted once', async () => {
  const { key, days } = await connect('62');
  const send = async (url: string, text: string) => {
    const answer = await fetch(`${url}/api/register-files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
      body: text,
    });
    // A key sends two files at once, and a server reads eight.
    if ([429, 503].includes(answer.status)) return [];
    return ((await answer.json()) as contract.RegisterReceipt).files.map(({ outcome }) => outcome);
  };
  const report = fgm(
    { store: '62', business_date: '2026-03-04', began: '2026-03-04T06:00:00', ended: '2026-03-04T22:00:00' },
    [{ grade: '1', volume: '1', amount: '3.00' }],
  );
  const files = [...Array.from({ length: 5 }, (_, index) => saleOf('62', index)), report];
  for (const text of files) {
    const outcomes = await Promise.all(
      [world.url, other.url, world.url, other.url].map((url) => send(url, text)),
    );
    expect(outcomes.flat().sort()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate']);
  }
  // Different files of one day, which each server computes.
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send(index % 2 ? world.url : other.url, saleOf('62', 100 + index * 3)),
    ),
  );
  const sum = (await days()).reduce((all, day) => all + (day.merchandise ?? 0), 0);
  const sales = (await days()).reduce((all, day) => all + (day.sales ?? 0), 0);
  expect(sum).toBe(sales * 100);
  expect((await days()).find(({ business_date }) => business_date === '2026-03-04')).toMatchObject({
    fuel: 300,
  });
});
