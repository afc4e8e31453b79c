import type { FastifyBaseLogger } from 'fastify';
import type { Permission } from '../../contract/permissions.ts';
import type { Config } from '../config.ts';
import { type Authenticate, type Reauthenticate, requireStanding } from './access.ts';
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
  if (ctx.tx) return work(ctx.tx, { ...ctx, tx: ctx.tx });
  return ctx.app.database.write(async (tx) => {
    await requireStanding(tx, ctx);
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
