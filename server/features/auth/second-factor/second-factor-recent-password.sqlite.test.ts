import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodPassword } from '../../../testing/worlds/auth-world.ts';
import { type FactorWorld, sessionOf, startFactorWorld } from '../../../testing/worlds/factor-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld();
});
beforeEach(() => {
  // The times in `amr` are whole seconds.
  world.clock.ms = Math.ceil(world.clock.ms / 1000) * 1000 + 60_000;
});
afterAll(() => world.close());

const refused = { status: 400, code: 'reauthentication_needed' };
const phone = { factorType: 'totp', friendlyName: 'Phone' } as const;

/** A user with an open session who entered the password some time ago. */
async function leftOpen() {
  const user = await world.newUser();
  world.clock.ms += 900_001;
  return user;
}

describe('setting up a second factor in an old session', () => {
  test('needs the password again, in the same session', async () => {
    const { browser, session } = await leftOpen();
    expect((await browser.mfa.enroll(phone)).error).toMatchObject(refused);
    const wrong = await browser.updateUser({ current_password: 'not the password' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect((await browser.mfa.enroll(phone)).error).toMatchObject(refused);

    expect((await browser.updateUser({ current_password: goodPassword })).error).toBeNull();
    const app = await world.setUp(browser);
    expect(app.session.user.id).toBe(session.user.id);
    expect(await world.apiCode(app.session)).toBe('ok');
  });

  test('still needs the password after a refresh', async () => {
    const { browser } = await leftOpen();
    expect((await browser.refreshSession()).error).toBeNull();
    expect((await browser.mfa.enroll(phone)).error).toMatchObject(refused);
  });

  test('is allowed after a new sign-in', async () => {
    const { email } = await leftOpen();
    const { browser } = await world.signIn(email);
    expect((await browser.mfa.enroll(phone)).error).toBeNull();
  });

  test('needs the password for another app too', async () => {
    const { browser } = await world.guarded();
    world.clock.ms += 900_001;
    const tablet = { ...phone, friendlyName: 'Tablet' };
    expect((await browser.mfa.enroll(tablet)).error).toMatchObject(refused);
    expect((await browser.updateUser({ current_password: goodPassword })).error).toBeNull();
    expect((await browser.mfa.enroll(tablet)).error).toBeNull();
  });
});

test('a password counts as recent for a quarter of an hour', async () => {
  const { browser } = await world.newUser();
  world.clock.ms += 900_000;
  expect((await browser.mfa.enroll(phone)).error).toBeNull();
  world.clock.ms += 1000;
  expect((await browser.mfa.enroll({ ...phone, friendlyName: 'Tablet' })).error).toMatchObject(refused);
});

test('a link opened just now and a new password count like a recent password', async () => {
  const { email } = await leftOpen();
  const browser = await world.recover(email);
  expect((await browser.mfa.enroll(phone)).error).toBeNull();
  world.clock.ms += 900_001;
  expect((await browser.mfa.enroll({ ...phone, friendlyName: 'Tablet' })).error).toMatchObject(refused);
  expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
  expect((await browser.mfa.enroll({ ...phone, friendlyName: 'Tablet' })).error).toBeNull();
});

test('the right password alone changes nothing else about the account or its other sessions', async () => {
  const { browser, email, session } = await leftOpen();
  const elsewhere = await world.signIn(email);
  const { data } = await browser.updateUser({ current_password: goodPassword });
  expect(data.user).toMatchObject({ id: session.user.id, email });
  expect(await world.isAlive(elsewhere.session)).toBe(true);
  expect(await world.apiCode(await sessionOf(browser))).toBe('ok');
  expect(await world.actionsOf(session.user.id)).not.toContain('user.password_changed');
});

describe('the limit on passwords', () => {
  test('also applies when the password is entered again', async () => {
    const strict = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
    const { browser } = await strict.newUser();
    const cookie = `canopy_device=${crypto.randomUUID().replaceAll('-', '')}`;
    const headers = { cookie, authorization: `Bearer ${(await sessionOf(browser)).access_token}` };
    const statuses = [];
    for (let tries = 0; tries < 12; tries++) {
      statuses.push((await strict.raw('PUT', '/user', { current_password: 'a guess' }, headers)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    await strict.close();
  });
});

test('enrollFactor needs no recent password when REQUIRE_CURRENT_PASSWORD is off', async () => {
  const lenient = await startFactorWorld({ env: { REQUIRE_CURRENT_PASSWORD: 'false' } });
  const { browser } = await lenient.newUser();
  lenient.clock.ms += 900_001;
  expect((await browser.mfa.enroll(phone)).error).toBeNull();
  await lenient.close();
});
