import { type Authorized, contextOf, contextWithoutSession, systemContext } from '../../../kernel/access.ts';
import type { App } from '../../../kernel/context.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { lockRun, type RunRow } from '../runs.repository.ts';

/** The user who started the run may no longer continue it. */
export class ActorLost extends Error {
  override name = 'ActorLost';
}

/**
 * With the user's current permissions. In a transaction, lock the user before. @throws ActorLost when the session or the
 * API token has ended, or the user may no longer sign in.
 */
export async function runContext(app: App, db: Queryable, run: RunRow): Promise<Authorized> {
  const { ip, user_agent } = run;
  const request = { id: run.id, ip, user_agent, via: run.kind, run_id: run.id } as const;
  if (run.created_by === null) return systemContext(app, run.updated_by_name, request);
  try {
    const { session_id, token_id } = run;
    if (token_id !== null) return await contextOf(app, db, { token_id }, request);
    // Runs of earlier versions know no session.
    if (session_id === null) return await contextWithoutSession(app, db, run.created_by, request);
    return await contextOf(app, db, { session_id }, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'session_ended') {
      throw new ActorLost('Stopped: the session that started it has ended. Sign in and try again.');
    }
    if (run.token_id !== null) throw new ActorLost(`Stopped: ${error.message}`);
    throw new ActorLost(`${run.updated_by_name} can no longer sign in, so the run stopped: ${error.message}`);
  }
}

/** False when the run was canceled, planned again with other options, or taken over by another process. */
export async function writePlan(
  { database }: App,
  { id, leased_by }: RunRow,
  work: (tx: Transaction, current: RunRow) => Promise<void>,
): Promise<boolean> {
  await yieldToRequests();
  return database.write(async (tx) => {
    const current = await lockRun(tx, { all: true }, id);
    if (current?.state !== 'planning' || current.leased_by !== leased_by) return false;
    await work(tx, current);
    return true;
  });
}
