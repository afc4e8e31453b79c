import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetSecondFactor } from '../../../../contract/second-factor.ts';
import { ada, goodPassword } from '../../../testing/auth-world.ts';
import { type FactorWorld, startFactorWorld } from '../../../testing/factor-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

/** A browser with a cookie of its own, signed in with the password alone. */
async function signInFrom(device: string, email: string): Promise<GoTrueClient> {
  const cookie = `canopy_device=${device}`;
  const browser = world.browser({ cookie });
  const { error } = await browser.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return browser;
}

const newDevice = () => crypto.randomUUID().replaceAll('-', '');

/** Somebody with a second factor who has signed in completely from one browser. */
async function owner() {
  const person = await world.guarded();
  const device = newDevice();
  const browser = await signInFrom(device, person.email);
  const right = await enter(browser, person, world.nextCode(person.secret));
  expect(right).toBe('ok');
  return { ...person, device };
}

interface Guarded {
  email: string;
  factorId: string;
}

async function enter(browser: GoTrueClient, { factorId }: Guarded, code: string): Promise<string> {
  const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
  return error?.code ?? 'ok';
}

/** Enters wrong codes in one browser until none is looked at any more that day; how many were. */
async function tryForADay(device: string, person: Guarded): Promise<number> {
  let looked = 0;
  for (let quarter = 0; quarter < 3; quarter++) {
    const browser = await signInFrom(device, person.email);
    for (let tries = 0; tries < 12; tries++) {
      if ((await enter(browser, person, '000000')) === 'mfa_verification_failed') looked++;
    }
    world.clock.ms += 900_000;
  }
  return looked;
}

test('strangers who know the password try thirty codes a day, and lock nobody out of a trusted device', async () => {
  const person = await owner();
  expect(await tryForADay(newDevice(), person)).toBe(30);
  // Another device is no other limit.
  const elsewhere = await signInFrom(newDevice(), person.email);
  const code = world.nextCode(person.secret);
  expect(await enter(elsewhere, person, code)).toBe('over_request_rate_limit');
  expect(await enter(await signInFrom(person.device, person.email), person, code)).toBe('ok');
  // Nor does the right code give strangers any of theirs back.
  expect(await enter(elsewhere, person, '000000')).not.toBe('mfa_verification_failed');
});

test('a trusted device has a limit too, the same and no more, whoever has its cookie', async () => {
  const person = await owner();
  expect(await tryForADay(person.device, person)).toBe(30);
  const known = await signInFrom(person.device, person.email);
  expect(await enter(known, person, world.nextCode(person.secret))).toBe('over_request_rate_limit');
  expect(await tryForADay(newDevice(), person)).toBe(30);
});

test('a device on which only the password was entered is not trusted', async () => {
  const person = await owner();
  const device = newDevice();
  await signInFrom(device, person.email);
  await tryForADay(newDevice(), person);
  const again = await signInFrom(device, person.email);
  expect(await enter(again, person, world.nextCode(person.secret))).toBe('over_request_rate_limit');
});

test('signing in from many devices with the password alone pushes no trusted one out', async () => {
  const person = await owner();
  for (let n = 0; n < 25; n++) await signInFrom(newDevice(), person.email);
  const stranger = await signInFrom(newDevice(), person.email);
  for (let tries = 0; tries < 12; tries++) await enter(stranger, person, '000000');
  const known = await signInFrom(person.device, person.email);
  expect(await enter(known, person, world.nextCode(person.secret))).toBe('ok');
});

test('challenges that strangers ask for use up none of the owner’s', async () => {
  const person = await owner();
  const stranger = await signInFrom(newDevice(), person.email);
  let last: string | undefined;
  for (let n = 0; n < 31; n++) {
    last = (await stranger.mfa.challenge({ factorId: person.factorId })).error?.code;
  }
  expect(last).toBe('over_request_rate_limit');
  const known = await signInFrom(person.device, person.email);
  expect(await enter(known, person, world.nextCode(person.secret))).toBe('ok');
});

test('after a reset no device is trusted with the next second factor', async () => {
  const person = await owner();
  const admin = world.api((await world.signIn(ada)).session);
  expect((await admin.call(resetSecondFactor, { params: { id: person.session.user.id } })).status).toBe(204);
  const fresh = await signInFrom(newDevice(), person.email);
  const app = { email: person.email, ...(await world.setUp(fresh)) };
  await tryForADay(newDevice(), app);
  const code = world.nextCode(app.secret);
  expect(await enter(await signInFrom(person.device, person.email), app, code)).toBe(
    'over_request_rate_limit',
  );
});
