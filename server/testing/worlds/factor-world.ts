import type { GoTrueClient, Session } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type AuthWorld, present, startAuthWorld } from './auth-world.ts';

/** An authenticator app that was set up, with the session at aal2 in which it was. */
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
  /** Somebody new without a second factor. */
  newUser(): Promise<{ email: string; browser: GoTrueClient; session: Session }>;
  setUp(browser: GoTrueClient, name?: string): Promise<Authenticator>;
  /** Somebody new who set a factor up. */
  guarded(): Promise<Guarded>;
  /** What the phone shows at this time. */
  codeAt(secret: string, ms: number): string;
  /** Moves on to a time step in which no code was used yet, and gives its code. */
  nextCode(secret: string): string;
  /** 'ok', or the code with which our own API refuses the session. */
  apiCode(session: Session): Promise<string>;
  isAlive(session: Session): Promise<boolean>;
  subjectsTo(email: string): Promise<string[]>;
  /** Actions of the audit about a user. */
  actionsOf(userId: string): Promise<string[]>;
  /** Asks for a new password and opens the mailed link in a browser of its own. */
  recover(email: string): Promise<GoTrueClient>;
}

/** A running system for the tests of the second factor. */
export async function startFactorWorld(
  options: Parameters<typeof startAuthWorld>[0] = {},
): Promise<FactorWorld> {
  // Far ahead, so that the tokens are always fresh to the client, which looks at the real clock.
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
      // Emails of one moment have no order.
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

/** 'aal1 of aal2': what the session has, and what it takes. */
export async function levelOf(browser: GoTrueClient): Promise<string> {
  const { data } = await browser.mfa.getAuthenticatorAssuranceLevel();
  return `${data?.currentLevel} of ${data?.nextLevel}`;
}
