import { AuthClient, type GoTrueClient, type Session } from '@supabase/auth-js';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Client, createClient } from '../requests/client.ts';
import { startTestApp, type TestApp } from './test-app.ts';

interface KeptEmail {
  to: string;
  subject: string;
  text: string;
  /** The secret of the link in the email, if it has one. */
  secret: string | undefined;
}

export interface AuthWorld extends TestApp {
  /** The unmodified auth client, as in a separate browser. */
  browser(headers?: Record<string, string>): GoTrueClient;
  /** Sends a request that the client would not send. */
  raw: Client['raw'];
  /** Calls our own API with the session of this browser. */
  api(session: Session): Client;
  /** The emails to a mailbox, oldest first, after the background work has run. */
  emailsTo(to: string): Promise<KeptEmail[]>;
  /** Waits until the mailbox has this many emails, and returns the newest. */
  emailTo(to: string, count?: number): Promise<KeptEmail & { secret: string }>;
  /** Signs up, opens the emailed link, and returns the browser that is now signed in. */
  join(
    email: string,
    password?: string,
    full_name?: string,
  ): Promise<{ browser: GoTrueClient; session: Session }>;
  signIn(email: string, password?: string): Promise<{ browser: GoTrueClient; session: Session }>;
}

export const goodPassword = 'correct horse';

/** A running system for the tests of signing in. Ada is its first account, and so the administrator. */
export async function startAuthWorld(
  options: Parameters<typeof startTestApp>[0] & { withoutAda?: boolean } = {},
): Promise<AuthWorld> {
  const testApp = await startTestApp(options);
  const { app, url } = testApp;

  const world: AuthWorld = {
    ...testApp,
    browser: (headers = {}) =>
      new AuthClient({
        url: `${url}/auth/v1`,
        headers,
        storage: memoryStorage(),
        storageKey: crypto.randomUUID(),
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      }),
    raw: (method, path, ...rest) => createClient(url).raw(method, `/auth/v1${path}`, ...rest),
    api: (session) => createClient(url, session.access_token),
    async emailsTo(to) {
      await testApp.answerRequests();
      const rows = await app.database.read
        .selectFrom('mail_outbox')
        .select(['id', 'body', 'subject', 'to_address'])
        .where('to_address', '=', to)
        .orderBy('created_at')
        // Emails of the same millisecond are sorted by their rows, because ids are random.
        .orderBy(sql.raw(app.database.dialect === 'sqlite' ? 'rowid' : 'ctid'))
        .execute();
      return rows.map((row) => {
        const text = app.mailer.readText(row.body) ?? '';
        return { to, subject: row.subject, text, secret: /token_hash=([\w-]+)/.exec(text)?.[1] };
      });
    },
    async emailTo(to, count = 1) {
      const emails = await expect
        .poll(() => world.emailsTo(to))
        .toHaveLength(count)
        .then(() => world.emailsTo(to));
      const newest = emails.at(-1);
      if (!newest) throw new Error(`No email to ${to}`);
      return { ...newest, secret: newest.secret ?? '' };
    },
    async join(email, password = goodPassword, full_name = 'Some One') {
      const browser = world.browser();
      const signedUp = await browser.signUp({ email, password, options: { data: { full_name } } });
      if (signedUp.error) throw signedUp.error;
      const { secret } = await world.emailTo(email);
      const { data, error } = await browser.verifyOtp({ token_hash: secret, type: 'signup' });
      if (error) throw error;
      return { browser, session: present(data.session) };
    },
    async signIn(email, password = goodPassword) {
      const browser = world.browser();
      const { data, error } = await browser.signInWithPassword({ email, password });
      if (error) throw error;
      return { browser, session: present(data.session) };
    },
  };
  if (!options.withoutAda) {
    const signedUp = await world.browser().signUp({
      email: ada,
      password: goodPassword,
      options: { data: { full_name: 'Ada Owner' } },
    });
    if (signedUp.error) throw signedUp.error;
  }
  return world;
}

export const ada = 'ada@northline.example';

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('Expected a value');
  return value;
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
