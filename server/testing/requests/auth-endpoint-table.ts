import { randomUUID } from 'node:crypto';
import * as bodies from '../../features/auth/protocol/bodies.schema.ts';
import { type AuthActor, authActors, isOutsider } from '../worlds/auth-cast.ts';
import type { Parts } from './send.ts';

/** Returns the values of a request. The test chooses whether they are the actor's own, somebody else's or nobody's. */
export interface AuthChoice {
  /** Own: an email that no account has yet. */
  address(): Promise<string>;
  /** The actor's password, for actors who have one. */
  password?: string;
  /** The email of a user who can sign in, for any actor. */
  account(): Promise<{ email: string; password: string }>;
  /** An app; own: one that is being set up, with the code that it shows. */
  app(): Promise<{ id: string; code: string }>;
  /** A challenge for the code of this app. */
  challenge(app: string): Promise<string>;
  /** Leaves the actor with an app whose code was just entered, and no recovery codes. */
  proof(): Promise<void>;
  /** Leaves the actor with recovery codes as well. */
  codes(): Promise<void>;
  /** One of the codes. */
  recoveryCode(): Promise<string>;
  refreshToken(): Promise<string>;
  /** The secret of a link. */
  link(): Promise<string>;
}

/** A schema of `bodies.schema.ts`. */
interface Members {
  shape: Record<string, unknown>;
}

interface Reads {
  body?: Members;
  query?: Members;
}

export interface AuthRow {
  /** Method, and path as it is registered below `/auth/v1`: 'POST /factors/:id/challenge'. */
  route: string;
  /** A valid request. The test chooses its sender and its values. */
  request(choice: AuthChoice): Parts | Promise<Parts>;
  expected: Record<AuthActor, number>;
  /** Every member that is read, for server/features/auth/protocol/garbage.test.ts. */
  reads: Reads;
}

function row(
  route: string,
  request: AuthRow['request'],
  expected: AuthRow['expected'],
  reads: Reads = {},
): AuthRow {
  return { route, request, expected, reads };
}

const redirect_to = 'http://localhost:3000/users';
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
const ofProvider = { provider: 'custom:main', ...challenge };
const nothing = () => ({});
const toEmail = async ({ address }: AuthChoice) => ({
  query: { redirect_to },
  body: { email: await address() },
});
const ofApp = async ({ app }: AuthChoice) => ({ params: { id: (await app()).id } });
const openLink = async ({ link }: AuthChoice) => ({
  query: { type: 'invite', token: await link(), redirect_to },
});
const resend = (type: string) => async (choice: AuthChoice) => {
  const { query, body } = await toEmail(choice);
  return { query, body: { type, ...body } };
};

/**
 * Who may call each endpoint below `/auth/v1`, and with what status. A new endpoint gets a row here, or
 * server/system-tests/routes.sqlite.test.ts fails. Roles and locations make no difference, because every user changes only
 * their own account. Users without a live session get 401 or, for the client, 403 (auth protocol, section 1), unless
 * anyone may call.
 */
export const authEndpointTable: AuthRow[] = [
  row('POST /signup', newAccount, anyone(200), { body: bodies.signUpBody }),
  row(
    'POST /token',
    async ({ account }) => ({ query: { grant_type: 'password' }, body: await account() }),
    ...([anyone(200), { query: bodies.tokenQuery, body: bodies.passwordGrantBody }] as const),
  ),
  row(
    'POST /token',
    async ({ refreshToken }) => ({
      query: { grant_type: 'refresh_token' },
      body: { refresh_token: await refreshToken() },
    }),
    ...([anyone(200), { query: bodies.tokenQuery, body: bodies.refreshGrantBody }] as const),
  ),
  // The outcome is on the page that it redirects to: these tests have no provider.
  row(
    'GET /authorize',
    () => ({ query: { ...ofProvider, redirect_to, max_age: '900', invite_token: 's'.repeat(43) } }),
    ...([anyone(303), { query: bodies.authorizeQuery }] as const),
  ),
  row('GET /callback', () => ({ query: { state: 'unknown', code: 'unknown' } }), anyone(303)),
  row(
    'POST /token',
    () => ({ query: { grant_type: 'pkce' }, body: { auth_code: 'unknown', code_verifier: 'unknown' } }),
    ...([anyone(404), { query: bodies.tokenQuery, body: bodies.pkceGrantBody }] as const),
  ),
  row(
    'POST /sso',
    () => ({ body: { domain: 'company.example', redirect_to, ...challenge } }),
    ...([anyone(404), { body: bodies.ssoBody }] as const),
  ),
  // A form, which these tests do not send.
  row('POST /backchannel-logout', () => ({ body: {} }), anyone(415)),
  row('POST /recover', toEmail, anyone(200), { body: bodies.recoverBody }),
  row('POST /resend', resend('signup'), anyone(200), { body: bodies.resendBody }),
  row('POST /resend', resend('email_change'), anyone(200), { body: bodies.resendBody }),
  row(
    'POST /verify',
    async ({ link }) => ({ body: { type: 'invite', token_hash: await link() } }),
    ...([anyone(200), { body: bodies.verifyBody }] as const),
  ),
  // The outcome is in the fragment of the page that it redirects to.
  row('GET /verify', openLink, anyone(303), { query: bodies.verifyQuery }),
  // Uses up and reads nothing.
  row('HEAD /verify', openLink, anyone(200)),

  row(
    'POST /logout',
    () => ({ query: { scope: 'others' } }),
    ...([signedIn(204, 204), { query: bodies.logoutQuery }] as const),
  ),
  row('GET /user', nothing, signedIn(200, 200)),
  row('PUT /user', changes, signedIn(200, 401), { body: bodies.userBody }),
  // 422: there is no provider.
  row(
    'GET /user/identities/authorize',
    () => ({ query: { ...ofProvider, redirect_to } }),
    signedIn(422, 401),
    {
      query: bodies.authorizeQuery,
    },
  ),
  // Of nobody: the answer is the same as for somebody's only one.
  row(
    'DELETE /user/identities/:id',
    () => ({ params: { id: randomUUID() } }),
    ...([signedIn(422, 401)] as const),
  ),

  row('POST /factors', newApp, signedIn(200, 403), { body: bodies.enrollBody }),
  row('DELETE /factors/:id', ofApp, signedIn(200, 422)),
  row('POST /factors/:id/challenge', ofApp, signedIn(200, 200)),
  // 422: an actor between password and code has no valid code here.
  row('POST /factors/:id/verify', enterCode, signedIn(200, 422), { body: bodies.factorCodeBody }),
  row('GET /factors/recovery-codes', withCodes, signedIn(200, 401)),
  row('POST /factors/recovery-codes', withProof, signedIn(200, 403)),
  row('POST /factors/recovery-codes/regenerate', withCodes, signedIn(200, 403)),
  row(
    'POST /factors/recovery-codes/verify',
    async ({ recoveryCode }) => ({ body: { code: await recoveryCode() } }),
    ...([signedIn(200, 422), { body: bodies.recoveryCodeBody }] as const),
  ),

  row('GET /settings', nothing, anyone(200)),
  row('GET /health', nothing, anyone(200)),
  row('GET /.well-known/jwks.json', nothing, anyone(200)),
];

async function newAccount({ address }: AuthChoice) {
  const body = { email: await address(), password: 'correct horse', data: { full_name: 'Some One' } };
  return { query: { redirect_to }, body };
}

async function changes({ address, password }: AuthChoice) {
  const body = { email: await address(), current_password: password, data: { nickname: 'Nick' } };
  return { query: { redirect_to }, body };
}

function newApp() {
  return { body: { factor_type: 'totp', friendly_name: `App ${randomUUID()}`, issuer: 'Canopy' } };
}

async function enterCode({ app, challenge }: AuthChoice) {
  const { id, code } = await app();
  return { params: { id }, body: { challenge_id: await challenge(id), code } };
}

async function withProof({ proof }: AuthChoice) {
  await proof();
  return {};
}

async function withCodes({ codes }: AuthChoice) {
  await codes();
  return {};
}

function anyone(status: number) {
  return each(() => status);
}

/** The second status is for a user who still has to set up a second factor. */
function signedIn(status: number, halfway: number) {
  return each((name) => {
    if (name === 'nobody') return 401;
    if (isOutsider(name)) return 403;
    return name === 'halfway' ? halfway : status;
  });
}

function each(statusOf: (name: AuthActor) => number): Record<AuthActor, number> {
  return Object.fromEntries(authActors.map((name) => [name, statusOf(name)])) as Record<AuthActor, number>;
}
