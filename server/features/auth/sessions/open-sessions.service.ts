import type { OpenSession } from '../../../../contract/sessions.ts';
import { type Context, type InTransaction, now } from '../../../kernel/context.ts';
import type { EndedReason } from '../../../kernel/database/auth-schema.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { deviceName } from '../../../platform/device-name.ts';
import { isOver } from './session-limits.rules.ts';
import { endAllSessions, endSession, listOpenSessions, lockSession } from './sessions.repository.ts';

/** The last used first. */
export async function openSessionsOf(ctx: Context, user_id: string): Promise<OpenSession[]> {
  const sessions = await listOpen(ctx, ctx.app.database.read, user_id);
  return sessions
    .map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      ip: row.ip,
      signed_in_at: row.created_at,
      last_seen_at: lastSeenAt(ctx, row),
      is_current: row.id === ctx.actor.session_id,
    }))
    .sort((a, b) => (a.last_seen_at > b.last_seen_at ? -1 : 1));
}

/** Null when the user has no such session. */
export async function endOpenSessionOf(
  ctx: InTransaction,
  of: { user_id: string; session_id: string },
  ended_reason: EndedReason,
): Promise<{ device: string; wasOpen: boolean } | null> {
  const session = await lockSession(ctx.tx, of.session_id);
  if (session?.user_id !== of.user_id) return null;
  await endSession(ctx.tx, session.id, { ended_at: now(ctx), ended_reason });
  return { device: deviceName(session.user_agent), wasOpen: session.ended_at === null };
}

/** Returns how many were open. */
export async function endOpenSessionsOf(
  ctx: InTransaction,
  user_id: string,
  ended_reason: EndedReason,
  except?: string,
): Promise<number> {
  const open = (await listOpen(ctx, ctx.tx, user_id)).filter((session) => session.id !== except);
  await endAllSessions(ctx.tx, user_id, { ended_at: now(ctx), ended_reason }, except);
  return open.length;
}

/** Rows over their time limit are marked as ended only later. */
async function listOpen(ctx: Context, db: Queryable, user_id: string) {
  const nowMs = ctx.app.now().getTime();
  const rows = await listOpenSessions(db, user_id);
  return rows.filter((row) => !isOver(ctx.app.config, row, ctx.app.activity.recordedAt(row.id), nowMs));
}

function lastSeenAt(ctx: Context, row: { id: string; refreshed_at: string; seen_at: string | null }): string {
  const recorded = ctx.app.activity.recordedAt(row.id);
  const moments = [row.refreshed_at, row.seen_at ?? '', recorded ? new Date(recorded).toISOString() : ''];
  return moments.sort().at(-1) ?? row.refreshed_at;
}
