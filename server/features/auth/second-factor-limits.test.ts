import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetSecondFactor } from '../../../contract/second-factor.ts';
import { ada, goodPassword } from '../../testing/auth-world.ts';
import { type FactorWorld, startFactorWorld } from '../../testing/factor-world.ts';

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

/** Guesses from one browser until nothing is looked at any more that day; how many were. */
async function guessForADay(device: string, person: Guarded): Promise<number> {
  let looked = 0;
  for (let quarter = 0; quarter < 7; quarter++) {
    const browser = await signInFrom(device, person.email);
    for (let tries = 0; tries < 12; tries++) {
      if ((await enter(browser, person, '000000')) === 'mfa_verification_failed') looked++;
    }
    world.clock.ms += 900_000;
  }
  return looked;
}

test('strangers who know the password guess fifty times a day, and lock nobody out of a browser of theirs', async () => {
  const person = await owner();
  expect(await guessForADay(newDevice(), person)).toBe(50);
  // Another browser is no other budget.
  const elsewhere = await signInFrom(newDevice(), person.email);
  const code = world.nextCode(person.secret);
  expect(await enter(elsewhere, person, code)).toBe('over_request_rate_limit');
  expect(await enter(await signInFrom(person.device, person.email), person, code)).toBe('ok');
  // Nor does the right code give strangers any of theirs back.
  expect(await enter(elsewhere, person, '000000')).not.toBe('mfa_verification_failed');
});

test('a browser that was used before has a budget too, the same and no more, whoever has its cookie', async () => {
  const person = await owner();
  expect(await guessForADay(person.device, person)).toBe(50);
  const known = await signInFrom(person.device, person.email);
  expect(await enter(known, person, world.nextCode(person.secret))).toBe('over_request_rate_limit');
  expect(await guessForADay(newDevice(), person)).toBe(50);
});

test('the cookie of a browser in which only the password was entered is a stranger’s', async () => {
  const person = await owner();
  const device = newDevice();
  await signInFrom(device, person.email);
  await guessForADay(newDevice(), person);
  const again = await signInFrom(device, person.email);
  expect(await enter(again, person, world.nextCode(person.secret))).toBe('over_request_rate_limit');
});

test('signing in from many browsers with the password alone pushes no known one out', async () => {
  const person = await owner();
  for (let n = 0; n < 25; n++) await signInFrom(newDevice(), person.email);
  const stranger = await signInFrom(newDevice(), person.email);
  for (let tries = 0; tries < 12; tries++) await enter(stranger, person, '000000');
  const known = await signInFrom(person.device, person.email);
  expect(await enter(known, person, world.nextCode(person.secret))).toBe('ok');
});

test('challenges that strangers ask for use up none of those of a known browser', async () => {
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

test('a second factor that was reset is known nowhere any more', async () => {
  const person = await owner();
  const admin = world.api((await world.signIn(ada)).session);
  expect((await admin.call(resetSecondFactor, { params: { id: person.session.user.id } })).status).toBe(204);
  const fresh = await signInFrom(newDevice(), person.email);
  const app = { email: person.email, ...(await world.setUp(fresh)) };
  await guessForADay(newDevice(), app);
  const code = world.nextCode(app.secret);
  expect(await enter(await signInFrom(person.device, person.email), app, code)).toBe(
    'over_request_rate_limit',
  );
});
