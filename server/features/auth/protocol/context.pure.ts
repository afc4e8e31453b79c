import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';

/** Passed in by `app.ts`: the users feature imports this one to end sessions and delete identities. */
export interface AccountHooks {
  profileByEmail(
    ctx: InTransaction,
    email_key: string,
  ): Promise<{ id: string; full_name: string | null; is_active: boolean } | null>;
  /** Claims a profile that `profileByEmail` found. */
  onVerified(
    ctx: InTransaction,
    account: { id: string; email: string; full_name: string | null; admin: boolean; through?: string },
  ): Promise<void>;
  /** Null once an administrator can sign in. */
  pendingFirstAdmin(db: Queryable, config: Config): Promise<string | null>;
  onEmailChanged(ctx: InTransaction, account: { id: string; email: string }): Promise<void>;
}

export interface HookedContext extends Context {
  hooks: AccountHooks;
}

export interface AuthContext extends HookedContext {
  /** Of the request. */
  authorization: string | undefined;
  /** From its cookie or new. It proves nothing; see trusted-devices.service.ts. */
  device: string;
  /** In the log line of this request. */
  identified(userId: string): void;
  /** After the answer, so that its duration does not show. Failures are logged; shutdown waits for it. */
  inBackground(work: () => Promise<void>): void;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Other methods on the same path are refused. */
export type AddRoute = (
  method: Method,
  url: string,
  handler: (ctx: AuthContext, received: Received) => Promise<unknown>,
) => void;
