import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { listLocations } from '../../../../contract/locations.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { ada, present } from '../../../testing/worlds/auth-world.ts';
import {
  claimsOf,
  type FactorWorld,
  levelOf,
  sessionOf,
  startFactorWorld,
} from '../../../testing/worlds/factor-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld();
});
beforeEach(() => {
  world.clock.ms += 60_000;
});
afterAll(() => world.close());

describe('setting up an app', () => {
  test('shows the secret once, as QR code, text and URI', async () => {
    const { browser, email } = await world.newUser();
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: ' Work phone ' });
    const { totp, ...factor } = present(data);
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Work phone' });
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp.uri).toBe(
      `otpauth://totp/Canopy:${encodeURIComponent(email)}?issuer=Canopy&secret=${totp.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>$/);
  });

  test('has no effect before a code has confirmed it', async () => {
    const { browser, session } = await world.newUser();
    await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { data } = await browser.mfa.listFactors();
    expect(data?.all).toMatchObject([{ friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' }]);
    expect(data?.totp).toEqual([]);
    expect(await levelOf(browser)).toBe('aal1 of aal1');
    expect(await world.apiCode(session)).toBe('ok');
  });

  test('raises the session to aal2, ends the others, notifies the user and is recorded', async () => {
    const { browser, email, session } = await world.newUser();
    const elsewhere = await world.signIn(email);
    await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun and left' });
    const app = await world.setUp(browser);
    expect(await levelOf(browser)).toBe('aal2 of aal2');
    const before = claimsOf(session);
    expect(claimsOf(app.session)).toMatchObject({
      aal: 'aal2',
      session_id: before.session_id,
      amr: [{ method: 'totp', timestamp: world.clock.ms / 1000 }, ...before.amr],
    });
    expect(app.session.refresh_token).not.toBe(session.refresh_token);
    expect((await browser.getUser()).data.user?.factors).toMatchObject([
      { id: app.factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ]);
    expect(await world.apiCode(app.session)).toBe('ok');
    expect(await world.isAlive(elsewhere.session)).toBe(false);
    expect(await world.subjectsTo(email)).toContain('A second factor was set up for Canopy');
    expect(await world.actionsOf(session.user.id)).toContain('user.factor_added');
  });

  test('expires after five minutes', async () => {
    const { browser } = await world.newUser();
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { id: factorId, totp } = present(data);
    world.clock.ms += 300_000;
    expect((await browser.mfa.listFactors()).data?.all).toEqual([]);
    const code = world.codeAt(totp.secret, world.clock.ms);
    const late = await browser.mfa.challengeAndVerify({ factorId, code });
    expect(late.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toBeNull();
  });

  test('refuses a name twice, and more than ten apps', async () => {
    const { browser } = await world.newUser();
    const add = (friendlyName: string) => browser.mfa.enroll({ factorType: 'totp', friendlyName });
    const added = await Promise.all(Array.from({ length: 10 }, (_, index) => add(`Device ${index}`)));
    expect(added.map(({ error }) => error)).toEqual(Array(10).fill(null));
    expect((await add('One more')).error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    });
    await browser.mfa.unenroll({ factorId: present(added[0]?.data).id });
    expect((await add('DEVICE 5')).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    expect((await add('Device 0')).error).toBeNull();
  });

  test('beside a confirmed one needs its code first', async () => {
    const { browser, email, ...phone } = await world.guarded();
    const half = await world.signIn(email);
    const refused = await half.browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const before = await sessionOf(browser);
    const tablet = await world.setUp(browser, 'Tablet');
    expect((await browser.mfa.listFactors()).data?.totp).toHaveLength(2);
    // The session was at aal2 already, so earlier tokens stay valid.
    const { data } = await world.browser().refreshSession({ refresh_token: before.refresh_token });
    expect(claimsOf(present(data.session)).aal).toBe('aal2');
    for (const { factorId, secret } of [phone, tablet]) {
      const { browser: again } = await world.signIn(email);
      const code = world.nextCode(secret);
      expect((await again.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    }
  });

  test.each([
    [{ factor_type: 'phone', phone: '1' }],
    [{ factor_type: 'totp', friendly_name: ['a'] }],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(61) }],
    [{ factor_type: 'totp', friendly_name: '\0' }],
    [{ factor_type: 'totp', issuer: 7 }],
    [{}],
    [null],
  ])('refuses %j with 400', async (body) => {
    const { session } = await world.newUser();
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await world.raw('POST', '/factors', body, headers)).status).toBe(400);
  });
});

describe('signing in with a second factor', () => {
  test('allows only what the code needs after the password alone', async () => {
    const { email, factorId, secret } = await world.guarded();
    const { browser, session } = await world.signIn(email);
    expect(await levelOf(browser)).toBe('aal1 of aal2');
    expect(session.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect((await browser.getUser()).error).toBeNull();
    const refused = { status: 401, code: 'second_factor_required' };
    expect((await world.api(session).call(getProfile, {})).problem()).toMatchObject(refused);
    expect((await world.api(session).call(listLocations, { query: {} })).problem()).toMatchObject(refused);
    expect((await browser.updateUser({ data: { a: 1 } })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await browser.mfa.recoveryCodes.getStatus()).error?.code).toBe('insufficient_aal');

    const code = world.nextCode(secret).replace(/^.../, '$& ');
    const { data } = await browser.mfa.challengeAndVerify({ factorId, code });
    const methods = claimsOf(present(data)).amr.map((entry: { method: string }) => entry.method);
    expect(methods).toEqual(['totp', 'password']);
    expect(await world.apiCode(await sessionOf(browser))).toBe('ok');
    expect((await browser.updateUser({ data: { a: 1 } })).error).toBeNull();
    const admin = world.api((await world.signIn(ada)).session);
    const { entries } = (await admin.call(listAudit, { query: { user: session.user.id, limit: 3 } })).ok();
    expect(entries.map(({ sentence, changes }) => [sentence, ...changes.map(({ after }) => after)])).toEqual([
      ['Some One changed the data of their account', 'a'],
      ['Some One entered the second factor', 'Phone'],
      ['Some One signed in', 'Password', 'Still to come'],
    ]);
  });

  test('ends exactly the other sessions that have not entered a code', async () => {
    const { email, factorId, secret, session } = await world.guarded();
    const waiting = await world.signIn(email);
    const entering = await world.signIn(email);
    await entering.browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    expect(await world.isAlive(waiting.session)).toBe(false);
    expect(await world.isAlive(session)).toBe(true);
  });

  test('ends only its own session when it is signed out halfway', async () => {
    const { email, session } = await world.guarded();
    const half = await world.signIn(email);
    expect((await half.browser.signOut({ scope: 'global' })).error).toBeNull();
    expect(await world.isAlive(half.session)).toBe(false);
    expect(await world.isAlive(session)).toBe(true);
  });

  test('accepts the code of the previous and the next step, because clocks differ, and no other', async () => {
    const { email, factorId, secret } = await world.guarded();
    for (const [driftMs, expected] of [
      [-60_000, 'mfa_verification_failed'],
      [60_000, 'mfa_verification_failed'],
      [-30_000, undefined],
      [30_000, undefined],
    ] as const) {
      world.clock.ms += 120_000;
      const { browser } = await world.signIn(email);
      const code = world.codeAt(secret, world.clock.ms + driftMs);
      const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
      expect(error?.code, `a clock that is ${driftMs} ms off`).toBe(expected);
    }
  });

  test('accepts the code of a time step once, and none of an earlier step after it', async () => {
    const { email, factorId, secret } = await world.guarded();
    const { browser } = await world.signIn(email);
    const enter = (code: string) => browser.mfa.challengeAndVerify({ factorId, code });
    const earlier = world.nextCode(secret);
    const code = world.nextCode(secret);
    expect((await enter(code)).error).toBeNull();
    expect((await enter(code)).error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await enter(earlier)).error?.code).toBe('mfa_verification_failed');
    expect((await enter(world.nextCode(secret))).error).toBeNull();
  });

  test('succeeds once when one code is sent several times at the same moment', async () => {
    const { email, factorId, secret } = await world.guarded();
    const [one, other] = [await world.signIn(email), await world.signIn(email)];
    const code = world.nextCode(secret);
    const prepare = async (browser: GoTrueClient) => {
      const { data } = await browser.mfa.challenge({ factorId });
      return () => browser.mfa.verify({ factorId, challengeId: present(data).id, code });
    };
    const browsers = [one, one, other].map(({ browser }) => prepare(browser));
    const answers = await Promise.all((await Promise.all(browsers)).map((verify) => verify()));
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
    const codes = [undefined, 'mfa_verification_failed', 'mfa_factor_not_found', 'session_not_found'];
    for (const { error } of answers) expect(codes).toContain(error?.code);
  });
});
