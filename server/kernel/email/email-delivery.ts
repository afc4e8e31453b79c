import type { Transporter } from 'nodemailer';
import type { Config } from '../../config/config.ts';

export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  created_at: string;
}

export interface Delivery {
  /**
   * Hands a message to the mail server and gives its answer; without one, gives the file to keep.
   * @throws what `describeFailure` reads.
   */
  send(message: Message): Promise<{ answer: string; file: Buffer | null }>;
  close(): Promise<void>;
}

/** The way out for email: the mail server of SMTP_URL, or none. */
export function createDelivery(config: Config): Delivery {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, to, subject, text, created_at }) {
      transport ??= openTransport(config.smtp_url);
      const sent = await (await transport).sendMail({
        from: config.mail_from,
        // As an object, because text would be read as a list of addresses with names, groups and comments.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${new URL(config.public_url).hostname}>`,
        date: new Date(created_at),
      });
      return { answer: sent.response ?? '', file: config.smtp_url ? null : (sent.message as Buffer) };
    },
    async close() {
      (await transport)?.close();
    },
  };
}

/** Loaded with the first email: the package costs the start a tenth of its time, and most starts have none to send. */
async function openTransport(smtpUrl: string | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

interface Failure {
  /** What the mail server answered, or why it could not be asked: one line. */
  reason: string;
  /**
   * `mailbox`: this mailbox takes no email, or not this one, for good. `passing`: not now. `server`: it would refuse every
   * email, because it is away or its settings or ours are wrong, which the operator can mend.
   */
  kind: 'mailbox' | 'passing' | 'server';
}

/** What an error of `send` means. */
export function describeFailure(error: unknown): Failure {
  const { command, responseCode, response, message } = (
    error instanceof Error ? error : new Error(String(error))
  ) as Error & {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const text = (isAboutMessage && response) || message;
  const reason = (text.split('\n')[0] ?? '').slice(0, 300);
  if (!isAboutMessage) return { reason, kind: 'server' };
  // RFC 3463: 5.1 is about the address, 5.2 about the mailbox, 5.7 about who sends.
  const subject = /^\d{3}[ -]5\.(\d+)\./.exec(response ?? '')?.[1];
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  const isFinal =
    command === 'RCPT TO'
      ? isPermanent && responseCode !== 530 && subject !== '7'
      : isPermanent && (subject === '1' || subject === '2');
  return { reason, kind: isFinal ? 'mailbox' : 'passing' };
}
