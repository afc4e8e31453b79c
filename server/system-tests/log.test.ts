import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { migrationNames } from '../kernel/database/migrate.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { productVersion } from '../testing/processes/product-version.ts';
import { startServer } from '../testing/processes/server-process.ts';

type Line = Record<string, unknown> & { level: number; time: number; msg: string };

const password = 'correct horse';
const ada = 'ada@northline.example';
const unknownId = '0e0f9b45-991f-86cf-bb8f-77dfecf5dcb1';
const levels = { debug: 20, info: 30, warn: 40 };

let output: string;
let lines: Line[];
/** The answer to each request, by a name of the test's own. */
const answers = new Map<string, { id: string; body: string }>();
let adaId: string;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-log-'));
  const database = process.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer({
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? '',
      LOG_LEVEL: 'debug',
      ACCESS_POLICY: 'open',
      FIRST_ADMIN_EMAIL: 'first@northline.example',
    },
  });
  const ask = async (name: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, init);
    const body = await answer.text();
    answers.set(name, { id: answer.headers.get('x-request-id') ?? '', body });
    return body;
  };
  const post = (name: string, path: string, body: unknown, token?: string) =>
    ask(name, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  try {
    const account = { email: ada, password, data: { full_name: 'Ada Owner' } };
    await post('sign-up', '/auth/v1/signup', account);
    await post('wrong password', '/auth/v1/token?grant_type=password', { email: ada, password: 'wrong one' });
    const session = await post('sign-in', '/auth/v1/token?grant_type=password', { email: ada, password });
    const { access_token: token, user } = JSON.parse(session) as {
      access_token: string;
      user: { id: string };
    };
    adaId = user.id;
    const headers = { authorization: `Bearer ${token}` };
    await ask('list', `/api/users?q=${encodeURIComponent(ada)}`, { headers });
    await ask('unknown user', `/api/users/${unknownId}`, { headers });
    await ask('nobody', '/api/users');
    await ask('no route', `/confirm/${ada}?token_hash=geheim`, { headers: { accept: 'application/json' } });
    await ask('bad address', `/api/users/%E0%A4%A?email=${ada}`);
    await ask('health', '/healthz');
    await ask('account', '/auth/v1/user', { headers });
    await post('sign-out', '/auth/v1/logout', {}, token);
    const socket = connect(port, 'localhost');
    socket.write('POST /auth/v1/recover HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
    socket.write('content-length: 100\r\nexpect: 100-continue\r\n\r\n');
    // The server has started the answer, and the client disconnects.
    await once(socket, 'data');
    socket.destroy();
    await vi.waitFor(() => expect(server.output()).toContain('"aborted":true'), { timeout: 60_000 });
  } finally {
    await server.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true });
  }
  output = server.output();
  lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}, 120_000);

/** The log lines of a request; the last one is written when it is over. */
function about(name: string): Line[] {
  const id = answers.get(name)?.id;
  expect(id).toMatch(/^[0-9a-f]{8}-/);
  return lines.filter((line) => line.request === id);
}

test('the log is JSON lines with level, time and message', () => {
  for (const line of lines)
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.stringMatching(/\w/),
    });
});

test('start and stop are logged, with version, database and the number of migrations', async () => {
  const messages = lines.map((line) => line.msg);
  const where =
    process.env.TEST_DIALECT === 'postgres' ? /^PostgreSQL, canopy_test_/ : /^SQLite, .*canopy\.db$/;
  expect(lines[0]).toMatchObject({
    msg: 'starting',
    version: productVersion,
    database: expect.stringMatching(where),
  });
  expect(lines[1]).toMatchObject({ level: levels.warn, msg: expect.stringMatching(/^ACCESS_POLICY=open/) });
  expect(messages).toContain(`Applied ${(await migrationNames()).length} migrations`);
  expect(messages).toContainEqual(
    expect.stringMatching(new RegExp(`^Canopy ${productVersion} .*serves on http://localhost:\\d+$`)),
  );
  expect(messages).toContainEqual(expect.stringMatching(/create the first account/));
  // Lines are written in the background, and the exit writes the rest: the last two may change places.
  expect(lines.find((line) => line.msg === 'stopping')).toMatchObject({ signal: 'SIGTERM' });
  expect(messages).toContain('stopped');
});

test("a request is one line with the route's pattern, its user and the id of the answer", () => {
  expect(about('list')).toEqual([
    expect.objectContaining({
      ...{ level: levels.info, msg: 'request', method: 'GET', route: '/api/users', status: 200 },
      ...{ user: adaId, ms: expect.any(Number) },
    }),
  ]);
  expect(about('account')).toEqual([
    expect.objectContaining({ route: '/auth/v1/user', status: 200, user: adaId }),
  ]);
});

test.each([
  ['unknown user', { route: '/api/users/:id', status: 404, code: 'not_found' }],
  ['nobody', { route: '/api/users', status: 401, code: 'unauthenticated', user: null }],
  ['no route', { route: null, status: 404, code: 'not_found' }],
  ['bad address', { route: null, status: 400, code: 'malformed_request' }],
])('a refused request is one line with the error code: %s', (name, line) => {
  expect(about(name)).toEqual([expect.objectContaining({ msg: 'request', ...line })]);
  expect(JSON.parse(answers.get(name)?.body ?? '')).toMatchObject({ request_id: answers.get(name)?.id });
});

test('sign-ins, refusals and sign-outs are logged with the user', () => {
  expect(about('wrong password')).toEqual([
    expect.objectContaining({ msg: 'sign-in refused', user: adaId, code: 'invalid_credentials' }),
    expect.objectContaining({ msg: 'request', status: 400, code: 'invalid_credentials' }),
  ]);
  expect(about('sign-in')).toEqual([
    expect.objectContaining({ msg: 'signed in', user: adaId, method: 'password' }),
    expect.objectContaining({ msg: 'request', route: '/auth/v1/token', status: 200, user: adaId }),
  ]);
  expect(about('sign-out')).toEqual([
    expect.objectContaining({ msg: 'signed out', user: adaId, scope: 'global' }),
    expect.objectContaining({ msg: 'request', status: 204 }),
  ]);
});

test('health probes are logged at debug level', () => {
  expect(about('health')).toEqual([expect.objectContaining({ level: levels.debug, route: '/healthz' })]);
});

test('a request whose client disconnected is logged', () => {
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', route: '/auth/v1/recover', aborted: true }),
  );
});

test('the log contains no email, no query value and no id from a path', () => {
  expect(output).not.toMatch(/northline|geheim|token_hash|grant_type/);
  expect(output).not.toContain(unknownId);
});
