import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '../../../../contract/company-sign-in.ts';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { createRole } from '../../../../contract/roles.ts';
import * as users from '../../../../contract/users.ts';
import { ada, goodPassword, present } from '../../../testing/worlds/auth-world.ts';
import { type CompanyWorld, provider, startCompanyWorld } from '../../../testing/worlds/company-world.ts';
import { claimsOf } from '../../../testing/worlds/factor-world.ts';

let world: CompanyWorld;
let admin: ReturnType<CompanyWorld['api']>;

beforeAll(async () => {
  world = await startCompanyWorld();
  await world.setUp();
  admin = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

const arrives: CompanyWorld['arrives'] = (given) => world.arrives(given);

async function outcome(): Promise<string> {
  const { data, error } = await world.signInThrough();
  return error?.code ?? `signed in as ${data.user?.email}`;
}

describe('the first sign-in with the email of an account that exists', () => {
  test('connects it and tells its mailbox', async () => {
    const { email } = arrives();
    const joined = await world.join(email);
    const { data } = await world.signInThrough();
    expect(data.user?.id).toBe(joined.session.user.id);
    expect((await world.emailsTo(email)).at(-1)?.subject).toBe('Entra is connected to your Canopy account');
  });

  test('takes over the profile that a manager made, with its roles', async () => {
    const { email } = arrives({ name: 'Made Up' });
    const { id } = (await admin.call(users.createUser, { body: { email, full_name: 'From Manager' } })).ok();
    const { data } = await world.signInThrough();
    expect(data.user?.id).toBe(id);
    const profile = await (await world.api(present(data.session)).raw('GET', '/api/profile')).json();
    expect(profile).toMatchObject({ full_name: 'From Manager', invitation: 'joined' });
  });

  test('is refused for a provider that is not trusted for it', async () => {
    const { email } = arrives();
    await world.join(email);
    await world.setUp({ is_trusted_for_link: false });
    expect(await outcome()).toBe('account_exists');
    await world.setUp({ is_trusted_for_link: true });
    expect(await outcome()).toBe(`signed in as ${email}`);
  });

  test('is refused for a user who has a connection already', async () => {
    const { email } = arrives();
    expect(await outcome()).toBe(`signed in as ${email}`);
    arrives({ email });
    expect(await outcome()).toBe('account_exists');
  });

  test('is refused for an administrator', async () => {
    await world.setUp({ domains: ['company.example', 'northline.example'] });
    arrives({ email: ada });
    expect(await outcome()).toBe('account_exists');
    await world.setUp({ domains: ['company.example'] });
  });

  test('is refused for a deactivated user', async () => {
    const { email } = arrives();
    const body = { email, full_name: 'Gone', is_active: false };
    (await admin.call(users.createUser, { body })).ok();
    expect(await outcome()).toBe('user_banned');
  });
});

test.each([
  ['an email of another domain', { email: 'x@other.example' }, 'email_not_of_company'],
  ['no email', { email: undefined }, 'email_missing'],
  ['what is no email', { email: 'not an email' }, 'email_missing'],
  ['an email that is not verified', { email_verified: false }, 'email_not_verified'],
])('%s makes no user', async (_, given, code) => {
  const person = arrives();
  world.company.person = { ...person, ...given };
  expect(await outcome()).toBe(code);
});

test('a provider that does not say whether emails are verified is believed if the operator says so', async () => {
  const { email } = arrives({ email_verified: false });
  await world.setUp({ email_verified: 'not_sent' });
  expect(await outcome()).toBe(`signed in as ${email}`);
  await world.setUp({ email_verified: 'required' });
});

test('whoever may give access hears of a user without any', async () => {
  const { email } = arrives({ name: 'Needs Access' });
  expect(await outcome()).toBe(`signed in as ${email}`);
  await world.settle();
  const told = await world.app.database.read
    .selectFrom('notifications')
    .select('user_id')
    .where('kind', '=', 'access_wanted')
    .where('subject_name', '=', 'Needs Access')
    .execute();
  expect(told).toEqual([{ user_id: (await world.signIn(ada)).session.user.id }]);
});

test('an invitation connects an account with any email, once', async () => {
  arrives({ email: 'private@elsewhere.example' });
  const email = 'invited@anywhere.example';
  const { id } = (await admin.call(users.createUser, { body: { email, full_name: 'In Vited' } })).ok();
  (await admin.call(sendInvitation, { params: { id }, body: {} })).ok();
  const { secret } = await world.emailTo(email);
  const begin = async () => {
    const browser = world.pkceBrowser();
    const options = { skipBrowserRedirect: true, queryParams: { invite_token: secret } };
    const { data } = await browser.signInWithOAuth({ provider, options });
    const page = await world.travel(present(data.url).replace(world.url, world.app.config.public_url));
    return browser.exchangeCodeForSession(present(page.searchParams.get('code')));
  };
  const { data, error } = await begin();
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id, email });
  expect(data.user?.app_metadata).not.toHaveProperty('needs_password');
  expect((await begin()).error?.code).toBe('otp_expired');
});

test('a deactivated user does not come back through the provider', async () => {
  const { email } = arrives();
  const { data } = await world.signInThrough();
  const params = { id: present(data.user).id };
  (await admin.call(users.updateUser, { params, body: { is_active: false } })).ok();
  expect(await outcome()).toBe('user_banned');
  (await admin.call(users.updateUser, { params, body: { is_active: true } })).ok();
  expect(await outcome()).toBe(`signed in as ${email}`);
});

test('a second factor of the provider counts only if the operator says so', async () => {
  arrives({ amr: ['pwd', 'mfa'] });
  expect(claimsOf(present((await world.signInThrough()).data.session)).aal).toBe('aal1');
  await world.setUp({ is_second_factor_by_amr: true });
  expect(claimsOf(present((await world.signInThrough()).data.session)).aal).toBe('aal2');
  arrives({ amr: ['pwd'] });
  expect(claimsOf(present((await world.signInThrough()).data.session)).aal).toBe('aal1');
  await world.setUp({ is_second_factor_by_amr: false });
});

test('a role that requires a second factor asks for ours unless the provider proved one', async () => {
  const body = { name: 'Guarded', permissions: ['locations.read' as const], requires_second_factor: true };
  const { id: role } = (await admin.call(createRole, { body })).ok();
  const { sub } = arrives({ amr: ['mfa'] });
  const session = present((await world.signInThrough()).data.session);
  const params = { id: session.user.id };
  (await admin.call(users.replaceUserRoles, { params, body: { role_ids: [role] } })).ok();
  const code = async (of: typeof session) => (await world.api(of).raw('GET', '/api/locations')).status;
  expect(await code(session)).toBe(403);
  await world.setUp({ is_second_factor_by_amr: true });
  world.company.person.sub = sub;
  expect(await code(present((await world.signInThrough()).data.session))).toBe(200);
  await world.setUp({ is_second_factor_by_amr: false });
});

test('the audit log says through which door', async () => {
  arrives({ name: 'Door User' });
  await world.signInThrough();
  const { entries } = (await (await admin.raw('GET', '/api/audit?limit=20')).json()) as {
    entries: { sentence: string }[];
  };
  const sentences = entries.map(({ sentence }) => sentence);
  expect(sentences).toContain('Door User signed in through Entra');
  expect(sentences).toContain('Door User joined by signing in through Entra');
});

test('while it is off nobody comes in, and passwords work', async () => {
  arrives();
  await world.setUp({ state: 'off' });
  await expect(world.signInThrough()).rejects.toThrow('provider_disabled');
  await world.setUp({ state: 'on' });
});

test('the secret is never answered, and a change without one keeps it', async () => {
  const text = JSON.stringify((await admin.call(contract.getCompanySignIn, {})).ok());
  expect(text).not.toContain(world.company.client_secret);
  expect(JSON.parse(text)).toMatchObject({ provider: { has_secret: true } });
  const { provider: saved } = (await admin.call(contract.getCompanySignIn, {})).ok();
  const { has_secret: _, updated_at, ...body } = present(saved);
  (
    await admin.call(
      contract.updateCompanySignIn,
      { body: { ...body, label: 'Login' } },
      { ifMatch: updated_at },
    )
  ).ok();
  arrives();
  expect(await outcome()).toMatch('signed in');
  const stale = await admin.call(contract.updateCompanySignIn, { body }, { ifMatch: updated_at });
  expect(stale.problem().code).toBe('stale');
  await world.setUp({ label: 'Entra' });
});

test('a test shows what the provider sent and changes nothing', async () => {
  const before = (await admin.call(contract.getCompanySignIn, {})).ok().connected_users;
  const { email } = arrives();
  const { steps, url } = (await admin.call(contract.testCompanySignIn, {})).ok();
  expect(steps.every(({ is_ok }) => is_ok)).toBe(true);
  const page = await world.travel(present(url));
  expect(page.pathname + page.search).toMatch('/settings?tab=company-sign-in&code=');
  const params = { code: present(page.searchParams.get('code')) };
  const shown = (await admin.call(contract.getCompanySignInTest, { params })).ok();
  expect(shown.claims).toMatchObject({ email, email_verified: true });
  expect(shown.steps.at(-1)?.detail).toBe('A new user without a role and a location would be added.');
  expect((await admin.call(contract.getCompanySignInTest, { params })).status).toBe(404);
  expect((await admin.call(contract.getCompanySignIn, {})).ok().connected_users).toBe(before);
  const used = await world.raw('POST', '/token?grant_type=pkce', {
    auth_code: params.code,
    code_verifier: 'x',
  });
  expect(used.status).toBe(404);
});

describe('where company sign-in is required', () => {
  test('only who came in through it switches it on, while somebody may bypass it; then passwords of others end', async () => {
    const { session: password, browser } = await world.signIn(ada);
    const refused = await world.api(password).call(contract.updateCompanySignIn, {
      body: { ...(await settings()), state: 'required' },
    });
    expect(refused.problem().detail).toBe(
      'Sign in through Entra first. Then you can require it for an hour.',
    );

    // Ada connects her account on her profile, because an email never connects an administrator.
    arrives({ email: 'ada@company.example' });
    const pkce = world.pkceBrowser();
    await pkce.setSession(password);
    const { data } = await pkce.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
    const page = await world.travel(present(data.url));
    expect((await pkce.exchangeCodeForSession(present(page.searchParams.get('code')))).error).toBeNull();
    const through = await enterPassword(present((await world.signInThrough()).data.session));
    expect(through.user.email).toBe(ada);
    const body = { ...(await settings()), state: 'required' as const };
    const nobody = await world.api(through).call(contract.updateCompanySignIn, { body });
    expect(nobody.problem().code).toBe('last_admin');

    const { data: app } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { Secret, TOTP } = await import('otpauth');
    const secret = Secret.fromBase32(present(app).totp.secret);
    const enterCode = async (of: typeof browser, timestamp: number) => {
      const code = TOTP.generate({ secret, timestamp });
      const verified = await of.mfa.challengeAndVerify({ factorId: present(app).id, code });
      expect(verified.error).toBeNull();
      return present((await of.getSession()).data.session);
    };
    await enterCode(browser, Date.now());
    const again = present((await world.signInThrough()).data.session);
    const pending = await world.api(again).call(contract.getCompanySignIn, {});
    expect(pending.status).toBe(401);
    await world.setUp({ is_second_factor_by_amr: true }, present((await browser.getSession()).data.session));
    world.company.person = { ...world.company.person, amr: ['mfa'] };
    const entered = await enterPassword(present((await world.signInThrough()).data.session));
    const unproven = await world.api(entered).call(contract.updateCompanySignIn, { body });
    expect(unproven.problem().code).toBe('code_needed');
    const own = world.browser();
    await own.setSession(entered);
    // Each step counts once, and the next one already.
    const strong = await enterCode(own, Date.now() + 30_000);
    await world.setUp({ state: 'required' }, strong);

    const { email } = { email: 'before@private.example' };
    const wrong = await world.browser().signInWithPassword({ email: ada, password: 'wrong password' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const bypass = await world.browser().signInWithPassword({ email: ada, password: goodPassword });
    expect(bypass.error).toBeNull();
    await expect(world.join(email)).rejects.toMatchObject({ code: 'email_provider_disabled' });

    // The last one keeps what the bypass needs.
    const factor = await browser.mfa.unenroll({ factorId: present(app).id });
    expect(factor.error?.message).toMatch('Nobody else could sign in without the company sign-in');
    await world.setUp({ state: 'on', is_second_factor_by_amr: false }, strong);
    expect((await browser.mfa.unenroll({ factorId: present(app).id })).error).toBeNull();
  });
});

async function enterPassword(session: Session): Promise<Session> {
  const browser = world.browser();
  await browser.setSession(session);
  expect((await browser.updateUser({ current_password: goodPassword })).error).toBeNull();
  return present((await browser.getSession()).data.session);
}

async function settings() {
  const { provider: saved } = (await admin.call(contract.getCompanySignIn, {})).ok();
  const { has_secret: _, updated_at: __, ...body } = present(saved);
  return body;
}
