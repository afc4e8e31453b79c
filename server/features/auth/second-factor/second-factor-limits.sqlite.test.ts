import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetSecondFactor } from '../../../../contract/auth/second-factor.ts';
import { ada, goodPassword } from '../../../testing/worlds/auth-world.ts';
import { type FactorWorld, startFactorWorld } from '../../../testing/worlds/factor-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

/** A browser with its own cookie, signed in with the password alone. */
async function signInFrom(device: string, email: string): Promise<GoTrueClient> {
  const cookie = `canopy_device=${device}`;
  const browser = world.browser({ cookie });
  const { error } = await browser.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return browser;
}

const newDevice = () => crypto.randomUUID().replaceAll('-', '');

/** A user with a second factor who has signed in completely in one browser. */
async function owner() {
  const user = await world.guarded();
  const device = newDevice();
  const browser = await signInFrom(device, user.email);
  const right = await enter(browser, user, world.nextCode(user.secret));
  expect(right).toBe('ok');
  // A right code is counted until it is refunded, which happens after the answer.
  const key = `wrong-codes:${user.session.user.id}`;
  const count = () => world.app.database.read.selectFrom('auth_rate').select('count').where('key', '=', key);
  await expect.poll(() => count().executeTakeFirst()).toEqual({ count: 0 });
  return { ...user, device };
}

interface Guarded {
  email: string;
  factorId: string;
}

async function enter(browser: GoTrueClient, { factorId }: Guarded, code: string): Promise<string> {
  const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
  return error?.code ?? 'ok';
}

/** Enters wrong codes in one browser until the limit of the day is reached. Returns how many. */
async function tryForADay(device: string, user: Guarded): Promise<number> {
  let looked = 0;
  for (let quarter = 0; quarter < 3; quarter++) {
    const browser = await signInFrom(device, user.email);
    for (let tries = 0; tries < 12; tries++) {
      if ((await enter(browser, user, '000000')) === 'mfa_verification_failed') looked++;
    }
    world.clock.ms += 900_000;
  }
  return looked;
}

test('wrong codes of strangers are limited to thirty a day, and lock nobody out of a trusted device', async () => {
  const user = await owner();
  expect(await tryForADay(newDevice(), user)).toBe(30);
  // Another untrusted device shares the limit.
  const elsewhere = await signInFrom(newDevice(), user.email);
  const code = world.nextCode(user.secret);
  expect(await enter(elsewhere, user, code)).toBe('over_request_rate_limit');
  expect(await enter(await signInFrom(user.device, user.email), user, code)).toBe('ok');
  // The right code does not give the strangers new attempts.
  expect(await enter(elsewhere, user, '000000')).not.toBe('mfa_verification_failed');
});

test('a trusted device has a limit of the same size, for any user of its cookie', async () => {
  const user = await owner();
  expect(await tryForADay(user.device, user)).toBe(30);
  const known = await signInFrom(user.device, user.email);
  expect(await enter(known, user, world.nextCode(user.secret))).toBe('over_request_rate_limit');
  expect(await tryForADay(newDevice(), user)).toBe(30);
});

test('a device on which only the password was entered is not trusted', async () => {
  const user = await owner();
  const device = newDevice();
  await signInFrom(device, user.email);
  await tryForADay(newDevice(), user);
  const again = await signInFrom(device, user.email);
  expect(await enter(again, user, world.nextCode(user.secret))).toBe('over_request_rate_limit');
});

test('sign-ins from many devices with the password alone do not push out a trusted device', async () => {
  const user = await owner();
  for (let n = 0; n < 25; n++) await signInFrom(newDevice(), user.email);
  const stranger = await signInFrom(newDevice(), user.email);
  for (let tries = 0; tries < 12; tries++) await enter(stranger, user, '000000');
  const known = await signInFrom(user.device, user.email);
  expect(await enter(known, user, world.nextCode(user.secret))).toBe('ok');
});

test('challenges that strangers request do not count against the owner', async () => {
  const user = await owner();
  const stranger = await signInFrom(newDevice(), user.email);
  let last: string | undefined;
  for (let n = 0; n < 31; n++) {
    last = (await stranger.mfa.challenge({ factorId: user.factorId })).error?.code;
  }
  expect(last).toBe('over_request_rate_limit');
  const known = await signInFrom(user.device, user.email);
  expect(await enter(known, user, world.nextCode(user.secret))).toBe('ok');
});

test('a reset of the second factor makes every device untrusted', async () => {
  const user = await owner();
  const admin = world.api((await world.signIn(ada)).session);
  expect((await admin.call(resetSecondFactor, { params: { id: user.session.user.id } })).status).toBe(204);
  const fresh = await signInFrom(newDevice(), user.email);
  const app = { email: user.email, ...(await world.setUp(fresh)) };
  await tryForADay(newDevice(), app);
  const code = world.nextCode(app.secret);
  expect(await enter(await signInFrom(user.device, user.email), app, code)).toBe('over_request_rate_limit');
});
