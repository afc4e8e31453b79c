import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showRecoveryCode } from '../../../../contract/auth/second-factor.ts';
import { recoveryCodesCount } from '../../../../contract/fields/limits.ts';
import { present } from '../../../testing/worlds/auth-world.ts';
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

async function prepared() {
  const user = await world.guarded();
  const { data, error } = await user.browser.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...user, set: data, codes: data.codes };
}

describe('recovery codes', () => {
  test('are ten codes of eighty bits, shown once', async () => {
    const { browser, codes, set, session } = await prepared();
    expect(codes).toHaveLength(recoveryCodesCount);
    expect(new Set(codes).size).toBe(recoveryCodesCount);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    const status = await browser.mfa.recoveryCodes.getStatus();
    expect(status.data).toEqual({ id: set.id, type: 'recovery_code', total: 10, remaining: 10 });
    const { data } = await browser.mfa.listFactors();
    expect(data?.recovery_code).toMatchObject([{ id: set.id, status: 'verified' }]);
    const again = await browser.mfa.recoveryCodes.generate();
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
    expect(await world.actionsOf(session.user.id)).toContain('user.recovery_codes_made');
  });

  test("replace the app's code once each, however they are typed, and the user is notified", async () => {
    const { email, codes, session } = await prepared();
    const [code = ''] = codes;
    const { browser } = await world.signIn(email);
    const typed = ` ${showRecoveryCode(code).toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await browser.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect(await levelOf(browser)).toBe('aal2 of aal2');
    const entered = await sessionOf(browser);
    expect(claimsOf(entered).amr[0]).toMatchObject({ method: 'mfa/recovery_code' });
    expect(await world.apiCode(entered)).toBe('ok');
    const messages = await world.emailsTo(email);
    const message = messages.find(({ subject }) => subject === 'A recovery code was used for Canopy');
    expect(message?.text).toContain('9 are left');
    expect(await world.actionsOf(session.user.id)).toContain('user.recovery_code_used');

    const other = await world.signIn(email);
    const again = await other.browser.mfa.recoveryCodes.verify({ code });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await browser.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
  });

  test('work once when they are used several times at the same moment', async () => {
    const { email, codes } = await prepared();
    const [code = ''] = codes;
    const { browser } = await world.signIn(email);
    const answers = await Promise.all([1, 2, 3].map(() => browser.mfa.recoveryCodes.verify({ code })));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('do not work for another user', async () => {
    const { codes } = await prepared();
    const { email } = await prepared();
    const { browser } = await world.signIn(email);
    for (const code of [codes[0] ?? '', '', '0'.repeat(16), 'x'.repeat(200)]) {
      const { error } = await browser.mfa.recoveryCodes.verify({ code });
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
  });

  test('stop working when new ones are made, which needs a recent code', async () => {
    const { email, browser, codes, set, factorId, secret } = await prepared();
    const half = await world.signIn(email);
    const refused = { status: 403, code: 'insufficient_aal' };
    expect((await half.browser.mfa.recoveryCodes.regenerate()).error).toMatchObject(refused);
    world.clock.ms += 601_000;
    expect((await browser.mfa.recoveryCodes.regenerate()).error).toMatchObject(refused);
    await browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    const { data } = await browser.mfa.recoveryCodes.regenerate();
    expect(data).toMatchObject({ id: set.id, friendly_name: 'Recovery codes', total: 10 });
    const { browser: next } = await world.signIn(email);
    expect((await next.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error).not.toBeNull();
    expect((await next.mfa.recoveryCodes.verify({ code: data?.codes[1] ?? '' })).error).toBeNull();
  });

  test('exist only beside an app, and are removed with the last one', async () => {
    const { browser } = await world.newUser();
    expect((await browser.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const user = await prepared();
    await user.browser.mfa.unenroll({ factorId: user.factorId });
    await user.browser.refreshSession();
    expect((await user.browser.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect((await user.browser.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('is not replaced through the mailbox alone: the code is needed first', async () => {
    const { email, factorId, secret } = await world.guarded();
    const browser = await world.recover(email);
    expect(await levelOf(browser)).toBe('aal1 of aal2');
    expect(await world.apiCode(await sessionOf(browser))).toBe('second_factor_required');
    const refused = await browser.updateUser({ password: 'a new password' });
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    await browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
    const again = await world.signIn(email, 'a new password');
    expect(await world.apiCode(again.session)).toBe('second_factor_required');
  });

  test('can be replaced after a recovery code too', async () => {
    const { email, codes } = await prepared();
    const browser = await world.recover(email);
    await browser.mfa.recoveryCodes.verify({ code: present(codes[0]) });
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
  });
});
