import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authEndpointTable } from './testing/auth-endpoint-table.ts';
import { contractEndpoints, nameOf } from './testing/contract-endpoints.ts';
import { withServedRoutes } from './testing/served-routes.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let routes: string[];
beforeAll(async () => {
  ({ started: world, routes } = await withServedRoutes(() => startWorld()));
});
afterAll(() => world.close());

/** What anybody may ask who reaches the server, beside the files of the web app. */
const open = ['GET /healthz', 'GET /readyz', 'GET /api/openapi.json'];
/** The app's first page, and its files. */
const files = ['GET /', 'HEAD /', 'GET /*'];

const authNames = authEndpointTable.map(({ route }) => route.replace(' ', ' /auth/v1'));

describe('every route that the server registers', () => {
  test('has a row in a table of who may call it, is one of the files, or refuses everybody', async () => {
    const contract = (await contractEndpoints()).map(nameOf);
    const known = new Set([...contract, ...authNames, ...open, ...files]);
    const others = routes.filter((route) => !known.has(route));
    expect([...known].filter((route) => !routes.includes(route) && !files.includes(route))).toEqual([]);
    for (const route of others) expect(await refusalOf(route), `${route} has no row`).toBe('refused');
  });

  test('would be found without a row', async () => {
    expect(routes).toContain('PUT /auth/v1/user');
    expect(await refusalOf('PUT /auth/v1/user')).toBe('400 validation_failed');
    expect(await refusalOf('GET /auth/v1/health')).toBe('200 undefined');
    expect(await refusalOf('POST /auth/v1/health')).toBe('refused');
    expect(await refusalOf('POST /api/no-such-thing')).toBe('404 not_found');
  });
});

describe('what anybody may ask', () => {
  test.each(open)('%s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await world.nobody.raw(method, path);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    for (const word of [world.ada.email, world.ada.id, world.stores.airport.name, world.app.config.data_dir])
      expect(text).not.toContain(word);
  });
});

/** 'refused' for an address below /auth/v1 where there is nothing, or nothing for the method, even for Ada. */
async function refusalOf(route: string): Promise<string> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/:\w+/g, crypto.randomUUID()).replace('*', 'nothing-here');
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? [] : undefined;
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  const answer = await world.ada.raw(method, filled, body, headers);
  const text = await answer.text();
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : undefined;
  const isRefused = ['404 not_found', '405 method_not_allowed'].includes(`${answer.status} ${code}`);
  // An answer to HEAD has no code.
  const isHead = method === 'HEAD' && [404, 405].includes(answer.status);
  return path.startsWith('/auth/v1') && (isRefused || isHead) ? 'refused' : `${answer.status} ${code}`;
}
