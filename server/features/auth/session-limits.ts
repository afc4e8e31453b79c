import type { Config } from '../../config.ts';

interface Used {
  created_at: string;
  seen_at: string | null;
}

/**
 * Whether a session is over by itself: unused for SESSION_IDLE_MINUTES, or older than SESSION_LIFETIME_HOURS. Only
 * requests are use: a page left open refreshes its tokens alone. `notedAt` is a request not written down yet.
 */
export function isOver(config: Config, session: Used, notedAt: number | undefined, nowMs: number): boolean {
  const { session_idle_minutes: idle, session_lifetime_hours: lifetime } = config;
  if (lifetime !== undefined && nowMs - Date.parse(session.created_at) >= lifetime * 3_600_000) return true;
  if (idle === undefined) return false;
  const usedAt = Math.max(Date.parse(session.seen_at ?? session.created_at), notedAt ?? 0);
  return nowMs - usedAt >= idle * 60_000;
}
