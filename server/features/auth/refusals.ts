import { deactivatedMessage } from '../../../contract/errors.ts';
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

export function sessionGone(): AuthError {
  return new AuthError('session_not_found', 'Your session has ended. Sign in again.');
}

export function personGone(): AuthError {
  return new AuthError('user_not_found', 'This account does not exist any more.');
}
