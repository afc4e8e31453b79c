import type { FastifyBaseLogger } from 'fastify';
import type { Permission } from '../../contract/permissions.ts';
import type { Config } from '../config/config.ts';
import type { Database, Transaction } from './database/database.ts';
import type { Mailer } from './email/mailer.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Secrets } from './secrets.ts';

/** What the process holds once; built by `app.ts`. */
export interface App {
  config: Config;
  database: Database;
  mailer: Mailer;
  secrets: Secrets;
  limits: RateLimit;
  log: FastifyBaseLogger;
  /** Turns a bearer token into a user; features/auth provides it. */
  authenticate: Authenticate;
  reauthenticate: Reauthenticate;
  /** features/users provides it. */
  lockUsers: LockUsers;
  /** What users are called, for those among the ids whom the actor reaches; features/users provides it. */
  namesInScope(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now(): Date;
}

export type Authentication =
  | {
      ok: true;
      user_id: string;
      session_id: string;
      email: string;
      full_name: string | null;
      permissions: readonly string[];
      second_factor: 'satisfied' | 'code_required' | 'setup_required';
    }
  | { ok: false; reason: 'invalid_token' | 'session_ended' | 'deactivated' };

/** Checks a token's signature and its session row; one indexed read, on every request. */
export type Authenticate = (app: App, token: string) => Promise<Authentication>;

/** The same inside a transaction, for a session whose token was checked before it began. */
export type Reauthenticate = (app: App, tx: Transaction, session_id: string) => Promise<Authentication>;

/**
 * Locks users until the transaction ends, in the order of their ids: the actor against changes, and the one who is
 * changed against everything. Every transaction that locks users does it here or locks only one.
 */
export type LockUsers = (
  tx: Transaction,
  users: { actor: string | null; changed: string | null },
) => Promise<void>;

/** Who acts. The command line acts as `system`, which no request can become. */
export interface Actor {
  kind: 'user' | 'system' | 'anonymous';
  /** Null for system and anonymous. */
  user_id: string | null;
  session_id: string | null;
  /** As shown in the audit. */
  name: string;
  email: string | null;
  permissions: ReadonlySet<Permission>;
}

export interface RequestInfo {
  id: string;
  ip: string;
  user_agent: string;
  via: 'screen' | 'command line';
}

export interface Context {
  app: App;
  actor: Actor;
  request: RequestInfo;
  /** Set while a caller further up holds the transaction. */
  tx?: Transaction;
}

/** Where a use case reads: in its transaction, if it has one. */
export function reader(ctx: Context) {
  return ctx.tx ?? ctx.app.database.read;
}

/** The present, as stored: UTC ISO-8601 with milliseconds. */
export function now(ctx: { app: Pick<App, 'now'> }): string {
  return ctx.app.now().toISOString();
}

/** A context inside a transaction: what takes it writes to `tx`, and commits or fails with its caller. */
export type InTransaction<C = Context> = C & { tx: Transaction };
