import type { AuthResponse, EmailOtpType } from '@supabase/auth-js';
import {
  companyCallbackPath,
  companyProvider,
  resetPasswordPath,
} from '../../../contract/auth/auth-links.ts';
import { askAuth, authCodeOf } from '../../lib/account/ask-auth.ts';
import { adoptSession } from '../../lib/account/auth-store.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { notFetched } from '../../lib/network/why-not-loaded.ts';
import { createPkceClient } from '../../lib/session/auth-client.ts';
import type { EmailLink } from '../../lib/session/email-link.ts';

/** The answer is the same for every email. */
export async function sendResetLink(email: string): Promise<void> {
  const redirectTo = `${location.origin}${resetPasswordPath}`;
  await askAuth('Password reset failed', (client) => client.resetPasswordForEmail(email, { redirectTo }));
}

/** The answer is the same for every email. */
export async function resendConfirmation(email: string): Promise<void> {
  await askAuth('The link could not be sent', (client) => client.resend({ type: 'signup', email }));
}

/**
 * Exchanges the token of an emailed link for a session, or adopts the session that GET /verify created. False after the
 * first of the two links of an email change.
 */
export async function consumeLink(
  { token_hash, session }: Pick<EmailLink, 'token_hash' | 'session'>,
  type: EmailOtpType,
): Promise<boolean> {
  const { data } = await askAuth<AuthResponse>('The link could not be used', (client) =>
    session ? client.setSession(session) : client.verifyOtp({ token_hash: token_hash ?? '', type }),
  );
  if (data.user && data.session) adoptSession(data.session);
  return Boolean(data.session);
}

/** Whether the link is unknown, used, expired or replaced by a newer one: the server answers all of them alike. */
export function isLinkInvalid(failure: unknown) {
  return ['otp_expired', 'validation_failed'].includes(authCodeOf(failure) ?? '');
}

export const invalidLinkMessage =
  'This link has expired or was already used. Only the newest link works, and only once.';

/** Leaves the app for the provider, which comes back to /auth/callback. `invite` is the secret of an invite link. */
export async function goToCompany({ redirect, invite }: { redirect?: string | undefined; invite?: string }) {
  const back = new URL(companyCallbackPath, location.origin);
  if (redirect) back.searchParams.set('redirect', redirect);
  const options = { redirectTo: back.href, ...(invite && { queryParams: { invite_token: invite } }) };
  await askAuth(
    'The sign-in could not begin',
    (client) => client.signInWithOAuth({ provider: companyProvider, options }),
    createPkceClient,
  );
}

// Loaded later, because the login page shows its forms before it has the code that checks them.

const load = () => import('../../../contract/auth/auth-forms.ts');
whenIdle(() => load().catch(() => undefined));

async function fetchSchemas(failure: string) {
  return load().catch(async () => {
    throw await notFetched(failure);
  });
}

export const signInSchema = async () => (await fetchSchemas('Login failed')).signInInput;
export const signUpSchema = async () => (await fetchSchemas('Sign up failed')).signUpInput;
export const recoverySchema = async () => (await fetchSchemas('Password reset failed')).recoveryInput;
