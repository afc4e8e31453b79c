import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../../contract/invitations.ts';
import { createLocation, listLocations } from '../../../contract/locations.ts';
import { listRoles } from '../../../contract/roles.ts';
import { listOwnSessions } from '../../../contract/sessions.ts';
import {
  createUser,
  deleteUser,
  getUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../testing/worlds/auth-world.ts';
import { millRoad } from '../../testing/worlds/world.ts';

let world: AuthWorld;
let owner: Client;
beforeAll(async () => {
  world = await startAuthWorld();
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

async function setActive(id: string, is_active: boolean) {
  return (await owner.call(updateUser, { params: { id }, body: { is_active } })).ok();
}

async function giveRolesAndLocations(id: string) {
  const { roles } = (await owner.call(listRoles, {})).ok();
  const role_ids = roles.filter((role) => ['employee', 'viewer'].includes(role.name)).map((role) => role.id);
  const open = async (name: string) =>
    (await owner.call(createLocation, { body: { ...millRoad, name } })).ok().id;
  const location_ids = [await open('Mill Road'), await open('Airport')];
  (await owner.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  (await owner.call(replaceUserLocations, { params: { id }, body: { location_ids } })).ok();
}

/** The newest secret that an email to the address carried. */
async function newestSecret(email: string, subject: RegExp) {
  await expect
    .poll(async () => (await world.emailsTo(email)).some((message) => subject.test(message.subject)))
    .toBe(true);
  return present((await world.emailsTo(email)).findLast((message) => subject.test(message.subject))?.secret);
}

const verify = (type: string, token_hash: string) => world.raw('POST', '/verify', { type, token_hash });

describe('a user who is signed in', () => {
  test('updateUser ends everything of a deactivated user and says what; activation brings back roles and locations only', async () => {
    const email = 'deactivated@northline.example';
    const first = await world.join(email, goodPassword, 'Lee Ver');
    const second = await world.signIn(email);
    const id = first.session.user.id;
    await giveRolesAndLocations(id);
    await world.browser().resetPasswordForEmail(email);
    const recovery = await newestSecret(email, /Set a new password/);
    const changing = await second.browser.updateUser({
      email: 'new@northline.example',
      current_password: goodPassword,
    });
    expect(changing.error).toBeNull();
    const links = [
      ['recovery', recovery],
      ['email_change', await newestSecret(email, /Change the email/)],
      ['email_change', await newestSecret('new@northline.example', /Confirm/)],
    ] as const;

    const { ended } = await setActive(id, false);
    expect(ended).toEqual({
      at: expect.any(String),
      sessions: 2,
      tokens: 0,
      invitations: 0,
      links: 2,
      sent_invitations: 0,
      managed_districts: 0,
      service_accounts: 0,
      covers: [],
    });
    await expectNothingWorks({ email, sessions: [first, second], links });
    expect((await world.browser().signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      'user_banned',
    );
    const repeated = await setActive(id, false);
    expect(repeated.ended).toBeUndefined();

    const back = await setActive(id, true);
    expect(back.roles).toHaveLength(2);
    expect(back.locations).toHaveLength(2);
    await expectNothingWorks({ email, sessions: [first, second], links });
    const again = world.api((await world.signIn(email)).session);
    expect((await again.call(listLocations, { query: {} })).ok().locations).toHaveLength(2);
  });

  test('updateUser leaves no working link of a deactivated user, also of those requested later', async () => {
    const email = 'asking@northline.example';
    const { session } = await world.join(email);
    await setActive(session.user.id, false);
    const before = (await world.emailsTo(email)).length;
    await world.browser().resetPasswordForEmail(email);
    await world.raw('POST', '/resend', { type: 'signup', email });
    await world.raw('POST', '/resend', { type: 'email_change', email });
    // A request that is answered after the others. By then their emails would have been sent.
    await world.signIn(ada);
    expect((await world.emailsTo(email)).slice(before).map((message) => message.secret)).toEqual([]);
  });
});

describe('a user who has not joined yet', () => {
  test('updateUser ends the pending invitation and sign-up of a deactivated user', async () => {
    const email = 'waiting@northline.example';
    const { id } = (await owner.call(createUser, { body: { email, full_name: 'Wai Ting' } })).ok();
    await world.browser().signUp({ email, password: goodPassword });
    const signUp = await newestSecret(email, /Confirm/);
    const { link } = (await owner.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
    const invite = present(/token_hash=([\w-]+)/.exec(present(link))?.[1]);
    const { ended } = await setActive(id, false);
    expect(ended).toMatchObject({ sessions: 0, invitations: 1, links: 1 });
    const links = [
      ['invite', invite],
      ['signup', signUp],
    ] as const;
    await expectNothingWorks({ email, sessions: [], links });
    await setActive(id, true);
    await expectNothingWorks({ email, sessions: [], links });
    expect((await owner.call(getUser, { params: { id } })).ok().invitation).toBeNull();
  });
});

test('deleteUser ends the pending sign-up and invitation of the user', async () => {
  const email = 'gone@northline.example';
  const { id } = (await owner.call(createUser, { body: { email, full_name: 'Gone' } })).ok();
  await world.browser().signUp({ email, password: goodPassword });
  const signUp = await newestSecret(email, /Confirm/);
  const { link } = (await owner.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  const invite = present(/token_hash=([\w-]+)/.exec(present(link))?.[1]);
  await owner.call(deleteUser, { params: { id } });
  for (const [type, secret] of [
    ['signup', signUp],
    ['invite', invite],
  ] as const) {
    expect((await verify(type, secret)).status).toBe(403);
  }
});

interface Left {
  email: string;
  sessions: readonly { session: { access_token: string; refresh_token: string } }[];
  links: readonly (readonly [type: string, secret: string])[];
}

/** Tries every secret of the user at every endpoint that takes it. */
async function expectNothingWorks({ sessions, links }: Left) {
  for (const { session } of sessions) {
    const { access_token, refresh_token } = session;
    const authorization = `Bearer ${access_token}`;
    const answers = [
      await world.raw('GET', '/user', undefined, { authorization }),
      await world.raw('PUT', '/user', { data: {} }, { authorization }),
      await world.raw('POST', '/logout', undefined, { authorization }),
      await world.raw('POST', '/token?grant_type=refresh_token', { refresh_token }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 400]);
    const api = world.api(session as never);
    expect((await api.call(listOwnSessions, {})).status).toBe(401);
    expect((await api.call(listLocations, { query: {} })).status).toBe(401);
  }
  for (const [type, secret] of links) {
    expect(await (await verify(type, secret)).json()).toMatchObject({ error_code: 'otp_expired' });
    const opened = await world.raw('GET', `/verify?type=${type}&token=${secret}`);
    expect(opened.headers.get('location')).toContain('error_code=otp_expired');
  }
}
