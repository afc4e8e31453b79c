import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { nextHeader } from '../contract/list.ts';
import type { Fixture } from './fixture.ts';
import type { Process } from './process.ts';
import { type Measure, median } from './report.ts';

const agent = new Agent({ keepAlive: true });

/** The full list of 10,000 users with the ids of their roles and locations, as the browser asks for it. */
export async function measureFullList(fixture: Fixture, times: number): Promise<Measure[]> {
  const canopy = await fixture.startCanopy();
  try {
    const runs: { milliseconds: number; bytes: number }[] = [];
    for (let run = 0; run < times; run++) runs.push(await readAll(canopy, fixture.facts.token));
    const milliseconds = median(runs.map((run) => run.milliseconds));
    const megabytes = (runs[0]?.bytes ?? 0) / 1e6;
    return [
      {
        what: 'the full list, 100 then 1,000 a page',
        canopy: `${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(2)} MB`,
        aim: { text: '≤ 0.8 MB on the wire', met: megabytes <= 0.8 },
      },
    ];
  } finally {
    await canopy.stop();
  }
}

/** Page after page; the next request leaves when the headers of the last answer are there. */
export async function readAll({ url }: Process, token: string) {
  const startedAt = performance.now();
  let bytes = 0;
  const bodies: Promise<void>[] = [];
  let path: string | null = '/api/users?limit=100&include=refs';
  while (path) {
    const answer: IncomingMessage = await get(`${url}${path}`, token);
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    bodies.push(once(answer, 'end').then(() => {}));
    const next = answer.headers[nextHeader];
    path = typeof next === 'string' ? `/api/users?limit=1000&after=${encodeURIComponent(next)}` : null;
  }
  await Promise.all(bodies);
  return { milliseconds: performance.now() - startedAt, bytes };
}

async function get(url: string, token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const sent = request(url, { agent, headers }).end();
  const [answer] = await once(sent, 'response');
  return answer;
}
