import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  /** Addresses in the text, in their order. */
  links: string[];
}

export interface Mailbox {
  /** All kept mails, the oldest first. */
  list(): Promise<ReceivedMail[]>;
  /** The newest mail to this address whose subject matches; waits for it. */
  waitFor(wanted: { to: string; subject?: RegExp; count?: number }): Promise<ReceivedMail>;
}

/** The mails that a server without SMTP_URL keeps in its data directory. */
export function openMailbox(dataDir: string): Mailbox {
  const list = () => readMails(join(dataDir, 'outbox'));
  return {
    list,
    waitFor: ({ to, subject = /./, count = 1 }) =>
      vi.waitFor(
        async () => {
          const mails = await list();
          const found = mails.filter((mail) => mail.to === to && subject.test(mail.subject));
          const newest = found.at(-1);
          if (newest && found.length >= count) return newest;
          const seen = mails.map((mail) => `${mail.to}: ${mail.subject}`).join('; ');
          throw new Error(`No mail to ${to} about ${subject}. There are: ${seen || 'none'}`);
        },
        { timeout: 20_000, interval: 100 },
      ),
  };
}

async function readMails(folder: string): Promise<ReceivedMail[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return Promise.all(files.sort().map((name) => readMail(join(folder, name))));
}

async function readMail(file: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(readFileSync(file));
  const text = mail.text ?? '';
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}
