import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

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

/** A real SMTP conversation on loopback; `answer` may refuse a mail with an SMTP error. */
async function smtpServer(answer: () => (Error & { responseCode?: number }) | null = () => null) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refusal = answer();
        if (refusal) return callback(refusal);
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
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}

const mail = {
  to: 'zoë@northline.example',
  subject: 'Grüße & <Café>',
  text: 'Open this:\nhttps://x.example/?a=1\n',
};

const outboxRow = (testApp: TestApp) =>
  testApp.app.database.read.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();

test('a mail is delivered over SMTP after the commit, and its text wiped', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url, MAIL_FROM: 'canopy@northline.example' });
  await app.database.write((tx) => app.mailer.enqueue(tx, mail));
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(1);
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = smtp.received;
  expect({ from, to }).toEqual({ from: 'canopy@northline.example', to: [mail.to] });
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({ subject: mail.subject, from: { name: 'Canopy' } });
  expect(parsed.text?.trim()).toBe(mail.text.trim());
  expect(await outboxRow({ app } as TestApp)).toMatchObject({ state: 'sent', body: null, attempts: 1 });
});

test('an address is one mailbox, whatever is written in it', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url });
  // No form takes these; rows of an older release may hold them.
  const odd = ['x;victim@northline.example', 'x:victim@northline.example', 'victim(1)@northline.example'];
  for (const to of odd) await app.database.write((tx) => app.mailer.enqueue(tx, { ...mail, to }));
  await app.mailer.deliverDue();
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain('victim@northline.example');
});

test('a mail of a transaction that fails is never sent', async () => {
  const smtp = await smtpServer();
  const { app } = await started({ SMTP_URL: smtp.url });
  const failing = app.database.write(async (tx) => {
    await app.mailer.enqueue(tx, mail);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await app.mailer.deliverDue();
  expect(smtp.received).toEqual([]);
});

test('a passing refusal is tried again later, a final one is not', async () => {
  let refusal: (Error & { responseCode?: number }) | null = Object.assign(new Error('busy'), {
    responseCode: 451,
  });
  const smtp = await smtpServer(() => refusal);
  let time = Date.now();
  const testApp = await started({ SMTP_URL: smtp.url }, () => new Date(time));
  const { app } = testApp;
  await app.database.write((tx) => app.mailer.enqueue(tx, mail));
  await app.mailer.deliverDue();
  expect(await outboxRow(testApp)).toMatchObject({ state: 'pending', attempts: 1 });
  await app.mailer.deliverDue();
  expect((await outboxRow(testApp)).attempts).toBe(1);
  time += 3_600_000;
  refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  await app.mailer.deliverDue();
  const failed = await outboxRow(testApp);
  expect(failed).toMatchObject({ state: 'failed', attempts: 2 });
  expect(failed.last_error).toContain('no such mailbox');
});

test('a mail server that is away is waited for', async () => {
  const { app } = await started({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await app.database.write((tx) => app.mailer.enqueue(tx, mail));
  await app.mailer.deliverDue();
  expect(await outboxRow({ app } as TestApp)).toMatchObject({ state: 'pending', attempts: 1 });
});

test('without SMTP_URL a mail is kept as a private .eml file, and readable by an administrator', async () => {
  const testApp = await started();
  const { app } = testApp;
  await app.database.write((tx) => app.mailer.enqueue(tx, mail));
  await app.mailer.deliverDue();
  const outbox = join(app.config.data_dir, 'outbox');
  const files = await readdir(outbox);
  expect(files).toHaveLength(1);
  const file = join(outbox, files[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const parsed = await PostalMime.parse(await readFile(file, 'utf8'));
  expect(parsed).toMatchObject({ subject: mail.subject, to: [{ address: mail.to }] });
  const row = await outboxRow(testApp);
  expect(row.state).toBe('kept');
  expect(row.body).not.toContain('x.example');
  expect(app.mailer.readText(row)).toBe(mail.text);
});

test('an email that waits by a clock that was a day ahead leaves when the clock is right again', async () => {
  let isDown = true;
  const smtp = await smtpServer(() =>
    isDown ? Object.assign(new Error('Try later'), { responseCode: 421 }) : null,
  );
  let nowMs = Date.parse('2035-01-02T00:00:00.000Z');
  const { app } = await started({ SMTP_URL: smtp.url }, () => new Date(nowMs));
  await app.database.write((tx) => app.mailer.enqueue(tx, mail));
  await app.mailer.deliverDue();
  isDown = false;
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(0);
  nowMs -= 86_400_000;
  await app.mailer.deliverDue();
  expect(smtp.received).toHaveLength(1);
});
