import type { GoTrueClient, Session } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type AuthWorld, present, startAuthWorld } from './auth-world.ts';

/** An authenticator app that was set up, with its session, which is at aal2. */
export interface Authenticator {
  factorId: string;
  secret: string;
  session: Session;
}

interface Guarded extends Authenticator {
  email: string;
  browser: GoTrueClient;
}

export interface FactorWorld extends AuthWorld {
  /** The time of the server; the test moves it. */
  clock: { ms: number };
  /** A new user without a second factor. */
  newUser(): Promise<{ email: string; browser: GoTrueClient; session: Session }>;
  setUp(browser: GoTrueClient, name?: string): Promise<Authenticator>;
  /** A new user with a second factor. */
  guarded(): Promise<Guarded>;
  /** The code of the app at this time. */
  codeAt(secret: string, ms: number): string;
  /** Moves the clock to a time step without a used code, and returns its code. */
  nextCode(secret: string): string;
  /** 'ok', or the error code with which our own API refuses the session. */
  apiCode(session: Session): Promise<string>;
  isAlive(session: Session): Promise<boolean>;
  subjectsTo(email: string): Promise<string[]>;
  /** Actions of the audit entries about a user. */
  actionsOf(userId: string): Promise<string[]>;
  /** Requests a recovery link and opens it in a separate browser. */
  recover(email: string): Promise<GoTrueClient>;
}

/** A running system for the tests of the second factor. */
export async function startFactorWorld(
  options: Parameters<typeof startAuthWorld>[0] = {},
): Promise<FactorWorld> {
  // Far in the future, so that the tokens are always fresh for the client, which uses the real clock.
  const clock = { ms: Date.parse('2035-01-01T00:00:00.000Z') };
  const world = await startAuthWorld({ ...options, now: () => new Date(clock.ms) });
  let users = 0;

  const factors: FactorWorld = {
    ...world,
    clock,
    async newUser() {
      const email = `user${users++}@northline.example`;
      return { email, ...(await world.join(email)) };
    },
    async setUp(browser, friendlyName = 'Phone') {
      const { data, error } = await browser.mfa.enroll({ factorType: 'totp', friendlyName });
      if (error) throw error;
      const { id: factorId, totp } = data;
      const code = factors.codeAt(totp.secret, clock.ms);
      const verified = await browser.mfa.challengeAndVerify({ factorId, code });
      if (verified.error) throw verified.error;
      return { factorId, secret: totp.secret, session: await sessionOf(browser) };
    },
    async guarded() {
      const { email, browser } = await factors.newUser();
      return { email, browser, ...(await factors.setUp(browser)) };
    },
    codeAt: (secret, timestamp) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }),
    nextCode(secret) {
      clock.ms += 30_000;
      return factors.codeAt(secret, clock.ms);
    },
    async apiCode(session) {
      const answer = await world.api(session).raw('GET', '/api/dashboard');
      return answer.ok ? 'ok' : ((await answer.json()) as { code: string }).code;
    },
    isAlive: async ({ access_token }) => (await world.browser().getUser(access_token)).error === null,
    subjectsTo: async (email) => (await world.emailsTo(email)).map((message) => message.subject),
    async actionsOf(userId) {
      const rows = await world.app.database.read
        .selectFrom('audit_entries')
        .select('action')
        .where('subject_id', '=', userId)
        .execute();
      return rows.map((row) => row.action);
    },
    async recover(email) {
      // Emails of the same moment have no defined order.
      clock.ms += 1000;
      const before = (await world.emailsTo(email)).length;
      await world.browser().resetPasswordForEmail(email);
      const { secret: token_hash } = await world.emailTo(email, before + 1);
      const browser = world.browser();
      expect((await browser.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
      return browser;
    },
  };
  return factors;
}

export async function sessionOf(browser: GoTrueClient): Promise<Session> {
  return present((await browser.getSession()).data.session);
}

export function claimsOf({ access_token }: Pick<Session, 'access_token'>) {
  return JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
}

/** 'aal1 of aal2': the level of the session, and the level that is required. */
export async function levelOf(browser: GoTrueClient): Promise<string> {
  const { data } = await browser.mfa.getAuthenticatorAssuranceLevel();
  return `${data?.currentLevel} of ${data?.nextLevel}`;
}
