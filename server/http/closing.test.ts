import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTo } from '../testing/requests/raw-client.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
let isClosed = false;
beforeEach(async () => {
  world = await startWorld();
  isClosed = false;
});
afterEach(async () => {
  if (!isClosed) await world.close();
});

/** A connection whose first request is under way: it lacks the end of its body. */
async function busyConnection() {
  const client = connectTo(world);
  const arrived = once(world.server.server, 'request');
  client.send('POST /auth/v1/recover HTTP/1.1', 'Content-Length: 2', '{');
  await arrived;
  return client;
}

test('a server that closes serves the requests on open connections, and begins no stream', async () => {
  const token = `Authorization: Bearer ${world.ada.token}`;
  const file = `/api/imports?about=users&name=users.csv&id=${randomUUID()}`;
  const csv = 'Email,Full name\r\nnew@northline.example,New User\r\n';
  const length = `Content-Length: ${csv.length}`;
  const requests: [number, string, string?, string?][] = [
    [200, 'GET /api/users', token],
    [200, 'GET /auth/v1/user', token],
    [200, 'GET /healthz'],
    [404, 'GET /api/nothing'],
    [400, 'POST /auth/v1/token?grant_type=password', 'Content-Length: 2', '{}'],
    [200, `POST ${file}`, `${token}\r\nContent-Type: text/csv\r\n${length}`, csv],
    [401, 'POST /api/register-files', `Content-Type: text/xml\r\n${length}`, csv],
    [503, 'GET /api/stream', token],
  ];
  const clients: Awaited<ReturnType<typeof busyConnection>>[] = [];
  for (const _ of requests) clients.push(await busyConnection());
  const kept = await busyConnection();
  const closing = world.close();
  isClosed = true;
  await vi.waitFor(() => expect(world.server.server.listening).toBe(false));
  for (const [at, [status, line, header, body = '']] of requests.entries()) {
    const client = clients[at] ?? expect.fail();
    client.write('}');
    client.send(`${line} HTTP/1.1`, header, body);
    expect((await client.answer()).status).toBe(400);
    const answer = await client.answer();
    expect(answer.status, `${line}: ${answer.text}`).toBe(status);
    expect(answer.head, line).toMatch(/^connection: close$/im);
    if (status === 503) {
      expect(answer.head).toMatch(/^content-type: application\/problem\+json(;|$)/im);
      expect(answer.head).toMatch(/^retry-after: \d+$/im);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable' });
    }
    await client.closed;
  }
  // A connection whose client asks for nothing more does not keep the server from closing.
  kept.write('}');
  await kept.answer();
  await closing;
  await kept.closed;
});

test('a server that closes answers who connected before and is not accepted yet', async () => {
  const clients = Array.from({ length: 50 }, () => connectTo(world));
  for (const client of clients) client.send('GET /healthz HTTP/1.1');
  // They connect in this turn of the event loop, and are accepted in the next one.
  await new Promise(process.nextTick);
  isClosed = true;
  const closing = world.close();
  const answers = await Promise.all(clients.map((client) => client.answer()));
  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
  await closing;
});
