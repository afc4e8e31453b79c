import type { Socket } from 'node:net';
import { startTcpProxy } from '../processes/tcp-proxy.ts';

export interface Traffic {
  /** Those of transactions included: BEGIN and COMMIT. */
  statements: number;
  /** How often the server waits for the database. Statements that leave together are one round trip. */
  trips: number;
}

/** A proxy in front of PostgreSQL that counts what one request after the other sends. */
export async function startCountingProxy(target: string) {
  const traffic: Traffic = { statements: 0, trips: 0 };
  /** The part of a message that has come so far, by connection. The first message, without a type, is the start. */
  const partial = new WeakMap<Socket, Buffer>();
  const started = new WeakSet<Socket>();
  let isAnswering = true;
  const proxy = await startTcpProxy(target, (from, client, bytes) => {
    if (from === 'client' && isAnswering) traffic.trips += 1;
    isAnswering = from === 'database';
    if (from === 'database') return;
    let rest = Buffer.concat([partial.get(client) ?? Buffer.alloc(0), bytes]);
    for (;;) {
      const typeLength = started.has(client) ? 1 : 0;
      if (rest.length < typeLength + 4) break;
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) break;
      // Execute of a prepared statement, or a simple query.
      if (typeLength === 1 && 'EQ'.includes(String.fromCharCode(rest[0] ?? 0))) traffic.statements += 1;
      started.add(client);
      rest = rest.subarray(length);
    }
    partial.set(client, rest);
  });
  return {
    ...proxy,
    async count(work: () => Promise<unknown>): Promise<Traffic> {
      const before = { ...traffic };
      await work();
      return {
        statements: traffic.statements - before.statements,
        trips: traffic.trips - before.trips,
      };
    },
  };
}
