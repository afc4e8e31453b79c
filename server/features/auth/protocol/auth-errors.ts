import { deactivatedMessage } from '../../../../contract/errors.ts';
import { AuthError } from './auth-error.ts';

/** Refusals that several use cases share, each in one wording. */
export function invalidCredentials(): AuthError {
  return new AuthError('invalid_credentials', 'Invalid login credentials');
}

/** 400 where tokens are given out, 403 elsewhere (protocol section 1.1). */
export function deactivated(status: 400 | 403): AuthError {
  return new AuthError('user_banned', deactivatedMessage, { status });
}

/** Unknown, used, too old or of another kind: a link's finder cannot tell. */
export function linkExpired(): AuthError {
  return new AuthError('otp_expired', 'Email link is invalid or has expired');
}

/** 404, but 422 for an unknown challenge (protocol section 1.1). */
export function factorNotFound(status: 404 | 422 = 404): AuthError {
  return new AuthError('mfa_factor_not_found', 'This device is not set up, or it took too long', { status });
}

/** 401 for one's own data, 403 to set something up, 422 to take something away (protocol section 1.1). */
export function insufficientAal(status: 401 | 403 | 422): AuthError {
  return new AuthError('insufficient_aal', 'Enter a code of your authenticator app first', { status });
}

/** `PUT /user` with nothing but the current password renews it; so does signing in. */
export function reauthenticationNeeded(): AuthError {
  return new AuthError('reauthentication_needed', 'Enter your password again first');
}

/** Wrong, used before, or too old: whoever guesses cannot tell. */
export function wrongCode(): AuthError {
  return new AuthError('mfa_verification_failed', 'This code is not right, or was used before');
}

export function sessionGone(): AuthError {
  return new AuthError('session_not_found', 'Your session has ended. Sign in again.');
}

export function userGone(): AuthError {
  return new AuthError('user_not_found', 'This account does not exist any more.');
}
