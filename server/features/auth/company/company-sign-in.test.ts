import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProviderSignOut } from '../../../../contract/company-sign-in.ts';
import { present } from '../../../testing/worlds/auth-world.ts';
import { type CompanyWorld, provider, startCompanyWorld } from '../../../testing/worlds/company-world.ts';
import { claimsOf } from '../../../testing/worlds/factor-world.ts';

let world: CompanyWorld;

beforeAll(async () => {
  world = await startCompanyWorld();
  await world.setUp();
});
afterAll(() => world.close());

const arrives: CompanyWorld['arrives'] = (given) => world.arrives({ name: 'Grace Hopper', ...given });

test('a new user signs in with the unmodified client and has no role and no location', async () => {
  const { email } = arrives();
  const { data, error } = await world.signInThrough();
  expect(error).toBeNull();
  const session = present(data.session);
  expect(session.user).toMatchObject({ email, app_metadata: { providers: ['email', provider] } });
  expect(session.user.app_metadata).not.toHaveProperty('needs_password');
  expect(claimsOf(session)).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  const profile = await (await world.api(session).raw('GET', '/api/profile')).json();
  expect(profile).toMatchObject({ email, full_name: 'Grace Hopper', roles: [], permissions: [] });
});

test('the same person comes back to the same user', async () => {
  arrives();
  const first = present((await world.signInThrough()).data.user).id;
  expect(present((await world.signInThrough()).data.user).id).toBe(first);
});

test('signInWithSSO finds the provider by the domain of the company', async () => {
  arrives();
  const browser = world.pkceBrowser();
  const { data, error } = await browser.signInWithSSO({
    domain: 'company.example',
    options: { skipBrowserRedirect: true },
  });
  expect(error).toBeNull();
  const page = await world.travel(present(data).url);
  const exchanged = await browser.exchangeCodeForSession(present(page.searchParams.get('code')));
  expect(exchanged.error).toBeNull();
  const unknown = await browser.signInWithSSO({ domain: 'other.example' });
  expect(unknown.error?.code).toBe('sso_provider_not_found');
});

test('a code works once, and only in the browser that began', async () => {
  arrives();
  const browser = world.pkceBrowser();
  const { data } = await browser.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
  const page = await world.travel(present(data.url).replace(world.url, world.app.config.public_url));
  const code = present(page.searchParams.get('code'));
  const other = world.pkceBrowser();
  await other.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
  expect((await other.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
  expect((await browser.exchangeCodeForSession(code)).error).toBeNull();
  await browser.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
  expect((await browser.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
});

test('a user connects and disconnects an account of the provider, and signs in by it meanwhile', async () => {
  const joined = await world.join('linus@private.example');
  arrives({ email: 'somebody@else.example' });
  const browser = world.pkceBrowser();
  await browser.setSession(joined.session);
  const { data, error } = await browser.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
  expect(error).toBeNull();
  const page = await world.travel(present(data.url));
  const linked = await browser.exchangeCodeForSession(present(page.searchParams.get('code')));
  expect(linked.data.user?.id).toBe(joined.session.user.id);
  expect((await world.emailsTo('linus@private.example')).at(-1)?.subject).toBe(
    'Entra is connected to your Canopy account',
  );

  const through = await world.signInThrough();
  expect(through.data.user?.id).toBe(joined.session.user.id);
  const { data: identities } = await browser.getUserIdentities();
  expect(identities?.identities.map((one) => one.provider)).toEqual(['email', provider]);
  const removed = await browser.unlinkIdentity(present(identities?.identities[1]));
  expect(removed.error).toBeNull();
  await expect(world.signInThrough()).resolves.toMatchObject({ error: { code: 'email_not_of_company' } });
});

test('the only way to sign in is not disconnected', async () => {
  arrives();
  const browser = world.pkceBrowser();
  await world.signInThrough(browser);
  const { data } = await browser.getUserIdentities();
  const { error } = await browser.unlinkIdentity(present(data?.identities[1]));
  expect(error?.code).toBe('single_identity_not_deletable');
});

test('an account of the provider that another user has is not connected', async () => {
  arrives();
  await world.signInThrough();
  const joined = await world.join('second@private.example');
  const browser = world.pkceBrowser();
  await browser.setSession(joined.session);
  const { data } = await browser.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
  const page = await world.travel(present(data.url));
  const linked = await browser.exchangeCodeForSession(present(page.searchParams.get('code')));
  expect(linked.error?.code).toBe('identity_already_exists');
});

test('signing out of the provider ends the sessions that it began, and those only', async () => {
  const { email } = arrives();
  const { data } = await world.signInThrough();
  const session = present(data.session);
  const { url } = (await world.api(session).call(getProviderSignOut, {})).ok();
  const signOut = new URL(present(url));
  expect(signOut.origin).toBe(world.company.issuer);
  expect(claimsOf({ access_token: present(signOut.searchParams.get('id_token_hint')) })).toMatchObject({
    email,
  });

  const { iss, sub, sid } = claimsOf({ access_token: present(signOut.searchParams.get('id_token_hint')) });
  const sent = await world.company.sendLogout({ iss, sub, sid: `another ${sid}` });
  expect(sent.status).toBe(200);
  expect((await world.browser().getUser(session.access_token)).error).toBeNull();
  expect((await world.company.sendLogout({ iss, sub, sid })).status).toBe(200);
  expect((await world.browser().getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError');
});

test.each([
  ['of another audience', { aud: 'somebody' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['with a nonce, as an ID token has one', { nonce: 'n' }],
  ['without the event', { events: {} }],
  ['that is old', { iat: Math.floor(Date.now() / 1000) - 4000 }],
  ['that names nobody', { sub: undefined, sid: undefined }],
])('a logout token %s ends nothing', async (_, claims) => {
  arrives();
  const session = present((await world.signInThrough()).data.session);
  const sub = world.company.person.sub;
  expect((await world.company.sendLogout({ sub, ...claims })).status).toBe(400);
  expect((await world.browser().getUser(session.access_token)).error).toBeNull();
});
