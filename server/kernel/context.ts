import type { FastifyBaseLogger } from 'fastify';
import type { JWK, JWTPayload } from 'jose';
import type { Permission } from '../../contract/access/permissions.ts';
import type { AuditSubjectType } from '../../contract/audit.ts';
import type { OrganizationField } from '../../contract/organization.ts';
import type { AccountCall } from '../../contract/service-accounts.ts';
import type { Config } from '../config/config.ts';
import type { Faults } from '../platform/background/faults.ts';
import type { Mailer } from '../platform/email/mailer.ts';
import type { Uploads } from '../platform/http/uploads.ts';
import type { Meters } from '../platform/metrics/meters.ts';
import type { OpenId } from '../platform/openid/openid.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { ReaderThreads } from '../platform/threads/reader-threads.ts';
import type { ChangeClock } from './changes/change-clock.ts';
import type { Database, Queryable, Transaction } from './database/database.ts';

export interface App {
  config: Config;
  database: Database;
  mailer: Mailer;
  secrets: Secrets;
  limits: RateLimit;
  meters: Meters;
  keys: SigningKeys;
  openid: OpenId;
  activity: SessionActivity;
  tokenUse: TokenUse;
  faults: Faults;
  clock: ChangeClock;
  runs: RunWork;
  /** Call `wake` after a commit with notices. */
  notices: { wake(): void };
  /** Call `wake` after a commit that left days to be computed. */
  registerFiles: { wake(): void };
  readers: ReaderThreads;
  uploads: Uploads;
  live: LiveSettings;
  log: FastifyBaseLogger;
  // The next five come from features/auth, features/tokens and features/users.
  authenticate: Authenticate;
  reauthenticate: Reauthenticate;
  findActor: FindActor;
  lockUsers: LockUsers;
  /** Only names that the actor may see. */
  namesInScope(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** From the features that own the rows. */
  auditSubjects: Record<AuditSubjectType, AuditSubject>;
  now(): Date;
}

/** What administrators set on the screen; `config` has the values. */
export interface LiveSettings {
  /** Set by a variable, which wins. */
  fixed: readonly OrganizationField[];
  /** Reads what another server changed. */
  refresh(): Promise<void>;
}

export interface RunWork {
  /** Call it after a commit that gave it something to do. */
  wake(): void;
  /** Leases that an outage of the database kept from being given back. */
  heldLeases: Set<{ id: string; leased_by: string | null }>;
}

export interface AuditSubject {
  /** The paths of its endpoints begin with /api/ and one of these. */
  collections: readonly string[];
  /** For any actor. Empty, or a 404, when it does not exist. */
  findName(app: App, id: string): Promise<string>;
}

export type Authentication =
  | {
      ok: true;
      user_id: string;
      /** Null with an API token. */
      session_id: string | null;
      token?: ActorToken;
      email: string;
      full_name: string | null;
      permissions: readonly string[];
      /** Undefined where nobody asked. */
      covers_nothing?: boolean;
      second_factor: 'satisfied' | 'code_required' | 'setup_required';
    }
  | { ok: false; reason: 'invalid_token' | 'session_ended' | 'deactivated' | TokenRefusal };

export type TokenRefusal =
  | 'token_mistyped'
  | 'token_unknown'
  | 'token_over'
  | 'token_network'
  | 'token_ownerless';

/**
 * Checks the signature and the session row, or the row of an API token, with one indexed read on every request. Tells
 * which service account a token is of, also when it is refused.
 */
export type Authenticate = (
  app: App,
  token: string,
  options: { isUse: boolean; ip: string; onService?: ((user_id: string) => void) | undefined },
) => Promise<Authentication>;

/** How somebody is signed in. */
export type Credential = { session_id: string } | { token_id: string };

export type Reauthenticate = (app: App, db: Queryable, by: Credential) => Promise<Authentication>;

/** Null for a user who is deactivated or deleted. One with a second factor entered its code before the work began. */
export type FindActor = (
  db: Queryable,
  user_id: string,
) => Promise<{
  email: string;
  full_name: string | null;
  permissions: readonly string[];
  needs_setup: boolean;
} | null>;

/**
 * In the order of their ids: the actor against changes, the changed user against everything. A transaction that locks
 * several users must do it here, or it could deadlock.
 */
export type LockUsers = (
  tx: Transaction,
  users: { actor: string | null; changed: string | null },
) => Promise<void>;

/** The API token with which its owner acts. */
export interface ActorToken {
  id: string;
  name: string;
  /** It is narrowed to its places: among all locations if its owner sees all. */
  within?: { ofAll: boolean };
  /** Its owner is a service account. */
  isService?: boolean;
}

/** The command line is `system`, which no request can be. */
export interface Actor {
  kind: 'user' | 'system' | 'anonymous';
  /** Null for system and anonymous. */
  user_id: string | null;
  session_id: string | null;
  token?: ActorToken;
  name: string;
  email: string | null;
  permissions: ReadonlySet<Permission>;
  /** When they were identified, they had no cover, on or to come. Undefined where nobody asked. */
  coversNothing?: boolean;
}

export interface RequestInfo {
  id: string;
  ip: string;
  user_agent: string;
  via: 'screen' | 'token' | 'command line' | 'import' | 'bulk' | 'undo' | 'register';
  /** For the audit log. */
  run_id?: string;
}

export interface Context {
  app: App;
  actor: Actor;
  request: RequestInfo;
  tx?: Transaction;
}

/** The read connection outside of a transaction. */
export function reader(ctx: Context) {
  return ctx.tx ?? ctx.app.database.read;
}

export function originOf({ request }: Pick<Context, 'request'>) {
  return { ip: request.ip, user_agent: request.user_agent.slice(0, 300) };
}

/** UTC ISO-8601 with milliseconds. */
export function now(ctx: { app: Pick<App, 'now'> }): string {
  return ctx.app.now().toISOString();
}

/** Functions that take it write to `tx` and commit or fail with their caller. */
export type InTransaction<C = Context> = C & { tx: Transaction };

export interface SigningKeys {
  /** Adds `iss`, `aud`, `iat` and `exp`. */
  sign(claims: JWTPayload): Promise<{ token: string; expires_at: number; expires_in: number }>;
  /**
   * Null unless one of our keys signed the token for this server, it has not expired and lives no longer than ours. The
   * signature is checked once and remembered.
   */
  verify(token: string): Promise<Claims | null>;
  /** With the next one, so that clients know it before it signs. */
  publicKeys(): JWK[];
}

export interface Claims {
  session_id: string;
  user_id: string;
  expires_at: number;
  isAal2: boolean;
  /** Without this key, the token is not accepted. */
  kid: string;
}

/** In memory, and saved from time to time. */
export interface SessionActivity {
  record(session_id: string): void;
  /** Milliseconds since 1970; only a request that is not saved yet. */
  recordedAt(session_id: string): number | undefined;
  flush(): Promise<void>;
}

/** In memory, and saved from time to time. */
export interface TokenUse {
  /** Takes a request out of what the token may; null without limits. */
  admit(token_id: string, ip: string): Admission | null;
  recordedAt(token_id: string): number | undefined;
  /** Of a service account. */
  record(user_id: string, call: AccountCall): void;
  /** Those that are not saved yet, newest first. */
  callsOf(user_id: string): readonly AccountCall[];
  /** Tells other instances what was taken. */
  share(): Promise<void>;
  /** Saves when and from where tokens were used last, and the calls of service accounts. */
  flush(): Promise<void>;
}

/** Times are in seconds: until all requests are there again, and until one is. */
export interface Admission {
  isAllowed: boolean;
  remaining: number;
  full_in: number;
  retry_in: number;
}
