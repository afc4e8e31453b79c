import { createHash, randomBytes } from 'node:crypto';
import { companyCallbackPath } from '../../../../contract/auth/auth-links.ts';
import {
  companySignInProblems,
  isCompanySignInProblem,
} from '../../../../contract/auth/company-sign-in-problems.ts';
import { type App, type Context, now } from '../../../kernel/context.ts';
import { explainOpenId, OpenIdError, type OpenIdProblem } from '../../../platform/openid/explain-openid.ts';
import type { OpenIdClient, ProviderAnswer } from '../../../platform/openid/openid.ts';
import { allowedRedirect } from '../accounts/link-redirect.pure.ts';
import * as repository from '../identities/company.repository.ts';
import { digest, newSecret } from '../keys/one-time-secret.pure.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import { toAuthError } from '../protocol/protocol.pure.ts';
import type { Claims } from './company-account.rules.ts';

const flowMs = 600_000;
const codeMs = 300_000;
/** Of what a provider says only what is used is kept, except in a test. */
const claimsMaxBytes = 16_384;

/** What the provider answered, until its code is exchanged. */
export interface Answer {
  claims: Claims;
  id_token: string;
  /** Of a test, which shows it. */
  failure?: { problem: OpenIdProblem; detail: string };
}

export function clientOf(app: App, provider: repository.Provider): OpenIdClient {
  const { issuer, client_id, client_secret } = provider;
  return { issuer, client_id, client_secret: client_secret && repository.opened<string>(app, client_secret) };
}

export function callbackUrl({ config }: Pick<App, 'config'>): string {
  return `${config.public_url}/auth/v1/callback`;
}

/** @throws AuthError 422 when company sign-in is off. */
export async function requireProvider({ app }: Context): Promise<repository.Provider> {
  const provider = await repository.findProvider(app.database.read);
  if (!provider || provider.state === 'off') throw failed('provider_disabled', provider);
  return provider;
}

/** In the words for users. */
export function failed(
  problem: keyof typeof companySignInProblems,
  provider: Pick<repository.Provider, 'label'> | undefined,
): AuthError {
  return new AuthError(problem, companySignInProblems[problem](provider?.label ?? 'The company sign-in'));
}

type Begun = Pick<repository.Flow, 'purpose' | 'redirect_to' | 'code_challenge' | 'max_age'> &
  Partial<Pick<repository.Flow, 'user_id' | 'session_id' | 'invitation_hash'>>;

/** The URL of the provider. The flow works for ten minutes. @throws AuthError when the provider cannot be asked. */
export async function beginFlow(ctx: Context, provider: repository.Provider, begun: Begun): Promise<string> {
  const { app } = ctx;
  const state = newSecret();
  const inside = { nonce: newSecret().secret, verifier: randomBytes(32).toString('base64url') };
  const exchange = { redirect_uri: callbackUrl(app), state: state.secret, ...inside, max_age: begun.max_age };
  const url = await app.openid.authorizationUrl(clientOf(app, provider), exchange).catch((error) => {
    throw toFailure(ctx, provider, error);
  });
  await app.database.write((tx) =>
    repository.insertFlow(tx, {
      ...{ user_id: null, session_id: null, invitation_hash: null, code_hash: null, answer: null },
      ...{
        state_hash: state.hash,
        provider: provider.name,
        secrets: repository.sealed(app, inside),
        ...begun,
      },
      expires_at: inTime(app, flowMs),
    }),
  );
  return url.href;
}

/** A line for operators, a sentence for the user. Other errors stay as they are. */
export function toFailure(
  { app, request }: Context,
  provider: repository.Provider,
  thrown: unknown,
): unknown {
  const error = explainOpenId(thrown);
  if (!(error instanceof OpenIdError)) return error;
  const { problem, message: detail } = error;
  app.log.warn(
    { request: request.id, provider: provider.label, problem, detail },
    'a company sign-in failed',
  );
  app.meters.signIns.add(problem);
  return failed(problem, provider);
}

function inTime({ now }: Pick<App, 'now'>, ms: number): string {
  return new Date(now().getTime() + ms).toISOString();
}

/**
 * Checks the answer with which the browser came back, and returns the page to go to: with a code that its beginner
 * exchanges, or with an error.
 */
export async function finishFlow(ctx: Context, answer: URLSearchParams): Promise<string> {
  const { app } = ctx;
  const state = answer.get('state') ?? '';
  const flow = await app.database.write((tx) => repository.takeFlow(tx, digest(state)));
  const page = new URL(flow?.redirect_to ?? companyCallbackPath, app.config.public_url);
  const provider = await repository.findProvider(app.database.read);
  try {
    if (!flow || flow.provider !== provider?.name) throw failed('flow_state_not_found', provider);
    if (flow.expires_at <= now(ctx)) throw failed('flow_state_expired', provider);
    const said = await askProvider(ctx, provider, flow, state, answer);
    const code = newSecret();
    await app.database.write((tx) =>
      repository.insertFlow(tx, {
        ...{ ...flow, code_hash: code.hash, answer: repository.sealed(app, said) },
        expires_at: inTime(app, codeMs),
      }),
    );
    page.searchParams.set('code', code.secret);
  } catch (error) {
    const known = toAuthError(error);
    if (!known)
      app.log.error({ err: error, request: ctx.request.id }, 'a company sign-in could not be finished');
    addError(page, known, provider);
  }
  return page.href;
}

/** In the form of the protocol, which the client reads. */
function addError(page: URL, error: AuthError | null, provider: repository.Provider | undefined): void {
  const code = isCompanySignInProblem(error?.code) ? error.code : 'unexpected_failure';
  const isDenied = code === 'access_denied';
  page.searchParams.set('error', isDenied ? 'access_denied' : 'server_error');
  page.searchParams.set('error_code', code);
  page.searchParams.set('error_description', failed(code, provider).message);
}

async function askProvider(
  ctx: Context,
  provider: repository.Provider,
  flow: repository.Flow,
  state: string,
  answer: URLSearchParams,
): Promise<Answer> {
  const { app } = ctx;
  const inside = repository.opened<{ nonce: string; verifier: string }>(app, flow.secrets);
  const exchange = { redirect_uri: callbackUrl(app), state, ...inside, max_age: flow.max_age };
  try {
    const said = await app.openid.finish(clientOf(app, provider), exchange, answer);
    return keep(said, flow.purpose === 'test');
  } catch (thrown) {
    const error = explainOpenId(thrown);
    if (flow.purpose !== 'test' || !(error instanceof OpenIdError)) throw toFailure(ctx, provider, error);
    const { problem, message: detail } = error;
    return { claims: { iss: '', sub: '' }, id_token: '', failure: { problem, detail } };
  }
}

const usedClaims = [
  'iss',
  'sub',
  'email',
  'email_verified',
  'name',
  'hd',
  'amr',
  'auth_time',
  'sid',
] as const;

function keep({ claims, id_token }: ProviderAnswer, isTest: boolean): Answer {
  if (typeof claims.sub !== 'string' || claims.sub.length > 255)
    throw new OpenIdError('provider_proof', 'the subject has more than 255 characters');
  const used = isTest ? claims : Object.fromEntries(usedClaims.map((name) => [name, claims[name]]));
  if (Buffer.byteLength(JSON.stringify(used)) > claimsMaxBytes)
    throw new OpenIdError('provider_answer', `the claims have more than ${claimsMaxBytes} bytes`);
  // The hint travels in a URL.
  return { claims: used as Claims, id_token: id_token.length <= 4000 ? id_token : '' };
}

/** The flow of a code, which is not used up. @throws AuthError 404, 422; 400 when another browser began it. */
export async function findFlow(
  ctx: Context,
  code: string,
  verifier: string | null,
): Promise<repository.Flow> {
  const flow = await repository.findFlowByCode(ctx.app.database.read, digest(code));
  if (!flow) throw failed('flow_state_not_found', undefined);
  if (flow.expires_at <= now(ctx)) throw failed('flow_state_expired', undefined);
  const challenge = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
  if (flow.code_challenge !== challenge) throw failed('bad_code_verifier', undefined);
  return flow;
}

/** Where the browser comes back to: our own page for a company sign-in unless another page of ours is asked for. */
export function returnPage({ app }: Context, redirect_to: unknown): string {
  const { public_url } = app.config;
  return (allowedRedirect(public_url, redirect_to) ?? new URL(companyCallbackPath, public_url)).href;
}

/** The provider of a domain of the company. @throws AuthError 404 */
export async function findProviderOfDomain({ app }: Context, domain: string): Promise<repository.Provider> {
  const provider = await repository.findProvider(app.database.read);
  if (provider && provider.state !== 'off' && provider.domains.includes(domain.toLowerCase()))
    return provider;
  throw new AuthError('sso_provider_not_found', 'No company sign-in has this domain');
}

/** The page that shows the error, because the browser is on its way. */
export async function errorPage({ app }: Context, redirect_to: string, error: AuthError): Promise<string> {
  const page = new URL(redirect_to);
  addError(page, error, await repository.findProvider(app.database.read));
  return page.href;
}
