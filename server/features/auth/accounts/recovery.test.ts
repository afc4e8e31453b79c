import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../../../contract/users.ts';
import { systemContext } from '../../../kernel/access.ts';
import { dumpDatabase } from '../../../testing/databases/dump-database.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';
import { createSetPasswordLink } from './user-accounts.service.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

/** The newest recovery email to a mailbox that got `before` emails of any kind. */
async function recoverySecret(email: string) {
  const before = (await world.emailsTo(email)).length;
  const { error } = await world.browser().resetPasswordForEmail(email);
  if (error) throw error;
  return world.emailTo(email, before + 1);
}

describe('a forgotten password', () => {
  test('is replaced with an emailed link, which ends every other session and notifies the user', async () => {
    const email = 'forgetful@northline.example';
    const { session: elsewhere } = await world.join(email);
    const message = await recoverySecret(email);
    expect(message.text).toContain('http://localhost:3000/reset-password?token_hash=');
    const browser = world.browser();
    const { data, error } = await browser.verifyOtp({ token_hash: message.secret, type: 'recovery' });
    expect(error).toBeNull();
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();

    expect((await world.browser().getUser(elsewhere.access_token)).error).not.toBeNull();
    expect((await world.browser().getUser(present(data.session).access_token)).error).toBeNull();
    const old = await world.browser().signInWithPassword({ email, password: goodPassword });
    expect(old.error?.code).toBe('invalid_credentials');
    await world.signIn(email, 'a new password');
    expect((await world.emailTo(email, 3)).subject).toContain('was changed');
  });

  test('is not required once after the link, and is required from then on', async () => {
    const email = 'once@northline.example';
    await world.join(email);
    const { secret } = await recoverySecret(email);
    const browser = world.browser();
    await browser.verifyOtp({ token_hash: secret, type: 'recovery' });
    expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
    const again = await browser.updateUser({ password: 'a third password' });
    expect(again.error?.code).toBe('current_password_required');
  });

  test('can be replaced by one of several uses of the link, and only by the newest link', async () => {
    const email = 'impatient@northline.example';
    await world.join(email);
    const older = await recoverySecret(email);
    const newer = await recoverySecret(email);
    const verify = (token_hash: string) => world.browser().verifyOtp({ token_hash, type: 'recovery' });
    expect((await verify(older.secret)).error?.code).toBe('otp_expired');
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(newer.secret)));
    expect(answers.filter((answer) => answer.data.session)).toHaveLength(1);
    expect((await verify(newer.secret)).error?.code).toBe('otp_expired');
  });

  test('is requested with the same answer for unknown, waiting and known emails, and emails only the known one', async () => {
    await world.browser().signUp({ email: 'unverified@northline.example', password: goodPassword });
    await world.emailTo('unverified@northline.example');
    const ask = async (email: string) => {
      const answer = await world.raw('POST', '/recover', { email });
      return `${answer.status} ${await answer.text()}`;
    };
    const unknown = await ask('unknown@northline.example');
    const unverified = await ask('unverified@northline.example');
    expect(await ask(ada)).toBe(unknown);
    expect(unverified).toBe(unknown);
    expect(unknown).toBe('200 {}');
    await world.emailTo(ada);
    expect(await world.emailsTo('unknown@northline.example')).toEqual([]);
    expect(await world.emailsTo('unverified@northline.example')).toHaveLength(1);
    expect((await world.raw('POST', '/recover', { email: 'no address' })).status).toBe(400);
  });

  test('can no longer be replaced when the link is an hour old', async () => {
    let now = new Date('2035-01-01T00:00:00.000Z');
    const slow = await startAuthWorld({ now: () => now });
    await slow.browser().resetPasswordForEmail(ada);
    const { secret } = await slow.emailTo(ada);
    now = new Date('2035-01-01T01:00:00.000Z');
    const { error } = await slow.browser().verifyOtp({ token_hash: secret, type: 'recovery' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    await slow.close();
  });
});

describe('a request without a session', () => {
  const known = 'alike.known@northline.example';
  const unknown = 'alike.unknown@northline.example';

  test.each([
    ['/recover', {}],
    ['/signup', { password: goodPassword }],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
    ['/token?grant_type=password', { password: 'wrong password' }],
  ])('to %s stores the same for an email with an account and for one without: %j', async (path, body) => {
    const storedRows = async (email: string) => {
      await world.answerRequests();
      await world.app.mailer.deliverDue();
      const before = await dumpDatabase(world.app.database);
      await world.raw('POST', path, { ...body, email });
      const rows = () => world.app.database.read.selectFrom('auth_requests').selectAll().execute();
      await expect.poll(rows).toHaveLength(1);
      const after = await dumpDatabase(world.app.database);
      const changed = [...after].filter(([table, rows]) => rows !== before.get(table));
      const [request] = await rows();
      return {
        tables: changed.map(([table]) => table),
        request: Object.entries(present(request)).map(([name, value]) => [name, typeof value]),
      };
    };
    if ((await world.emailsTo(known)).length === 0) await world.join(known);
    expect(await storedRows(known)).toEqual(await storedRows(unknown));
  });
});

describe('a link from the operator', () => {
  test('creates the account of a profile, whose owner sets the password and is confirmed by it', async () => {
    const { session } = await world.signIn(ada);
    const body = { email: 'Linked.Later@northline.example', full_name: 'Linked Later' };
    const user = (await world.api(session).call(createUser, { body })).ok();
    const makeLink = () =>
      world.app.database.write((tx) => createSetPasswordLink({ ...systemContext(world.app), tx }, user));
    const older = new URL(await makeLink()).searchParams.get('token_hash') ?? '';
    const link = new URL(await makeLink());
    expect(link.origin + link.pathname).toBe('http://localhost:3000/reset-password');
    const early = await world.browser().verifyOtp({ token_hash: older, type: 'recovery' });
    expect(early.error?.code).toBe('otp_expired');

    const browser = world.browser();
    const token_hash = link.searchParams.get('token_hash') ?? '';
    const { data } = await browser.verifyOtp({ token_hash, type: 'recovery' });
    expect(data.user).toMatchObject({ id: user.id, app_metadata: { needs_password: true } });
    expect((await browser.updateUser({ password: 'chosen just now' })).error).toBeNull();
    await world.signIn('linked.later@northline.example', 'chosen just now');
  });
});

describe('GET /verify', () => {
  const site = 'http://localhost:3000';
  const open = (method: string, token: string) => world.raw(method, `/verify?token=${token}&type=recovery`);

  test('puts the session into the fragment of our own page, and uses the link up', async () => {
    const email = 'opens.links@northline.example';
    await world.join(email);
    const { secret } = await recoverySecret(email);
    expect((await open('HEAD', secret)).status).toBe(200);
    const answer = await open('GET', secret);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const page = new URL(present(answer.headers.get('location')));
    expect(page.origin + page.pathname).toBe(`${site}/reset-password`);
    const fragment = new URLSearchParams(page.hash.slice(1));
    expect(fragment.get('type')).toBe('recovery');
    expect(fragment.get('token_type')).toBe('bearer');
    const { error } = await world.browser().getUser(present(fragment.get('access_token')));
    expect(error).toBeNull();

    const again = new URL(present((await open('GET', secret)).headers.get('location')));
    expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
    });
  });
});
