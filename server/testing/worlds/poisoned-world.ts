import { expect, vi } from 'vitest';
import { listSales } from '../../../contract/registers.ts';
import type { PoisonedDatabase } from '../databases/poisoned-database.ts';
import { freePort } from '../processes/free-port.ts';
import { startServer } from '../processes/server-process.ts';
import { createClient } from '../requests/client.ts';
import { signIn } from '../requests/first-account.ts';

/** A server in a process of its own on these data, for as long as the work takes. */
export async function serve<T>(env: Record<string, string>, work: (url: string) => Promise<T>): Promise<T> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({ env: { ...env, HOST: '127.0.0.1', PORT: port, PUBLIC_URL: url } });
  try {
    return await work(url);
  } finally {
    await server.stop();
  }
}

/** The day that cannot be true is left out and named, and all others are right. */
export async function expectMended(
  url: string,
  { location_id, poisoned, right }: PoisonedDatabase,
): Promise<void> {
  const client = createClient(url, await signIn(url));
  const dates = Object.keys(right).sort();
  const query = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const read = async () => (await client.call(listSales, { query })).ok();
  // The server computes it in the background.
  const isNamed = async () => expect((await read()).problem_count).toBe(1);
  await vi.waitFor(isNamed, { timeout: 20_000, interval: 100 });
  const { days, totals, problems } = await read();
  expect(problems).toMatchObject([
    {
      ...{ location_id, business_date: poisoned },
      problem: expect.stringContaining('more than a location can sell'),
    },
  ]);
  expect(Object.fromEntries(days.map((day) => [day.business_date, day.fuel]))).toEqual(right);
  expect(totals.revenue).toBe(Object.values(right).reduce((sum, cents) => sum + cents, 0));
}
