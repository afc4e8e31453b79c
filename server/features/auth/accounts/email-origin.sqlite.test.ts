import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetSecondFactor } from '../../../../contract/auth/second-factor.ts';
import { updateCompanySignIn } from '../../../../contract/company-sign-in.ts';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { correctEmail, createUser } from '../../../../contract/users.ts';
import type { Email } from '../../../platform/email/mailer.ts';
import { connectThrough, startHostileProvider } from '../../../testing/providers/hostile-provider.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { ada, goodPassword, present } from '../../../testing/worlds/auth-world.ts';
import { type FactorWorld, startFactorWorld } from '../../../testing/worlds/factor-world.ts';

const site = 'https://canopy.example.com';

/** Headers by which a request can claim another host. */
const said = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '6666',
  'x-forwarded-prefix': '/evil',
  'x-original-host': 'evil.example',
  'x-original-url': '/evil',
  'x-host': 'evil.example',
  forwarded: 'host=evil.example;proto=gopher',
  origin: 'https://evil.example',
  referer: 'https://evil.example/login',
};

let world: FactorWorld;
beforeAll(async () => {
  // The server runs behind a proxy that passes on every header.
  const env = { PUBLIC_URL: site, FIRST_ADMIN_EMAIL: ada, TRUST_PROXY: '1', RATE_LIMITS: 'on' };
  world = await startFactorWorld({ env, withoutAda: true });
  // Sent by hand, because the client sets the true Host.
  world.server.server.prependListener('request', ({ headers }) => void Object.assign(headers, said));
});
afterAll(() => world.close());

test('emails and copied invite links never contain a host that a request claimed', async () => {
  const admin = await joinAdmin();
  await signUpAndRecover();
  await changeAddress();
  await invite(admin);
  await correctEmails(admin);
  await setUpSecondFactor(admin);
  await connectAndDisconnect(admin);
  await world.app.mailer.deliverDue();

  const emails = await allEmails();
  const sent = emails.map(({ subject, text }) => `${subject}: ${text.slice(0, 30)}`);
  for (const { name, email } of await kindsOfEmail()) {
    const start = `${email.subject}: ${email.text.slice(0, 30)}`;
    expect(sent, `${name} was not tried`).toContain(start);
  }
  for (const { subject, text } of emails) {
    const links = text.match(/\S+:\/\/\S+/g) ?? [];
    expect(
      links.filter((link) => new URL(link).origin !== site),
      subject,
    ).toEqual([]);
  }
  // The messages as they are sent, with sender and every header.
  const outbox = join(world.app.config.data_dir, 'outbox');
  const files = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  expect(files.length).toBe(emails.length);
  // Without the line ends of quoted-printable and without the tokens, because a random token may contain any short
  // word.
  const readable = files.map((text) =>
    text.replace(/=\r?\n/g, '').replace(/(?<=token_hash=3D)[\w-]{43}/g, 'token'),
  );
  for (const text of readable) expect(text).not.toMatch(/evil|gopher|:6666/i);
});

/** Every function in an `*emails.ts` file of features/auth that writes an email. */
async function kindsOfEmail() {
  const folder = resolve(import.meta.dirname, '..');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /emails\.ts$/.test(file),
  );
  expect(names.length).toBeGreaterThan(1);
  // The invitation takes an object; the others take text or nothing.
  const invitation = { name: ada, location_names: [] };
  const modules = await Promise.all(names.map((file) => import(join(folder, file))));
  const writers = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  return writers.flatMap(([name, write]) => {
    if (!/Email$/.test(name) || typeof write !== 'function') return [];
    return [{ name, email: write(world.app.config, 'to@x.example', 'one', invitation) as Email }];
  });
}

async function allEmails() {
  const rows = await world.app.database.read.selectFrom('mail_outbox').selectAll().execute();
  return rows.map((row) => ({ subject: row.subject, text: present(world.app.mailer.readText(row.body)) }));
}

async function joinAdmin(): Promise<Client> {
  await world.browser().signUp({ email: ada, password: goodPassword });
  const { secret } = await world.emailTo(ada);
  const browser = world.browser();
  const { data } = await browser.verifyOtp({ token_hash: secret, type: 'signup' });
  expect((await browser.updateUser({ password: goodPassword })).error).toBeNull();
  return world.api(present(data.session));
}

async function signUpAndRecover() {
  const { email } = await world.newUser();
  await world.browser().signUp({ email, password: goodPassword });
  const waiting = 'waiting@northline.example';
  await world.browser().signUp({ email: waiting, password: goodPassword });
  await world.browser().resend({ type: 'signup', email: waiting });
  await world.emailTo(waiting, 2);
  const browser = await world.recover(email);
  expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull();
}

async function changeAddress() {
  const { email, browser } = await world.newUser();
  const change = async (to: string) => {
    // Emails of the same millisecond have no defined order.
    world.clock.ms += 1000;
    const { error } = await browser.updateUser({ email: to, current_password: goodPassword });
    expect(error).toBeNull();
  };
  await change(ada);
  const wanted = 'moved@northline.example';
  await change(wanted);
  world.clock.ms += 1000;
  await world.browser().resend({ type: 'email_change', email });
  const links = [await world.emailTo(wanted, 2), await world.emailTo(email, 4)];
  for (const { secret } of links) {
    const { error } = await world.browser().verifyOtp({ token_hash: secret, type: 'email_change' });
    expect(error).toBeNull();
  }
}

async function invite(admin: Client) {
  const body = { email: 'invited@northline.example', full_name: 'In Vited' };
  const params = { id: (await admin.call(createUser, { body })).ok().id };
  (await admin.call(sendInvitation, { params, body: { by: 'mail' } })).ok();
  await world.app.mailer.deliverDue();
  const { link } = (await admin.call(sendInvitation, { params, body: { by: 'link' } })).ok();
  expect(new URL(present(link)).origin).toBe(site);
}

async function correctEmails(admin: Client) {
  const body = { email: 'mistyped@northline.example', full_name: 'Miss Typed' };
  const params = { id: (await admin.call(createUser, { body })).ok().id };
  (await admin.call(sendInvitation, { params, body: { by: 'mail' } })).ok();
  await world.app.mailer.deliverDue();
  (await admin.call(correctEmail, { params, body: { email: 'typed@northline.example' } })).ok();
  const { session } = await world.newUser();
  const joined = { id: session.user.id };
  (await admin.call(correctEmail, { params: joined, body: { email: 'right@northline.example' } })).ok();
}

async function connectAndDisconnect(admin: Client) {
  const provider = await startHostileProvider();
  const body = {
    ...{ label: 'one', issuer: provider.issuer, client_id: 'canopy', client_secret: 'secret', domains: [] },
    ...{ is_trusted_for_link: false, email_verified: 'required' as const, is_second_factor_by_amr: false },
    state: 'on' as const,
  };
  (await admin.call(updateCompanySignIn, { body })).ok();
  const { session } = await world.newUser();
  const id = await connectThrough({ provider, url: world.url, token: session.access_token });
  const removed = await world.api(session).raw('DELETE', `/auth/v1/user/identities/${id}`);
  expect(removed.status).toBe(200);
  await provider.close();
}

async function setUpSecondFactor(admin: Client) {
  const { email, browser, factorId, session } = await world.guarded();
  const codes = present((await browser.mfa.recoveryCodes.generate()).data).codes;
  const half = await world.signIn(email);
  const enter = (code: string) => half.browser.mfa.recoveryCodes.verify({ code });
  for (let tries = 0; tries < 6; tries++) expect((await enter('0000')).error).not.toBeNull();
  expect((await enter(present(codes[0]))).error).toBeNull();
  expect((await browser.mfa.unenroll({ factorId })).error).toBeNull();
  await world.setUp(browser);
  (await admin.call(resetSecondFactor, { params: { id: session.user.id } })).ok();
}
