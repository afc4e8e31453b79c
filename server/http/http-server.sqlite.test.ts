import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { serverPartOf } from '../../contract/http/server-part.ts';
import { loadConfig } from '../config/config.ts';
import { productVersion } from '../testing/processes/product-version.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import { connectTo } from '../testing/requests/raw-client.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';
import { apiExamples } from './api-examples.ts';
import { createHttpServer } from './http-server.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ env: { PRODUCT_NAME: 'Canopy <1>' } });
});
afterAll(() => testApp.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${testApp.url}${path}`, { redirect: 'manual', ...init });

describe('every answer', () => {
  test.each([
    '/',
    '/api/config',
    '/api/users',
    '/nothing/here',
    '/auth/v1/health',
    '/healthz',
  ])('of %s forbids what the app never does', async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('set-cookie') ?? '').not.toMatch(/token/);
  });

  test.each([
    '/%',
    '/api/users/%E0%A4%A',
  ])('to a path that cannot be decoded is not the page: %s', async (path) => {
    const { headers, status } = await get(path);
    expect(status).toBe(400);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('asks browsers to keep using https where PUBLIC_URL is https', async () => {
    const https = await startTestApp({ env: { PUBLIC_URL: 'https://canopy.example.com' } });
    try {
      const { headers } = await fetch(`${https.url}/healthz`);
      expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    } finally {
      await https.close();
    }
  });
});

describe('a path that does not exist', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/auth/v1/nothing', 404],
    ['GET', '/auth/nothing', 404],
    ['GET', '/auth', 404],
    ['GET', '/api', 404],
    ['GET', '/metrics/nothing', 404],
    ['GET', '/healthz/nothing', 404],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/nothing.php', 404],
    ['POST', '/users', 404],
    ['DELETE', '/', 404],
    ['GET', '/%E0%A4%A', 400],
  ])('is answered in JSON for %s %s, with %i', async (method, path, status) => {
    const response = await get(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/at .*\.ts|node_modules/);
  });
});

describe('a server for this machine only', () => {
  test.each([
    'localhost',
    'localhost:5173',
    'LOCALHOST:3000',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]:3000',
    'canopy.localhost:3000',
  ])('answers to its own name %s', async (host) => {
    expect(await asked(testApp, host, '/healthz')).toEqual({ status: 200, code: undefined });
  });

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evillocalhost',
    '10.0.0.7',
    '0.0.0.0:3000',
    '[::ffff:10.0.0.7]:3000',
    'localhost:3000@evil.example',
    'localhost evil.example',
  ])('refuses a page that reaches it by another name: %s', async (host) => {
    for (const path of ['/', '/api/config', '/healthz', '/nothing']) {
      expect(await asked(testApp, host, path)).toEqual({ status: 421, code: 'misdirected' });
    }
    // Refusals of /auth/v1 have the form of its protocol.
    expect(await asked(testApp, host, '/auth/v1/health')).toEqual({ status: 421, code: 421 });
  });

  test.each([
    '/',
    '/login',
    '/api/config',
    '/auth/v1/verify',
  ])('shows a user who opens %s by another name where the app is', async (path) => {
    const { public_url } = testApp.app.config;
    const sent = request(`${testApp.url}${path}`, {
      headers: { host: '192.168.1.20:3000', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    }).end();
    const [response] = await once(sent, 'response');
    const page = (await response.toArray()).join('');
    expect(response.statusCode).toBe(421);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(page).toContain('Canopy &lt;1&gt; does not answer at this address');
    expect(page).toContain(`<a href="${public_url}">${public_url}</a>`);
    expect(page).toContain('set <code>PUBLIC_URL</code>');
    expect(page).not.toMatch(/192\.168|<script|<style|style=/);
  });

  test('answers to every name when PUBLIC_URL is not this machine', async () => {
    const env = { PUBLIC_URL: 'http://canopy.example', HOST: '0.0.0.0', RATE_LIMITS: 'on' };
    const reached = await startTestApp({ env });
    try {
      for (const host of ['canopy.example', '10.0.0.7:3000', 'localhost'])
        expect(await asked(reached, host, '/readyz')).toEqual({ status: 200, code: undefined });
    } finally {
      await reached.close();
    }
  });
});

/** `fetch` can only send the Host of its target. */
async function asked({ url }: TestApp, host: string, path: string) {
  const sent = request(`${url}${path}`, { headers: { host, accept: 'application/json' } }).end();
  const [response] = await once(sent, 'response');
  const { code } = JSON.parse((await response.toArray()).join('')) as { code?: unknown };
  return { status: response.statusCode as number, code };
}

describe('a request body', () => {
  test('is not read without a session, and the connection stays usable', async () => {
    const client = connectTo(testApp);
    const [start, rest] = ['{"full_name":"', `${'x'.repeat(499_984)}"}`];
    client.send('POST /api/users HTTP/1.1', 'Content-Length: 500000', start);
    expect(await client.answer()).toMatchObject({
      status: 401,
      text: expect.stringContaining('unauthenticated'),
    });
    client.write(rest);
    client.send('GET /healthz HTTP/1.1');
    expect(await client.answer()).toMatchObject({ status: 200 });
    client.close();
  });

  test.each([
    ['/auth/v1/recover', '{"code":413,"error_code":"request_entity_too_large"'],
    ['/auth/v1/nothing', '{"code":413,"error_code":"request_entity_too_large"'],
    ['/nothing', '"code":"too_large"'],
  ])('may have 32 KB without a session at %s', async (path, code) => {
    const announced = connectTo(testApp);
    announced.send(`POST ${path} HTTP/1.1`, 'Content-Length: 32769', '{');
    expect(await announced.answer()).toMatchObject({ status: 413, text: expect.stringContaining(code) });
    announced.close();
    const unannounced = connectTo(testApp);
    unannounced.send(`POST ${path} HTTP/1.1`, 'Transfer-Encoding: chunked', '8001\r\n', 'x'.repeat(32_769));
    const answer = await unannounced.answer();
    expect(answer).toMatchObject({ status: 413, text: expect.stringContaining(code) });
    expect(answer.text).toContain('The request is larger than 32 KB.');
    unannounced.close();
  });
});

test('a connection is closed when the whole body does not arrive in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const path of ['/auth/v1/recover', '/api/imports']) {
      const client = connectTo(testApp);
      const arrived = once(testApp.server.server, 'request');
      client.send(`POST ${path} HTTP/1.1`, 'Content-Length: 100', '{');
      await arrived;
      vi.advanceTimersByTime(30_000);
      await client.closed;
    }
  } finally {
    vi.useRealTimers();
  }
});

test('/healthz answers while the process runs, /readyz only while it can work', async () => {
  expect(await (await get('/healthz')).json()).toEqual({
    status: 'ok',
    version: productVersion,
    commit: testApp.app.config.commit,
  });
  expect(await (await get('/readyz')).json()).toEqual({
    status: 'ready',
    database: testApp.app.database.dialect,
  });
});

test('the OpenAPI document describes every endpoint of the contract, with its permission', async () => {
  const document = await (await get('/api/openapi.json')).json();
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Canopy <1>', version: productVersion },
  });
  expect(document).toHaveProperty(
    ['paths', '/api/users/{id}', 'patch', 'description'],
    'Requires: users.update',
  );
  expect(document).toHaveProperty(['paths', '/api/users', 'post', 'requestBody']);
  expect(document).toHaveProperty(['paths', '/api/config', 'get', 'security'], []);
});

test('the OpenAPI document names this server and the calls to sign in, and its examples are valid', async () => {
  const read = await (await get('/api/openapi.json')).json();
  const document = z
    .looseObject({ servers: z.unknown(), paths: z.record(z.string(), z.record(z.string(), z.any())) })
    .parse(read);
  expect(document.servers).toEqual([{ url: testApp.app.config.public_url }]);
  for (const path of ['/auth/v1/token', '/auth/v1/logout', '/auth/v1/factors/{id}/verify'])
    expect(document.paths[path]?.post.summary, path).toMatch(/\w/);
  const names = (await contractEndpoints()).map(nameOf);
  const { requests, files } = apiExamples;
  for (const name of Object.keys({ ...requests, ...files })) expect(names).toContain(name);
  expect(document.paths['/api/users']?.post.requestBody.content['application/json'].example).toMatchObject({
    full_name: 'Ana Lopez',
  });
});

interface Operation {
  parameters: { name: string; in: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema?: unknown; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

let fetched: Document | undefined;
async function readDocument(): Promise<Document> {
  fetched ??= (await (await get('/api/openapi.json')).json()) as Document;
  return fetched;
}

const json = 'application/json';

/** The members of a JSON schema, however deep, without a description. */
function undescribed(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const members = 'properties' in schema ? Object.entries(schema.properties as Record<string, object>) : [];
  const own = members.flatMap(([name, member]) => ('description' in member ? [] : [name]));
  return [...own, ...Object.values(schema).flatMap(undescribed)];
}

test.each(
  (await contractEndpoints()).map((endpoint) => ({ name: nameOf(endpoint), endpoint })),
)('the OpenAPI document describes each parameter of $name, and has valid examples', async ({ endpoint }) => {
  const { paths } = await readDocument();
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const { parameters, requestBody, responses } =
    paths[path]?.[endpoint.method.toLowerCase()] ?? expect.fail('It is missing');
  expect(parameters.filter(({ description }) => !description?.trim())).toEqual([]);
  expect(undescribed(requestBody?.content[json]?.schema)).toEqual([]);
  const { params, query, body, response } = serverPartOf(endpoint);
  const expectValid = (schema: z.ZodMiniType | undefined, example: unknown) => {
    if (schema) expect(z.safeParse(schema, example).error).toBeUndefined();
  };
  const examplesIn = (place: string) => {
    const shown = parameters.filter((one) => one.in === place && 'example' in one);
    return Object.fromEntries(shown.map(({ name, example }) => [name, String(example)]));
  };
  const shown = [parameters, requestBody?.content[json]?.example, responses[200]?.content?.[json]?.example];
  expect(JSON.stringify(shown), 'A text has no word in api-examples.ts').not.toContain('…');
  expectValid(params, examplesIn('path'));
  expectValid(query, examplesIn('query'));
  expectValid(body, requestBody?.content[json]?.example);
  expectValid(response, responses[200]?.content?.[json]?.example);
  const hasFile = endpoint.upload || endpoint.download || endpoint.stream;
  const [file] = Object.values((endpoint.upload ? requestBody : responses[200])?.content ?? {});
  if (hasFile)
    expect(file?.example).toBe(apiExamples.files[nameOf(endpoint)] ?? expect.fail('It is missing'));
});

test('the OpenAPI document describes each parameter of the sign-in, and every call has an example', async () => {
  const { paths } = await readDocument();
  const calls = Object.entries(paths).filter(([path]) => path.startsWith('/auth/'));
  expect(calls).toHaveLength(4);
  for (const [path, methods] of calls) {
    const [call] = Object.values(methods);
    expect(
      call?.parameters.filter(({ description }) => !description?.trim()),
      path,
    ).toEqual([]);
    expect(JSON.stringify(call), path).toContain('"example');
  }
});

test('a large answer is compressed for clients that accept it', async () => {
  const { headers } = await get('/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(headers.get('content-encoding')).toBe('br');
});

test.each([
  'identity',
  'gzip',
  'br',
  'deflate',
])('an answer that fails after its compression was chosen is a readable problem in %s', async (encoding) => {
  const server = await createHttpServer(loadConfig({ LOG_LEVEL: 'silent' }));
  server.get('/broken', (_request, reply) =>
    reply
      .type('text/csv')
      .header('content-disposition', 'attachment; filename="broken.csv"')
      .send(new Readable({ read: () => {}, construct: (done) => setImmediate(done, new Error('A bug')) })),
  );
  const headers = { host: 'localhost', 'accept-encoding': encoding };
  const answer = await server.inject({ url: '/broken', headers });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'internal', status: 500 });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-disposition']).toBeUndefined();
  await server.close();
});
