import type { AuthResponse, EmailOtpType } from '@supabase/auth-js';
import { resetPasswordPath } from '../../../contract/auth.ts';
import { type AuthFailure, askAuth } from '../../lib/account/auth-failure.ts';
import { adoptSession } from '../../lib/account/auth-store.ts';
import type { MailLink } from '../../lib/session/link.ts';

/** Mails a reset link, if the address has an account; the answer does not tell. */
export async function sendResetLink(email: string): Promise<AuthFailure | null> {
  const redirectTo = `${location.origin}${resetPasswordPath}`;
  const { failure } = await askAuth('Password reset failed', (client) =>
    client.resetPasswordForEmail(email, { redirectTo }),
  );
  return failure;
}

/** Mails the confirmation link again, if the address still waits for it; the answer does not tell. */
export async function resendConfirmation(email: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('The link could not be sent', (client) =>
    client.resend({ type: 'signup', email }),
  );
  return failure;
}

/**
 * Spends the token of a mailed link, or takes up the session that GET /verify made of it. On success the user is
 * signed in, but for the first of the two links that change an address.
 */
export async function consumeLink(
  { token_hash, session }: Pick<MailLink, 'token_hash' | 'session'>,
  type: EmailOtpType,
): Promise<{ failure: AuthFailure | null; isSignedIn: boolean }> {
  const { answer, failure } = await askAuth<AuthResponse>('The link could not be used', (client) =>
    session ? client.setSession(session) : client.verifyOtp({ token_hash: token_hash ?? '', type }),
  );
  if (answer?.data.user && answer.data.session) adoptSession(answer.data.session);
  return { failure, isSignedIn: Boolean(answer?.data.session) };
}

/** A link that is unknown, used, too old or replaced by a newer one: all the same to the server. */
export function isSpent(failure: AuthFailure) {
  return failure.code === 'otp_expired' || failure.code === 'validation_failed';
}

export const spentMessage =
  'This link has expired or was already used. Only the newest link works, and only once.';
