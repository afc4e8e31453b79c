import { setTimeout as sleep } from 'node:timers/promises';
import { createLocation } from '../contract/locations.ts';
import { applySalesImport, previewSalesImport, undoSalesImport } from '../contract/sales-imports.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { uploaded } from '../server/testing/requests/sales-files.ts';
import { address, month } from './register-files.ts';
import { probe } from './runs.ts';
import type { Setup } from './setup.ts';
import { atMost, type Row } from './table.ts';

const stores = 100;
const days = 27;
const departments = 18;

/** How long others wait while the daily closes of a month come as a spreadsheet: as many days as an import may have. */
export async function measureCloses({ startCanopy, kinds, token, pace }: Setup): Promise<Row[]> {
  const canopy = await startCanopy();
  const client = createClient(canopy.url, token);
  const count = Math.min(stores, pace.locations);
  for (let index = 0; index < count; index++) {
    const number = `C${1000 + index}`;
    const body = { name: `Store ${number}`, number, ...address };
    (await client.call(createLocation, { body })).ok();
  }
  const lines = Array.from({ length: count * days * departments }, (_, index) => {
    const day = Math.floor(index / departments);
    const date = `${month}-${String(1 + (day % days)).padStart(2, '0')}`;
    return `${date},C${1000 + Math.floor(day / days)},Department ${index % departments},${index % 900}.25`;
  });
  const file = ['Date,Store,Department,Net sales', ...lines].join('\r\n');
  const page = () => client.raw('GET', kinds.page(0).path);
  for (let time = 0; time < 200; time++) await page();
  const idle = await probe(page, sleep(3000));
  const rows: Row[] = [];
  const measure = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const { latencies, result } = await probe(page, work);
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    const bare = `in ${seconds}, idle ${Math.max(...idle.latencies).toFixed(0)} ms`;
    rows.push({
      what: `registers, longest wait of another user while ${lines.length} rows of closes are ${what}`,
      ...{ ...atMost(Math.max(...latencies), 'ms', 200), bare },
    });
    return result;
  };
  const read = await measure('read', uploaded(client, file));
  const of = { params: { id: read.id }, body: read.options };
  const seen = (await measure('previewed', client.call(previewSalesImport, of))).ok();
  if (seen.counts.new !== count * days) throw new Error(`Previewed: ${JSON.stringify(seen.counts)}`);
  (await measure('applied', client.call(applySalesImport, of))).ok();
  (await measure('undone', client.call(undoSalesImport, { params: { id: read.id } }))).ok();
  await canopy.stop();
  return rows;
}
