import * as z from 'zod/mini';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import { email as emailField } from '../../../../contract/fields/fields.ts';
import type { Provider } from '../identities/company.repository.ts';

const google = 'https://accounts.google.com';

/** What a provider says about a user. */
export interface Claims {
  iss: string;
  sub: string;
  [name: string]: unknown;
}

/** The email of the claims as a key, or why it proves nothing. Never `preferred_username`: users choose it. */
export function provenEmail(
  { domains, email_verified }: Pick<Provider, 'domains' | 'email_verified'>,
  claims: Claims,
): { email: string } | { problem: 'email_missing' | 'email_not_of_company' | 'email_not_verified' } {
  const parsed = z.safeParse(emailField, claims.email);
  if (!parsed.success) return { problem: 'email_missing' };
  const email = emailKey(parsed.data);
  // Anybody may open a personal account with the email of a company: only `hd` says that the company made it.
  const domain = claims.iss === google ? claims.hd : email.slice(email.lastIndexOf('@') + 1);
  if (typeof domain !== 'string' || !domains.includes(domain.toLowerCase()))
    return { problem: 'email_not_of_company' };
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  if (!isVerified && email_verified === 'required') return { problem: 'email_not_verified' };
  return { email };
}

interface Found {
  is_administrator: boolean;
  /** Of any account at the provider: a second one must not take over. */
  is_connected: boolean;
  /** Whose email was never proven, so somebody else may have set it. */
  has_unproven_password: boolean;
}

/** Whether an email may connect an account that exists. */
export function mayConnectByEmail(
  { is_trusted_for_link }: Pick<Provider, 'is_trusted_for_link'>,
  found: Found,
): boolean {
  return (
    is_trusted_for_link && !found.is_administrator && !found.is_connected && !found.has_unproven_password
  );
}

/** Whether the provider says that the user entered a second factor there (RFC 8176). */
export function provesSecondFactor(
  { is_second_factor_by_amr }: Pick<Provider, 'is_second_factor_by_amr'>,
  { amr }: Claims,
): boolean {
  return is_second_factor_by_amr && Array.isArray(amr) && amr.includes('mfa');
}
