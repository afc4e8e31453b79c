import { deactivatedMessage } from '../../../../contract/http/errors.ts';

/** With their usual HTTP status (auth protocol, section 1). */
export const authStatus = {
  validation_failed: 400,
  bad_json: 400,
  email_address_invalid: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  unsupported_grant_type: 400,
  session_expired: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  current_password_required: 400,
  current_password_invalid: 400,
  bad_code_verifier: 400,
  reauthentication_needed: 400,
  no_authorization: 401,
  insufficient_aal: 401,
  bad_jwt: 403,
  session_not_found: 403,
  user_not_found: 403,
  user_banned: 403,
  not_admin: 403,
  otp_expired: 403,
  access_denied: 403,
  not_found: 404,
  flow_state_not_found: 404,
  sso_provider_not_found: 404,
  mfa_factor_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  request_entity_too_large: 413,
  unsupported_media_type: 415,
  weak_password: 422,
  same_password: 422,
  email_exists: 422,
  mfa_factor_name_conflict: 422,
  too_many_enrolled_mfa_factors: 422,
  mfa_challenge_expired: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  mfa_recovery_codes_sole_factor: 422,
  single_identity_not_deletable: 422,
  identity_not_found: 422,
  identity_already_exists: 422,
  email_provider_disabled: 422,
  provider_disabled: 422,
  // Not 5xx, which the client would retry, and whose code it drops.
  provider_away: 422,
  provider_answer: 422,
  provider_setup: 422,
  provider_keys: 422,
  provider_clock: 422,
  not_signed_in_again: 422,
  identity_not_yours: 422,
  provider_proof: 422,
  flow_state_expired: 422,
  email_missing: 422,
  email_not_verified: 422,
  email_not_of_company: 422,
  account_exists: 422,
  signup_disabled: 422,
  anonymous_provider_disabled: 422,
  over_request_rate_limit: 429,
  unexpected_failure: 500,
  service_unavailable: 503,
} as const;

export type AuthErrorCode = keyof typeof authStatus;

interface Extra {
  /** For codes whose status depends on the call: a deactivated user gets 400 at sign-in, 403 elsewhere. */
  status?: number;
  retry_after_seconds?: number;
  limit?: 'account' | 'network';
}

/** Everything else that is thrown is a bug. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retry_after_seconds: number | undefined;
  readonly limit: Extra['limit'];

  constructor(code: AuthErrorCode, message: string, { status, retry_after_seconds, limit }: Extra = {}) {
    super(message);
    this.code = code;
    this.status = status ?? authStatus[code];
    this.retry_after_seconds = retry_after_seconds;
    this.limit = limit;
  }
}

export const apiVersionHeader = 'x-supabase-api-version';
export const apiVersion = '2024-01-01';

/** The older API version has other member names. */
export function errorBody(error: AuthError, requestVersion: unknown): Record<string, unknown> {
  const reasons = error.code === 'weak_password' ? { weak_password: { reasons: ['length'] } } : {};
  if (isCurrentVersion(requestVersion)) return { code: error.code, message: error.message, ...reasons };
  return { code: error.status, error_code: error.code, msg: error.message, ...reasons };
}

export function isCurrentVersion(requestVersion: unknown): boolean {
  return (
    typeof requestVersion === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(requestVersion) &&
    requestVersion >= apiVersion
  );
}

export function invalidCredentials(): AuthError {
  return new AuthError('invalid_credentials', 'Invalid login credentials');
}

/** 400 where tokens are issued, 403 elsewhere (auth protocol, section 1). */
export function deactivated(status: 400 | 403): AuthError {
  return new AuthError('user_banned', deactivatedMessage, { status });
}

/** One answer for unknown, used, expired and wrong kind, so that an invented link reveals nothing. */
export function linkExpired(): AuthError {
  return new AuthError('otp_expired', 'Email link is invalid or has expired');
}

/** 404 for a factor, 422 for a challenge (auth protocol, section 1). */
export function factorNotFound(status: 404 | 422 = 404): AuthError {
  return new AuthError('mfa_factor_not_found', 'This device is not set up, or it took too long', { status });
}

/** 401 for one's own data, 403 to set a factor up, 422 to remove one (auth protocol, section 1). */
export function insufficientAal(status: 401 | 403 | 422): AuthError {
  return new AuthError('insufficient_aal', 'Enter a code of your authenticator app first', { status });
}

/** The password must be entered again: by signing in, or by `PUT /user` with the current password alone. */
export function reauthenticationNeeded(): AuthError {
  return new AuthError('reauthentication_needed', 'Enter your password again first');
}

/** One answer for wrong, used and expired codes, so that an attempt reveals nothing. */
export function wrongCode(): AuthError {
  return new AuthError('mfa_verification_failed', 'This code is not right, or was used before');
}

export function sessionGone(): AuthError {
  return new AuthError('session_not_found', 'Your session has ended. Sign in again.');
}

export function userGone(): AuthError {
  return new AuthError('user_not_found', 'This account does not exist any more.');
}
