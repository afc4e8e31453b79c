import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authEndpointTable } from '../testing/requests/auth-endpoint-table.ts';
import type { Client } from '../testing/requests/client.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import { withEveryServer, withServedRoutes } from '../testing/requests/served-routes.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
let routes: string[];
beforeAll(async () => {
  ({ started: world, routes } = await withServedRoutes(() => startWorld()));
});
afterAll(() => world.close());

/** Paths that anybody can request, beside the files of the web app. */
const open = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /api/openapi.json'];
/** What mail programs send; the token in it says everything. */
const ofEmails = ['POST /unsubscribe'];
/** For programs with the key of a register connection. */
const keyed = ['POST /api/register-files', 'POST /api/register-feed'];
/** The app's page and its files. */
const files = [
  'GET /',
  'HEAD /',
  'GET /index.html',
  'HEAD /index.html',
  'GET /manifest.webmanifest',
  'GET /*',
];

const authNames = authEndpointTable.map(({ route }) => route.replace(' ', ' /auth/v1'));

describe('every registered route', () => {
  test('is in an access table, is a file, or refuses everybody', async () => {
    expect(await withoutRow(world, routes)).toEqual([]);
  });

  test('is served: no table has a row for a removed route', async () => {
    const served = new Set([...routes, ...files]);
    expect([...(await known())].filter((route) => !served.has(route))).toEqual([]);
  });

  test('without a row would be found by this test', async () => {
    const unlisted = ['/auth/v1/back-door', '/auth/v1/factors/:id/back-door', '/api/back-door', '/back-door'];
    const open = (server: FastifyInstance) => {
      for (const url of unlisted) server.post(url, () => ({ open: true }));
    };
    const { started, routes } = await withServedRoutes(() => withEveryServer(open, () => startWorld()));
    try {
      expect((await withoutRow(started, routes)).sort()).toEqual(unlisted.map((url) => `POST ${url}`).sort());
    } finally {
      await started.close();
    }
  });
});

async function known(): Promise<Set<string>> {
  const contract = (await contractEndpoints()).map(nameOf);
  return new Set([...contract, ...authNames, ...open, ...ofEmails, ...keyed, ...files]);
}

async function withoutRow({ ada }: World, routes: string[]): Promise<string[]> {
  const rows = await known();
  const found: string[] = [];
  for (const route of routes) if (!rows.has(route) && !(await isRefusal(ada, route))) found.push(route);
  return found;
}

/** A path below /auth/v1 that answers 404 or 405, even for the administrator. */
async function isRefusal(ada: Client, route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ');
  if (!path.startsWith('/auth/v1')) return false;
  const filled = path.replace(/:\w+/g, crypto.randomUUID()).replace('*', 'nothing-here');
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? [] : undefined;
  const answer = await ada.raw(method, filled, body, { 'x-supabase-api-version': '2024-01-01' });
  const text = await answer.text();
  // An answer to HEAD has no code.
  if (method === 'HEAD') return [404, 405].includes(answer.status);
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : undefined;
  return ['404 not_found', '405 method_not_allowed'].includes(`${answer.status} ${code}`);
}

test.each(keyed)('%s refuses everybody without a key, also the administrator', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  for (const client of [world.nobody, world.ada]) {
    expect((await client.raw(method, path, '<a/>', { 'content-type': 'text/xml' })).status).toBe(401);
  }
});

describe('without a session a client may request', () => {
  test.each(open)('%s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await world.nobody.raw(method, path);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    for (const word of [
      world.ada.email,
      world.ada.id,
      world.locations.airport.name,
      world.app.config.data_dir,
    ])
      expect(text).not.toContain(word);
  });
});
