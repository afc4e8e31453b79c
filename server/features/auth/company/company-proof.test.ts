import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '../../../../contract/company-sign-in.ts';
import { createRole } from '../../../../contract/roles.ts';
import { createToken } from '../../../../contract/tokens.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { ada, present } from '../../../testing/worlds/auth-world.ts';
import { type CompanyWorld, provider, startCompanyWorld } from '../../../testing/worlds/company-world.ts';
import { claimsOf } from '../../../testing/worlds/factor-world.ts';

let world: CompanyWorld;
let shiftMs = 0;
const quarterMs = 15 * 60_000;

beforeAll(async () => {
  world = await startCompanyWorld({ now: () => new Date(Date.now() + shiftMs) });
  await world.setUp();
});
afterAll(() => world.close());

/** Of a user without a password, who may read. */
async function arrives(sub: string) {
  world.company.person = { sub, email: `${sub}@company.example`, email_verified: true };
  const browser = world.pkceBrowser();
  const session = present((await world.signInThrough(browser)).data.session);
  const admin = world.api((await world.signIn(ada)).session);
  const body = { name: `Reader ${sub}`, permissions: ['locations.read' as const] };
  const role = (await admin.call(createRole, { body })).ok();
  const params = { id: session.user.id };
  (await admin.call(replaceUserRoles, { params, body: { role_ids: [role.id] } })).ok();
  return { browser, session };
}

async function makesToken(session: Session): Promise<string> {
  const body = { name: 'HR export', permissions: ['locations.read' as const], scope: 'all' as const };
  const answer = await world.api(session).call(createToken, { body });
  return answer.status === 200 ? 'made' : answer.problem().code;
}

type Browser = Awaited<ReturnType<typeof arrives>>['browser'];

async function signsInAgain(browser: Browser) {
  const options = { skipBrowserRedirect: true, queryParams: { max_age: '900' } };
  const { data } = await browser.linkIdentity({ provider, options });
  const url = new URL(present(data.url));
  const page = await world.travel(url.href);
  const { error, data: done } = await browser.exchangeCodeForSession(present(page.searchParams.get('code')));
  return { asked: url.searchParams, outcome: error?.code ?? 'proven', session: done.session };
}

test('a user without a password proves who they are by a new sign-in at the provider, in the same session', async () => {
  const { browser, session } = await arrives('grace');
  expect(session.user.app_metadata).toMatchObject({ has_password: false });
  expect(await makesToken(session)).toBe('password_needed');
  expect((await browser.updateUser({ password: 'a new and long one' })).error?.code).toBe(
    'reauthentication_needed',
  );
  expect((await browser.updateUser({ email: 'grace@other.example' })).error?.code).toBe(
    'reauthentication_needed',
  );
  expect((await browser.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');

  const again = await signsInAgain(browser);
  expect(Object.fromEntries(again.asked)).toMatchObject({ max_age: '900', prompt: 'login' });
  expect(again.outcome).toBe('proven');
  expect(claimsOf(present(again.session)).session_id).toBe(claimsOf(session).session_id);
  expect(await makesToken(session)).toBe('made');
  expect((await browser.updateUser({ password: 'a new and long one' })).error).toBeNull();

  shiftMs += quarterMs + 1000;
  expect(await makesToken(session)).toBe('password_needed');
  shiftMs = 0;
});

test('another account of the provider proves nothing, and is not connected', async () => {
  const { browser, session } = await arrives('linus');
  for (const sub of ['nobody-knows', 'grace']) {
    world.company.person = { sub, email: 'linus@company.example', email_verified: true };
    expect((await signsInAgain(browser)).outcome).toBe('identity_not_yours');
  }
  expect(await makesToken(session)).toBe('password_needed');
  const { data } = await browser.getUserIdentities();
  expect(data?.identities).toHaveLength(2);
});

test('the settings of company sign-in are saved with recent proof only', async () => {
  const { session } = await world.signIn(ada);
  const admin = world.api(session);
  const { provider: saved } = (await admin.call(contract.getCompanySignIn, {})).ok();
  const { has_secret: _, updated_at, ...body } = present(saved);
  shiftMs += quarterMs + 1000;
  for (const change of [
    { client_secret: 'stolen' },
    { issuer: 'https://evil.example' },
    { state: 'off' as const },
  ]) {
    const answer = await admin.call(contract.updateCompanySignIn, { body: { ...body, ...change } });
    expect(answer.problem()).toMatchObject({ status: 403, code: 'password_needed' });
  }
  shiftMs = 0;
  const after = (await admin.call(contract.getCompanySignIn, {})).ok().provider;
  expect(after?.updated_at).toBe(updated_at);
});
