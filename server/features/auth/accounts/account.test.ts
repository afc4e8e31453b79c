import type { GoTrueClient, Session } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthWorld, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
let browser: GoTrueClient;
let session: Session;
let email: string;
let users = 0;
beforeAll(async () => {
  world = await startAuthWorld();
});
beforeEach(async () => {
  email = `user${users++}@northline.example`;
  ({ browser, session } = await world.join(email));
});
afterAll(() => world.close());

/** The client's older types do not have `current_password`, but it sends every member. */
const change = (attributes: Record<string, unknown>) => browser.updateUser(attributes);

describe("a user's own data", () => {
  test('is returned for the session of the access token', async () => {
    const { data } = await world.browser().getUser(session.access_token);
    expect(data.user).toEqual(session.user);
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Some One' },
      identities: [{ provider: 'email' }],
    });
  });

  test('is merged, and null deletes a member', async () => {
    await change({ data: { color: 'green', size: 'large' } });
    const { data } = await change({ data: { size: null, shape: 'round' } });
    expect(data.user?.user_metadata).toEqual({ full_name: 'Some One', color: 'green', shape: 'round' });
    expect((await browser.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  test('cannot change what only the server writes', async () => {
    const answer = await change({ app_metadata: { role: 'admin' } });
    expect(answer.error).toMatchObject({ status: 403, code: 'not_admin' });
    const { data } = await change({ role: 'service_role', email_confirmed_at: null, is_active: true });
    expect(data.user?.role).toBe('authenticated');
  });

  test('is refused when it is too large, cannot be stored or is nested too deep', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
    for (const data of [{ x: 'y'.repeat(20_000) }, { x: '\0' }, { x: '\ud800' }, deep]) {
      expect((await change({ data })).error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });

  test("includes a new email only with the current password; the account's own email needs none", async () => {
    const answer = await change({ email: 'other@northline.example' });
    expect(answer.error).toMatchObject({ status: 400, code: 'current_password_required' });
    expect((await change({ email: email.toUpperCase() })).error).toBeNull();
  });
});

describe('a new password', () => {
  test('needs the current one, ends the other sessions and keeps this one', async () => {
    const elsewhere = await world.signIn(email);
    const answer = await change({ password: 'a new password', current_password: goodPassword });
    expect(answer.error).toBeNull();
    expect((await browser.getUser()).error).toBeNull();
    expect((await browser.refreshSession()).error).toBeNull();
    expect((await elsewhere.browser.getUser()).error).not.toBeNull();
    expect((await elsewhere.browser.refreshSession()).error).not.toBeNull();
    await world.signIn(email, 'a new password');
    expect((await world.emailTo(email, 2)).subject).toContain('was changed');
  });

  test.each([
    ['without the current one', { password: 'a new password' }, 400, 'current_password_required'],
    [
      'with a wrong current one',
      { password: 'a new password', current_password: 'wrong' },
      400,
      'current_password_invalid',
    ],
    ['that is the old one', { password: goodPassword, current_password: goodPassword }, 422, 'same_password'],
    ['that is too short', { password: '12345', current_password: goodPassword }, 422, 'weak_password'],
    ['that is empty', { password: '', current_password: goodPassword }, 422, 'weak_password'],
  ])('%s is refused', async (_, attributes, status, code) => {
    expect((await change(attributes)).error).toMatchObject({ status, code });
    await world.signIn(email);
  });

  test('is saved once when two are set at the same time', async () => {
    const [one, other] = await Promise.all([
      change({ password: 'the first new one', current_password: goodPassword }),
      change({ password: 'the other new one', current_password: goodPassword }),
    ]);
    const refusals = [one, other].flatMap(({ error }) => (error ? [error.code] : []));
    expect(refusals).toHaveLength(1);
    // The second one comes before or after the first one is saved.
    expect(['conflict', 'current_password_invalid']).toContain(refusals[0]);
    await world.signIn(email, one.error ? 'the other new one' : 'the first new one');
  });

  test('ends a recovery link that was emailed before', async () => {
    await browser.resetPasswordForEmail(email);
    const { secret } = await world.emailTo(email, 2);
    await change({ password: 'a new password', current_password: goodPassword });
    const { error } = await world.browser().verifyOtp({ token_hash: secret, type: 'recovery' });
    expect(error?.code).toBe('otp_expired');
  });

  test('is the same in every Unicode form', async () => {
    await change({ password: 'caf\u00e9 au lait', current_password: goodPassword });
    await world.signIn(email, 'cafe\u0301 au lait');
  });

  test('needs no current one when REQUIRE_CURRENT_PASSWORD is off', async () => {
    const lenient = await startAuthWorld({ env: { REQUIRE_CURRENT_PASSWORD: 'false' } });
    const joined = await lenient.join('easy@northline.example');
    expect((await joined.browser.updateUser({ password: 'a new password' })).error).toBeNull();
    const same = await joined.browser.updateUser({ password: 'a new password' });
    expect(same.error?.code).toBe('same_password');
    await lenient.close();
  });
});
