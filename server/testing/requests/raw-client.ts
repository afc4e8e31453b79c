import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface RawClient {
  /** A request line, headers and the start of a body, which is JSON unless they say something else. */
  send(requestLine: string, header?: string, ...body: string[]): void;
  write(text: string): void;
  /** The next answer, which may arrive before the body is complete. */
  answer(): Promise<{ status: number; head: string; text: string }>;
  closed: Promise<unknown>;
  close(): void;
}

/** A connection for half a request, or for several, which `fetch` cannot send. */
export function connectTo({ url }: { url: string }): RawClient {
  const { port, hostname } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    send(requestLine, header, ...body) {
      const type = /^content-type:/im.test(header ?? '') ? [] : ['Content-Type: application/json'];
      const headers = ['Host: localhost', ...type, ...(header ? [header] : [])];
      socket.write(`${[requestLine, ...headers].join('\r\n')}\r\n\r\n${body.join('')}`);
    },
    write: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const [head = '', ...rest] = received.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        const body = rest.join('\r\n\r\n');
        if (body.length >= length) {
          received = body.slice(length);
          return { status: Number(head.split(' ')[1]), head, text: body.slice(0, length) };
        }
        await once(socket, 'data');
      }
    },
    closed: once(socket, 'close'),
    close: () => void socket.destroy(),
  };
}
