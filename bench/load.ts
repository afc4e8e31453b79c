import autocannon from 'autocannon';
import { usageOf } from '../faults/support/usage.ts';
import type { ServerProcess } from '../server/testing/processes/server-process.ts';
import type { BenchRequest } from './requests.ts';

export interface Sample {
  latenciesMs: number[];
  perSecond: number;
  /** Processor time of the server for one request. */
  workMs: number;
}

interface Load {
  server: ServerProcess;
  next: (connection: number) => BenchRequest;
  headers: Record<string, string>;
  connections: number;
}

/** For about `roundMs`. Every connection sends one request at a time. */
export async function prepareLoad(load: Load, roundMs: number): Promise<() => Promise<Sample>> {
  // Requests are counted, not timed, so that none is cut off. A server that has just started is slow.
  let amount = 64;
  for (let time = 0; time < 3; time++) {
    const { perSecond } = await send(load, amount);
    amount = Math.max(64, Math.round((perSecond * roundMs) / 1000));
  }
  return () => send(load, amount);
}

/** Throws unless every answer is a 200. */
async function send({ server, next, headers, connections }: Load, amount: number): Promise<Sample> {
  const requestOf = (request: autocannon.Request, connection: number): autocannon.Request => {
    const { method, path, body, values = {} } = next(connection);
    const own = { 'content-type': 'application/json', 'x-values': JSON.stringify(values) };
    return { ...request, method, path, headers: { ...headers, ...own }, body: JSON.stringify(body) ?? '' };
  };
  const latenciesMs: number[] = [];
  let opened = 0;
  let endedAt = 0;
  const setupClient = (client: autocannon.Client) => {
    const connection = opened++;
    client.setRequests([{ setupRequest: (request) => requestOf(request, connection) }]);
    client.on('response', (_status, _bytes, milliseconds) => {
      latenciesMs.push(milliseconds);
      endedAt = performance.now();
    });
  };
  const before = usageOf(server.pid);
  const startedAt = performance.now();
  // sampleInt: autocannon looks every 20 ms, not every second, whether all requests are done.
  const options = { url: server.url, connections, amount, timeout: 60, sampleInt: 20, setupClient };
  const { errors, non2xx } = await autocannon(options);
  if (errors + non2xx > 0)
    throw new Error(`${next(0).path}: ${errors + non2xx} of ${amount} requests failed`);
  const workMs = ((usageOf(server.pid).processorSeconds - before.processorSeconds) * 1000) / amount;
  return { latenciesMs, perSecond: (amount / (endedAt - startedAt)) * 1000, workMs };
}
