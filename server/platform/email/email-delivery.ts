import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';

export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  created_at: string;
  unsubscribe_url?: string;
}

export type Delivery = ReturnType<typeof createDelivery>;

export interface DeliverySettings {
  /** Without it, emails are files. */
  smtp_url?: string | undefined;
  mail_from: { name: string; address: string };
  public_url: string;
}

export function createDelivery(config: DeliverySettings) {
  let transport: Promise<Transporter> | undefined;
  return {
    /** Returns the mail server's answer, or without one the file to save. @throws an error for `describeFailure`. */
    async send({ id, to, subject, text, html, created_at, unsubscribe_url }: Message) {
      transport ??= openTransport(config.smtp_url);
      const sent = await (await transport).sendMail({
        from: config.mail_from,
        // An object, because nodemailer would parse a string as a list of emails with names, groups and comments.
        to: { name: '', address: to },
        subject,
        text,
        ...(html && { html }),
        messageId: `<${id}@${new URL(config.public_url).hostname}>`,
        date: new Date(created_at),
        ...(unsubscribe_url && oneClick(unsubscribe_url)),
      });
      return { answer: sent.response ?? '', file: config.smtp_url ? null : (sent.message as Buffer) };
    },
    async close(): Promise<void> {
      (await transport)?.close();
    },
  };
}

function oneClick(url: string) {
  return {
    list: { unsubscribe: { url } },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** nodemailer takes a tenth of the start and is often not needed. */
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

/** Without a word to the mail server. */
export class UnsendableEmail extends Error {
  override name = 'UnsendableEmail';
}

interface Failure {
  /** In one line. */
  reason: string;
  /**
   * `mailbox` will never take the email, `passing` not now. `server` is away or refuses us, so no email can be sent;
   * the operator can fix that. `email`: it cannot
   * be read or composed, so no server was asked.
   */
  kind: 'mailbox' | 'passing' | 'server' | 'email';
}

/** What nodemailer adds to its errors. */
interface MailError extends Error {
  command?: string;
  code?: string;
  responseCode?: number;
  response?: string;
}

export function describeFailure(thrown: unknown): Failure {
  const error: MailError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { command, response, message } = error;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const text = (isAboutMessage && response) || message;
  const reason = (text.split('\n')[0] ?? '').slice(0, 300);
  if (isUnsendable(error)) return { reason, kind: 'email' };
  if (!isAboutMessage) return { reason, kind: 'server' };
  return { reason, kind: isFinal(error) ? 'mailbox' : 'passing' };
}

/** Also when nodemailer cannot compose it, or knows that it is larger than the server takes. */
function isUnsendable(error: MailError): boolean {
  const { command, code } = error;
  return error instanceof UnsendableEmail || (command === 'API' && /^(EENVELOPE|EMESSAGE)$/.test(code ?? ''));
}

function isFinal({ command, responseCode, response = '' }: MailError): boolean {
  // RFC 3463: 5.1 is about the email address, 5.2 about the mailbox, 5.7 about the sender.
  const subject = /^\d{3}[ -]5\.(\d+)\./.exec(response)?.[1];
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  return command === 'RCPT TO'
    ? isPermanent && responseCode !== 530 && subject !== '7'
    : isPermanent && (subject === '1' || subject === '2');
}

export async function saveEmailFile(
  folder: string,
  { id, created_at }: { id: string; created_at: string },
  message: Buffer,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${fileTime(created_at)}-${id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export async function deleteEmailFiles(folder: string, before: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  const old = files.filter((name) => /\.eml(\.part)?$/.test(name) && name < fileTime(before));
  for (const name of old) await rm(join(folder, name), { force: true });
}

/** Some file systems do not allow colons. */
function fileTime(time: string): string {
  return time.replaceAll(':', '-');
}
