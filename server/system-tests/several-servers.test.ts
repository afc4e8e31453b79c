import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendInvitation } from '../../contract/invitations.ts';
import { getProfile } from '../../contract/profile.ts';
import { createUser } from '../../contract/users.ts';
import { type MailCatcher, startMailCatcher } from '../testing/processes/mail-catcher.ts';
import { createClient } from '../testing/requests/client.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let mails: MailCatcher;
let world: World;
/** A second server on the same database, with the same key and addresses. */
let other: TestApp;
beforeAll(async () => {
  mails = await startMailCatcher();
  const env = { SMTP_URL: `smtp://${mails.address}`, RATE_LIMITS: 'on' };
  world = await startWorld({ env });
  const { data_dir, database_url } = world.app.config;
  other = await startTestApp({
    env,
    reuse: { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) },
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
  await mails.close();
});

test('two servers share the limit of wrong passwords', async () => {
  const body = { email: 'nobody@northline.example', password: 'a wrong one' };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const { url } = n % 2 === 0 ? world : other;
    const path = '/auth/v1/token?grant_type=password';
    statuses.push((await createClient(url).raw('POST', path, body)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('a session is valid at both servers, and ends at both', async () => {
  const user = await world.newUser('Max Mover');
  const elsewhere = createClient(other.url, user.token);
  expect((await elsewhere.call(getProfile, {})).ok().email).toBe(user.email);
  expect((await elsewhere.raw('POST', '/auth/v1/logout?scope=local', {})).status).toBe(204);
  expect((await user.call(getProfile, {})).status).toBe(401);
});

test('two servers that deliver at the same moment send each email once', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `invited.${n}@northline.example`);
  for (const email of emails) {
    const { id } = (await world.ada.call(createUser, { body: { email, full_name: 'Invited' } })).ok();
    (await world.ada.call(sendInvitation, { params: { id }, body: { by: 'mail' } })).ok();
  }
  const servers = [world.app, other.app, world.app, other.app];
  await Promise.all(servers.map(({ mailer }) => mailer.deliverDue()));
  await Promise.all(servers.map(({ mailer }) => mailer.deliverDue()));
  for (const email of emails) await mails.emailsTo(email, 1);
});
