import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import type { LoadOrder, LoadResult, LoadSetup } from './load.ts';
import { type Request, scenarios } from './scenarios.ts';

const { requests, facts, connections: count } = workerData as LoadSetup;
/** However fast the server answers, a round ends. */
const mostRequests = 200_000;

const sources = Array.from({ length: count }, (_, index) =>
  typeof requests === 'string'
    ? scenarios[requests].requests(facts, index, count)
    : (): Request => ({ method: 'GET', path: requests.path }),
);

parentPort?.on('message', async (order: LoadOrder) => {
  try {
    parentPort?.postMessage(await round(order));
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});

/** Every connection sends its next request when the answer to the last one is there, until the time is over. */
async function round({ port, milliseconds }: LoadOrder): Promise<LoadResult> {
  // New ones for every round: a server closes those that were idle while the other one had its turn.
  const connections = await Promise.all(sources.map(() => openConnection(port)));
  const latenciesMs: number[] = [];
  let bytes = 0;
  const startedAt = performance.now();
  const until = startedAt + milliseconds;
  await Promise.all(
    connections.map(async (connection, index) => {
      while (performance.now() < until && latenciesMs.length < mostRequests) {
        const request = sources[index]?.() ?? { method: 'GET', path: '/' };
        const sentAt = performance.now();
        const answer = await connection.send(encode(request));
        if (answer.status !== 200)
          throw new Error(`${request.method} ${request.path} answered ${answer.status}`);
        latenciesMs.push(performance.now() - sentAt);
        bytes += answer.bytes;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return { requests: latenciesMs.length, perSecond: latenciesMs.length / seconds, latenciesMs, bytes };
}

function encode({ method, path, body }: Request): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${facts.token}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
