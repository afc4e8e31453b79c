import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { passwordMaxBytes } from '../../../../contract/fields/limits.ts';
import { chooseAuth } from '../../../testing/requests/auth-choice.ts';
import { type AuthRow, authEndpointTable } from '../../../testing/requests/auth-endpoint-table.ts';
import { type AuthCast, startAuthCast } from '../../../testing/worlds/auth-cast.ts';
import { newTotpSecret, qrCode, totpUri } from '../second-factor/totp.pure.ts';
import * as bodies from './bodies.schema.ts';

let cast: AuthCast;
beforeAll(async () => {
  cast = await startAuthCast();
});
afterAll(() => cast.close());

interface Sent {
  params?: Record<string, string>;
  /** The query as it is in the URL. */
  query?: string;
  /** The body, JSON or not. */
  body?: string;
  type?: string;
}

/** Headers of the administrator, who has a password and, where a call needs it, a second factor. */
async function send(route: string, { params = {}, query = '', body, type }: Sent) {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = type ? { 'content-type': type } : {};
  const answer = await cast.users.admin.raw(method, `/auth/v1${filled}?${query}`, body, headers);
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' };
}

/** A request that would succeed. */
async function fineRequest(row: AuthRow) {
  const { query = {}, params = {}, body } = await row.request(chooseAuth(cast, 'admin').choice);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { query: search, params, ...(body !== undefined && { body: body as object }) };
}

/** Checks that a refusal is JSON with a reason; for an opened link, that the page gets the reason. */
function expectRefusal({ status, text, location }: Awaited<ReturnType<typeof send>>, sent: string) {
  const isNotified = status === 303 && /^http:\/\/localhost:3000\/[\w/-]*#error=/.test(location);
  const isRefused = status >= 400 && status < 500;
  expect(isNotified || isRefused, `${sent}: ${status} ${text} ${location}`).toBe(true);
  // A URL that cannot be decoded is refused before routing, as a problem.
  const member = text.includes('"title"') ? 'detail' : 'msg';
  if (isRefused) expect(JSON.parse(text), sent).toMatchObject({ [member]: expect.any(String) });
}

const numbered = authEndpointTable.map((row, index) => ({ name: `${index + 1}. ${row.route}`, row }));
const membersOf = (part: 'body' | 'query') =>
  numbered.flatMap(({ name, row }) =>
    Object.keys(row.reads[part]?.shape ?? {}).map((member) => ({ name, row, member })),
  );

test('the endpoint table names every body and query that is read', () => {
  const read = new Set<unknown>(authEndpointTable.flatMap(({ reads }) => [reads.body, reads.query]));
  const schemas = Object.entries(bodies).filter(([, value]) => 'shape' in value);
  expect(schemas.length).toBeGreaterThan(10);
  expect(schemas.filter(([, schema]) => !read.has(schema)).map(([name]) => name)).toEqual([]);
});

describe.each(membersOf('body'))('$name, $member', ({ row, member }) => {
  const isRecord = member === 'data';
  const wrong = [
    ...['[]', '["a","b"]', '[[]]', '0', '-1', '1e308', '1e999', 'true'],
    ...(isRecord ? ['{"full_name":[]}', '{"x":"\\ud800"}', '{"\\ud800":1}'] : ['{}', '{"toString":"x"}']),
    // Long enough for every rule, with a lone surrogate at the end.
    '"correct horse\\ud800"',
    JSON.stringify('x'.repeat(2_000_000)),
  ];

  test('refuses an array, number, boolean, other object, lone surrogate or two megabytes', async () => {
    const { query, params, body = {} } = await fineRequest(row);
    for (const json of wrong) {
      const sent = { params, query: `${query}`, body: withMember(body, member, json) };
      expectRefusal(await send(row.route, sent), json.slice(0, 40));
    }
  });

  test('is not normalized when it is longer than every rule allows', async () => {
    const { query, params, body = {} } = await fineRequest(row);
    const marks = '\u0300\u0323'.repeat(7000);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    for (const long of [marks, `a@b${marks}.example`]) {
      const json = JSON.stringify(isRecord ? { full_name: long } : long);
      const answer = await send(row.route, {
        params,
        query: `${query}`,
        body: withMember(body, member, json),
      });
      expect(answer.status).toBeLessThan(500);
    }
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(passwordMaxBytes);
  });

  test('accepts null, or refuses it with a reason', async () => {
    const { query, params, body = {} } = await fineRequest(row);
    const answer = await send(row.route, {
      params,
      query: `${query}`,
      body: withMember(body, member, 'null'),
    });
    if (answer.status >= 400) expectRefusal(answer, 'null');
  });
});

/** A valid body, without this member. */
function withMember(body: object, name: string, json: string) {
  const others = Object.entries(body).filter(([member, value]) => member !== name && value !== undefined);
  const members = others.map(([member, value]) => `${JSON.stringify(member)}:${JSON.stringify(value)}`);
  return `{${[...members, `${JSON.stringify(name)}:${json}`].join()}}`;
}

/** Values as they are in a URL: empty, a lone surrogate, U+0000, an object in brackets. */
const wrongTexts = ['', '%ED%A0%80', '%00', '%F0%9F', 'null', '[]', '[object%20Object]', 'x'.repeat(5000)];

describe.each(membersOf('query'))('$name?$member=', ({ row, member }) => {
  test('refuses garbage, also when it is repeated', async () => {
    const { query, params, body } = await fineRequest(row);
    const fine = query.get(member) ?? 'x';
    query.delete(member);
    for (const text of [...wrongTexts, `${fine}&${member}=${fine}`]) {
      const sent = {
        params,
        query: `${query}&${member}=${text}`,
        ...(body && { body: JSON.stringify(body) }),
      };
      expectRefusal(await send(row.route, sent), text);
    }
  });
});

test.each(numbered.filter(({ row }) => row.route.includes(':id')))('$name refuses garbage as an id', async ({
  row,
}) => {
  const { query, body } = await fineRequest(row);
  const ids = [...wrongTexts.filter(Boolean), '..%2f..', '%2e%2e', "a'--", '0', crypto.randomUUID().slice(1)];
  for (const id of ids) {
    const sent = { params: { id }, query: `${query}`, ...(body && { body: JSON.stringify(body) }) };
    expectRefusal(await send(row.route, sent), id);
  }
});

test.each(
  // The provider of a company sign-in sends a form.
  numbered.filter(({ row }) => /^(POST|PUT|DELETE) (?!\/backchannel)/.test(row.route)),
)('$name reads JSON objects of at most 32 KB', async ({ row }) => {
  const { query, params } = await fineRequest(row);
  const answer = async (body: string, type?: string) => {
    const answer = await send(row.route, { params, query: `${query}`, body, ...(type && { type }) });
    expectRefusal(answer, body.slice(0, 40));
    return answer.status;
  };
  expect(await answer(JSON.stringify({ x: 'x'.repeat(32_768) }))).toBe(413);
  expect(await answer('{"email":')).toBe(400);
  expect(await answer('{"__proto__":{"email":"a@b.example"}}')).toBe(400);
  expect(await answer('email=a%40b.example', 'application/x-www-form-urlencoded')).toBe(415);
  expect(await answer('{}', 'text/plain')).toBe(415);
  if (!row.reads.body) return;
  for (const json of ['[]', '[{}]', '1', '"x"', 'true']) expect(await answer(json), json).toBe(400);
});

const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    'a@b.example',
    'ada@northline.example',
    '<script>',
    '\u202e',
    'x'.repeat(5000),
    '__proto__',
    'totp',
  ),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]], { toString: 'x' }, ['a', 'b']),
  fc.string({ unit: 'binary' }),
);
const member = fc.constantFrom(
  ...[
    'email',
    'password',
    'current_password',
    'data',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'phone',
  ],
  ...['app_metadata', 'nonce', 'gotrue_meta_security', 'full_name', 'id', 'constructor'],
  ...['factor_type', 'friendly_name', 'issuer', 'challenge_id', 'code'],
);
const object = fc.dictionary(member, fc.oneof(hostile, fc.dictionary(fc.string(), hostile), fc.jsonValue()));
const body = fc.oneof(
  { weight: 6, arbitrary: object.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const query = fc
  .dictionary(
    fc.constantFrom('grant_type', 'scope', 'type', 'token', 'token_hash', 'redirect_to', 'x'),
    fc.string({ unit: 'binary' }),
  )
  .map((value) => new URLSearchParams(value).toString());
const route = fc.constantFrom(
  ...new Set(authEndpointTable.map((row) => row.route)),
  'GET /x',
  'POST /factors/x/verify',
);
const authorization = fc.oneof(
  fc.constant(''),
  fc.constant('known'),
  fc.stringMatching(/^[\x21-\x7e]{0,60}$/).map((text) => `Bearer ${text}`),
);

test('the server answers all garbage with JSON and a reason, and never fails', async () => {
  await fc.assert(
    fc.asyncProperty(route, query, body, authorization, async (route, query, body, authorization) => {
      const [method = '', path = ''] = route.split(' ');
      const headers: Record<string, string> = {};
      if (authorization !== 'known') headers.authorization = authorization;
      const hasBody = /^(POST|PUT|DELETE)$/.test(method);
      const url = `/auth/v1${path.replace(':id', cast.halfwayApp)}?${query}`;
      const answer = await cast.users.halfway.raw(method, url, hasBody ? body : undefined, headers);
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status >= 400 && method !== 'HEAD')
        expect(JSON.parse(text)).toMatchObject({ msg: expect.any(String) });
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['an endless list', `[${'1,'.repeat(400_000)}1]`],
  ['bottomless nesting', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
  ['bottomless data', signUpWith(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)],
  ['wide data', signUpWith(`{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":0`).join()}}`)],
  ['a number too large', '{"email":1e999,"password":1e999}'],
])('%s is refused', async (_, text) => {
  const { status } = await send('POST /signup', { body: text });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

function signUpWith(data: string) {
  return `{"email":"a@b.example","password":"abcdef","data":${data}}`;
}

describe('a lone surrogate', () => {
  const asOwner = (method: string, path: string, body: unknown) =>
    cast.users.manager.raw(method, `/auth/v1${path}`, body);

  test('is refused in the name of a member', async () => {
    const answer = await asOwner('PUT', '/user', '{"data":{"\\ud800":null}}');
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
  });

  test('is not created by the audit log when it cuts the long name of a member', async () => {
    const member = `${'m'.repeat(99)}😀`;
    expect((await asOwner('PUT', '/user', { data: { [`${member}x`]: 1 } })).status).toBe(200);
    const entry = await cast.app.database.read
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'user.data_changed')
      // The random bodies above may have changed data too.
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.details).toEqual({ members: [member] });
  });
});

test.each([
  ['issuer', '新'.repeat(200)],
  ['issuer', '😀'.repeat(200)],
  ['friendly_name', '新'.repeat(60)],
  ['friendly_name', '\uFDFA'.repeat(60)],
  ['friendly_name', '😀'.repeat(60)],
])('enrollFactor accepts a long %s: %s', async (name, value) => {
  const body = { factor_type: 'totp', [name]: value };
  const answer = await cast.users.manager.raw('POST', '/auth/v1/factors', body);
  const { id, totp } = (await answer.json()) as { id: string; totp: { qr_code: string } };
  expect(answer.status).toBe(200);
  expect(totp.qr_code).toContain('<svg');
  await cast.users.manager.raw('DELETE', `/auth/v1/factors/${id}`);
});

test('qrCode fits the longest names of any alphabet', () => {
  const names = { issuer: '😀'.repeat(200), label: '😀'.repeat(254) };
  expect(qrCode(totpUri(newTotpSecret(), names))).toContain('<svg');
});
