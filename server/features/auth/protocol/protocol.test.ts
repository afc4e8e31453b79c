import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@supabase/auth-js';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  importJWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemContext } from '../../../kernel/access.ts';
import { createTestDatabase } from '../../../testing/databases/postgres-cluster.ts';
import { type AuthWorld, ada, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';
import { purgeAuth } from '../accounts/purge.service.ts';
import { rotateSigningKeys } from '../keys/signing-keys.service.ts';

let world: AuthWorld;
let session: Session;
beforeAll(async () => {
  world = await startAuthWorld();
  ({ session } = await world.signIn(ada));
});
afterAll(() => world.close());

const current = { 'x-supabase-api-version': '2024-01-01' };

describe('errors', () => {
  test('have the form of the requested API version', async () => {
    const body = { email: ada, password: 'wrong password' };
    const now = await world.raw('POST', '/token?grant_type=password', body, current);
    expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await now.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const before = await world.raw('POST', '/token?grant_type=password', body);
    expect(before.headers.get('x-supabase-api-version')).toBeNull();
    expect(await before.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test.each([
    ['GET', '/nothing', undefined, {}, 404, 'not_found'],
    ['GET', '/admin/users', undefined, {}, 404, 'not_found'],
    ['GET', '/signup', undefined, {}, 405, 'method_not_allowed'],
    ['DELETE', '/user', undefined, {}, 405, 'method_not_allowed'],
    ['POST', '/signup', `"${'x'.repeat(2_000_000)}"`, {}, 413, 'request_entity_too_large'],
    [
      'POST',
      '/signup',
      'email=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['POST', '/signup', 'email', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['POST', '/signup', '{"email":', {}, 400, 'bad_json'],
    ['POST', '/signup', '{"__proto__":{"email":"a@b.example"}}', {}, 400, 'bad_json'],
    ['POST', '/token?grant_type=id_token', {}, {}, 400, 'unsupported_grant_type'],
    ['POST', '/token', {}, {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=password', { email: ['a'], password: 1 }, {}, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup' }, {}, 400, 'validation_failed'],
    [
      'POST',
      '/verify',
      { type: 'signup', token_hash: 'a', email: ada, token: '1' },
      {},
      400,
      'validation_failed',
    ],
    ['POST', '/verify', { type: 'signup', email: ada, token: '123456' }, {}, 403, 'otp_expired'],
    ['POST', '/verify', { type: 'nonsense', token_hash: 'a' }, {}, 400, 'validation_failed'],
    ['POST', '/resend', { type: 'sms', email: ada }, {}, 400, 'validation_failed'],
    ['GET', '/user', undefined, {}, 401, 'no_authorization'],
    ['GET', '/user', undefined, { authorization: 'Bearer nonsense' }, 403, 'bad_jwt'],
  ])('of %s %s are JSON with a code', async (method, path, body, headers, status, code) => {
    const answer = await world.raw(method, path, body, { ...headers, ...current });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ code, message: expect.any(String) });
  });

  test('are the same for a wrong password and an unknown email', async () => {
    const answers = await Promise.all(
      [ada, 'unknown@northline.example', 'no address at all', '\ud800@x.example', 'a\0@x.example'].map(
        (email) =>
          world.raw('POST', '/token?grant_type=password', { email, password: 'wrong password' }, current),
      ),
    );
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
    expect(new Set(texts).size).toBe(1);
  });
});

describe('public endpoints', () => {
  test('return the settings and the health', async () => {
    const settings = await world.raw('GET', '/settings');
    expect(await settings.json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect(await (await world.raw('GET', '/health')).json()).toMatchObject({ name: 'Canopy' });
  });

  test('forbid caching of answers with tokens', async () => {
    const body = { email: ada, password: goodPassword };
    const answer = await world.raw('POST', '/token?grant_type=password', body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const cookie = answer.headers.get('set-cookie');
    expect(cookie).toMatch(
      /^canopy_device=[\w-]{32}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });

  test('answer a resend alike for every email', async () => {
    for (const type of ['signup', 'email_change']) {
      for (const email of [ada, 'unknown@northline.example']) {
        const answer = await world.raw('POST', '/resend', { type, email });
        expect(`${answer.status} ${await answer.text()}`).toBe('200 {}');
      }
    }
  });
});

describe('access tokens', () => {
  interface Key {
    kid: string;
    x: string;
    y: string;
  }
  const publicKeys = async () => {
    const answer = await world.raw('GET', '/.well-known/jwks.json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    return (await answer.json()) as { keys: Key[] };
  };

  test('can be verified by the client with the published keys', async () => {
    const { browser } = await world.signIn(ada);
    const { data, error } = await browser.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      email: ada,
    });
    expect(data?.header.alg).toBe('ES256');
  });

  test('are published as public keys only, with the next key', async () => {
    const { keys } = await publicKeys();
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('"d":');
  });

  const payloadOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  async function foreign(header: Partial<JWTHeaderParameters>, changes = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(publicKey);
    return new SignJWT({ ...payloadOf(session.access_token), ...changes })
      .setProtectedHeader({ alg: 'ES256', ...header, ...('jwk' in header && { jwk }) })
      .sign(privateKey);
  }

  test('with any header are refused when we did not sign them', async () => {
    const { keys } = await publicKeys();
    const kid = keys[0]?.kid ?? '';
    const payload = session.access_token.split('.')[1];
    const [head, , signature] = session.access_token.split('.');
    const hmacKey = await importJWK(
      { kty: 'oct', k: Buffer.from(JSON.stringify(keys[0])).toString('base64url') },
      'HS256',
    );
    const forged = [
      `${encode({ alg: 'none', kid })}.${payload}.`,
      `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      await foreign({ kid }),
      await foreign({}),
      await foreign({ kid, jwk: {} }),
      await foreign({ kid: 'unknown', jku: 'https://evil.example/jwks.json' }),
      await new SignJWT(payloadOf(session.access_token))
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(hmacKey),
      `${head}.${encode({ ...payloadOf(session.access_token), sub: 'somebody else' })}.${signature}`,
      `${encode({ alg: 'ES256', kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
      `${session.access_token}x`,
      `x${session.access_token}`,
    ];
    for (const token of forged) {
      const answer = await world.raw('GET', '/user', undefined, {
        ...current,
        authorization: `Bearer ${token}`,
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'bad_jwt' });
    }
  });

  test('are refused when they expire, even if they were accepted before', async () => {
    let now = new Date('2035-01-01T00:00:00.000Z');
    const timed = await startAuthWorld({ now: () => now, env: { ACCESS_TOKEN_SECONDS: '60' } });
    const { session } = await timed.signIn(ada);
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await timed.raw('GET', '/user', undefined, headers)).status).toBe(200);
    now = new Date('2035-01-01T00:01:01.000Z');
    expect((await timed.raw('GET', '/user', undefined, headers)).status).toBe(403);
    await timed.close();
  });
});

/** A token that somebody with a copy of the current key could make. */
async function forge(
  { app }: AuthWorld,
  { access_token }: Pick<Session, 'access_token'>,
  changes: Record<string, unknown>,
) {
  const stored = await app.database.read
    .selectFrom('auth_keys')
    .select(['kid', 'private_key'])
    .where('kid', '=', String(decodeProtectedHeader(access_token).kid))
    .executeTakeFirstOrThrow();
  const key = await importJWK(JSON.parse(app.secrets.open(stored.private_key, 'signing-key')), 'ES256');
  return new SignJWT({ ...decodeJwt(access_token), ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: stored.kid })
    .sign(key);
}

const statusOf = async (world: AuthWorld, token: string) =>
  (await world.raw('GET', '/user', undefined, { authorization: `Bearer ${token}` })).status;

describe('a copied signing key', () => {
  test('makes no token that lives longer than ours', async () => {
    const { iat = 0 } = decodeJwt(session.access_token);
    expect(await statusOf(world, await forge(world, session, {}))).toBe(200);
    for (const changes of [
      { exp: iat + 3601 },
      { iat: iat + 86_400, exp: iat + 86_400 + 3600 },
      { iat: undefined },
      { exp: undefined },
    ]) {
      expect(await statusOf(world, await forge(world, session, changes))).toBe(403);
    }
  });

  test('is refused on every instance once it is rotated away, even for tokens that were accepted before', async () => {
    const pair = await startPair();
    const { here, there, clock } = pair;
    const { session } = await here.signIn(ada);
    await rotateSigningKeys(systemContext(here.app));
    clock.ms += 3_600_000 + 110_000;
    const iat = Math.floor(clock.ms / 1000);
    const token = await forge(here, session, { iat, exp: iat + 3600 });
    for (const world of [here, there]) expect(await statusOf(world, token)).toBe(200);
    await purgeAuth(here.app);
    clock.ms += 1000;
    for (const world of [here, there]) expect(await statusOf(world, token)).toBe(200);
    clock.ms += 10_000;
    await purgeAuth(here.app);
    clock.ms += 61_000;
    for (const world of [here, there]) expect(await statusOf(world, token)).toBe(403);
    await pair.close();
  });
});

describe('a restart', () => {
  test('keeps keys and sessions', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'canopy-restart-'));
    const database = process.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
    const reuse = { dataDir, ...(database && { databaseUrl: database.url }) };
    const before = await startAuthWorld({ reuse });
    const signedIn = await before.signIn(ada);
    await before.close();
    const after = await startAuthWorld({ reuse, withoutAda: true });
    expect((await after.browser().getUser(signedIn.session.access_token)).error).toBeNull();
    expect((await after.browser().refreshSession(signedIn.session)).error).toBeNull();
    await after.close();
    const otherKey = startAuthWorld({ reuse, withoutAda: true, env: { SECRET_KEY: 'x'.repeat(32) } });
    await expect(otherKey).rejects.toThrow(
      /^SECRET_KEY is not the key that parts of this database are encrypted with/,
    );
    await database?.drop();
    await rm(dataDir, { recursive: true });
  });
});

describe('rotating the signing keys', () => {
  test('signs nobody out on any instance, and is refused while old tokens may be valid', async () => {
    const pair = await startPair();
    const { here, there, clock } = pair;
    const before = await here.signIn(ada);
    await rotateSigningKeys(systemContext(here.app));
    const kidOf = (token: string) => decodeProtectedHeader(token).kid;
    for (const world of [here, there]) {
      const client = world.browser();
      expect((await client.getUser(before.session.access_token)).error).toBeNull();
    }
    clock.ms += 61_000;
    const after = await here.signIn(ada);
    expect(kidOf(after.session.access_token)).not.toBe(kidOf(before.session.access_token));
    expect((await there.browser().getUser(after.session.access_token)).error).toBeNull();
    expect((await there.browser().getUser(before.session.access_token)).error).toBeNull();
    await expect(rotateSigningKeys(systemContext(here.app))).rejects.toThrow(/a short while ago/);
    clock.ms += 2 * 3_600_000;
    await rotateSigningKeys(systemContext(here.app));
    await pair.close();
  });
});

/** Two instances with one database and one clock. */
async function startPair() {
  const database = process.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-pair-'));
  const reuse = { dataDir, ...(database && { databaseUrl: database.url }) };
  const clock = { ms: Date.parse('2035-01-01T00:00:00.000Z') };
  const now = () => new Date(clock.ms);
  const here = await startAuthWorld({ reuse, now });
  const there = await startAuthWorld({ reuse, now, withoutAda: true });
  return {
    here,
    there,
    clock,
    async close() {
      await there.close();
      await here.close();
      await database?.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
