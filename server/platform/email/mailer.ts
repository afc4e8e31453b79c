import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createLoop, eachStep } from '../background/background.ts';
import type { Database } from '../database/database.ts';
import { asUnavailable, logFault } from '../http/errors.ts';
import { withoutEmails } from '../http/request-log.ts';
import type { Secrets } from '../secrets.ts';
import {
  createDelivery,
  type Delivery,
  type DeliverySettings,
  deleteEmailFiles,
  describeFailure,
  saveEmailFile,
  UnsendableEmail,
} from './email-delivery.ts';
import type { MailTables, Transaction } from './outbox.repository.ts';
import * as outbox from './outbox.repository.ts';

export interface Email {
  to: string;
  subject: string;
  /** Plain text; each link is on a line of its own. */
  text: string;
  /** The same, for programs that show it. */
  html?: string;
  /** For the button of mail programs, which sends it a form (RFC 8058). */
  unsubscribe_url?: string;
}

export type Mailer = ReturnType<typeof createMailer>;

/** For those of others: a process sends its own at once. */
const pollMs = 10_000;
const batchSize = 20;
/** About four days of attempts. */
const maxAttempts = 100;
/** Of an email that fails by itself. */
const maxOfUnsendable = 2;
const sealPurpose = 'mail';

interface Services {
  config: DeliverySettings & { data_dir: string; email_retention_days: number };
  database: Database<MailTables>;
  secrets: Secrets;
  log: FastifyBaseLogger;
  now(): Date;
  /** In the transaction that gives an email up. */
  onGivenUp?(tx: Transaction, id: string): Promise<void>;
}

/**
 * With SMTP_URL, emails are sent and their text is deleted. Without it, they are kept as `.eml` files in
 * `DATA_DIR/outbox`, which an administrator can read under Settings → Email.
 */
export function createMailer(services: Services) {
  const { config, database, secrets, now } = services;
  const folder = join(config.data_dir, 'outbox');
  const delivery = createDelivery(config);
  const loop = createLoop({
    everyMs: pollMs,
    work: () => deliverAll(services, folder, delivery),
    log: services.log,
    fault: 'delivering mail failed',
  });
  /** Never rejects; failed emails are tried again with growing delays. */
  const deliverDue = loop.run;

  return {
    deliverDue,
    loop,
    /** Null once delivered. */
    readText: (body: string | null) => (body === null ? null : openEmail(secrets, body).text),
    /** Encrypted, in the transaction of the change that causes it. Sent after the commit. Returns its id. */
    async enqueue(tx: Transaction, email: Email): Promise<string> {
      const id = randomUUID();
      const body = secrets.seal(JSON.stringify(email), sealPurpose);
      const created_at = now().toISOString();
      await outbox.insertEmail(tx, { id, to_address: email.to, subject: email.subject, body, created_at });
      database.afterCommit(deliverDue);
      return id;
    },
    /** Only if it is not sent yet. */
    withdraw: (tx: Transaction, id: string) => outbox.deletePending(tx, id),
    /** An email that failed, waits or was kept. False for any other. */
    async sendAgain(tx: Transaction, id: string): Promise<boolean> {
      const isQueued = await outbox.requeue(tx, id, now().toISOString());
      if (isQueued) database.afterCommit(deliverDue);
      return isQueued;
    },
    /** They can be sent again. Returns how many there were. */
    hold: (tx: Transaction, reason: string) => outbox.failPending(tx, reason),
    /** Without the outbox. Returns the mail server's answer. */
    async sendNow(email: Email): Promise<{ is_accepted: boolean; answer: string }> {
      try {
        const message = { ...email, id: randomUUID(), created_at: now().toISOString() };
        return { is_accepted: true, answer: (await delivery.send(message)).answer };
      } catch (error) {
        return { is_accepted: false, answer: describeFailure(error).reason };
      }
    },
    /** Deletes what is older than EMAIL_RETENTION_DAYS, with the files of kept emails. */
    async purge(): Promise<void> {
      const before = new Date(now().getTime() - config.email_retention_days * 86_400_000).toISOString();
      await eachStep(services.log, {
        'old emails': () => database.write((tx) => outbox.deleteEmails(tx, before)),
        'files of old emails': () => deleteEmailFiles(folder, before),
      });
    },
    close: delivery.close,
  };
}

async function deliverAll(services: Services, folder: string, delivery: Delivery): Promise<void> {
  const { database, now } = services;
  for (;;) {
    const due = await outbox.listDue(database.read, now(), batchSize);
    if (due.length === 0) return;
    for (const { id } of due) {
      // When the server is away or refuses our login, only one email is tried per round.
      if (!(await deliver(services, folder, delivery, id))) return;
    }
  }
}

/** False when the mail server refuses every email. */
async function deliver(services: Services, folder: string, delivery: Delivery, id: string): Promise<boolean> {
  const { database, secrets, now } = services;
  const row = await database.write((tx) => outbox.claimEmail(tx, id, now()));
  if (!row?.body) return true;
  try {
    const email = tryToOpen(secrets, row.body);
    const { file } = await delivery.send({ ...email, id, created_at: row.created_at });
    if (file) await saveEmailFile(folder, row, file);
    const done = file ? ({ state: 'kept' } as const) : ({ state: 'sent', body: null } as const);
    const sent_at = now().toISOString();
    await database.write((tx) => outbox.finishEmail(tx, id, { ...done, last_error: null, sent_at }));
    return true;
  } catch (error) {
    const { reason, kind } = describeFailure(error);
    const attempts = kind === 'email' ? maxOfUnsendable : maxAttempts;
    const isFinal = kind === 'mailbox' || row.attempts >= attempts;
    await recordFailure(services, row, reason, isFinal);
    return kind !== 'server';
  }
}

/** The reason is shown under Settings → Email. */
async function recordFailure(
  { database, log, now, onGivenUp }: Services,
  { id, attempts }: { id: string; attempts: number },
  reason: string,
  isFinal: boolean,
): Promise<void> {
  log.warn(
    { mail: id, attempt: attempts, final: isFinal, reason: withoutEmails(reason) },
    'an email was not delivered',
  );
  const waitMs = Math.min(30_000 * 2 ** (attempts - 1), outbox.maxWaitMs);
  const failure: outbox.Outcome = {
    state: isFinal ? 'failed' : 'pending',
    last_error: reason,
    next_attempt_at: new Date(now().getTime() + waitMs).toISOString(),
    sent_at: null,
  };
  try {
    await database.write(async (tx) => {
      await outbox.finishEmail(tx, id, failure);
      if (isFinal) await onGivenUp?.(tx, id);
    });
  } catch (error) {
    if (asUnavailable(error)) throw error;
    logFault(log, error, 'nobody could be told that an email was given up');
    await database.write((tx) => outbox.finishEmail(tx, id, failure));
  }
}

function tryToOpen(secrets: Secrets, body: string): Email {
  try {
    return openEmail(secrets, body);
  } catch (cause) {
    throw new UnsendableEmail('The text of this email cannot be read.', { cause });
  }
}

function openEmail(secrets: Secrets, body: string): Email {
  return JSON.parse(secrets.open(body, sealPurpose));
}
