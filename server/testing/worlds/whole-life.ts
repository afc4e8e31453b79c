import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { expect, vi } from 'vitest';
import type { MailCatcher } from '../processes/mail-catcher.ts';
import { connectThrough, startHostileProvider } from '../providers/hostile-provider.ts';
import type { SecretRecorder } from '../requests/secret-recorder.ts';
import { present } from './auth-world.ts';

export const adaAddress = 'ada@northline.example';
/** An email that cannot be delivered. */
export const fullMailbox = 'full@northline.example';

interface Life {
  url: string;
  recorder: SecretRecorder;
  catcher: MailCatcher;
  /** `npm run admin`. */
  runAdmin(...args: string[]): Promise<string>;
}

interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Plays everything that can happen to an account: every way to make one, a forgotten and a changed password, a
 * changed email, a second factor, failed sign-ins, a waiting email, rotated keys, a deactivation. Returns the
 * exported audit log.
 */
export async function playWholeLife(life: Life): Promise<string> {
  const { url, recorder, catcher } = life;
  const browser = () =>
    new AuthClient({
      url: `${url}/auth/v1`,
      fetch: recorder.fetch,
      storageKey: crypto.randomUUID(),
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    });

  async function ask(method: string, path: string, token?: string, body?: unknown): Promise<RawAnswer> {
    const answer = await recorder.fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async function linkTo(address: string, count: number): Promise<string> {
    const email = (await catcher.emailsTo(address, count, 'token_hash=')).at(-1) ?? '';
    recorder.addLinks(email);
    return present(/token_hash=([\w-]+)/.exec(email)?.[1]);
  }

  async function open(token_hash: string, type: 'signup' | 'invite' | 'recovery' | 'email_change') {
    const opened = browser();
    fine(await opened.verifyOtp({ token_hash, type }));
    return opened;
  }

  async function signIn(email: string, password: string) {
    const signedIn = browser();
    fine(await signedIn.signInWithPassword({ email, password }));
    return signedIn;
  }

  async function add(admin: string, email: string, full_name: string, location_ids: string[] = []) {
    return idOf(await ask('POST', '/api/users', admin, { email, full_name, location_ids }));
  }

  /** Ada connects an account of the company; another sign-in stays on its way. */
  async function companySignIn() {
    const provider = await startHostileProvider();
    const client_secret = crypto.randomUUID();
    recorder.add('operator’s key', client_secret);
    const settings = {
      ...{ label: 'Company', issuer: provider.issuer, client_id: 'canopy', client_secret, domains: [] },
      ...{
        is_trusted_for_link: false,
        email_verified: 'required',
        is_second_factor_by_amr: false,
        state: 'on',
      },
    };
    expect((await ask('PUT', '/api/company-sign-in', admin, settings)).status).toBe(200);
    expect(await connectThrough({ provider, url, token: admin, fetch: recorder.fetch })).not.toBe('');
    const query = `provider=custom:main&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
    await recorder.fetch(`${url}/auth/v1/authorize?${query}`, { redirect: 'manual' });
    await provider.close();
  }

  // The first account, and a second one that confirms its email.
  fine(await browser().signUp({ email: adaAddress, password: 'ada: "first" words', ...named('Ada Owner') }));
  const ada = await signIn(adaAddress, 'ada: "first" words');
  const admin = await tokenOf(ada);
  const bea = 'bea@northline.example';
  fine(await browser().signUp({ email: bea, password: 'bea began with this', ...named('Bea Before') }));
  await open(await linkTo(bea, 1), 'signup');
  // Sign-ups without a result: one waits, one is for a known email.
  const waiting = { email: 'waiting@northline.example', password: 'waiting for ever' };
  fine(await browser().signUp({ ...waiting, ...named('Wanda Waiting') }));
  expect((await browser().signInWithPassword(waiting)).error?.code).toBe('email_not_confirmed');
  await linkTo(waiting.email, 1);
  fine(await browser().signUp({ email: bea, password: 'a stranger typed this' }));

  // Invitations, by email and by copied links.
  const location = { name: 'Mill Road', address: '1 Mill Road', city: 'Albany', state: 'NY', zip: '12207' };
  const opened = await ask('POST', '/api/locations', admin, location);
  const zoe = 'zoe@northline.example';
  const zoeId = await add(admin, zoe, 'Zoe Invited', [idOf(opened)]);
  await ask('POST', `/api/users/${zoeId}/invitation`, admin, { by: 'mail' });
  const zoes = await open(await linkTo(zoe, 1), 'invite');
  fine(await zoes.updateUser({ password: 'zoe chose these words' }));
  const kimId = await add(admin, 'kim@northline.example', 'Kim Linked');
  const { text } = await ask('POST', `/api/users/${kimId}/invitation`, admin, { by: 'link' });
  await open(present(/token_hash=([\w-]+)/.exec(text)?.[1]), 'invite');
  const lateId = await add(admin, 'late@northline.example', 'Late Invited');
  await ask('POST', `/api/users/${lateId}/invitation`, admin, { by: 'link' });

  // A forgotten password, reset over a plain link; then a password change.
  fine(await browser().resetPasswordForEmail(bea));
  const recovery = await linkTo(bea, 2);
  await ask('GET', `/auth/v1/verify?type=recovery&token=${recovery}`);
  const recovered = present([...recorder.known('access token')].findLast((token) => token.includes('.')));
  expect((await ask('PUT', '/auth/v1/user', recovered, { password: 'bea remembered anew' })).status).toBe(
    200,
  );
  const beas = await signIn(bea, 'bea remembered anew');
  const changed = { password: 'bea changed it again', current_password: 'bea remembered anew' };
  fine(await beas.updateUser(changed));
  // One that nobody uses.
  fine(await browser().resetPasswordForEmail(zoe));
  await linkTo(zoe, 2);

  // A changed email, confirmed by both mailboxes; and one that waits for the second.
  const moved = 'bea.moved@northline.example';
  fine(await beas.updateUser({ email: moved, current_password: changed.password }));
  await open(await linkTo(bea, 3), 'email_change');
  await open(await linkTo(moved, 1), 'email_change');
  fine(
    await zoes.updateUser({
      email: 'zoe.moved@northline.example',
      current_password: 'zoe chose these words',
    }),
  );
  await linkTo('zoe.moved@northline.example', 1);
  await linkTo(zoe, 3);

  await guard(beas);
  const codes = present((await beas.mfa.recoveryCodes.generate()).data).codes;
  const again = await signIn(moved, changed.password);
  fine(await again.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }));
  fine(await again.mfa.recoveryCodes.regenerate());
  const { data } = await again.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun' });
  fine(await again.mfa.challenge({ factorId: present(data).id }));
  fine(await beas.refreshSession());
  fine(await beas.refreshSession());

  // Failures: each contains a secret, in its own place or in another one.
  for (const email of [moved, 'nobody@northline.example', 'typed in the wrong field']) {
    expect(
      (await browser().signInWithPassword({ email, password: 'no, it was another' })).error,
    ).not.toBeNull();
  }
  recorder.add('password', 'typed in the wrong field');
  recorder.add('password', 'in a broken request');
  const broken = '{"email":"bea@northline.example","password":"in a broken request"';
  expect((await ask('POST', '/auth/v1/signup', undefined, broken)).status).toBe(400);
  const [access, refresh] = await tokensOf(beas);
  expect((await ask('GET', `/api/users?access_token=${access}`)).status).toBe(401);
  expect((await ask('GET', `/api/${access}`)).status).toBe(404);
  expect((await ask('GET', `/auth/v1/verify?token=${refresh}&type=signup`)).status).toBe(303);
  expect(
    (
      await ask('POST', '/auth/v1/token?grant_type=refresh_token', undefined, {
        refresh_token: `${refresh}x`,
      })
    ).status,
  ).toBe(400);
  expect((await ask('GET', '/api/users', await tokenOf(zoes))).status).toBe(403);

  // So many attempts that the audit log does not list them all.
  for (let n = 0; n < 12; n++) {
    await browser().signInWithPassword({ email: 'target@northline.example', password: 'no, it was another' });
  }

  // A waiting email, which the administrator reads.
  fine(await browser().signUp({ email: fullMailbox, password: 'its mailbox is full' }));
  const unsent = await vi.waitFor(
    async () => {
      const { text: mails } = await ask('GET', '/api/mails', admin);
      const listed = (JSON.parse(mails) as { mails: { id: string; to: string }[] }).mails;
      return present(listed.find(({ to }) => to === fullMailbox));
    },
    { timeout: 60_000, interval: 200 },
  );
  expect((await ask('GET', `/api/mails/${unsent.id}`, admin)).text).toContain('token_hash=');

  // The operator's commands, beside the running server.
  recorder.addLinks(
    await life.runAdmin('--email', 'second.admin@northline.example', '--name', 'Olga Operator', '--yes'),
  );
  await life.runAdmin('--rotate-keys');
  fine(await ada.getUser());
  await signIn(adaAddress, 'ada: "first" words');

  // Users who sign out, and users who are signed out.
  expect((await ask('PATCH', `/api/users/${kimId}`, admin, { is_active: false })).status).toBe(200);
  expect((await ask('POST', '/auth/v1/logout?scope=global', await tokenOf(zoes))).status).toBe(204);
  await companySignIn();
  const exported = await ask('GET', '/api/audit.csv', admin);
  expect(exported.status).toBe(200);
  return exported.text + (await ask('GET', '/api/audit?limit=200', admin)).text;
}

async function guard(browser: GoTrueClient) {
  const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const { id: factorId, totp } = present(data);
  const code = TOTP.generate({ secret: Secret.fromBase32(totp.secret) });
  fine(await browser.mfa.challengeAndVerify({ factorId, code }));
}

async function tokensOf(browser: GoTrueClient) {
  const { access_token, refresh_token } = present((await browser.getSession()).data.session);
  return [access_token, refresh_token] as const;
}

async function tokenOf(browser: GoTrueClient) {
  return (await tokensOf(browser))[0];
}

function idOf({ text }: RawAnswer): string {
  return (JSON.parse(text) as { id: string }).id;
}

function named(full_name: string) {
  return { options: { data: { full_name } } };
}

function fine({ error }: { error: Error | null }) {
  if (error) throw error;
}
