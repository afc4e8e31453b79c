import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthWorld, ada, present, startAuthWorld } from '../../testing/auth-world.ts';

let world: AuthWorld;
let token: string;
let factor: string;
beforeAll(async () => {
  world = await startAuthWorld();
  const { browser, session } = await world.signIn(ada);
  token = session.access_token;
  const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  factor = present(data).id;
});
afterAll(() => world.close());

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    'a@b.example',
    ada,
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
const object = fc.dictionary(member, fc.oneof(nasty, fc.dictionary(fc.string(), nasty), fc.jsonValue()));
const body = fc.oneof(
  { weight: 6, arbitrary: object.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const query = fc
  .dictionary(
    fc.constantFrom('grant_type', 'scope', 'type', 'token', 'redirect_to', 'x'),
    fc.string({ unit: 'binary' }),
  )
  .map((value) => new URLSearchParams(value).toString());
const route = fc.constantFrom(
  ...[
    'POST /signup',
    'POST /token',
    'POST /token?grant_type=password',
    'POST /token?grant_type=refresh_token',
  ],
  ...['POST /recover', 'POST /resend', 'POST /verify', 'GET /verify', 'PUT /user', 'GET /user', 'GET /x'],
  ...['POST /factors', 'POST /factors/:factor/challenge', 'POST /factors/:factor/verify'],
  ...['POST /factors/x/verify', 'DELETE /factors/x', 'POST /factors/recovery-codes/verify'],
);
const authorization = fc.oneof(
  fc.constant(''),
  fc.constant('known'),
  fc.stringMatching(/^[\x21-\x7e]{0,60}$/).map((text) => `Bearer ${text}`),
);

test('no garbage makes the server fail, and every refusal is JSON with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(route, query, body, authorization, async (route, query, body, authorization) => {
      const [method = '', path = ''] = route.replace(':factor', factor).split(' ');
      const headers: Record<string, string> = {};
      if (authorization)
        headers.authorization = authorization === 'known' ? `Bearer ${token}` : authorization;
      const url = `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const answer = await world.raw(method, url, method === 'GET' ? undefined : body, headers);
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status >= 400) expect(JSON.parse(text)).toMatchObject({ msg: expect.any(String) });
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
  const { status } = await world.raw('POST', '/signup', text);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

function signUpWith(data: string) {
  return `{"email":"a@b.example","password":"abcdef","data":${data}}`;
}
