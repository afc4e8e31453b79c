import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import type { Config } from '../../config/config.ts';
import { clockToleranceMs } from '../../platform/clock.ts';
import { withoutEmails } from '../../platform/request-log.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Tables } from '../database/schema.ts';
import { logFault } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { createDelivery, describeFailure } from './email-delivery.ts';

export interface Email {
  to: string;
  subject: string;
  /** Plain text; each link is on a line of its own. */
  text: string;
}

export interface Mailer {
  /**
   * Stores an email, encrypted, in the transaction of the change that causes it; sends it after the commit. Returns
   * its id.
   */
  enqueue(tx: Transaction, mail: Email): Promise<string>;
  /** Deletes an email that is not sent yet. */
  withdraw(tx: Transaction, id: string): Promise<void>;
  /** Sends an email again now: one that failed, waits or was kept. False for any other. */
  sendAgain(tx: Transaction, id: string): Promise<boolean>;
  /** Sends an email at once, without the outbox, and returns the mail server's answer. */
  sendNow(mail: Email): Promise<{ is_accepted: boolean; answer: string }>;
  /** Deletes emails older than EMAIL_RETENTION_DAYS, with the files of kept ones. */
  purge(): Promise<void>;
  /** The text of an email that was kept or still waits; null once delivered. */
  readText(row: { id: string; body: string | null }): string | null;
  /** Sends what is due. Never rejects; failed emails are tried again with growing delays. */
  deliverDue(): Promise<void>;
  /** Sends in the background until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

const pollMs = 5000;
const batchSize = 20;
/** About four days of attempts. */
const maxAttempts = 100;
const maxWaitMs = 3_600_000;
const sealPurpose = 'mail';

interface Services {
  config: Config;
  database: Database;
  secrets: Secrets;
  log: FastifyBaseLogger;
  now(): Date;
}

/**
 * Creates the outbox for emails. With SMTP_URL, emails are sent and their text is deleted. Without it, they are kept
 * as `.eml` files in `DATA_DIR/outbox`, where an administrator can read them under Settings → Email.
 */
export function createMailer({ config, database, secrets, log, now }: Services): Mailer {
  const outbox = join(config.data_dir, 'outbox');
  const delivery = createDelivery(config);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const readText = (row: { id: string; body: string | null }) => {
    if (row.body === null) return null;
    const mail: Email = JSON.parse(secrets.open(row.body, sealPurpose));
    return mail.text;
  };

  /** A time beyond the longest delay was written by a clock that was ahead, so it counts as due. */
  const isDue = (eb: ExpressionBuilder<Tables, 'mail_outbox'>) => {
    const latest = new Date(now().getTime() + maxWaitMs + clockToleranceMs).toISOString();
    return eb.or([eb('next_attempt_at', '<=', now().toISOString()), eb('next_attempt_at', '>', latest)]);
  };

  /**
   * Sends one email. The row is claimed first, so that two processes do not send it twice. Returns false when the
   * mail server refuses every email.
   */
  async function deliver(id: string): Promise<boolean> {
    const claimedUntil = new Date(now().getTime() + 60_000).toISOString();
    const row = await database.write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: claimedUntil }))
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where(isDue)
        .returning(['id', 'body', 'attempts', 'created_at'])
        .executeTakeFirst(),
    );
    if (!row?.body) return true;
    const mail: Email = JSON.parse(secrets.open(row.body, sealPurpose));
    try {
      const { file } = await delivery.send({ ...mail, id: row.id, created_at: row.created_at });
      if (file) await saveFile(row, file);
      await finish(row.id, {
        ...(file ? { state: 'kept' } : { state: 'sent', body: null }),
        last_error: null,
      });
      return true;
    } catch (error) {
      const { reason, kind } = describeFailure(error);
      const final = kind === 'mailbox' || row.attempts >= maxAttempts;
      const waitMs = Math.min(30_000 * 2 ** (row.attempts - 1), maxWaitMs);
      const details = { mail: row.id, attempt: row.attempts, final, reason: withoutEmails(reason) };
      log.warn(details, 'an email was not delivered');
      await finish(row.id, {
        state: final ? 'failed' : 'pending',
        last_error: reason,
        next_attempt_at: new Date(now().getTime() + waitMs).toISOString(),
      });
      return kind !== 'server';
    }
  }

  async function saveFile(row: { id: string; created_at: string }, message: Buffer) {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const file = join(outbox, `${fileTime(row.created_at)}-${row.id}.eml`);
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  function finish(
    id: string,
    change: {
      state: 'sent' | 'kept' | 'failed' | 'pending';
      body?: null;
      last_error: string | null;
      next_attempt_at?: string;
    },
  ) {
    const sent_at = change.state === 'sent' || change.state === 'kept' ? now().toISOString() : null;
    return database.write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set({ ...change, sent_at })
        .where('id', '=', id)
        .execute(),
    );
  }

  async function deliverAll() {
    for (;;) {
      const due = await database.read
        .selectFrom('mail_outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where(isDue)
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .execute();
      if (due.length === 0) return;
      // When the server is away or refuses our login, only one email is tried per round.
      for (const { id } of due) if (!(await deliver(id))) return;
    }
  }

  function deliverDue(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await deliverAll();
      } while (again);
    })()
      .catch((error) => logFault(log, error, 'delivering mail failed'))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    readText,
    deliverDue,
    async enqueue(tx, mail) {
      const created_at = now().toISOString();
      const id = randomUUID();
      await tx
        .insertInto('mail_outbox')
        .values({
          id,
          to_address: mail.to,
          subject: mail.subject,
          body: secrets.seal(JSON.stringify(mail), sealPurpose),
          state: 'pending',
          attempts: 0,
          next_attempt_at: created_at,
          last_error: null,
          created_at,
          sent_at: null,
        })
        .execute();
      database.afterCommit(deliverDue);
      return id;
    },
    async withdraw(tx, id) {
      await tx.deleteFrom('mail_outbox').where('id', '=', id).where('state', '=', 'pending').execute();
    },
    async sendAgain(tx, id) {
      const row = await tx
        .updateTable('mail_outbox')
        .set({ state: 'pending', attempts: 0, next_attempt_at: now().toISOString() })
        .where('id', '=', id)
        .where('body', 'is not', null)
        .returning('id')
        .executeTakeFirst();
      if (row) database.afterCommit(deliverDue);
      return row !== undefined;
    },
    async sendNow(mail) {
      try {
        const message = { ...mail, id: randomUUID(), created_at: now().toISOString() };
        return { is_accepted: true, answer: (await delivery.send(message)).answer };
      } catch (error) {
        return { is_accepted: false, answer: describeFailure(error).reason };
      }
    },
    async purge() {
      const before = new Date(now().getTime() - config.email_retention_days * 86_400_000).toISOString();
      await database.write((tx) =>
        tx
          .deleteFrom('mail_outbox')
          .where('created_at', '<', before)
          .where('state', '!=', 'pending')
          .execute(),
      );
      const files = await readdir(outbox).catch(() => []);
      const old = files.filter((name) => /\.eml(\.part)?$/.test(name) && name < fileTime(before));
      for (const name of old) await rm(join(outbox, name), { force: true });
    },
    start() {
      timer = setInterval(deliverDue, pollMs);
      timer.unref();
      void deliverDue();
    },
    async stop() {
      clearInterval(timer);
      await running;
      await delivery.close();
    },
  };
}

/** The time at the start of a file name; some file systems do not allow colons. */
function fileTime(time: string): string {
  return time.replaceAll(':', '-');
}
