import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { present } from '../../../testing/worlds/auth-world.ts';
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

describe('a challenge', () => {
  async function challenged() {
    const user = await world.guarded();
    const { browser } = await world.signIn(user.email);
    const { data } = await browser.mfa.challenge({ factorId: user.factorId });
    const challenge = present(data);
    const verify = (code: string, by = browser) =>
      by.mfa.verify({ factorId: user.factorId, challengeId: challenge.id, code });
    return { ...user, browser, challenge, verify };
  }

  test('expires after five minutes', async () => {
    const { challenge, secret, verify } = await challenged();
    expect(challenge).toMatchObject({ type: 'totp', expires_at: world.clock.ms / 1000 + 300 });
    world.clock.ms += 270_000;
    const late = await verify(world.nextCode(secret));
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  test('stays valid after a wrong code, which the audit log lists', async () => {
    const { secret, verify, session } = await challenged();
    expect((await verify('000000')).error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect(await world.actionsOf(session.user.id)).toContain('session.refused');
    expect((await verify(world.nextCode(secret))).error).toBeNull();
  });

  test('works once, and only in the session that requested it', async () => {
    const { email, secret, verify } = await challenged();
    const other = await world.signIn(email);
    const code = world.nextCode(secret);
    const unknown = { status: 422, code: 'mfa_factor_not_found' };
    expect((await verify(code, other.browser)).error).toMatchObject(unknown);
    expect((await verify(code)).error).toBeNull();
    expect((await verify(world.nextCode(secret))).error).toMatchObject(unknown);
  });

  test("is issued for one's own factors only", async () => {
    const { browser } = await world.guarded();
    const other = await world.guarded();
    for (const factorId of [other.factorId, crypto.randomUUID(), 'garbled', other.factorId.slice(1)]) {
      const challengeId = crypto.randomUUID();
      const answers = [
        await browser.mfa.challenge({ factorId }),
        await browser.mfa.verify({ factorId, challengeId, code: '123456' }),
        await browser.mfa.unenroll({ factorId }),
      ];
      for (const { error } of answers) {
        expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
      }
    }
  });

  test.each([
    [{ challenge_id: 'x', code: '123456' }],
    [{ challenge_id: '6f1d4b06-5b5a-4a50-9a3c-0b4a3f7a5a11', code: 123456 }],
    [{ challenge_id: '6f1d4b06-5b5a-4a50-9a3c-0b4a3f7a5a11' }],
    [[]],
  ])('refuses %j as an answer', async (body) => {
    const { session, factorId } = await world.guarded();
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await world.raw('POST', `/factors/${factorId}/verify`, body, headers)).status).toBe(400);
  });
});

describe('a token issued before the code', () => {
  async function steppedUp() {
    const { email, factorId, secret } = await world.guarded();
    const { browser, session: before } = await world.signIn(email);
    await browser.mfa.challengeAndVerify({ factorId, code: world.nextCode(secret) });
    return { before, after: await sessionOf(browser) };
  }
  const exchange = (refresh_token: string) => world.browser().refreshSession({ refresh_token });

  test('does not rise to aal2 with its session', async () => {
    const { before, after } = await steppedUp();
    expect(await world.apiCode(before)).toBe('second_factor_required');
    expect(await world.apiCode(after)).toBe('ok');
  });

  test('cannot be refreshed, and the session stays open', async () => {
    const { before, after } = await steppedUp();
    for (const laterMs of [0, 10_001]) {
      world.clock.ms += laterMs;
      const refused = await exchange(before.refresh_token);
      expect(refused.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
      expect(await world.apiCode(after)).toBe('ok');
    }
    const next = present((await exchange(after.refresh_token)).data.session);
    expect(claimsOf(next).aal).toBe('aal2');
    expect(await world.apiCode(next)).toBe('ok');
  });

  test('is not raised by tabs that refresh while the code is entered, and nobody is signed out', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, factorId, secret } = await world.guarded();
      const { browser, session } = await world.signIn(email);
      const { data } = await browser.mfa.challenge({ factorId });
      const code = world.nextCode(secret);
      const [verified, ...tabs] = await Promise.all([
        browser.mfa.verify({ factorId, challengeId: present(data).id, code }),
        ...Array.from({ length: 6 }, () => exchange(session.refresh_token)),
      ]);
      expect(verified.error).toBeNull();
      for (const tab of tabs) {
        expect([undefined, 'refresh_token_not_found']).toContain(tab.error?.code);
        if (!tab.data.session) continue;
        expect(claimsOf(tab.data.session).aal).toBe('aal1');
        expect(await world.apiCode(tab.data.session)).toBe('second_factor_required');
      }
      expect(await world.apiCode(await sessionOf(browser))).toBe('ok');
    }
  });
});

describe('wrong codes', () => {
  test('of any kind are limited to thirty a day, and the user is notified', async () => {
    const strict = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
    const { email, browser: owner, factorId, secret } = await strict.guarded();
    await owner.mfa.recoveryCodes.generate();
    const { browser } = await strict.signIn(email);
    const answers = [];
    for (let tries = 0; tries < 16; tries++) {
      answers.push(await browser.mfa.challengeAndVerify({ factorId, code: '000000' }));
      answers.push(await browser.mfa.recoveryCodes.verify({ code: '0000-0000-0000-0000' }));
      // As many challenges as one session may request.
      if (tries === 10) strict.clock.ms += 300_000;
    }
    expect(answers.map(({ error }) => error?.code)).toEqual([
      ...Array(30).fill('mfa_verification_failed'),
      ...Array(2).fill('over_request_rate_limit'),
    ]);
    const warnings = (await strict.subjectsTo(email)).filter((subject) => subject.startsWith('Wrong codes'));
    expect(warnings).toEqual(['Wrong codes were entered for your Canopy account']);
    const code = strict.nextCode(secret);
    const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    expect(await strict.apiCode(await sessionOf(owner))).toBe('ok');
    strict.clock.ms += 86_400_000;
    const { browser: later } = await strict.signIn(email);
    const next = strict.nextCode(secret);
    expect((await later.mfa.challengeAndVerify({ factorId, code: next })).error).toBeNull();
    await strict.close();
  });

  test('do not include right ones', async () => {
    const strict = await startFactorWorld({ env: { RATE_LIMITS: 'on' } });
    const { email, factorId, secret } = await strict.guarded();
    for (let n = 0; n < 32; n++) {
      const { browser } = await strict.signIn(email);
      const code = strict.nextCode(secret);
      expect((await browser.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    }
    await strict.close();
  });
});
