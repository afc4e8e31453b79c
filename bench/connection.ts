import { once } from 'node:events';
import { connect } from 'node:net';

export interface Connection {
  /** One request at a time. */
  send(request: string): Promise<{ status: number; bytes: number }>;
  close(): void;
}

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Just enough HTTP/1.1 to keep a server busy: node's own client would cost the two cores as much as the server
 * that is measured.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: 'localhost', noDelay: true });
  await once(socket, 'connect');
  let settle: ((answer: { status: number; bytes: number }) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  let expected = 0;
  let received = 0;
  let status = 0;
  let head = Buffer.alloc(0);

  socket.on('data', (chunk) => {
    received += chunk.length;
    if (expected === 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(endOfHead);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = /^content-length: *(\d+)/im.exec(text)?.[1];
      if (length === undefined) {
        fail?.(new Error(`An answer without content-length: ${text}`));
        return;
      }
      status = Number(text.slice(9, 12));
      expected = end + endOfHead.length + Number(length);
    }
    if (received < expected) return;
    const answer = { status, bytes: received };
    expected = 0;
    received = 0;
    head = Buffer.alloc(0);
    settle?.(answer);
  });
  socket.on('error', (error) => fail?.(error));
  socket.on('close', () => fail?.(new Error('The server closed the connection')));
  return {
    send(request) {
      return new Promise((resolve, reject) => {
        settle = resolve;
        fail = reject;
        socket.write(request);
      });
    },
    close() {
      fail = undefined;
      socket.destroy();
    },
  };
}
