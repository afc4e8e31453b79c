import type { User } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deactivatedMessage } from '../../../../contract/http/errors.ts';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { getProfile } from '../../../../contract/profile.ts';
import { listRoles } from '../../../../contract/roles.ts';
import { getAppConfig } from '../../../../contract/settings.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import { createClient } from '../../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

const signUp = (email: string, password = goodPassword, full_name = 'Some One') =>
  world.browser().signUp({ email, password, options: { data: { full_name } } });

describe('the first account of an empty system', () => {
  test('goes to exactly one of eight concurrent sign-ups, who becomes administrator', async () => {
    const empty = await startAuthWorld({ withoutAda: true });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        empty.browser().signUp({ email: `p${n}@northline.example`, password: goodPassword }),
      ),
    );
    expect(answers.map((answer) => answer.error)).toEqual(Array(8).fill(null));
    expect(answers.map((answer) => answer.data.session)).toEqual(Array(8).fill(null));
    const confirmed = answers.filter((answer) => answer.data.user?.email_confirmed_at);
    expect(confirmed).toHaveLength(1);
    const { session } = await empty.signIn(present(confirmed[0]?.data.user?.email));
    const profile = (await empty.api(session).call(getProfile, {})).ok();
    expect(profile.roles.map((role) => role.name)).toEqual(['admin']);
    const { users } = (await empty.api(session).call(listUsers, { query: {} })).ok();
    expect(users).toHaveLength(1);
    await empty.close();
  });

  test('needs a confirmed email when others can reach the system', async () => {
    const remote = await startAuthWorld({
      withoutAda: true,
      env: { PUBLIC_URL: 'https://canopy.example.com' },
    });
    const { data } = await remote
      .browser()
      .signUp({ email: 'eve@northline.example', password: goodPassword });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const message = await remote.emailTo('eve@northline.example');
    expect(message.text).toContain('https://canopy.example.com/auth/confirm?token_hash=');
    await remote.close();
  });
});

describe('signUp', () => {
  test('returns the user without a session, and the emailed link creates the account', async () => {
    const { data, error } = await signUp('Bea.New@Northline.Example', goodPassword, ' Bea New ');
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: 'bea.new@northline.example',
      user_metadata: { full_name: 'Bea New' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    const { secret } = await world.emailTo('bea.new@northline.example');
    const browser = world.browser();
    const verified = await browser.verifyOtp({ token_hash: secret, type: 'signup' });
    expect(verified.error).toBeNull();
    const session = present(verified.data.session);
    expect(session.user.email_confirmed_at).toBeDefined();
    expect((await world.api(session).call(getProfile, {})).ok()).toMatchObject({
      id: data.user?.id,
      full_name: 'Bea New',
      roles: [],
    });
    await world.signIn('BEA.NEW@northline.example');
  });

  test('adds no user to the list before the email is confirmed', async () => {
    await signUp('lurker@northline.example');
    const { session } = await world.signIn(ada);
    const { users } = (await world.api(session).call(listUsers, { query: { q: 'lurker' } })).ok();
    expect(users).toEqual([]);
  });

  test('answers a known email like a new one, and notifies its owner', async () => {
    const fresh = await signUp('fresh@northline.example', goodPassword, 'Same Name');
    const known = await signUp(ada, 'another password', 'Same Name');
    const anonymous = (answer: typeof fresh) =>
      JSON.stringify(answer)
        .replaceAll(present(answer.data.user?.id), 'id')
        .replaceAll(present(answer.data.user?.email), 'email')
        .replaceAll(present(answer.data.user?.identities?.[0]?.identity_id), 'identity')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
    expect(anonymous(known)).toBe(anonymous(fresh));
    expect((await world.emailTo(ada)).subject).toContain('already have an account');
    await world.signIn(ada);
  });

  test('drops the passwords when two sign-ups wait for one email, and the mailbox chooses a new one', async () => {
    const email = 'twice@northline.example';
    await signUp(email, 'the owner’s password');
    await world.emailTo(email);
    await signUp(email, 'a stranger’s password');
    const { secret } = await world.emailTo(email, 2);
    const browser = world.browser();
    const { data, error } = await browser.verifyOtp({ token_hash: secret, type: 'signup' });
    expect(error).toBeNull();
    expect(data.user?.app_metadata).toMatchObject({ needs_password: true });
    for (const password of ['the owner’s password', 'a stranger’s password']) {
      const typed = await world.browser().signInWithPassword({ email, password });
      expect(typed.error?.code).toBe('invalid_credentials');
    }
    expect((await browser.updateUser({ password: 'chosen afterwards' })).error).toBeNull();
    await world.signIn(email, 'chosen afterwards');
    const secrets = (await world.emailsTo(email)).flatMap((message) => message.secret ?? []);
    for (const token_hash of secrets) {
      const again = await world.browser().verifyOtp({ token_hash, type: 'signup' });
      expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
    }
  });

  test('accepts names of as many characters as the form, in any alphabet', async () => {
    const full_name = '😀'.repeat(150);
    const { session } = await world.join('smiles@northline.example', goodPassword, full_name);
    const profile = (await world.api(session).call(getProfile, {})).ok();
    expect(profile.full_name).toBe(full_name);
  });

  test('keeps a waiting sign-up, however often a stranger signs up with one other password', async () => {
    const email = 'pushed@northline.example';
    await signUp(email, 'the owner’s password');
    for (let n = 0; n < 11; n++) await signUp(email, 'a stranger’s password');
    // Of the sign-ups with the stranger's password, only the last one remained.
    const { secret } = await world.emailTo(email, 2);
    const { data } = await world.browser().verifyOtp({ token_hash: secret, type: 'signup' });
    expect(data.user?.app_metadata).toMatchObject({ needs_password: true });
  });

  test('counts two sign-ups with the same password as one: the newer link works', async () => {
    const email = 'repeated@northline.example';
    await signUp(email);
    const older = await world.emailTo(email);
    await signUp(email);
    const newer = await world.emailTo(email, 2);
    const late = await world.browser().verifyOtp({ token_hash: older.secret, type: 'signup' });
    expect(late.error?.code).toBe('otp_expired');
    const { error } = await world.browser().verifyOtp({ token_hash: newer.secret, type: 'signup' });
    expect(error).toBeNull();
    await world.signIn(email);
  });

  test('refuses sign-in until the email is confirmed, and says why only with the right password', async () => {
    const email = 'waiting@northline.example';
    await signUp(email);
    const right = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const wrong = await world.browser().signInWithPassword({ email, password: 'wrong password' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  });

  test('sends the link again for the sign-up whose owner tried to sign in last', async () => {
    const email = 'again@northline.example';
    await signUp(email, 'mine, and nobody else');
    const first = await world.emailTo(email);
    await signUp(email, 'a stranger typed this');
    await world.browser().signInWithPassword({ email, password: 'mine, and nobody else' });
    expect((await world.browser().resend({ type: 'signup', email })).error).toBeNull();
    const { secret } = await world.emailTo(email, 3);
    const old = await world.browser().verifyOtp({ token_hash: first.secret, type: 'signup' });
    expect(old.error?.code).toBe('otp_expired');
    expect((await world.browser().verifyOtp({ token_hash: secret, type: 'signup' })).error).toBeNull();
  });

  test('creates one profile when a link is used twice at the same time', async () => {
    const email = 'raced@northline.example';
    await signUp(email);
    const { secret } = await world.emailTo(email);
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.browser().verifyOtp({ token_hash: secret, type: 'signup' })),
    );
    expect(answers.filter((answer) => answer.data.session)).toHaveLength(1);
    expect(answers.map((answer) => answer.error?.code).filter(Boolean)).toEqual([
      'otp_expired',
      'otp_expired',
    ]);
  });

  test('accepts one of two links for an email when both are used at the same time', async () => {
    const email = 'two.links@northline.example';
    await signUp(email, 'first password');
    await signUp(email, 'second password');
    await world.emailTo(email, 2);
    const messages = await world.emailsTo(email);
    const answers = await Promise.all(
      messages.map((message) =>
        world.browser().verifyOtp({ token_hash: message.secret ?? '', type: 'signup' }),
      ),
    );
    expect(answers.filter((answer) => answer.data.session)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'otp_expired')).toHaveLength(1);
  });

  test.each([
    ['a short password', { email: 'x@y.example', password: '12345' }, 422, 'weak_password'],
    ['an endless password', { email: 'x@y.example', password: 'é'.repeat(600) }, 400, 'validation_failed'],
    ['half a character', { email: 'x@y.example', password: 'abcdef\ud800' }, 400, 'validation_failed'],
    ['no password', { email: 'x@y.example' }, 400, 'validation_failed'],
    ['no address', { password: goodPassword }, 422, 'anonymous_provider_disabled'],
    ['no real address', { email: 'x y@z', password: goodPassword }, 400, 'email_address_invalid'],
    [
      'a one-letter name',
      { email: 'x@y.example', password: goodPassword, data: { full_name: 'A' } },
      400,
      'validation_failed',
    ],
    [
      'a novel for a name',
      { email: 'x@y.example', password: goodPassword, data: { full_name: 'A'.repeat(10_000) } },
      400,
      'validation_failed',
    ],
    [
      'too much data',
      { email: 'x@y.example', password: goodPassword, data: { x: 'A'.repeat(4096) } },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await world.raw('POST', '/signup', body, { 'x-supabase-api-version': '2024-01-01' });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });

  test('ignores id, role, confirmation and app_metadata in the body', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const answer = await world.raw('POST', '/signup', {
      email: 'greedy@northline.example',
      password: goodPassword,
      id,
      role: 'service_role',
      app_metadata: { admin: true },
      email_confirmed_at: '2020-01-01T00:00:00Z',
    });
    const user = (await answer.json()) as User;
    expect(user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
    expect(user.id).not.toBe(id);
    expect(user.email_confirmed_at).toBeUndefined();
    expect(user.app_metadata.admin).toBeUndefined();
  });
});

describe('a profile created on the Users screen', () => {
  async function addProfile(email: string, is_active = true) {
    const { session } = await world.signIn(ada);
    const body = { email, full_name: 'Cara Known', is_active };
    return (await world.api(session).call(createUser, { body })).ok();
  }

  test('is claimed through the mailbox: its id stays, and the typed password is dropped', async () => {
    const email = 'cara@northline.example';
    const { id } = await addProfile('Cara@Northline.example');
    await signUp(email, 'typed by anybody');
    const { secret } = await world.emailTo(email);
    const browser = world.browser();
    const { data } = await browser.verifyOtp({ token_hash: secret, type: 'signup' });
    expect(data.user).toMatchObject({ id, app_metadata: { needs_password: true } });
    const typed = await world.browser().signInWithPassword({ email, password: 'typed by anybody' });
    expect(typed.error?.code).toBe('invalid_credentials');
    const updated = await browser.updateUser({ password: 'chosen by the owner' });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.app_metadata).not.toHaveProperty('needs_password');
    const { session } = await world.signIn(email, 'chosen by the owner');
    expect((await world.api(session).call(getProfile, {})).ok()).toMatchObject({
      id,
      full_name: 'Cara Known',
    });
  });

  test('drops other data that a stranger sent, so that the token stays small', async () => {
    const email = 'cleo@northline.example';
    await addProfile(email);
    const data = { full_name: 'Worn Name', x: 'A'.repeat(4000) };
    const body = { email, password: goodPassword, data };
    expect((await world.raw('POST', '/signup', body)).status).toBe(200);
    const { secret } = await world.emailTo(email);
    const { data: claimed } = await world.browser().verifyOtp({ token_hash: secret, type: 'signup' });
    expect(claimed.user?.user_metadata).toEqual({ full_name: 'Worn Name' });
    expect(present(claimed.session).access_token.length).toBeLessThan(1500);
  });

  test('that is deactivated refuses the link, which works after activation', async () => {
    const email = 'dora@northline.example';
    const { id } = await addProfile(email, false);
    await signUp(email);
    const { secret } = await world.emailTo(email);
    const refused = await world.browser().verifyOtp({ token_hash: secret, type: 'signup' });
    expect(refused.error).toMatchObject({ status: 403, code: 'user_banned', message: deactivatedMessage });
    const { session } = await world.signIn(ada);
    (await world.api(session).call(updateUser, { params: { id }, body: { is_active: true } })).ok();
    const accepted = await world.browser().verifyOtp({ token_hash: secret, type: 'signup' });
    expect(accepted.error).toBeNull();
  });
});

describe('closed sign-ups', () => {
  test('refuse every email but FIRST_ADMIN_EMAIL, whose owner chooses a password by email', async () => {
    const closed = await startAuthWorld({
      withoutAda: true,
      env: {
        SIGNUPS: 'closed',
        FIRST_ADMIN_EMAIL: 'Boss@northline.example',
        PUBLIC_URL: 'https://canopy.example.com',
      },
    });
    const offered = async () => {
      const config = (await createClient(closed.url).call(getAppConfig, {})).ok();
      return config.signups;
    };
    expect(await offered()).toBe('open');
    const stranger = await closed
      .browser()
      .signUp({ email: 'eve@northline.example', password: goodPassword });
    expect(stranger.error).toMatchObject({ status: 422, code: 'signup_disabled' });

    const email = 'boss@northline.example';
    const boss = closed.browser();
    expect((await boss.signUp({ email, password: goodPassword })).error).toBeNull();
    const { secret } = await closed.emailTo(email);
    const { data } = await boss.verifyOtp({ token_hash: secret, type: 'signup' });
    expect(data.user?.app_metadata).toMatchObject({ needs_password: true });
    const profile = (await closed.api(present(data.session)).call(getProfile, {})).ok();
    expect(profile.roles.map((role) => role.name)).toEqual(['admin']);
    expect((await boss.updateUser({ password: 'the boss chose this' })).error).toBeNull();
    await closed.signIn(email, 'the boss chose this');

    const again = await closed.browser().signUp({ email, password: goodPassword });
    expect(again.error?.code).toBe('signup_disabled');
    expect(await offered()).toBe('closed');
    await closed.close();
  });
});

describe('the email of FIRST_ADMIN_EMAIL', () => {
  test.each([
    'open',
    'closed',
  ])('is like any other when there is an administrator: a deleted user does not come back (sign-ups %s)', async (signups) => {
    const named = await startAuthWorld({ env: { FIRST_ADMIN_EMAIL: ada, SIGNUPS: signups } });
    const first = named.api((await named.signIn(ada)).session);
    const body = { email: 'bea@northline.example', full_name: 'Bea' };
    const { id } = (await first.call(createUser, { body })).ok();
    const { roles } = (await first.call(listRoles, {})).ok();
    const role_ids = roles.filter((role) => role.name === 'admin').map((role) => role.id);
    (await first.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
    (await first.call(sendInvitation, { params: { id }, body: {} })).ok();
    const browser = named.browser();
    const { secret } = await named.emailTo(body.email);
    await browser.verifyOtp({ token_hash: secret, type: 'invite' });
    await browser.updateUser({ password: goodPassword });
    const second = named.api((await named.signIn(body.email)).session);
    const { users } = (await second.call(listUsers, { query: {} })).ok();
    const deactivated = present(users.find((user) => user.email === ada));
    expect((await second.call(deleteUser, { params: { id: deactivated.id } })).status).toBe(204);

    expect((await createClient(named.url).call(getAppConfig, {})).ok().signups).toBe(signups);
    const again = await named.browser().signUp({ email: ada, password: goodPassword });
    if (signups === 'closed') {
      expect(again.error?.code).toBe('signup_disabled');
    } else {
      const link = await named.emailTo(ada);
      const { data } = await named.browser().verifyOtp({ token_hash: link.secret, type: 'signup' });
      const profile = (await named.api(present(data.session)).call(getProfile, {})).ok();
      expect(profile.roles).toEqual([]);
    }
    await named.close();
  });
});

describe('a link', () => {
  test('is refused after 24 hours', async () => {
    let now = new Date('2030-01-01T00:00:00.000Z');
    const slow = await startAuthWorld({ now: () => now });
    const email = 'late@northline.example';
    await slow.browser().signUp({ email, password: goodPassword });
    const { secret } = await slow.emailTo(email);
    now = new Date('2030-01-02T00:00:00.001Z');
    const { error } = await slow.browser().verifyOtp({ token_hash: secret, type: 'signup' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    await slow.close();
  });

  test('is accepted for its own purpose only', async () => {
    const email = 'purpose@northline.example';
    await signUp(email);
    const { secret } = await world.emailTo(email);
    for (const type of ['recovery', 'invite', 'magiclink', 'email_change'] as const) {
      const { error } = await world.browser().verifyOtp({ token_hash: secret, type });
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    }
    expect((await world.browser().verifyOtp({ token_hash: secret, type: 'email' })).error).toBeNull();
  });
});
