import type { OutgoingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
import type { ByeReason, StreamEvents } from '../../../contract/changes.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Meters } from '../../platform/metrics/meters.ts';

const maxOfUser = 10;
/** Of tabs that cannot share one. A browser has six connections to a server, which its other requests need too. */
const maxAlone = 3;
const maxOfProcess = 2000;
/** What a client has not taken yet. One that does not read is cut off. */
const maxUnsentBytes = 65_536;
const lifetimeMs = 3_600_000;
/** So that streams that began together do not end together. */
const lifetimeSpreadMs = 600_000;

/** What a stream uses of a `ServerResponse`. */
interface Response extends Writable {
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
}

export type Stream = ReturnType<typeof openStream>;

interface Reader {
  user_id: string | null;
  /** Its tab cannot share the stream with others. */
  isAlone?: boolean | undefined;
}

/** Why a stream ended: what `bye` said, or the connection is closed by its client, or cut because that does not read. */
type EndReason = ByeReason | 'left' | 'unread';

export function createStreams({ streams: meter }: Pick<Meters, 'streams'>, max = maxOfProcess) {
  const readers = new Map<string, Set<Stream>>();
  let isStopped = false;
  return {
    /** Ends the oldest stream of a user who has too many. @throws ApiError 503 at the maximum of the process, or stopped. */
    begin({ user_id, isAlone = false }: Reader, response: Response, headers: OutgoingHttpHeaders): Stream {
      if (isStopped) throw new ApiError('unavailable', 'The server is restarting. Try again in a moment.');
      if (meter.open >= max) {
        meter.ended.add('refused');
        throw new ApiError(
          'unavailable',
          'Too many screens follow changes right now. Try again in a minute.',
        );
      }
      const key = `${user_id} ${isAlone}`;
      const own = readers.get(key) ?? new Set();
      const [oldest] = own;
      if (oldest && own.size >= (isAlone ? maxAlone : maxOfUser)) oldest.end('too_many');
      const stream = openStream(response, headers, (reason) => {
        meter.open -= 1;
        meter.ended.add(reason);
        own.delete(stream);
        if (own.size === 0 && readers.get(key) === own) readers.delete(key);
      });
      readers.set(key, own.add(stream));
      meter.open += 1;
      return stream;
    },
    /** Begins none any more: each would keep the server from closing. */
    stop(): void {
      isStopped = true;
      for (const own of [...readers.values()]) for (const stream of [...own]) stream.end('restart');
    },
  };
}

function openStream(response: Response, headers: OutgoingHttpHeaders, onEnd: (reason: EndReason) => void) {
  const listeners: (() => void)[] = [];
  let isOpen = true;
  const finish = (reason: EndReason) => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    onEnd(reason);
    for (const listener of listeners) listener();
  };
  const write = (text: string) => {
    if (!isOpen) return;
    response.write(text);
    if (response.writableLength <= maxUnsentBytes) return;
    finish('unread');
    response.destroy();
  };
  const stream = {
    get isOpen() {
      return isOpen;
    },
    // JSON has no line breaks outside of its escapes.
    send: <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void =>
      write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Says that the connection is alive. */
    comment: () => write(':\n\n'),
    end(reason: ByeReason): void {
      stream.send('bye', { reason });
      finish(reason);
      response.end();
    },
    /** However it ends. */
    onEnd: (listener: () => void) => void listeners.push(listener),
  };
  const timer = setTimeout(
    () => stream.end('lifetime'),
    lifetimeMs + (Math.random() * 2 - 1) * lifetimeSpreadMs,
  );
  timer.unref();
  response.once('close', () => finish('left'));
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    // nginx holds answers back otherwise.
    'x-accel-buffering': 'no',
    // No request follows, and a server that stops need not wait for one.
    connection: 'close',
  });
  stream.comment();
  return stream;
}
