import type { ColumnType } from 'kysely';

/** As in schema.ts, which imports this file. */
type Json<T> = ColumnType<T, string, string>;

/** Newest first (RFC 8176, with the method names of the auth client). */
export interface AmrEntry {
  method: 'password' | 'email/signup' | 'recovery' | 'invite' | 'email_change' | 'oauth' | SecondFactorMethod;
  /** Seconds since 1970. */
  timestamp: number;
  /** When the user signed in at the provider, if it says so: a silent sign-in proves nothing about who sits there. */
  proven_at?: number;
}

/** The client's names; the second is a recovery code. */
export type SecondFactorMethod = 'totp' | 'mfa/recovery_code';

export type EndedReason =
  | 'signed_out'
  | 'ended_by_owner'
  | 'ended_by_administrator'
  | 'password_changed'
  | 'deactivated'
  | 'expired'
  | 'token_replayed'
  | 'second_factor'
  | 'factor_reset';

/** An account. Its email was confirmed, or a user with every permission copied the link that set its password. */
export interface AuthUsersTable {
  id: string;
  /** The email key: lower case, unique. */
  email: string;
  /** Argon2id in PHC form; null until a password is chosen. */
  password_hash: string | null;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  /** A requested email, until both mailboxes have confirmed it. */
  new_email: string | null;
  email_change_sent_at: string | null;
  last_sign_in_at: string | null;
  /** Written by the user, so it must never be read for a permission. */
  user_metadata: Json<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}

/** A sign-up whose email is not confirmed. Several may wait for one email; the first link used wins. */
export interface AuthSignUpsTable {
  /** Becomes the identity's id, unless a profile with the email exists. */
  id: string;
  email: string;
  password_hash: string;
  user_metadata: Json<Record<string, unknown>>;
  token_hash: string;
  created_at: string;
  /** The last sign-in attempt with its password; the confirmation is sent again to the latest. */
  touched_at: string;
  expires_at: string;
}

/**
 * A request without a session, to be handled later. The work depends on the owner of the email, so the request itself
 * does the same for every email.
 */
export interface AuthRequestsTable {
  id: string;
  kind: 'sign_up' | 'resend_sign_up' | 'resend_email_change' | 'recovery' | 'refused_sign_in';
  email: string;
  /** The id of the sign-up, or the code of the refused sign-in. */
  detail: string | null;
  ip: string;
  user_agent: string;
  created_at: string;
}

/** Attempts of one hour that the audit log only counts. */
export interface AuthUnlistedTable {
  hour: string;
  action: 'session.refused' | 'recovery.requested';
  /** Empty for those at an account. */
  network: string;
  /** Empty for those of a network. */
  email: string;
  attempts: number;
}

/** Ended sessions stay as rows, so that the user can read why. */
export interface AuthSessionsTable {
  id: string;
  user_id: string;
  created_at: string;
  refreshed_at: string;
  /** The last request, accurate to a minute; null during the first minute. */
  seen_at: string | null;
  aal: 'aal1' | 'aal2';
  amr: Json<AmrEntry[]>;
  ip: string;
  user_agent: string;
  refresh_key: string;
  refresh_counter: number;
  /** Milliseconds since 1970, oldest first, separated by commas. */
  refresh_uses: string;
  /** The factor that raised the session to aal2; null without one, or after a recovery code. */
  factor_id: string | null;
  /** The provider's own name of the session, empty when it gave none; null for a session that it did not begin. */
  provider_sid: string | null;
  ended_at: string | null;
  ended_reason: EndedReason | null;
}

/** Secrets of links in emails. There is one per user and purpose; a newer one replaces it. */
export interface AuthOneTimeTokensTable {
  token_hash: string;
  user_id: string;
  purpose: 'recovery' | 'email_change_current' | 'email_change_new';
  /** Null for a link that the user requested. */
  requested_by: string | null;
  created_at: string;
  expires_at: string;
}

/** Invite links for users whose profile was created on the Users screen. They stay after they expire, to show it. */
export interface AuthInvitationsTable {
  user_id: string;
  token_hash: string;
  /** Null for a copied link. */
  mail_id: string | null;
  sent_by: string | null;
  sent_at: string;
  expires_at: string;
  /** When who sent it was told that it expires soon. */
  reminded_at: string | null;
}

/** Devices on which the user signed in completely. They only have their own limit for attempts. */
export interface AuthDevicesTable {
  user_id: string;
  device_hash: string;
  seen_at: string;
}

/** An authenticator app, or a user's set of recovery codes, which exists only together with an app. */
export interface AuthFactorsTable {
  id: string;
  user_id: string;
  factor_type: 'totp' | 'recovery_code';
  friendly_name: string | null;
  /** In lower case, unique per user. */
  name_key: string | null;
  /** Encrypted; null for recovery codes. */
  secret: string | null;
  status: 'unverified' | 'verified';
  /** This step's code and earlier ones no longer work. */
  last_step: number;
  created_at: string;
  updated_at: string;
}

/** Permission to enter a code in one session. Deleted after use. */
export interface AuthChallengesTable {
  id: string;
  factor_id: string;
  session_id: string;
  expires_at: string;
}

/** Hashed recovery codes. */
export interface AuthRecoveryCodesTable {
  factor_id: string;
  code_hash: string;
  used_at: string | null;
}

/** The keys that sign access tokens. Private keys are encrypted. */
export interface AuthKeysTable {
  kid: string;
  private_key: string;
  /** JWK as JSON text. */
  public_key: string;
  state: 'current' | 'next' | 'previous';
  created_at: string;
}

/** The sign-in of the company. There is one row, `main`. */
export interface AuthProvidersTable {
  name: string;
  /** After "Continue with". */
  label: string;
  issuer: string;
  client_id: string;
  /** Encrypted; null for a client without one. */
  client_secret: string | null;
  /** In lower case: the domains for whose emails the provider speaks. */
  domains: Json<string[]>;
  /** Whether an email of these domains may connect an account that exists. */
  is_trusted_for_link: boolean;
  email_verified: 'required' | 'not_sent';
  is_second_factor_by_amr: boolean;
  state: 'off' | 'on' | 'required';
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
}

/** An account of a provider that signs in as a user. The key is never an email. */
export interface AuthProviderLinksTable {
  issuer: string;
  subject: string;
  user_id: string;
  provider: string;
  /** As the provider said it last; only shown. */
  email: string | null;
  /** Encrypted; for signing out there. */
  id_token: string | null;
  created_at: string;
  last_used_at: string;
}

/** A sign-in on its way. Deleted when its code is exchanged. */
export interface AuthFlowsTable {
  state_hash: string;
  provider: string;
  purpose: 'sign_in' | 'link' | 'invite' | 'test';
  /** Encrypted: the nonce and the verifier that go to the provider. */
  secrets: string;
  /** Of our own client; null for a test. */
  code_challenge: string | null;
  redirect_to: string;
  /** Who connects or tests. */
  user_id: string | null;
  session_id: string | null;
  invitation_hash: string | null;
  /** Seconds; the provider must have asked the user within them. */
  max_age: number | null;
  /** Of the code that ends the flow; null before the provider's answer. */
  code_hash: string | null;
  /** Encrypted: what the provider said. */
  answer: string | null;
  expires_at: string;
}

export interface AuthTables {
  auth_providers: AuthProvidersTable;
  auth_provider_links: AuthProviderLinksTable;
  auth_flows: AuthFlowsTable;
  auth_users: AuthUsersTable;
  auth_sign_ups: AuthSignUpsTable;
  auth_requests: AuthRequestsTable;
  auth_unlisted: AuthUnlistedTable;
  auth_sessions: AuthSessionsTable;
  auth_one_time_tokens: AuthOneTimeTokensTable;
  auth_invitations: AuthInvitationsTable;
  auth_devices: AuthDevicesTable;
  auth_keys: AuthKeysTable;
  auth_factors: AuthFactorsTable;
  auth_challenges: AuthChallengesTable;
  auth_recovery_codes: AuthRecoveryCodesTable;
}
