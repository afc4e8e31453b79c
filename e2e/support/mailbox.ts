import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';

export interface ReceivedEmail {
  to: string;
  subject: string;
  text: string;
  /** The URLs in the text, in their order. */
  links: string[];
}

export interface Mailbox {
  /** All kept emails, the oldest first. */
  list(): Promise<ReceivedEmail[]>;
  /** The newest email to this address whose subject matches; waits for it. */
  waitFor(wanted: { to: string; subject?: RegExp; count?: number }): Promise<ReceivedEmail>;
}

/** The emails that a server without SMTP_URL keeps in its data directory. */
export function openMailbox(dataDir: string): Mailbox {
  const list = () => readEmails(join(dataDir, 'outbox'));
  return {
    list,
    waitFor: ({ to, subject = /./, count = 1 }) =>
      vi.waitFor(
        async () => {
          const emails = await list();
          const found = emails.filter((email) => email.to === to && subject.test(email.subject));
          const newest = found.at(-1);
          if (newest && found.length >= count) return newest;
          const seen = emails.map((email) => `${email.to}: ${email.subject}`).join('; ');
          throw new Error(`No email to ${to} about ${subject}. There are: ${seen || 'none'}`);
        },
        { timeout: 120_000, interval: 100 },
      ),
  };
}

async function readEmails(folder: string): Promise<ReceivedEmail[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return Promise.all(files.sort().map((name) => readEmail(join(folder, name))));
}

async function readEmail(file: string): Promise<ReceivedEmail> {
  const email = await PostalMime.parse(readFileSync(file));
  const text = email.text ?? '';
  return {
    to: email.to?.[0]?.address ?? '',
    subject: email.subject ?? '',
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}
