import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deactivatedMessage } from '../../../../contract/http/errors.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { updateUser } from '../../../../contract/users.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';

/** Far in the future, so that tokens never expire for the client, which uses the real clock. */
const start = Date.parse('2035-01-01T00:00:00.000Z');
let nowMs = start;
let world: AuthWorld;

beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(nowMs) });
});
beforeEach(() => {
  nowMs += 60_000;
});
afterAll(() => world.close());

async function exchange(refresh_token: string) {
  const { data, error } = await world.browser().refreshSession({ refresh_token });
  return { token: data.session?.refresh_token, code: error?.code, session: data.session };
}

/** A session with its first refresh tokens, each issued for the one before. */
async function chain(length: number) {
  const { session } = await world.signIn(ada);
  const tokens = [session.refresh_token];
  while (tokens.length < length) tokens.push(present((await exchange(tokens.at(-1) ?? '')).token));
  return { session, tokens };
}

const isAlive = async (access_token: string) => {
  const { error } = await world.browser().getUser(access_token);
  return error === null;
};

describe('a refresh token', () => {
  test('that is active is exchanged for a new one of the same session', async () => {
    const { session } = await world.signIn(ada);
    const { session: next } = await exchange(session.refresh_token);
    expect(next?.refresh_token).not.toBe(session.refresh_token);
    const claims = (token: string) => JSON.parse(atob(token.split('.')[1] ?? ''));
    const [before, after] = [claims(session.access_token), claims(next?.access_token ?? '')];
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(after.aal).toBe('aal1');
    expect(await isAlive(session.access_token)).toBe(true);
    expect(await isAlive(next?.access_token ?? '')).toBe(true);
  });

  test('that is the parent of the active one gets the active one again, at any age', async () => {
    const { tokens } = await chain(2);
    nowMs += 7 * 86_400_000;
    expect((await exchange(tokens[0] ?? '')).token).toBe(tokens[1]);
    expect((await exchange(tokens[0] ?? '')).token).toBe(tokens[1]);
  });

  test('that is older gets the active one within ten seconds of its use', async () => {
    const { tokens } = await chain(4);
    nowMs += 10_000;
    expect((await exchange(tokens[0] ?? '')).token).toBe(tokens[3]);
    expect((await exchange(tokens[1] ?? '')).token).toBe(tokens[3]);
  });

  test('that is older is a replay after ten seconds and ends the session', async () => {
    const { session, tokens } = await chain(3);
    nowMs += 10_001;
    expect((await exchange(tokens[0] ?? '')).code).toBe('refresh_token_already_used');
    expect(await isAlive(session.access_token)).toBe(false);
    expect((await exchange(tokens[2] ?? '')).code).toBe('refresh_token_not_found');
  });

  test('counts the ten seconds from its own use, not from the latest refresh', async () => {
    const { tokens } = await chain(2);
    nowMs += 8000;
    const third = present((await exchange(tokens[1] ?? '')).token);
    nowMs += 8000;
    expect((await exchange(third)).code).toBeUndefined();
    expect((await exchange(tokens[0] ?? '')).code).toBe('refresh_token_already_used');
  });

  test('gives the same successor to twenty requests at once', async () => {
    const { session } = await world.signIn(ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(session.refresh_token)));
    expect(answers.map((answer) => answer.code)).toEqual(Array(20).fill(undefined));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    expect(answers[0]?.token).not.toBe(session.refresh_token);
  });

  test.each([
    ['is not text', 7, 'validation_failed'],
    ['is empty', '', 'validation_failed'],
    ['has another form', 'not-a-token', 'validation_failed'],
    ['was invented', Buffer.alloc(52, 7).toString('base64url'), 'refresh_token_not_found'],
  ])('that %s is refused with 400', async (_, refresh_token, code) => {
    const answer = await world.raw('POST', '/token?grant_type=refresh_token', { refresh_token });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: code });
  });

  test('that was changed is unknown, and the session stays open', async () => {
    const { session } = await world.signIn(ada);
    const bytes = Buffer.from(session.refresh_token, 'base64url');
    bytes.writeUInt32BE(bytes.readUInt32BE(16) + 1, 16);
    expect((await exchange(bytes.toString('base64url'))).code).toBe('refresh_token_not_found');
    expect(await isAlive(session.access_token)).toBe(true);
    expect((await exchange(session.refresh_token)).code).toBeUndefined();
  });
});

describe('concurrent requests', () => {
  test('leave no session open when it is signed out while its tabs refresh', async () => {
    const { session, browser } = await world.signIn(ada);
    const [, ...answers] = await Promise.all([
      browser.signOut({ scope: 'global' }),
      ...Array.from({ length: 6 }, () => exchange(session.refresh_token)),
    ]);
    for (const { session: refreshed } of answers) {
      if (refreshed) expect(await isAlive(refreshed.access_token)).toBe(false);
    }
    expect((await exchange(session.refresh_token)).code).toBe('refresh_token_not_found');
  });

  test('leave no session open that began during a deactivation', async () => {
    const email = 'beside@northline.example';
    const { session } = await world.join(email);
    const admin = world.api((await world.signIn(ada)).session);
    const setActive = (is_active: boolean) =>
      admin.call(updateUser, { params: { id: session.user.id }, body: { is_active } });
    const attempts = Array.from({ length: 8 }, () =>
      world.browser().signInWithPassword({ email, password: goodPassword }),
    );
    const [answers] = await Promise.all([Promise.all(attempts), setActive(false)]);
    (await setActive(true)).ok();
    for (const { data, error } of answers) {
      expect([undefined, 'user_banned']).toContain(error?.code);
      if (data.session) expect(await isAlive(data.session.access_token)).toBe(false);
    }
  });
});

describe('several tabs of one browser', () => {
  test('with one stored session stay signed in when all wake up at once', async () => {
    const { session } = await world.signIn(ada);
    const tabs = Array.from({ length: 5 }, () => world.browser());
    await Promise.all(tabs.map((tab) => tab.setSession(session)));
    for (let round = 0; round < 4; round++) {
      nowMs += 3_500_000;
      const answers = await Promise.all(tabs.map((tab) => tab.refreshSession()));
      expect(answers.map((answer) => answer.error)).toEqual(Array(5).fill(null));
      const tokens = answers.map((answer) => answer.data.session?.refresh_token);
      expect(new Set(tokens).size).toBe(1);
    }
  });

  test('stay signed in when they are one refresh apart for days', async () => {
    const { session } = await world.signIn(ada);
    const [awake, asleep] = [world.browser(), world.browser()];
    await Promise.all([awake.setSession(session), asleep.setSession(session)]);
    expect((await awake.refreshSession()).error).toBeNull();
    nowMs += 3 * 86_400_000;
    const woken = await asleep.refreshSession();
    expect(woken.error).toBeNull();
    expect(woken.data.session?.refresh_token).toBe((await awake.getSession()).data.session?.refresh_token);
  });
});

describe('a user who is deactivated while signed in', () => {
  test('is signed out at once, reads why, and must sign in again after activation', async () => {
    const email = 'gone@northline.example';
    const { session, browser } = await world.join(email);
    const admin = world.api((await world.signIn(ada)).session);
    const setActive = async (is_active: boolean) =>
      (await admin.call(updateUser, { params: { id: session.user.id }, body: { is_active } })).ok();

    await setActive(false);
    expect((await browser.getUser()).error).toMatchObject({
      status: 403,
      code: 'user_banned',
      message: deactivatedMessage,
    });
    expect((await world.api(session).call(getProfile, {})).problem()).toMatchObject({
      status: 401,
      code: 'account_deactivated',
      detail: deactivatedMessage,
    });
    const refreshed = await world.browser().refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'user_banned', message: deactivatedMessage });
    const signedIn = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(signedIn.error).toMatchObject({ status: 400, code: 'user_banned', message: deactivatedMessage });
    const guessed = await world.browser().signInWithPassword({ email, password: 'wrong password' });
    expect(guessed.error?.code).toBe('invalid_credentials');
    await browser.resetPasswordForEmail(email);

    await setActive(true);
    expect(await isAlive(session.access_token)).toBe(false);
    expect((await exchange(session.refresh_token)).code).toBe('refresh_token_not_found');
    await world.signIn(email);
  });
});
