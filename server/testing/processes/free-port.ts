import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give port 0 and outgoing connections a number from 32768 on, so none of them takes one of these ports. */
const lowest = 10_000;
const count = 22_000;
/** `fetch` refuses the ports of some old protocols. This one is the only one of them in the range (fetch.spec.whatwg.org, "bad port"). */
const refusedByFetch = 10_080;
let next = Math.floor(Math.random() * count);

/** Returns a port of 127.0.0.1 on which nobody listens, a different one at each call. */
export async function freePort(): Promise<number> {
  for (let left = count; left > 0; left -= 1) {
    const port = lowest + (next++ % count);
    if (port !== refusedByFetch && (await isFree(port))) return port;
  }
  throw new Error('No port is free.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isListening) return false;
  server.close();
  await once(server, 'close');
  return true;
}
