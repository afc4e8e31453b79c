import { createHash } from 'node:crypto';
import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import {
  type CompanySignInProblem,
  companySignInProblems,
} from '../../../../contract/auth/company-sign-in-problems.ts';
import { getProviderSignOut, updateCompanySignIn } from '../../../../contract/company-sign-in.ts';
import {
  broken,
  type HostileProvider,
  type Misdeeds,
  startHostileProvider,
} from '../../../testing/providers/hostile-provider.ts';
import { type AuthWorld, ada, present, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
let hostile: HostileProvider;
let log: MockInstance;

const base = {
  ...{ label: 'Login', client_id: 'canopy', client_secret: 'secret', domains: ['company.example'] },
  ...{
    is_trusted_for_link: true,
    email_verified: 'required' as const,
    is_second_factor_by_amr: true,
    state: 'on' as const,
  },
};

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

let people = 0;
beforeEach(async () => {
  // A provider of its own for each set-up, because what it publishes is kept.
  hostile = await startHostileProvider();
  const { session } = await world.signIn(ada);
  (await world.api(session).call(updateCompanySignIn, { body: { ...base, issuer: hostile.issuer } })).ok();
  const sub = `hostile-${people++}`;
  hostile.person = { sub, email: `${sub}@company.example`, email_verified: true };
  log = vi.spyOn(world.app.log, 'warn');
  return async () => {
    log.mockRestore();
    await hostile.close();
  };
});

const verifier = 'a verifier that only this browser has';
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function begin(more = ''): Promise<URL> {
  const query = `provider=custom:main&code_challenge=${challenge}&code_challenge_method=s256${more}`;
  const answer = await world.raw('GET', `/authorize?${query}`);
  return new URL(present(answer.headers.get('location')));
}

async function comeBack(url: string): Promise<URL> {
  const { pathname, search } = new URL(url);
  const answer = await world.raw('GET', `${pathname.replace('/auth/v1', '')}${search}`);
  return new URL(present(answer.headers.get('location')));
}

/** 'signed in', or the code of the error, with its sentence checked. */
async function signIn(more?: string): Promise<string> {
  const at = await begin(more);
  const page = at.searchParams.has('error_code') ? at : await comeBack(hostile.comeBack(at.href));
  return outcomeOf(page);
}

async function outcomeOf(page: URL): Promise<string> {
  expect(page.origin + page.pathname).toBe(`${world.app.config.public_url}/auth/callback`);
  const problem = page.searchParams.get('error_code') as CompanySignInProblem | null;
  if (problem) {
    expect(page.searchParams.get('error_description')).toBe(companySignInProblems[problem]('Login'));
    return problem;
  }
  const body = { auth_code: page.searchParams.get('code'), code_verifier: verifier };
  const answer = await world.raw('POST', '/token?grant_type=pkce', body);
  const { error_code } = (await answer.json()) as { error_code?: string };
  return error_code ?? 'signed in';
}

test('a provider that means several audiences and says that it is for us signs in', async () => {
  hostile.misdeeds = { claims: { aud: ['canopy', 'b'], azp: 'canopy' } };
  expect(await signIn()).toBe('signed in');
});

test('a provider that answers right signs in, also when its clock differs by 50 seconds', async () => {
  expect(await signIn()).toBe('signed in');
  const later = Math.floor(Date.now() / 1000) + 50;
  hostile.misdeeds = { claims: { iat: later, exp: later + 300 } };
  expect(await signIn()).toBe('signed in');
  const earlier = Math.floor(Date.now() / 1000) - 350;
  hostile.misdeeds = { claims: { iat: earlier, exp: earlier + 300 } };
  expect(await signIn()).toBe('signed in');
});

const soon = () => Math.floor(Date.now() / 1000);
const evil = 'https://evil.example';

// A code of the answer, and a part of the line for operators.
const setUps: [string, () => Misdeeds, CompanySignInProblem, RegExp][] = [
  [
    'has another issuer in its discovery document',
    () => ({ metadata: { issuer: evil } }),
    'provider_setup',
    /evil/,
  ],
  ['is of many tenants', () => ({ metadata: { issuer: 'http://{tenantid}' } }), 'provider_setup', /issuer/],
  [
    'has endpoints without TLS',
    () => ({ metadata: { token_endpoint: 'http://evil.example/token' } }),
    'provider_answer',
    /not https/,
  ],
  [
    'has no token endpoint',
    () => ({ metadata: { token_endpoint: undefined } }),
    'provider_setup',
    /token_endpoint/,
  ],
  [
    'answers 500 instead of its discovery document',
    () => ({ discovery: broken.error }),
    'provider_answer',
    /status/,
  ],
  [
    'answers a page instead of its discovery document',
    () => ({ discovery: broken.garbage }),
    'provider_answer',
    /content-type/,
  ],
  [
    'answers half of its discovery document',
    () => ({ discovery: broken.halfJson }),
    'provider_answer',
    /pars/,
  ],
  ['redirects to another host', () => ({ discovery: broken.elsewhere }), 'provider_answer', /redirects/],
  ['answers a megabyte', () => ({ discovery: broken.huge }), 'provider_answer', /more than 262144 bytes/],
  ['answers 500 at its token endpoint', () => ({ token: broken.error }), 'provider_answer', /status/],
  [
    'answers a page at its token endpoint',
    () => ({ token: broken.garbage }),
    'provider_answer',
    /content-type/,
  ],
  [
    'answers a megabyte of claims',
    () => ({ claims: { groups: 'x'.repeat(300_000) } }),
    'provider_answer',
    /more than/,
  ],
  ['has keys that are no keys', () => ({ keys: broken.garbage }), 'provider_answer', /content-type/],
  [
    'signs with a key that it does not publish',
    () => ({ header: { kid: 'unknown' } }),
    'provider_keys',
    /no applicable keys/,
  ],
  ['signs with another key of the same name', () => ({ isOtherKey: true }), 'provider_proof', /signature/],
  ['does not sign', () => ({ tamper: (jwt) => `${unsigned(jwt)}.` }), 'provider_proof', /alg/],
  [
    'signs with the secret',
    () => ({ tamper: (jwt) => `${jwt.replace(/^[^.]+/, encode({ alg: 'HS256' }))}` }),
    'provider_proof',
    /alg/,
  ],
  [
    'changes the claims after signing',
    () => ({ tamper: (jwt) => swapClaims(jwt, { sub: 'ada' }) }),
    'provider_proof',
    /./,
  ],
  ['names another issuer in the token', () => ({ claims: { iss: evil } }), 'provider_proof', /iss/],
  ['means another audience', () => ({ claims: { aud: 'somebody' } }), 'provider_proof', /aud/],
  [
    'means several audiences without azp',
    () => ({ claims: { aud: ['canopy', 'b'] } }),
    'provider_proof',
    /aud/,
  ],
  [
    'means several audiences and another azp',
    () => ({ claims: { aud: ['canopy', 'b'], azp: 'b' } }),
    'provider_proof',
    /azp/,
  ],
  ['leaves out the nonce', () => ({ claims: { nonce: undefined } }), 'provider_proof', /nonce/],
  ['sends the nonce of somebody else', () => ({ claims: { nonce: 'other' } }), 'provider_proof', /nonce/],
  ['sends a token that has expired', () => ({ claims: { exp: soon() - 100 } }), 'provider_clock', /exp/],
  ['has a clock that is 90 seconds ahead', () => ({ claims: { nbf: soon() + 90 } }), 'provider_clock', /nbf/],
  ['sends no subject', () => ({ claims: { sub: undefined } }), 'provider_proof', /sub/],
  [
    'sends a subject of a thousand characters',
    () => ({ claims: { sub: 's'.repeat(1000) } }),
    'provider_proof',
    /255/,
  ],
  [
    'names another subject at userinfo',
    () => ({ claims: { email: undefined }, userinfo: { sub: 'ada' } }),
    'provider_proof',
    /sub/,
  ],
  [
    'answers for another provider (mix-up)',
    () => ({ answer: () => ({ iss: evil }) }),
    'provider_proof',
    /iss/,
  ],
  [
    'leaves out who answers, although it says it always does',
    () => ({ answer: () => ({ iss: undefined }) }),
    'provider_proof',
    /iss/,
  ],
  [
    'says that the user canceled',
    () => ({ answer: () => ({ error: 'access_denied', code: undefined }) }),
    'access_denied',
    /access_denied/,
  ],
  [
    'says that the client is unknown',
    () => ({ token: denied('invalid_client') }),
    'provider_setup',
    /invalid_client/,
  ],
  [
    'says that the code was used',
    () => ({ token: denied('invalid_grant') }),
    'provider_setup',
    /invalid_grant/,
  ],
];

test.each(
  setUps,
)('a provider that %s signs nobody in: the user reads why, and the log has a line', async (_, misdeeds, problem, line) => {
  hostile.misdeeds = misdeeds();
  expect(await signIn()).toBe(problem);
  const lines = log.mock.calls.map(([details]) => details as unknown as { problem: string; detail: string });
  expect(lines).toEqual([expect.objectContaining({ problem, detail: expect.stringMatching(line) })]);
  expect(JSON.stringify(lines).length).toBeLessThan(700);
});

test('a provider that is away, or accepts and says nothing for ten seconds, is given up', async () => {
  for (const misdeeds of [{ token: broken.silent }, { keys: broken.silent }]) {
    hostile.misdeeds = misdeeds;
    expect(await signIn()).toBe('provider_away');
  }
  await hostile.close();
  expect(await signIn()).toBe('provider_away');
}, 60_000);

test.each([
  ['leaves out when the user signed in', () => undefined],
  ['ignores that it must ask again', () => soon() - 2000],
  ['sends no time', () => '2026-11-28T00:00:00Z' as never],
])('a provider that %s proves no new sign-in', async (_, auth_time) => {
  hostile.misdeeds = { claims: { auth_time: auth_time() } };
  expect(await signIn('&max_age=900')).toBe('not_signed_in_again');
  hostile.misdeeds = { claims: { auth_time: soon() } };
  expect(await signIn('&max_age=900')).toBe('signed in');
});

test('keys that were changed are read again when they are a minute old, and else at the next attempt', async () => {
  expect(await signIn()).toBe('signed in');
  await hostile.changeKeys();
  expect(await signIn()).toBe('provider_keys');
  expect(await signIn()).toBe('signed in');
  await hostile.changeKeys();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await signIn()).toBe('signed in');
  vi.useRealTimers();
});

test('an answer works once, only with its state, and ten minutes', async () => {
  const back = hostile.comeBack((await begin()).href);
  expect(await outcomeOf(await comeBack(back))).toBe('signed in');
  expect(await outcomeOf(await comeBack(back))).toBe('flow_state_not_found');
  const other = new URL(hostile.comeBack((await begin()).href));
  other.searchParams.set('state', 'invented');
  expect(await outcomeOf(await comeBack(other.href))).toBe('flow_state_not_found');
  const late = hostile.comeBack((await begin()).href);
  await world.app.database.write((tx) =>
    tx.updateTable('auth_flows').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute(),
  );
  expect(await outcomeOf(await comeBack(late))).toBe('flow_state_expired');
});

test.each([
  ['email_not_of_company', { email: 'grace@other.example' }],
  ['email_not_of_company', { email: 'grace@company.example.evil.example' }],
  ['email_missing', { email: ['a@company.example'] }],
  ['email_not_verified', { email_verified: undefined }],
  ['email_not_verified', { email_verified: 'false' }],
  ['account_exists', { email: 'taken@company.example' }],
])('claims get %s: %o', async (code, claims) => {
  if (code === 'account_exists') {
    await world.join('taken@company.example').catch(() => undefined);
    const { session } = await world.signIn('taken@company.example');
    await world.app.database.write((tx) =>
      tx
        .insertInto('auth_provider_links')
        .values({
          ...{ issuer: 'https://old.example', subject: 'x', user_id: session.user.id, provider: 'main' },
          ...{
            email: null,
            id_token: null,
            created_at: '2026-01-01T00:00:00.000Z',
            last_used_at: '2026-01-01T00:00:00.000Z',
          },
        })
        .execute(),
    );
  }
  hostile.misdeeds = { claims };
  expect(await signIn()).toBe(code);
  expect(log.mock.calls.map(([details]) => (details as { code?: string }).code)).toEqual([code]);
});

function encode(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function unsigned(jwt: string) {
  return `${encode({ alg: 'none' })}.${jwt.split('.')[1]}`;
}

function swapClaims(jwt: string, claims: object) {
  const [header, body = '', signature] = jwt.split('.');
  const said = JSON.parse(Buffer.from(body, 'base64url').toString());
  return [header, encode({ ...said, ...claims }), signature].join('.');
}

function denied(error: string): NonNullable<Misdeeds['token']> {
  return (response) =>
    void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

test('the email of Okta comes from userinfo, and Dex has no sign-out', async () => {
  const email = hostile.person.email;
  hostile.misdeeds = {
    claims: { email: undefined, email_verified: undefined },
    userinfo: { email, email_verified: true },
  };
  const at = await begin();
  const page = await comeBack(hostile.comeBack(at.href));
  const body = { auth_code: page.searchParams.get('code'), code_verifier: verifier };
  const session = (await (await world.raw('POST', '/token?grant_type=pkce', body)).json()) as Session;
  expect(session.user.email).toBe(email);
  expect((await world.api(session).call(getProviderSignOut, {})).ok()).toEqual({ url: null });
});
