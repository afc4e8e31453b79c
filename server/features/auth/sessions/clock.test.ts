import { afterEach, describe, expect, test } from 'vitest';
import { ada, goodPassword } from '../../../testing/worlds/auth-world.ts';
import { type FactorWorld, sessionOf, startFactorWorld } from '../../../testing/worlds/factor-world.ts';
import { purgeAuth } from '../accounts/purge.service.ts';

const dayMs = 86_400_000;
let world: FactorWorld;
afterEach(() => world.close());

/** Runs an action while the clock is a day ahead. */
async function ahead<T>(work: () => Promise<T>): Promise<T> {
  world.clock.ms += dayMs;
  const result = await work();
  world.clock.ms -= dayMs;
  return result;
}

describe('after the clock was a day ahead for a moment', () => {
  test('attempts that were counted then no longer count', async () => {
    world = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
    const attempt = async (password: string) =>
      (await world.raw('POST', '/token?grant_type=password', { email: ada, password })).status;
    const statuses = await ahead(async () => {
      const statuses = [];
      for (let n = 0; n < 12; n++) statuses.push(await attempt('wrong password'));
      return statuses;
    });
    expect(statuses.at(-1)).toBe(429);
    expect(await attempt(goodPassword)).toBe(200);
  });

  test('a session that began then does not outlive its limits', async () => {
    world = await startFactorWorld({ env: { SESSION_IDLE_MINUTES: '15' } });
    const before = await world.signIn(ada);
    const { browser } = await ahead(() => world.signIn(ada));
    expect((await browser.refreshSession()).error?.code).toBe('session_expired');
    expect(await world.isAlive(before.session)).toBe(true);
    await purgeAuth(world.app);
    const reasons = await world.app.database.read
      .selectFrom('auth_sessions')
      .select('ended_reason')
      .execute();
    expect(reasons.map((row) => row.ended_reason).sort()).toEqual(['expired', null]);
  });

  test('the last use of a session is that of its next request', async () => {
    world = await startFactorWorld();
    const { session } = await world.signIn(ada);
    const note = async () => {
      expect(await world.isAlive(session)).toBe(true);
      await world.app.activity.flush();
      const rows = await world.app.database.read.selectFrom('auth_sessions').select('seen_at').execute();
      return rows
        .map((row) => row.seen_at)
        .sort()
        .at(-1);
    };
    world.clock.ms += 600_000;
    const atMs = world.clock.ms;
    world.clock.ms += 1_200_000;
    await note();
    world.clock.ms = atMs;
    expect(await note()).toBe(new Date(atMs).toISOString());
  });

  test('an access token from then is refused, and a refresh gives one that works', async () => {
    world = await startFactorWorld();
    const { browser, session } = await ahead(() => world.signIn(ada));
    expect(await world.isAlive(session)).toBe(false);
    expect((await browser.refreshSession()).error).toBeNull();
    expect(await world.isAlive(await sessionOf(browser))).toBe(true);
  });

  test('a password that was entered then is not recent', async () => {
    world = await startFactorWorld();
    const { browser } = await ahead(() => world.newUser());
    await browser.refreshSession();
    const { error } = await browser.mfa.enroll({ factorType: 'totp' });
    expect(error?.code).toBe('reauthentication_needed');
  });

  test('a refresh token that was used then is a replay when it is used again', async () => {
    world = await startFactorWorld();
    const { session } = await world.signIn(ada);
    const exchange = async (refresh_token: string) => world.browser().refreshSession({ refresh_token });
    const last = await ahead(async () => {
      const { data } = await exchange(session.refresh_token);
      await exchange(data.session?.refresh_token ?? '');
      return exchange(session.refresh_token);
    });
    expect(last.error).toBeNull();
    expect((await exchange(session.refresh_token)).error?.code).toBe('refresh_token_already_used');
  });
});
