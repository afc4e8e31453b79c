import type { FastifyBaseLogger } from 'fastify';
import type { Permission } from '../../contract/permissions.ts';
import type { Config } from '../config.ts';
import { type Authenticate, type LockUsers, type Reauthenticate, recheckActor } from './access.ts';
import type { Database, Transaction } from './database/database.ts';
import type { Mailer } from './mailer.ts';
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
  /** Turns a bearer token into a person; features/auth provides it. */
  authenticate: Authenticate;
  reauthenticate: Reauthenticate;
  /** features/users provides it. */
  lockUsers: LockUsers;
  /** What people are called, for those among the ids whom the actor reaches; features/users provides it. */
  namesWithinReach(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now(): Date;
}

/** Who acts. The command line acts as `system`, which no request can become. */
export interface Actor {
  kind: 'person' | 'system' | 'anonymous';
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

/**
 * Runs `work` in the transaction that the context is already part of, or in one of its own: so one use case
 * can be called alone or as a step of a larger one (seed, import), and both commit as a whole.
 * @throws ApiError 401, 403 when the actor has lost the right to act since the request was let in.
 */
export function transaction<C extends Context, T>(
  ctx: C,
  work: (tx: Transaction, ctx: C & { tx: Transaction }) => Promise<T>,
): Promise<T> {
  return begin(ctx, null, work);
}

/**
 * The same for a change of one user, or of what belongs to them: their account, sessions, roles, locations. That user
 * stays locked until the end. A larger transaction that changes several users calls it in the order of their ids.
 */
export function changeUser<C extends Context, T>(
  ctx: C,
  user_id: string,
  work: (tx: Transaction, ctx: C & { tx: Transaction }) => Promise<T>,
): Promise<T> {
  return begin(ctx, user_id, work);
}

async function begin<C extends Context, T>(
  ctx: C,
  changed: string | null,
  work: (tx: Transaction, ctx: C & { tx: Transaction }) => Promise<T>,
): Promise<T> {
  const { tx } = ctx;
  if (tx) {
    await ctx.app.lockUsers(tx, { actor: null, changed });
    return work(tx, { ...ctx, tx });
  }
  return ctx.app.database.write(async (tx) => {
    await recheckActor(tx, ctx, changed);
    return work(tx, { ...ctx, tx });
  });
}

/** Where a use case reads: in its transaction, if it has one. */
export function reader(ctx: Context) {
  return ctx.tx ?? ctx.app.database.read;
}

/** The present, as stored: UTC ISO-8601 with milliseconds. */
export function now(ctx: { app: Pick<App, 'now'> }): string {
  return ctx.app.now().toISOString();
}
