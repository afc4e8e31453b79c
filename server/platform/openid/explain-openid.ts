import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { RefusedAnswer } from './bounded-fetch.ts';

/** What went wrong at a provider: who can mend it, for users, and the details, for operators. */
export type OpenIdProblem =
  | 'access_denied'
  | 'provider_away'
  | 'provider_answer'
  | 'provider_setup'
  | 'provider_keys'
  | 'provider_clock'
  | 'provider_proof'
  | 'not_signed_in_again';

export class OpenIdError extends Error {
  override name = 'OpenIdError';
  readonly problem: OpenIdProblem;

  /** `detail` is for operators and contains no token. */
  constructor(problem: OpenIdProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** The error as an `OpenIdError`; itself when it is none of the provider's. */
export function explainOpenId(error: unknown): unknown {
  if (error instanceof OpenIdError || !(error instanceof Error)) return error;
  const refused = causesOf(error).find((cause) => cause instanceof RefusedAnswer);
  if (refused) return new OpenIdError('provider_answer', refused.message);
  const detail = describe(error);
  if (error instanceof AuthorizationResponseError) {
    return new OpenIdError(ofAuthorization[error.error] ?? 'provider_setup', detail);
  }
  if (error instanceof ResponseBodyError) {
    return new OpenIdError(error.status >= 500 ? 'provider_answer' : 'provider_setup', detail);
  }
  if (error instanceof ClientError) return new OpenIdError(ofClient(error, detail), detail);
  // What `fetch` throws: no connection, or none that ends in time.
  if (error instanceof TypeError || error.name === 'TimeoutError' || error.name === 'AbortError')
    return new OpenIdError('provider_away', detail);
  return error;
}

const ofAuthorization: Record<string, OpenIdProblem> = {
  access_denied: 'access_denied',
  login_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  temporarily_unavailable: 'provider_away',
  server_error: 'provider_answer',
};

const ofCode: Record<string, OpenIdProblem> = {
  OAUTH_TIMEOUT: 'provider_away',
  OAUTH_ABORT: 'provider_away',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider_answer',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider_answer',
  OAUTH_PARSE_ERROR: 'provider_answer',
  OAUTH_MISSING_SERVER_METADATA: 'provider_setup',
  OAUTH_INVALID_SERVER_METADATA: 'provider_setup',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'provider_setup',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'provider_setup',
  OAUTH_KEY_SELECTION_FAILED: 'provider_keys',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'provider_clock',
};

function ofClient({ code, cause, message }: ClientError, detail: string): OpenIdProblem {
  if (/auth_time/.test(detail)) return 'not_signed_in_again';
  // Of its discovery document. Any other attribute is one of an answer.
  if (/metadata issuer/.test(message)) return 'provider_setup';
  if (code) return ofCode[code] ?? 'provider_proof';
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('ERR_')
    ? 'provider_proof'
    : 'provider_away';
}

function causesOf(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causesOf(error.cause)] : [error];
}

/** At most 300 characters, which the provider may have chosen. */
function describe(error: Error): string {
  const sent = 'error' in error ? [error.error, 'error_description' in error && error.error_description] : [];
  const claims = error.cause && typeof error.cause === 'object' ? differenceIn(error.cause) : [];
  const parts = [...causesOf(error).map(({ message }) => message), ...sent, ...claims];
  return [...new Set(parts.filter(Boolean))].join(': ').replace(/\s+/g, ' ').slice(0, 300);
}

/** 'iss is "https://a", expected "https://b"'. Never a whole token or claim set. */
function differenceIn(cause: object): string[] {
  const found = causesWith(cause);
  const { expected, claim, attribute, claims, body } = found as Record<string, unknown>;
  const name = claim ?? attribute;
  if (typeof name !== 'string') return [];
  const holder = (claims ?? body) as Record<string, unknown> | undefined;
  const text = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 100);
  return [
    `${name} is ${text(holder?.[name])}${expected === undefined ? '' : `, expected ${text(expected)}`}`,
  ];
}

function causesWith(cause: object): object {
  const inner = (cause as { cause?: unknown }).cause;
  return cause instanceof Error && inner && typeof inner === 'object' ? causesWith(inner) : cause;
}
