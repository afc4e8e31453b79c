import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { StreamEvents } from '../../../contract/changes.ts';

type Name = keyof StreamEvents;
/** `at` by `performance.now()`. */
export type Event = { [N in Name]: { name: N; data: StreamEvents[N]; at: number } }[Name];

export interface Followed {
  status: number;
  headers: IncomingMessage['headers'];
  /** All so far. */
  events: Event[];
  /** How many comments came. */
  comments(): number;
  /** The first event of this name that no call has returned yet. */
  next<N extends Name>(name: N): Promise<StreamEvents[N]>;
  /** After `bye`, or when the connection broke. */
  ended: Promise<void>;
  close(): void;
}

/** Opens `GET /api/stream` as the holder of a token, and reads it to its end. */
export async function followStream(url: string, token: string): Promise<Followed> {
  const asked = request(`${url}/api/stream`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    agent: new Agent(),
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const events: Event[] = [];
  const taken = new Set<Event>();
  let waiting: (() => void)[] = [];
  let comments = 0;
  let rest = '';
  const ended = new Promise<void>((resolve) => answer.once('close', resolve));
  answer.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name === undefined || data === undefined) comments += 1;
      else events.push({ name, data: JSON.parse(data), at: performance.now() } as Event);
    }
    const all = waiting;
    waiting = [];
    for (const look of all) look();
  });
  answer.on('error', () => {});
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    events,
    comments: () => comments,
    next: <N extends Name>(name: N) =>
      new Promise<StreamEvents[N]>((resolve, reject) => {
        const look = () => {
          const found = events.find((event) => event.name === name && !taken.has(event));
          if (!found) return void waiting.push(look);
          taken.add(found);
          resolve(found.data as StreamEvents[N]);
        };
        look();
        void ended.then(() =>
          reject(new Error(`The stream ended without ${name}: ${JSON.stringify(events)}`)),
        );
      }),
    ended,
    close: () => asked.destroy(),
  };
}
