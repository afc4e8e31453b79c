import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the server and PostgreSQL that can drop packets silently, as firewalls and failovers do. */
export interface TcpProxy {
  /** The given URL through the proxy. */
  url: string;
  /** From now on nothing passes on the open connections: no byte, and not their end. */
  silenceOpen(): void;
  /** Does the same for connections that are opened later, or ends it. */
  silenceNew(isSilent: boolean): void;
  close(): Promise<void>;
}

/** `onData` sees what passes. */
export async function startTcpProxy(
  target: string,
  onData?: (from: 'client' | 'database', client: Socket, bytes: Buffer) => void,
): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isNewSilent = false;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    if (onData) {
      client.on('data', (bytes) => onData('client', client, bytes));
      database.on('data', (bytes) => onData('database', client, bytes));
    }
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    if (isNewSilent) silence(client, database);
  });
  const silence = (...sockets: Socket[]) => {
    for (const socket of sockets) {
      socket.unpipe();
      socket.pause();
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    silenceOpen: () => silence(...open),
    silenceNew(isSilent) {
      isNewSilent = isSilent;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
