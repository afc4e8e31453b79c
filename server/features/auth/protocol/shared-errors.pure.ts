import { deactivatedMessage } from '../../../../contract/http/errors.ts';
import { AuthError } from './auth-error.pure.ts';

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
