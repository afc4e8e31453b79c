import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser, listUsers } from '../../contract/users.ts';
import { createClient } from '../../server/testing/requests/client.ts';

export interface Load {
  requests: number;
  /** What was not answered with success, such as 'POST 503'. */
  failed: string[];
  /** Users whose creation was answered with success. */
  acknowledged: string[];
  /** The longest time without an acknowledged change. */
  longestGapMs: number;
}

/** Clients that ask one request after the other; every fourth is a change. Returns a function that ends them. */
export function startLoad(url: string, token: string, clients = 8): () => Promise<Load> {
  const client = createClient(url, token);
  const load: Load = { requests: 0, failed: [], acknowledged: [], longestGapMs: 0 };
  let isOver = false;
  let changedAt = performance.now();
  const ask = async (method: string, request: () => Promise<{ status: number }>) => {
    load.requests += 1;
    const failure = await request().then(
      ({ status }) => (status < 300 ? null : `${method} ${status}`),
      (error: Error & { code?: string }) => `${method} ${error.code ?? error.message}`,
    );
    if (failure === null) return true;
    load.failed.push(failure);
    await sleep(50);
    return false;
  };
  const read = () => ask('GET', () => client.call(listUsers, { query: { limit: 20 } }));
  const change = async () => {
    const body = { id: randomUUID(), email: `${randomUUID()}@northline.example`, full_name: 'Under Load' };
    if (!(await ask('POST', () => client.call(createUser, { body })))) return;
    load.acknowledged.push(body.id);
    const now = performance.now();
    load.longestGapMs = Math.max(load.longestGapMs, now - changedAt);
    changedAt = now;
  };
  const lane = async (first: number) => {
    for (let n = first; !isOver; n++) await (n % 4 === 0 ? change() : read());
  };
  const lanes = Array.from({ length: clients }, (_, n) => lane(n));
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return load;
  };
}

/** '3 × POST 503, 1 × GET ECONNRESET' */
export function countFailures(failed: readonly string[]): string {
  const counts = [...Map.groupBy(failed, (what) => what)].map(([what, all]) => `${all.length} × ${what}`);
  return counts.join(', ') || 'none';
}
