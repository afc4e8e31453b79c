import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod/mini';
import { sendInvitation } from '../../../contract/invitations.ts';
import { createUser } from '../../../contract/users.ts';
import { type Client, createClient } from '../requests/client.ts';
import { goodPassword, present } from './auth-world.ts';
import { type Cast, insiders, outsiders, startCast } from './cast.ts';

/** All users of the cast, and a user between password and code. */
export const authActors = [...outsiders, ...insiders, 'halfway'] as const;
export type AuthActor = (typeof authActors)[number];

/** An authenticator app that is being set up, or is set up. */
interface AuthApp {
  id: string;
  /** The one it shows now. */
  code: string;
}

/** A client that continues with the newer token of its session. */
export interface AuthUser extends Client {
  goOnWith(token: string): void;
}

export interface AuthCast extends Cast {
  users: Record<AuthActor, AuthUser>;
  /** A confirmed user with a password and without a second factor. */
  account: { email: string; password: string };
  /** The access token of another session of the user between password and code. */
  signInHalfway(): Promise<string>;
  /** Their app. */
  halfwayApp: string;
  /** Of a user who works elsewhere: her app, a challenge for its code, and her recovery codes. */
  foreign: { app: string; challenge: string; codes: string[]; address: string };
}

/** The cast, for the calls to `/auth/v1`. */
export async function startAuthCast(): Promise<AuthCast> {
  const cast = await startCast();
  const password = goodPassword;
  const paula = await cast.newUser('Paula Password', [], [cast.mine], { password });
  const hal = await cast.newUser('Hal Halfway', ['viewer'], [cast.mine], { password });
  const { id: halfwayApp } = await setUpApp(asAuthUser(cast, hal));
  const signInHalfway = () => signIn(cast, hal.email, password);
  const halfway = { token: await signInHalfway() };
  const user = asAuthUser(cast, cast.hidden.user);
  const { id: app } = await setUpApp(user);
  const users = Object.entries({ ...cast.actors, halfway }).map(([name, actor]) => [
    name,
    asAuthUser(cast, actor),
  ]);
  return {
    ...cast,
    users: Object.fromEntries(users),
    signInHalfway,
    account: { email: paula.email, password },
    halfwayApp,
    foreign: {
      app,
      challenge: await startChallenge(user, app),
      codes: await makeCodes(user),
      address: cast.hidden.user.email,
    },
  };
}

export function isOutsider(name: AuthActor): name is (typeof outsiders)[number] {
  return (outsiders as readonly string[]).includes(name);
}

function asAuthUser({ url }: Cast, given: object): AuthUser {
  let client = createClient(url, 'token' in given ? String(given.token) : undefined);
  return {
    call: (...parts) => client.call(...parts),
    raw: (...parts) => client.raw(...parts),
    goOnWith(token) {
      client = createClient(url, token);
    },
  };
}

/** Begins to set up an app, which is not confirmed yet. */
export async function beginApp(user: Client): Promise<AuthApp> {
  const body = { factor_type: 'totp', friendly_name: `App ${randomUUID()}` };
  const answer = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });
  const { id, totp } = answer.parse(await call(user, 'POST', '/factors', body));
  return { id, code: TOTP.generate({ secret: Secret.fromBase32(totp.secret) }) };
}

export async function startChallenge(user: Client, app: string): Promise<string> {
  return withId.parse(await call(user, 'POST', `/factors/${app}/challenge`)).id;
}

/** Leaves the user with one app whose code was just entered, and without recovery codes. */
export async function setUpApp(user: AuthUser): Promise<AuthApp> {
  const { factors } = withFactors.parse(await call(user, 'GET', '/user'));
  // Removing the last confirmed app removes all others too, so the ids may not exist any more.
  for (const { id } of factors) await user.raw('DELETE', `/auth/v1/factors/${id}`);
  const app = await beginApp(user);
  const challenge_id = await startChallenge(user, app.id);
  const session = await call(user, 'POST', `/factors/${app.id}/verify`, { challenge_id, code: app.code });
  user.goOnWith(withToken.parse(session).access_token);
  return app;
}

/** Recovery codes, beside an app whose code was just entered. */
export async function makeCodes(user: Client): Promise<string[]> {
  const answer = await call(user, 'POST', '/factors/recovery-codes');
  return z.object({ codes: z.array(z.string()) }).parse(answer).codes;
}

export async function newRefreshToken({ nobody, account }: AuthCast): Promise<string> {
  const answer = await call(nobody, 'POST', '/token?grant_type=password', account);
  return z.object({ refresh_token: z.string() }).parse(answer).refresh_token;
}

/** The secret of an unused invite link. */
export async function newInvitation({ users: { admin }, mine }: AuthCast): Promise<string> {
  const body = { email: newAddress(), full_name: 'New User', location_ids: [mine.id] };
  const { id } = (await admin.call(createUser, { body })).ok();
  const { link } = (await admin.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  return present(new URL(present(link)).searchParams.get('token_hash'));
}

export function newAddress(): string {
  return `${randomUUID()}@new.example`;
}

const withToken = z.object({ access_token: z.string() });
const withId = z.object({ id: z.string() });
const withFactors = z.object({
  factors: z._default(z.array(withId), []),
});

async function signIn({ nobody }: Cast, email: string, password: string): Promise<string> {
  const answer = await call(nobody, 'POST', '/token?grant_type=password', { email, password });
  return withToken.parse(answer).access_token;
}

async function call(user: Client, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await user.raw(method, `/auth/v1${path}`, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
