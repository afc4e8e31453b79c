import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getSecondFactor, resetSecondFactor } from '../../../../contract/auth/second-factor.ts';
import { createUser } from '../../../../contract/users.ts';
import { ada, present } from '../../../testing/worlds/auth-world.ts';
import {
  claimsOf,
  type FactorWorld,
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

describe('removeFactor', () => {
  test('of the last app lowers all sessions, makes the password enough and notifies the user', async () => {
    const { email, browser, factorId, session } = await world.guarded();
    await browser.mfa.recoveryCodes.generate();
    expect((await browser.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await browser.getUser()).data.user?.factors).toBeUndefined();
    const { data } = await browser.refreshSession();
    expect(claimsOf(present(data.session)).aal).toBe('aal1');
    expect(await world.apiCode(session)).toBe('ok');
    expect(await world.apiCode((await world.signIn(email)).session)).toBe('ok');
    expect(await world.subjectsTo(email)).toContain('A second factor was removed from Canopy');
    expect(await world.actionsOf(session.user.id)).toContain('user.factor_removed');
  });

  test('needs a recent code: the password or an open screen is not enough', async () => {
    const { email, browser, factorId, secret } = await world.guarded();
    const half = await world.signIn(email);
    const refused = { status: 422, code: 'insufficient_aal' };
    expect((await half.browser.mfa.unenroll({ factorId })).error).toMatchObject(refused);
    world.clock.ms += 601_000;
    expect((await browser.mfa.unenroll({ factorId })).error).toMatchObject(refused);
    await browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    expect((await browser.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test('of one of two apps lowers the sessions that this app raised', async () => {
    const { email, browser, ...phone } = await world.guarded();
    const tablet = await world.setUp(browser, 'Tablet');
    const elsewhere = await world.signIn(email);
    const enter = ({ factorId, secret }: typeof phone) =>
      elsewhere.browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    await enter(phone);
    expect((await browser.mfa.unenroll({ factorId: phone.factorId })).error).toBeNull();
    expect(await world.apiCode(await sessionOf(browser))).toBe('ok');
    expect(await world.apiCode(await sessionOf(elsewhere.browser))).toBe('second_factor_required');
    expect((await enter(tablet)).error).toBeNull();
    expect(await world.apiCode(await sessionOf(elsewhere.browser))).toBe('ok');
  });

  test('needs no code for an app that was not confirmed', async () => {
    const { browser } = await world.newUser();
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect((await browser.mfa.unenroll({ factorId: present(data).id })).error).toBeNull();
    expect((await browser.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe('an administrator who resets a second factor', () => {
  const asAda = async () => world.api((await world.signIn(ada)).session);

  test('ends the sessions of the user, who signs in with the password and is notified', async () => {
    const { email, browser, session } = await world.guarded();
    await browser.mfa.recoveryCodes.generate();
    const admin = await asAda();
    const one = { params: { id: session.user.id } };
    expect((await admin.call(getSecondFactor, one)).ok()).toMatchObject({ is_set_up: true });
    (await admin.call(resetSecondFactor, one)).ok();
    expect((await admin.call(getSecondFactor, one)).ok()).toEqual({ is_set_up: false, set_up_at: null });
    expect(await world.isAlive(session)).toBe(false);
    const again = await world.signIn(email);
    expect(await world.apiCode(again.session)).toBe('ok');
    expect(again.session.user.factors).toBeUndefined();
    expect(await world.subjectsTo(email)).toContain('Your second factor for Canopy was reset');
    expect(await world.actionsOf(session.user.id)).toContain('user.factor_reset');
    // A second reset changes nothing, and nobody is signed out again.
    (await admin.call(resetSecondFactor, one)).ok();
    expect(await world.isAlive(again.session)).toBe(true);
  });

  test('cannot reset their own', async () => {
    const admin = await world.signIn(ada);
    const params = { id: admin.session.user.id };
    const { status, code } = (await world.api(admin.session).call(resetSecondFactor, { params })).problem();
    expect({ status, code }).toEqual({ status: 409, code: 'conflict' });
  });

  test('needs the permission, and an existing user', async () => {
    const admin = await asAda();
    const { session } = await world.newUser();
    const params = { id: session.user.id };
    const nobody = { params: { id: crypto.randomUUID() } };
    for (const call of [getSecondFactor, resetSecondFactor]) {
      expect((await world.api(session).call(call, { params })).problem().code).toBe('forbidden');
      expect((await admin.call(call, nobody)).problem().code).toBe('not_found');
    }
    const body = { email: 'never.joined@northline.example', full_name: 'Never Joined' };
    const profile = (await admin.call(createUser, { body })).ok();
    (await admin.call(resetSecondFactor, { params: { id: profile.id } })).ok();
  });
});
