import type { ColumnType } from 'kysely';

/** As in schema.ts, which imports this file: JSON columns take text and give the parsed value. */
type Json<T> = ColumnType<T, string, string>;

/** How and when a session proved itself, newest first (RFC 8176 in the protocol's words). */
export interface AmrEntry {
  method: 'password' | 'email/signup' | 'recovery' | 'invite' | 'email_change' | SecondFactorMethod;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The client's words for a code of an authenticator app, and for one of the recovery codes. */
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

/** A sign-in identity: somebody who proved the mailbox, or used a link of somebody who may do everything. */
export interface AuthUsersTable {
  id: string;
  /** Lower-cased, unique. */
  email: string;
  /** Argon2id in PHC form; null until a password is chosen. */
  password_hash: string | null;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  /** Waits until both mailboxes have confirmed it. */
  new_email: string | null;
  email_change_sent_at: string | null;
  last_sign_in_at: string | null;
  /** Written by its owner: never look here for a permission. */
  user_metadata: Json<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}

/** A sign-up whose mailbox is not proven. Several may wait for one address; the first link used wins. */
export interface AuthSignUpsTable {
  /** Becomes the identity's id, unless a profile with the address exists. */
  id: string;
  email: string;
  password_hash: string;
  user_metadata: Json<Record<string, unknown>>;
  token_hash: string;
  created_at: string;
  /** When its owner last showed up: the one whose link is sent again. */
  touched_at: string;
  expires_at: string;
}

/**
 * What somebody not signed in asked for or tried. What follows depends on who has the email, so it is done later: the
 * request itself is alike for every email.
 */
export interface AuthRequestsTable {
  id: string;
  kind: 'sign_up' | 'resend_sign_up' | 'resend_email_change' | 'recovery' | 'refused_sign_in';
  email: string;
  /** The id of the sign-up; the code with which the sign-in was refused. */
  detail: string | null;
  ip: string;
  user_agent: string;
  created_at: string;
}

/** Attempts of one hour that the audit does not list one by one: from a network, or at an account. */
export interface AuthUnlistedTable {
  /** Its beginning. */
  hour: string;
  action: 'session.refused' | 'recovery.requested';
  /** Empty for those that are counted for the account. */
  network: string;
  /** Empty for those that are counted for the network. */
  email: string;
  attempts: number;
}

/** Ended sessions stay as rows, so that their owner can be told why. */
export interface AuthSessionsTable {
  id: string;
  user_id: string;
  created_at: string;
  refreshed_at: string;
  /** The last request, to the minute; null before the first minute is over. */
  seen_at: string | null;
  aal: 'aal1' | 'aal2';
  amr: Json<AmrEntry[]>;
  ip: string;
  user_agent: string;
  refresh_key: string;
  refresh_counter: number;
  /** When the latest refresh tokens were used: milliseconds since 1970, oldest first, separated by commas. */
  refresh_uses: string;
  /** The factor whose code made it aal2; null for none, or for a recovery code. */
  factor_id: string | null;
  ended_at: string | null;
  ended_reason: EndedReason | null;
}

/** Secrets of links in mail; one per user and purpose, the newer one kills the older. */
export interface AuthOneTimeTokensTable {
  token_hash: string;
  user_id: string;
  purpose: 'recovery' | 'email_change_current' | 'email_change_new';
  /** Who corrects the email of the user; null for a link that its owner asked for. */
  requested_by: string | null;
  created_at: string;
  expires_at: string;
}

/** Links for users whose profile was made on the Users screen; kept after they expire, to say so. */
export interface AuthInvitationsTable {
  user_id: string;
  token_hash: string;
  /** The mail that carries it; null for a link that the sender hands over. */
  mail_id: string | null;
  sent_by: string | null;
  sent_at: string;
  expires_at: string;
}

/** Devices on which the user signed in completely: strangers' attempts do not count there. They are good for nothing else. */
export interface AuthDevicesTable {
  user_id: string;
  device_hash: string;
  seen_at: string;
}

/** An authenticator app, or a user's set of recovery codes, which exists only beside one. */
export interface AuthFactorsTable {
  id: string;
  user_id: string;
  factor_type: 'totp' | 'recovery_code';
  friendly_name: string | null;
  /** Folded name, unique for the user; null without a name. */
  name_key: string | null;
  /** Sealed; null for recovery codes. */
  secret: string | null;
  status: 'unverified' | 'verified';
  /** The time step whose code was accepted last: neither it nor an earlier one works again. */
  last_step: number;
  created_at: string;
  updated_at: string;
}

/** One occasion to enter a code, for the session that asked. Deleted when it was used. */
export interface AuthChallengesTable {
  id: string;
  factor_id: string;
  session_id: string;
  expires_at: string;
}

export interface AuthRecoveryCodesTable {
  factor_id: string;
  code_hash: string;
  used_at: string | null;
}

export interface AuthKeysTable {
  kid: string;
  /** JWK, sealed. */
  private_key: string;
  /** JWK as JSON text. */
  public_key: string;
  state: 'current' | 'next' | 'previous';
  created_at: string;
}

export interface AuthTables {
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
