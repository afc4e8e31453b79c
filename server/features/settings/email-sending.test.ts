import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { getAppConfig, listEmails, sendEmailAgain, sendTestEmail } from '../../../contract/settings.ts';
import { createUser, replaceUserRoles } from '../../../contract/users.ts';
import { type MailCatcher, startMailCatcher } from '../../testing/processes/mail-catcher.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

const to = 'kofi@northline.example';
let refusal: string | null = null;
let catcher: MailCatcher;
let world: World;
beforeAll(async () => {
  catcher = await startMailCatcher({ refuse: () => refusal });
  world = await startWorld({ env: { SMTP_URL: `smtp://${catcher.address}` } });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

/** Enqueues an email, and returns its row once delivery was tried. */
async function deliver(from: World, text: string) {
  const { app, ada } = from;
  const id = await app.database.write((tx) => app.mailer.enqueue(tx, { to, subject: 'Hello', text }));
  await app.mailer.deliverDue();
  return { params: { id }, row: await rowOf(ada, id) };
}

async function rowOf(client: World['ada'], id: string) {
  return (await client.call(listEmails, {})).ok().mails.find((email) => email.id === id);
}

describe('an email', () => {
  test('sendEmailAgain sends an email that failed', async () => {
    refusal = '550 5.1.1 No such mailbox';
    const { params, row } = await deliver(world, 'Once more');
    expect(row).toMatchObject({ state: 'failed', last_error: expect.stringContaining(refusal) });
    refusal = null;
    expect((await world.ada.call(sendEmailAgain, { params })).ok()).toMatchObject({ to, state: 'pending' });
    await expect.poll(async () => (await rowOf(world.ada, params.id))?.state).toBe('sent');
    expect((await catcher.emailsTo(to, 1))[0]).toContain('Once more');
    expect(await rowOf(world.ada, params.id)).toMatchObject({ last_error: null });
    const { entries } = (await world.ada.call(listAudit, { query: { action: 'mail.sent_again' } })).ok();
    expect(entries[0]).toMatchObject({ sentence: 'Ada Owner sent the email "Hello" again' });
  });

  test('sendEmailAgain sends an email that is pending', async () => {
    refusal = '451 4.3.0 Try later';
    const { params, row } = await deliver(world, 'At once');
    expect(row?.state).toBe('pending');
    refusal = null;
    (await world.ada.call(sendEmailAgain, { params })).ok();
    await expect.poll(async () => (await rowOf(world.ada, params.id))?.state).toBe('sent');
  });

  test('sendEmailAgain sends an email that was kept before there was a mail server', async () => {
    refusal = '451 4.3.0 Try later';
    const { params } = await deliver(world, 'Kept');
    await world.app.database.write((tx) =>
      tx.updateTable('mail_outbox').set({ state: 'kept' }).where('id', '=', params.id).execute(),
    );
    refusal = null;
    (await world.ada.call(sendEmailAgain, { params })).ok();
    await expect.poll(async () => (await rowOf(world.ada, params.id))?.state).toBe('sent');
  });

  test('sendEmailAgain refuses an email that was sent, whose text is gone', async () => {
    const { params } = await deliver(world, 'Sent');
    expect((await world.ada.call(sendEmailAgain, { params })).problem()).toMatchObject({
      code: 'conflict',
      detail: 'This email was sent already, and its text is gone.',
    });
  });

  test('sendEmailAgain refuses actors without access to all locations', async () => {
    const reader = await world.newUser('Rita Reader', [], [world.locations.millRoad]);
    const role_ids = [await ownRole(world, 'email desk', ['mail.read'])];
    (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
    const { params } = await deliver(world, 'Not by everybody');
    expect((await reader.call(sendEmailAgain, { params })).status).toBe(403);
    expect((await reader.call(sendTestEmail, {})).status).toBe(403);
    const nobodys = { id: crypto.randomUUID() };
    expect((await world.ada.call(sendEmailAgain, { params: nobodys })).status).toBe(404);
  });
});

describe('a test email', () => {
  test('sendTestEmail sends to the actor, and returns the answer of the mail server', async () => {
    refusal = null;
    const answer = (await world.ada.call(sendTestEmail, {})).ok();
    expect(answer).toMatchObject({ to: world.ada.email, is_accepted: true });
    expect(answer.answer).toMatch(/^250 /);
    expect((await catcher.emailsTo(world.ada.email, 1))[0]).toContain('This is a test email from Canopy.');
  });

  test('sendTestEmail returns why the mail server refused', async () => {
    refusal = '554 5.7.1 Relay access denied';
    expect((await world.ada.call(sendTestEmail, {})).ok()).toMatchObject({
      is_accepted: false,
      answer: expect.stringContaining('554 5.7.1 Relay access denied'),
    });
    refusal = null;
  });
});

test('sendEmailAgain and sendTestEmail refuse without a mail server', async () => {
  const own = await startWorld();
  try {
    expect((await own.nobody.call(getAppConfig, {})).ok().sends_email).toBe(false);
    expect((await world.nobody.call(getAppConfig, {})).ok().sends_email).toBe(true);
    const { params, row } = await deliver(own, 'Kept');
    expect(row?.state).toBe('kept');
    const detail = 'This server has no mail server. Set SMTP_URL and restart it.';
    for (const answer of [
      await own.ada.call(sendEmailAgain, { params }),
      await own.ada.call(sendTestEmail, {}),
    ]) {
      expect(answer.problem()).toMatchObject({ code: 'conflict', detail });
    }
  } finally {
    await own.close();
  }
});

test('the audit log says that somebody was invited by email only where there is a mail server', async () => {
  const own = await startWorld();
  try {
    const sentences = [];
    for (const { ada } of [world, own]) {
      const body = { email: 'nora@northline.example', full_name: 'Nora New' };
      const { id } = (await ada.call(createUser, { body })).ok();
      (await ada.call(sendInvitation, { params: { id }, body: { by: 'mail' } })).ok();
      const query = { action: 'invitation.sent' } as const;
      sentences.push((await ada.call(listAudit, { query })).ok().entries[0]?.sentence);
    }
    expect(sentences).toEqual([
      'Ada Owner invited Nora New by email',
      'Ada Owner created an invitation for Nora New',
    ]);
  } finally {
    await own.close();
  }
});

test('sendTestEmail refuses a user who sends many in a row', async () => {
  const limited = await startWorld({ env: { SMTP_URL: `smtp://${catcher.address}`, RATE_LIMITS: 'on' } });
  try {
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await limited.ada.call(sendTestEmail, {})).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});
