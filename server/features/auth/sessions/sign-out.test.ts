import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile } from '../../../../contract/profile.ts';
import { deleteUser, listUsers } from '../../../../contract/users.ts';
import { type AuthWorld, ada, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

describe('signOut', () => {
  const alive = async (access_tokens: string[]) => {
    const answers = await Promise.all(access_tokens.map((token) => world.browser().getUser(token)));
    return answers.map((answer) => (answer.error ? answer.error.name : 'alive'));
  };
  const ended = 'AuthSessionMissingError';

  test.each([
    ['global', [ended, ended, ended]],
    ['local', [ended, 'alive', 'alive']],
    ['others', ['alive', ended, ended]],
  ] as const)('with scope %s ends those sessions before the access tokens expire', async (scope, expected) => {
    const sessions = await Promise.all([world.signIn(ada), world.signIn(ada), world.signIn(ada)]);
    const { error } = await sessions[0].browser.signOut({ scope });
    expect(error).toBeNull();
    expect(await alive(sessions.map(({ session }) => session.access_token))).toEqual(expected);
    const refreshed = await world.browser().refreshSession(sessions[2].session);
    expect(refreshed.error === null).toBe(expected[2] === 'alive');
  });

  test('ends a session for the API too, which says that it ended', async () => {
    const { browser, session } = await world.signIn(ada);
    await browser.signOut({ scope: 'local' });
    const problem = (await world.api(session).call(getProfile, {})).problem();
    expect(problem).toMatchObject({ status: 401, code: 'session_ended' });
  });

  test('accepts a second sign-out, and refuses unknown scopes and users', async () => {
    const { session } = await world.signIn(ada);
    const bearer = { authorization: `bearer ${session.access_token}` };
    expect((await world.raw('POST', '/logout?scope=nothing', undefined, bearer)).status).toBe(400);
    expect((await world.raw('POST', '/logout?scope=local', undefined, bearer)).status).toBe(204);
    expect((await world.raw('POST', '/logout?scope=local', undefined, bearer)).status).toBe(403);
    expect((await world.raw('POST', '/logout')).status).toBe(401);
  });
});

describe('a deleted user', () => {
  test('is refused everywhere and is not created again', async () => {
    const email = 'deleted@northline.example';
    const { browser, session } = await world.join(email);
    const admin = world.api((await world.signIn(ada)).session);
    (await admin.call(deleteUser, { params: { id: session.user.id } })).ok();

    expect((await browser.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' });
    expect((await world.api(session).call(getProfile, {})).status).toBe(401);
    const refreshed = await world.browser().refreshSession(session);
    expect(refreshed.error?.code).toBe('refresh_token_not_found');
    const signedIn = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(signedIn.error?.code).toBe('invalid_credentials');
    const { users } = (await admin.call(listUsers, { query: { q: email } })).ok();
    expect(users).toEqual([]);
  });
});
