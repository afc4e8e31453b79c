import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Listens like a PostgreSQL server that refuses every connection: with the error, or by closing the connection. It
 * simulates a server that starts, stops or is overloaded.
 */
export async function startFakePostgres(refusal: { code: string; message: string } | 'end') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(refusal === 'end' ? '' : errorResponse(refusal)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return {
    url: `postgres://canopy:geheim@127.0.0.1:${address.port}/canopy`,
    host: `127.0.0.1:${address.port}`,
    stop: () => void server.close(),
  };
}

/** PostgreSQL protocol 3.0, section 55.7: a byte E, the length, and fields that each end with a zero. */
function errorResponse({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}
