import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { serverPartOf } from '../../contract/http/server-part.ts';
import * as runs from '../../contract/runs.ts';
import { authEndpointTable } from '../testing/requests/auth-endpoint-table.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { send } from '../testing/requests/send.ts';
import { upload } from '../testing/requests/upload.ts';
import { type Cast, startCast } from '../testing/worlds/cast.ts';
import { longestStep } from '../testing/worlds/longest-step.ts';

/**
 * Putting accents in order takes time that grows with the square of their number: 100,000 of them stop a process for
 * seconds, unless the text is refused or cut first.
 */
const accents = (count: number) => `A${'\u0316\u0301'.repeat(count / 2)}`;
const stepLimitMs = 100;

let cast: Cast;
beforeAll(async () => {
  cast = await startCast();
});
afterAll(() => cast.close());

/** The shortest of three: the first call of some code is slow, and so is a collection of garbage. */
async function shortestStep(work: () => Promise<unknown>, limitMs = stepLimitMs): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > limitMs; tries++) {
    shortest = Math.min(shortest, await longestStep(work));
  }
  return shortest;
}

const withBody = endpointTable.filter(({ endpoint }) => serverPartOf(endpoint).body);

test('the long texts reach every endpoint with a body', () => {
  expect(withBody.length).toBeGreaterThan(20);
});

test.each(
  withBody.map((row) => [nameOf(row.endpoint), row] as const),
)('%s takes no long step for thousands of accents in any text of its body', async (name, {
  endpoint,
  request,
}) => {
  const { mine, roleIds, actors, ada } = cast;
  const parts = await request({
    user: async () => cast.ids.viewer,
    location: async () => mine.id,
    spareLocation: async () => mine.id,
    role: async () => roleIds.viewer,
    employeeRole: roleIds.employee,
    email: async () => crypto.randomUUID(),
    sharedView: async () => crypto.randomUUID(),
    at: (create) => create(ada, mine.id),
  });
  const text = accents(endpoint.permission === 'anyone' ? 15_000 : 100_000);
  const schema = z.toJSONSchema(serverPartOf(endpoint).body as z.ZodMiniType, {
    unrepresentable: 'any',
    io: 'input',
  });
  const paths = new Set([...textsIn(parts.body), ...textsOf(schema as JsonSchema)]);
  for (const path of paths) {
    const body = replaced(parts.body, path.split('.'), text);
    const step = await shortestStep(() => send(actors.admin, endpoint, { ...parts, body }));
    expect(step, `${name} ${path}`).toBeLessThan(stepLimitMs);
  }
});

const names = ['q', 'after', 'sort', 'status', 'role', 'location', 'state', 'action', 'user'];
test.each(
  endpointTable
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint }) => [nameOf(endpoint), endpoint] as const),
)('%s takes no long step for as many accents as fit into a URL', async (_, endpoint) => {
  const query = Object.fromEntries(names.map((name) => [name, accents(200)]));
  const params = { id: cast.mine.id, location_id: cast.mine.id };
  const step = await shortestStep(() => send(cast.actors.admin, endpoint, { params, query }));
  expect(step).toBeLessThan(stepLimitMs);
});

test.each(
  authEndpointTable.map((row, index) => [`${index + 1}. ${row.route}`, row] as const),
)('/auth/v1 takes no long step for thousands of accents: %s', async (_, { route, reads }) => {
  const [method = '', path = ''] = route.split(' ');
  const members = Object.keys(reads.body?.shape ?? {});
  const text = accents(15_000);
  const query = new URLSearchParams(
    Object.keys(reads.query?.shape ?? {}).map((name): [string, string] => [
      name,
      name === 'grant_type' ? 'password' : accents(200),
    ]),
  );
  for (const member of members) {
    const body = { email: 'ada@northline.example', password: 'correct horse', [member]: text };
    const url = `/auth/v1${path.replace(/:\w+/g, cast.mine.id)}?${query}`;
    const step = await shortestStep(() => cast.nobody.raw(method, url, body));
    expect(step, member).toBeLessThan(stepLimitMs);
  }
});

describe('a file of accents', () => {
  const columns = {
    users: ['Id', 'Employee number', 'Email', 'Full name', 'Phone', 'Status', 'Roles', 'Locations'],
    locations: ['Id', 'Number', 'Name', 'Address', 'City', 'State', 'ZIP', 'Phone', 'Closed on'],
  };

  test.each(['users', 'locations'] as const)('has headers that are refused at once: %s', async (about) => {
    const headers = Array.from({ length: 200 }, (_, n) => `${accents(9_990)}${n}`);
    const step = await shortestStep(async () => {
      const file = `${headers.join()}\n${headers.map(() => 'x').join()}\n`;
      expect((await upload(cast.ada, about, file)).status).toBe(400);
    }, 2 * stepLimitMs);
    expect(step).toBeLessThan(2 * stepLimitMs);
  });

  test.each(['users', 'locations'] as const)('is planned in short steps: %s', async (about) => {
    const cell = accents(9_990);
    // Each line has the accents in another column, and several names in one cell.
    const lines = Array.from({ length: 300 }, (_, line) =>
      columns[about].map((_, column) => (column === line % columns[about].length ? cell : `${column}`)),
    );
    lines.push(
      columns[about].map(() => Array.from({ length: 40 }, (_, n) => `${accents(200)}${n}`).join(';')),
    );
    const file = [columns[about], ...lines].map((cells) => cells.join()).join('\n');
    const step = await shortestStep(async () => {
      const { id, file: read } = (await upload(cast.ada, about, file)).ok();
      const body = { mapping: read?.mapping ?? [], blank_clears: [], replace: [], deactivate_missing: false };
      (await cast.ada.call(runs.planImport, { params: { id }, body })).ok();
      await cast.workOnRuns();
      const run = (await cast.ada.call(runs.getRun, { params: { id } })).ok();
      expect(run.planned.rejected).toBe(lines.length);
    }, 2 * stepLimitMs);
    expect(step).toBeLessThan(2 * stepLimitMs);
  });
});

/** The places of texts in a request: 'location_ids.0'. */
function textsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, path === '' ? name : `${path}.${name}`),
  );
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** The places where a schema takes a text, in a list as its first item. */
function textsOf(schema: JsonSchema, path = ''): string[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    textsOf(inner, at(name)),
  );
  const items = schema.items ? textsOf(schema.items, at('0')) : [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((inner) => textsOf(inner, path));
  return [...(schema.type === 'string' && path !== '' ? [path] : []), ...members, ...items, ...choices];
}

function replaced(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text;
  if (/^\d+$/.test(name) && (Array.isArray(value) || value === undefined)) {
    const items = Array.isArray(value) ? value : [];
    return [replaced(items[0], rest, text), ...items.slice(1)];
  }
  const members = typeof value === 'object' && value !== null ? value : {};
  return { ...members, [name]: replaced((members as Record<string, unknown>)[name], rest, text) };
}
