import type { AuthError } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuthWorld, ada, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';
import { hashPassword } from '../identities/passwords.pure.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { networkOf } from './limits.service.ts';

let nowMs = Date.parse('2035-01-01T00:00:00.000Z');
let world: AuthWorld;
beforeAll(async () => {
  // Trusts X-Forwarded-For, so that a test can come from many networks.
  world = await startAuthWorld({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    now: () => new Date(nowMs),
  });
});
afterAll(() => world.close());

let networks = 0;
/** Headers of an unknown client. */
const elsewhere = () => ({ 'x-forwarded-for': `10.0.${networks >> 8}.${networks++ & 255}` });

const attempt = (email: string, headers: Record<string, string> = elsewhere(), password = 'wrong password') =>
  world.raw('POST', '/token?grant_type=password', { email, password }, headers);

/** Signs Ada in, and waits until her count is cleared: that happens after the answer, perhaps during the next attempts. */
async function signInAda(headers: Record<string, string> = elsewhere()) {
  const answer = await attempt(ada, headers, goodPassword);
  expect(answer.status).toBe(200);
  const key = `sign-in:account:${digest(ada)}`;
  const count = () =>
    world.app.database.read.selectFrom('auth_rate').select('key').where('key', '=', key).execute();
  await expect.poll(count).toEqual([]);
  return answer;
}

describe('the limit on sign-in attempts', () => {
  test('stops the eleventh attempt at one account, from any network, for known and unknown emails', async () => {
    for (const email of [ada, 'unknown@northline.example']) {
      const statuses = [];
      for (let n = 0; n < 12; n++) statuses.push((await attempt(email)).status);
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    }
    const right = await attempt(ada, elsewhere(), goodPassword);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const { error } = await world
      .browser(elsewhere())
      .signInWithPassword({ email: ada, password: goodPassword });
    expect(error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    } satisfies Partial<AuthError>);
    nowMs += 901_000;
    await signInAda();
  });

  test('needs the same queries above the limit for known and unknown emails', async () => {
    const spy = vi.spyOn(world.app.database.read, 'selectFrom');
    const questions = [];
    for (const email of [ada, 'nobody.either@northline.example']) {
      for (let n = 0; n < 10; n++) await attempt(email);
      spy.mockClear();
      expect((await attempt(email)).status).toBe(429);
      questions.push(spy.mock.calls.map(([table]) => table));
    }
    spy.mockRestore();
    expect(questions[0]).toEqual(questions[1]);
    expect(questions[0]).toContain('auth_devices');
    nowMs += 901_000;
  });

  test('does not lock the owner out on a trusted device', async () => {
    const first = await signInAda();
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    for (let n = 0; n < 11; n++) await attempt(ada);
    expect((await attempt(ada, elsewhere(), goodPassword)).status).toBe(429);
    expect((await attempt(ada, { ...elsewhere(), cookie: 'canopy_device=x' }, goodPassword)).status).toBe(
      429,
    );
    await signInAda({ ...elsewhere(), cookie });
    // A right password clears the count for every device.
    await signInAda();
  });

  test('does not count right passwords', async () => {
    const headers = elsewhere();
    for (let n = 0; n < 15; n++) await signInAda(headers);
  });

  test('stops the attempt after a hundred from one network', async () => {
    const headers = elsewhere();
    const statuses = [];
    for (let n = 0; n < 102; n++) statuses.push((await attempt(`p${n}@northline.example`, headers)).status);
    expect(statuses).toEqual([...Array(100).fill(400), 429, 429]);
    expect((await attempt('p0@northline.example')).status).toBe(400);
  });
});

describe('the limit on emails', () => {
  test('to one mailbox is silent, for known and unknown emails', async () => {
    for (const email of [ada, 'nobody@northline.example']) {
      for (let n = 0; n < 6; n++) {
        const answer = await world.raw('POST', '/recover', { email }, elsewhere());
        expect(`${answer.status} ${await answer.text()}`).toBe('200 {}');
      }
    }
    await world.emailTo(ada, 3);
    for (let n = 0; n < 5; n++) {
      const answer = await world.raw(
        'POST',
        '/signup',
        { email: 'wanted@northline.example', password: `${goodPassword} ${n}` },
        elsewhere(),
      );
      expect(answer.status).toBe(200);
    }
    expect(await world.emailsTo('wanted@northline.example')).toHaveLength(3);
  });

  test('from one network answers 429', async () => {
    const headers = elsewhere();
    const statuses = [];
    for (let n = 0; n < 31; n++) {
      const answer = await world.raw('POST', '/recover', { email: `r${n}@northline.example` }, headers);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });
});

test('signIn answers 503, never "wrong password", when too many passwords wait to be hashed', async () => {
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword(goodPassword)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retry_after_seconds: 2 });
});

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['', 'unknown'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
