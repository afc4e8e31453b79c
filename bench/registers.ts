import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createLocation } from '../contract/locations.ts';
import { createRegister, type RegisterReceipt } from '../contract/registers.ts';
import { percentile } from '../faults/support/percentile.ts';
import { usageOf, watchResident } from '../faults/support/usage.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import { type Client, createClient } from '../server/testing/requests/client.ts';
import { zipOfTexts } from '../server/testing/requests/register-xml.ts';
import {
  address,
  dayReportsOf,
  daysOfMonth,
  journalsOf,
  largeItemReportOf,
  largeJournalOf,
  month,
} from './register-files.ts';
import { probe } from './runs.ts';
import { measureCloses } from './sales-closes.ts';
import { measureSalesPage } from './sales-page.ts';
import { addYear, year } from './sales-year.ts';
import type { Setup } from './setup.ts';
import { atMost, median, type Row, times } from './table.ts';

/** Programs beside registers that send at a time. */
const senders = 4;
const journalFiles = 20_000;
const largeBytes = 31_500_000;
const range = `from=${month}-01&to=${month}-31`;

interface Store {
  number: string;
  /** With the key of the register. */
  sender: Client;
}

interface Sent {
  sender: Client;
  body: Uint8Array<ArrayBuffer> | string;
}

/** `--locations` says how many locations have a register: 300 without it. */
export async function measureRegisters(setup: Setup): Promise<Row[]> {
  const { startCanopy, kinds, token, pace } = setup;
  const count = Math.min(pace.locations, 300);
  const canopy = await startCanopy();
  const client = createClient(canopy.url, token);
  const stores: Store[] = [];
  for (let index = 0; index < count; index++) stores.push(await connect(canopy, client, `R${1000 + index}`));
  const page = () => client.raw('GET', kinds.page(0).path);
  for (let time = 0; time < 200; time++) await page();
  const idle = await probe(page, sleep(10_000));

  // Making the files is the work of the registers: it is done before others are watched.
  const dayReports = await makeReports(stores);
  const reports = await probe(page, sendAll(dayReports, senders));
  const { number, sender } = await connect(canopy, client, 'J1');
  const share = count / 300;
  const zips = await journalsOf(number, Math.round(journalFiles * share));
  const journals = await probe(
    page,
    sendAll(
      zips.map((body) => ({ sender, body })),
      1,
    ),
  );
  const sales = await timeSales(client, monthPaths);
  const painted = await measureSalesPage(canopy, range, pace.rounds);
  await canopy.stop();
  await addYear(setup);
  const later = await startCanopy();
  const ofYear = await timeSales(createClient(later.url, token), yearPaths);
  await later.stop();
  const slow = (latencies: number[]) => percentile(latencies, 0.99);
  const meanwhile = (what: string, latencies: number[]) =>
    times(`registers, p99 of another user's page while ${what}`, slow(latencies), slow(idle.latencies), {
      most: 5,
    });
  const perFile = (ms: number, files: number) => ({ bare: `${(ms / files).toFixed(2)} ms a file` });
  return [
    {
      what: `registers, day reports of ${count} locations, ${reports.result.files} files`,
      ...atMost(reports.result.ms / 1000, 's', 180 * share, 1),
      ...perFile(reports.result.ms, reports.result.files),
    },
    meanwhile('reports come', reports.latencies),
    {
      what: `registers, ${journals.result.files} journal files of a location`,
      ...atMost(journals.result.ms / 1000, 's', 60 * share, 1),
      ...perFile(journals.result.ms, journals.result.files),
    },
    meanwhile('journals come', journals.latencies),
    ...sales.map(([what, ms, most]) => ({
      what: `registers, ${what} of ${count} locations × ${daysOfMonth} days`,
      ...atMost(ms, 'ms', most, 1),
    })),
    ...ofYear.map(([what, ms, most]) => ({
      what: `registers, ${what} of ${count} locations × 365 days`,
      ...atMost(ms, 'ms', most, 1),
    })),
    painted,
    ...(await measureCloses(setup)),
    ...(await measureMemory(setup)),
  ];
}

async function connect({ url }: ServerProcess, client: Client, number: string): Promise<Store> {
  const body = { name: `Store ${number}`, number, ...address };
  const { id } = (await client.call(createLocation, { body })).ok();
  const register = { name: `Register ${number}`, location_ids: [id] };
  const { key } = (await client.call(createRegister, { body: register })).ok();
  return { number, sender: createClient(url, key) };
}

/** Returns how many were accepted. A server that is busy says so, and is asked again. */
async function send({ sender, body }: Sent): Promise<number> {
  for (;;) {
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await sender.raw('POST', '/api/register-files?name=a.xml', body, type);
    if (answer.status === 503) {
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
      continue;
    }
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { files } = (await answer.json()) as RegisterReceipt;
    const wrong = files.find(({ outcome }) => outcome !== 'accepted');
    if (wrong) throw new Error(`${wrong.name} is ${wrong.outcome}: ${wrong.reason}`);
    return files.length;
  }
}

async function makeReports(stores: readonly Store[]): Promise<Sent[]> {
  const all: Sent[] = [];
  for (const [index, { number, sender }] of stores.entries())
    for (const body of await dayReportsOf(number, index * 97)) all.push({ sender, body });
  return all;
}

async function sendAll(all: readonly Sent[], senders: number) {
  const waiting = all.values();
  const startedAt = performance.now();
  let files = 0;
  const lane = async () => {
    for (const one of waiting) {
      const sent = await send(one);
      files += sent;
    }
  };
  await Promise.all(Array.from({ length: senders }, lane));
  return { files, ms: performance.now() - startedAt };
}

/** In how many milliseconds at most. The first ones are what the Sales page asks for first. */
type Path = readonly [what: string, path: string, most: number];
const monthPaths: Path[] = [
  ['Sales', `/api/sales?${range}`, 50],
  ['Sales by revenue', `/api/sales?${range}&sort=-revenue`, 50],
  ['Sales compared', `/api/sales/compared?${range}`, 50],
  ['tiles', '/api/dashboard/sales', 50],
];
const departmentsPath = `/api/sales/breakdown?of=department&limit=100&${year}`;
const yearPaths: Path[] = [
  ['Sales compared by month', `/api/sales/compared?${year}`, 200],
  ['departments', departmentsPath, 500],
  ['departments by month', `${departmentsPath}&by=month`, 500],
  ['departments by location', `${departmentsPath}&by=location`, 500],
];

async function timeSales(client: Client, paths: readonly Path[]): Promise<[string, number, number][]> {
  const timed: [string, number, number][] = [];
  for (const [what, path, most] of paths) {
    const times: number[] = [];
    for (let time = 0; time < 21; time++) {
      const startedAt = performance.now();
      const answer = await client.raw('GET', path);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      times.push(performance.now() - startedAt);
    }
    timed.push([what, median(times), most]);
  }
  return timed;
}

/** Of a server that has read small files before, so that its code is loaded. */
async function measureMemory({ startCanopy, kinds, token }: Setup): Promise<Row[]> {
  const rows: Row[] = [];
  const journal = (number: string) => largeJournalOf(number, largeBytes, 100_000);
  const files: Record<string, (number: string) => string | Promise<Uint8Array<ArrayBuffer>>> = {
    'a journal of 32 MB, plain': journal,
    'a journal of 32 MB, gzip': async (number) => Uint8Array.from(gzipSync(journal(number))),
    'a journal of 32 MB, zip': (number) => zipOfTexts({ 'large.xml': journal(number) }),
    'an item report of 28 MB': (number) => largeItemReportOf(number, 28_000_000, `${month}-31`),
  };
  for (const [index, [what, make]] of Object.entries(files).entries()) {
    const canopy = await startCanopy();
    const client = createClient(canopy.url, token);
    const { number, sender } = await connect(canopy, client, `M${index}`);
    for (const body of await journalsOf(number, 500, 50)) await send({ sender, body });
    const page = () => client.raw('GET', kinds.page(0).path);
    const body = await make(number);
    const idle = await probe(page, sleep(3000));
    const { residentMb } = usageOf(canopy.pid);
    const resident = watchResident(canopy.pid);
    const startedAt = performance.now();
    const { latencies } = await probe(page, send({ sender, body }));
    const seconds = (performance.now() - startedAt) / 1000;
    const added = resident.stop() - residentMb;
    await canopy.stop();
    const idleMs = `idle ${Math.max(...idle.latencies).toFixed(0)} ms`;
    rows.push(
      {
        what: `registers, memory added by ${what}`,
        ...{ ...atMost(added, 'MB', 40), bare: `in ${seconds.toFixed(1)} s` },
      },
      {
        what: `registers, longest wait of another user beside ${what}`,
        ...{ ...atMost(Math.max(...latencies), 'ms', 200), bare: idleMs },
      },
    );
  }
  return rows;
}
