import type { EmailOtpType } from '@supabase/auth-js';
import { resetPasswordPath } from '../../../contract/auth.ts';
import { authClient } from '../../lib/auth-client.ts';
import { type AuthFailure, authFailure } from '../../lib/auth-failure.ts';

/** Mails a reset link, if the address has an account; the answer does not tell. */
export async function sendResetLink(email: string): Promise<AuthFailure | null> {
  const { error } = await authClient.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}${resetPasswordPath}`,
  });
  return error && authFailure('Password reset failed', error);
}

/** Mails the confirmation link again, if the address still waits for it; the answer does not tell. */
export async function resendConfirmation(email: string): Promise<AuthFailure | null> {
  const { error } = await authClient.resend({ type: 'signup', email });
  return error && authFailure('The link could not be sent', error);
}

/** Spends the token of a mailed link. On success the person is signed in. */
export async function spendLink(token_hash: string, type: EmailOtpType): Promise<AuthFailure | null> {
  const { error } = await authClient.verifyOtp({ token_hash, type });
  return error && authFailure('The link could not be used', error);
}

/** Sets the password of the signed-in person. */
export async function setPassword(password: string): Promise<AuthFailure | null> {
  const { data } = await authClient.getSession();
  if (!data.session) return { message: 'No user logged in', code: undefined };
  const { error } = await authClient.updateUser({ password });
  return error && authFailure('Password update failed', error);
}

/** A link that is unknown, used, too old or replaced by a newer one: all the same to the server. */
export function isSpent(failure: AuthFailure) {
  return failure.code === 'otp_expired' || failure.code === 'validation_failed';
}

export const spentMessage =
  'This link has expired or was already used. Only the newest link works, and only once.';
