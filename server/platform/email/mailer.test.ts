import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function started(env: Record<string, string> = {}, now?: () => Date): Promise<TestApp> {
  const testApp = await startTestApp({ env, ...(now && { now }) });
  closers.push(testApp.close);
  return testApp;
}

interface Received {
  from: string;
  to: string[];
  raw: string;
}

type Step = 'login' | 'sender' | 'recipient' | 'message';
type Answer = (Error & { responseCode?: number }) | null;

/** A refusal of the mail server: '550 5.1.1 No such mailbox'. */
function refusal(text: string): Answer {
  return Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
}

/** An SMTP server on loopback with a login; `answer` may refuse a step. */
async function smtpServer(answer: (step: Step) => Answer = () => null) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(answer('login'), { user: 'canopy' }),
    onMailFrom: (_address, _session, done) => done(answer('sender')),
    onRcptTo: (_address, _session, done) => done(answer('recipient')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = answer('message');
        if (refused) return callback(refused);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('No port');
  return { url: `smtp://canopy:secret@127.0.0.1:${address.port}`, received };
}

const email = {
  to: 'zoë@northline.example',
  subject: 'Grüße & <Café>',
  text: 'Open this:\nhttps://x.example/?a=1\n',
};

const outboxRow = (testApp: TestApp) =>
  testApp.app.database.read.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();

test('the mailer delivers an email over SMTP after the commit, and deletes its text', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url, MAIL_FROM: 'canopy@northline.example' });
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(1);
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = smtp.received;
  expect({ from, to }).toEqual({ from: 'canopy@northline.example', to: [email.to] });
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({ subject: email.subject, from: { name: 'Canopy' } });
  expect(parsed.text?.trim()).toBe(email.text.trim());
  expect(await outboxRow({ app } as TestApp)).toMatchObject({ state: 'sent', body: null, attempts: 1 });
});

test('the mailer sends to exactly one mailbox, whatever the email contains', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url });
  // No form accepts these emails, but rows of an older release may contain them.
  const odd = ['x;victim@northline.example', 'x:victim@northline.example', 'victim(1)@northline.example'];
  for (const to of odd) await app.database.write((tx) => app.mailer.enqueue(tx, { ...email, to }));
  await app.mailer.deliverDue();
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain('victim@northline.example');
});

test('the mailer never sends an email of a failed transaction', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url });
  const failing = app.database.write(async (tx) => {
    await app.mailer.enqueue(tx, email);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await app.mailer.deliverDue();
  expect(smtp.received).toEqual([]);
});

test('the mailer tries again after a temporary refusal, and not after a final one', async () => {
  let refused = refusal('451 busy');
  const smtp = await smtpServer((step) => (step === 'recipient' ? refused : null));
  let time = Date.now();
  const testApp = await started({ SMTP_URL: smtp.url }, () => new Date(time));
  const { app } = testApp;
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  await app.mailer.deliverDue();
  expect(await outboxRow(testApp)).toMatchObject({ state: 'pending', attempts: 1 });
  await app.mailer.deliverDue();
  expect((await outboxRow(testApp)).attempts).toBe(1);
  time += 3_600_000;
  refused = refusal('550 no such mailbox');
  await app.mailer.deliverDue();
  const failed = await outboxRow(testApp);
  expect(failed).toMatchObject({ state: 'failed', attempts: 2 });
  expect(failed.last_error).toContain('no such mailbox');
});

test.each<[string, Step, string]>([
  ['the login', 'login', '535 5.7.8 Bad credentials'],
  ['the sender', 'sender', '550 5.7.1 Sender not allowed'],
  ['to relay', 'recipient', '554 5.7.1 Relay access denied'],
  ['without a login', 'recipient', '530 5.7.0 Authentication required'],
  ['the domain that sends', 'message', '550 5.7.26 Unauthenticated email is not accepted'],
  ['the message without saying why', 'message', '554 Transaction failed'],
])('the mailer keeps an email while the mail server refuses %s, which the operator can fix', async (_, at, text) => {
  let isFixed = false;
  const smtp = await smtpServer((step) => (step === at && !isFixed ? refusal(text) : null));
  let nowMs = Date.parse('2035-01-02T00:00:00.000Z');
  const testApp = await started({ SMTP_URL: smtp.url }, () => new Date(nowMs));
  const { app } = testApp;
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  for (let hour = 0; hour < 12; hour++) {
    await app.mailer.deliverDue();
    nowMs += 3_600_000;
  }
  const waiting = await outboxRow(testApp);
  expect(waiting).toMatchObject({ state: 'pending', attempts: 12 });
  expect(waiting.last_error).toContain(text);
  isFixed = true;
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(1);
  expect(await outboxRow(testApp)).toMatchObject({ state: 'sent', last_error: null });
});

test.each<[string, Step, string]>([
  ['the mailbox', 'recipient', '550 5.1.1 No such mailbox'],
  ['the mailbox in a word', 'recipient', '550 No'],
  ['a mailbox that is closed', 'recipient', '550 5.2.1 Mailbox disabled'],
  ['the mailbox after the message', 'message', '550 5.1.1 No such mailbox'],
  ['a message that is too large for it', 'message', '552 5.2.3 Message too large'],
])('the mailer gives up an email when the mail server refuses %s', async (_, at, text) => {
  const smtp = await smtpServer((step) => (step === at ? refusal(text) : null));
  const testApp = await started({ SMTP_URL: smtp.url });
  await testApp.app.database.write((tx) => testApp.app.mailer.enqueue(tx, email));
  await testApp.app.mailer.deliverDue();
  const failed = await outboxRow(testApp);
  expect(failed).toMatchObject({ state: 'failed', attempts: 1 });
  expect(failed.last_error).toContain(text);
});

test('the mailer tries one email at a time with a mail server that refuses everybody', async () => {
  let logins = 0;
  const smtp = await smtpServer((step) => {
    if (step === 'login') logins += 1;
    return step === 'login' ? refusal('535 5.7.8 Bad credentials') : null;
  });
  const { app } = await started({ SMTP_URL: smtp.url });
  await app.database.write(async (tx) => {
    for (let count = 0; count < 5; count++) await app.mailer.enqueue(tx, email);
  });
  await app.mailer.deliverDue();
  const before = logins;
  expect(before).toBeLessThan(3);
  await app.mailer.deliverDue();
  expect(logins - before).toBe(1);
});

test('the mailer sends with the name of MAIL_FROM, or the name of the product', async () => {
  const smtp = await smtpServer();
  const senders = [];
  for (const MAIL_FROM of ['Northline Stores <canopy@northline.example>', 'canopy@northline.example']) {
    const { app } = await started({ SMTP_URL: smtp.url, MAIL_FROM });
    await app.database.write((tx) => app.mailer.enqueue(tx, email));
    await app.mailer.deliverDue();
    const received = smtp.received.at(-1);
    expect(received?.from).toBe('canopy@northline.example');
    senders.push((await PostalMime.parse(received?.raw ?? '')).from);
  }
  const address = 'canopy@northline.example';
  expect(senders).toEqual([
    { name: 'Northline Stores', address },
    { name: 'Canopy', address },
  ]);
});

test('the mailer waits for a mail server that does not answer', async () => {
  const { app } = await started({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  await app.mailer.deliverDue();
  expect(await outboxRow({ app } as TestApp)).toMatchObject({ state: 'pending', attempts: 1 });
});

test('the mailer keeps emails as private .eml files without SMTP_URL, which an administrator can read', async () => {
  const testApp = await started();
  const { app } = testApp;
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  await app.mailer.deliverDue();
  const outbox = join(app.config.data_dir, 'outbox');
  const files = await readdir(outbox);
  expect(files).toHaveLength(1);
  const file = join(outbox, files[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const parsed = await PostalMime.parse(await readFile(file, 'utf8'));
  expect(parsed).toMatchObject({ subject: email.subject, to: [{ address: email.to }] });
  const row = await outboxRow(testApp);
  expect(row.state).toBe('kept');
  expect(row.body).not.toContain('x.example');
  expect(app.mailer.readText(row.body)).toBe(email.text);
});

test('the mailer sends an email that was due by a clock a day ahead when the clock is right again', async () => {
  let isDown = true;
  const smtp = await smtpServer((step) => (step === 'message' && isDown ? refusal('421 Try later') : null));
  let nowMs = Date.parse('2035-01-02T00:00:00.000Z');
  const { app } = await started({ SMTP_URL: smtp.url }, () => new Date(nowMs));
  await app.database.write((tx) => app.mailer.enqueue(tx, email));
  await app.mailer.deliverDue();
  isDown = false;
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(0);
  nowMs -= 86_400_000;
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(1);
});

test('purge deletes emails older than EMAIL_RETENTION_DAYS with their files, not newer or waiting ones', async () => {
  let nowMs = Date.parse('2035-01-01T00:00:00.000Z');
  const { app } = await started({ EMAIL_RETENTION_DAYS: '10' }, () => new Date(nowMs));
  const outbox = join(app.config.data_dir, 'outbox');
  const leave = async (subject: string) => {
    const id = await app.database.write((tx) => app.mailer.enqueue(tx, { ...email, subject }));
    await app.mailer.deliverDue();
    return id;
  };
  const subjects = async () =>
    (await app.database.read.selectFrom('mail_outbox').select('subject').orderBy('created_at').execute()).map(
      (row) => row.subject,
    );
  await app.mailer.purge();
  await leave('old');
  const waiting = await leave('waiting');
  await writeFile(join(outbox, '2034-12-24T00-00-00.000Z-left.eml.part'), '');
  await writeFile(join(outbox, 'notes.txt'), '');
  nowMs += 86_400_000;
  const newer = await leave('newer');
  nowMs += 9 * 86_400_000 + 3_600_000;
  await app.database.write((tx) =>
    tx.updateTable('mail_outbox').set({ state: 'pending' }).where('id', '=', waiting).execute(),
  );
  await app.mailer.purge();
  expect(await subjects()).toEqual(['waiting', 'newer']);
  expect((await readdir(outbox)).sort()).toEqual([expect.stringContaining(newer), 'notes.txt']);
});
