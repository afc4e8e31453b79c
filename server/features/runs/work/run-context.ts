import { contextWithoutSession, systemContext } from '../../../kernel/access.ts';
import type { App, Context } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { RunRow } from '../runs.repository.ts';

/** The user who started the run may no longer continue it. */
export class ActorLost extends Error {
  override name = 'ActorLost';
}

/**
 * The context of the user who started the run, with their current permissions. In a transaction, lock the user
 * before.
 * @throws ActorLost for a user who may no longer sign in.
 */
export async function runContext(app: App, db: Queryable, run: RunRow): Promise<Context> {
  const { ip, user_agent } = run;
  const request = { id: run.id, ip, user_agent, via: run.kind, run_id: run.id } as const;
  if (run.created_by === null) return systemContext(app, run.updated_by_name, request);
  try {
    return await contextWithoutSession(app, db, run.created_by, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ActorLost(`${run.updated_by_name} may not sign in any more, so this stopped: ${error.message}`);
  }
}
