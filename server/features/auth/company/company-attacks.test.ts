import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile } from '../../../../contract/profile.ts';
import { createRole } from '../../../../contract/roles.ts';
import { createToken } from '../../../../contract/tokens.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { createClient } from '../../../testing/requests/client.ts';
import { ada, goodPassword, present } from '../../../testing/worlds/auth-world.ts';
import { type CompanyWorld, provider, startCompanyWorld } from '../../../testing/worlds/company-world.ts';
import { claimsOf } from '../../../testing/worlds/factor-world.ts';

let world: CompanyWorld;
beforeAll(async () => {
  world = await startCompanyWorld();
  await world.setUp();
});
afterAll(() => world.close());

const arrives: CompanyWorld['arrives'] = (given) => world.arrives(given);

const setState = (state: 'on' | 'required') =>
  world.app.database.write((tx) => tx.updateTable('auth_providers').set({ state }).execute());

/** The page that the provider comes back to, in the browser of whoever follows the URL. */
async function follow(url: string | undefined) {
  return world.travel(present(url).replace(world.url, world.app.config.public_url));
}

async function connect(browser: ReturnType<CompanyWorld['pkceBrowser']>) {
  const { data } = await browser.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
  const page = await follow(data.url ?? undefined);
  return browser.exchangeCodeForSession(present(page.searchParams.get('code')));
}

test.each([
  'https://evil.example/',
  '//evil.example/',
  'https:evil.example',
  'https://canopy.example@evil.example/',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '/\\evil.example',
  'https://%65vil.example',
])('a sign-in leads to our own page and not to %s', async (redirect_to) => {
  arrives();
  const browser = world.pkceBrowser();
  const options = { skipBrowserRedirect: true, redirectTo: redirect_to };
  const { data } = await browser.signInWithOAuth({ provider, options });
  const page = await follow(data.url ?? undefined);
  expect(page.origin + page.pathname).toBe(`${world.app.config.public_url}/auth/callback`);
});

test('the answer to a sign-in of somebody else signs nobody in, and connects nothing to who opens it', async () => {
  const victim = await world.join('victim@private.example');
  arrives();
  const attacker = world.pkceBrowser();
  const begun = await attacker.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
  const code = present((await follow(begun.data.url ?? undefined)).searchParams.get('code'));
  const theirs = world.pkceBrowser();
  await theirs.setSession(victim.session);
  // Their browser began one, too, and has a verifier of its own.
  await theirs.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
  expect((await theirs.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
  const { data } = await theirs.getUserIdentities();
  expect(data?.identities).toHaveLength(1);
});

test('parameters that come twice are refused', async () => {
  arrives();
  const browser = world.pkceBrowser();
  const { data } = await browser.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
  const first = await world.raw('GET', new URL(present(data.url)).href.split('/auth/v1')[1] ?? '');
  const state = new URL(present(first.headers.get('location'))).searchParams.get('state');
  const answer = await world.raw('GET', `/callback?state=${state}&code=a&code=b&iss=${world.company.issuer}`);
  expect(present(answer.headers.get('location'))).toMatch(/error_code=provider_/);
});

test('an API token opens no door of accounts', async () => {
  const admin = world.api((await world.signIn(ada)).session);
  const body = { name: 'HR export', permissions: ['users.read' as const], scope: 'all' as const };
  const { secret } = (await admin.call(createToken, { body })).ok();
  const headers = { authorization: `Bearer ${secret}` };
  const asked: [string, string, object?][] = [
    ['GET', '/user'],
    ['PUT', '/user', { password: 'another good one' }],
    ['POST', '/logout?scope=global'],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['GET', `/user/identities/authorize?provider=${provider}&code_challenge=${'c'.repeat(43)}`],
    ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
  ];
  for (const [method, path, sent] of asked) {
    const answer = await fetch(`${world.url}/auth/v1${path}`, {
      method,
      headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await admin.call(getProfile, {})).status).toBe(200);
});

test('only one header counts, in its one form', async () => {
  const admin = world.api((await world.signIn(ada)).session);
  const body = { name: 'HR export', permissions: ['users.read' as const], scope: 'all' as const };
  const { secret } = (await admin.call(createToken, { body })).ok();
  const ask = async (headers: Record<string, string>) =>
    (await createClient(world.url).raw('GET', '/api/users', undefined, headers)).status;
  expect(await ask({ authorization: `bearer  ${secret}` })).toBe(200);
  const others = [
    { authorization: secret },
    { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` },
    { authorization: `Bearer ${secret}, Bearer ${secret}` },
    { authorization: `Bearer x ${secret}` },
    { authorization: `Token ${secret}` },
    { 'proxy-authorization': `Bearer ${secret}` },
    { 'x-authorization': `Bearer ${secret}` },
    { 'x-forwarded-authorization': `Bearer ${secret}` },
    { 'x-api-key': secret },
  ];
  for (const headers of others) expect([headers, await ask(headers)]).toEqual([headers, 401]);
});

test('a user with two accounts of the provider comes in by each, and keeps the other', async () => {
  const joined = await world.join('double@private.example');
  const browser = world.pkceBrowser();
  await browser.setSession(joined.session);
  const [first, second] = [arrives({ email: 'a@company.example' }), arrives({ email: 'b@company.example' })];
  for (const { sub, email } of [first, second]) {
    world.company.person = { sub, email, email_verified: true };
    expect((await connect(browser)).error).toBeNull();
  }
  const arrived = async ({ sub, email }: typeof first) => {
    world.company.person = { sub, email, email_verified: true };
    return (await world.signInThrough()).data.user?.id;
  };
  expect([await arrived(first), await arrived(second)]).toEqual(Array(2).fill(joined.session.user.id));
  const { data } = await browser.getUserIdentities();
  const own = present(data?.identities.find(({ id }) => id === first.sub));
  expect((await browser.unlinkIdentity(own)).error).toBeNull();
  expect(await arrived(first)).not.toBe(joined.session.user.id);
  expect(await arrived(second)).toBe(joined.session.user.id);
});

describe('where company sign-in is required', () => {
  test('a new email is confirmed by both mailboxes, opens no session, and the user signs in as before', async () => {
    const { email } = arrives();
    const joined = await world.join(email);
    const id = present((await world.signInThrough()).data.user).id;
    expect(id).toBe(joined.session.user.id);
    await setState('required');
    const to = `new-${email}`;
    const { error } = await joined.browser.updateUser({ email: to, current_password: goodPassword });
    expect(error).toBeNull();
    const open = async (mailbox: string) => {
      const token_hash = (await world.emailsTo(mailbox)).at(-1)?.secret;
      const answer = await world.raw('POST', '/verify', { type: 'email_change', token_hash });
      return (await answer.json()) as { msg?: string };
    };
    expect((await open(email)).msg).toBe('Confirmed. Now open the link that was sent to your other mailbox.');
    expect((await open(to)).msg).toBe('Your email is changed. Sign in with Entra: it is required here.');
    const { data } = await world.signInThrough();
    expect(data.user).toMatchObject({ id, email: to });
    const refused = await world.browser().signInWithPassword({ email: to, password: goodPassword });
    expect(refused.error?.code).toBe('email_provider_disabled');
    await setState('on');
  });
});

test.each([
  [['mfa'], 'aal2', 200],
  [['pwd', 'mfa'], 'aal2', 200],
  [['pwd', 'otp'], 'aal1', 403],
  [['MFA'], 'aal1', 403],
  [[], 'aal1', 403],
  [undefined, 'aal1', 403],
])('with amr %o of the provider a session is %s, and a role that requires a second factor answers %i', async (amr, aal, status) => {
  await world.setUp({ is_second_factor_by_amr: true });
  const { sub } = arrives(amr && { amr });
  const before = present((await world.signInThrough()).data.session);
  const admin = world.api((await world.signIn(ada)).session);
  const body = { name: `Guarded ${sub}`, permissions: ['locations.read' as const] };
  const role = (await admin.call(createRole, { body: { ...body, requires_second_factor: true } })).ok();
  const params = { id: before.user.id };
  (await admin.call(replaceUserRoles, { params, body: { role_ids: [role.id] } })).ok();
  const session = present((await world.signInThrough()).data.session);
  expect(claimsOf(session).aal).toBe(aal);
  const answer = await world.api(session).raw('GET', '/api/locations');
  expect(answer.status).toBe(status);
  if (status === 403)
    expect(((await answer.json()) as { code: string }).code).toBe('second_factor_setup_required');
});
